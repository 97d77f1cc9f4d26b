import type { FileId } from '@ec/contract/base/common';
import { errorText } from '@ec/contract/base/errors';
import { MAX_LOGO_BYTES } from '@ec/contract/files/schemas';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FileTarget } from '../../components/form/FileTarget.tsx';
import { Logo } from '../../domain/results/PartyLogo.tsx';
import { uploadLogo } from './api.ts';
import styles from './ballot.module.css';

interface LogoFieldProps {
  code: string;
  id: FileId | undefined;
  onChange: (id: FileId | undefined) => void;
}

/** The logo of a party: sent when it is chosen, and on the ballot once that is saved. */
export function LogoField({ code, id, onChange }: LogoFieldProps) {
  const [tooLarge, setTooLarge] = useState(false);
  const upload = useMutation({ mutationFn: uploadLogo, onSuccess: ({ id: stored }) => onChange(stored) });
  const take = (file: File) => {
    upload.reset();
    setTooLarge(file.size > MAX_LOGO_BYTES);
    if (file.size <= MAX_LOGO_BYTES) upload.mutate(file);
  };
  const problem = tooLarge
    ? errorText('FILE_TOO_LARGE', { megabytes: MAX_LOGO_BYTES / 1024 / 1024 })
    : upload.error?.message;
  return (
    <FileTarget
      label={`Logo of ${code}`}
      inputLabel={`File of the logo of ${code}`}
      accept="image/png,image/jpeg,image/svg+xml,.svg"
      className={styles.logo}
      invalid={problem !== undefined}
      disabled={upload.isPending}
      onFile={take}
    >
      {(choose) => (
        <>
          {id && <Logo key={id} id={id} size={44} />}
          <Button
            variant="default"
            mih={44}
            loading={upload.isPending}
            aria-label={`${id ? 'Change' : 'Add'} logo of ${code}`}
            onClick={choose}
          >
            {id ? 'Change logo' : 'Add logo'}
          </Button>
          {id && (
            <Button variant="subtle" mih={44} aria-label={`Remove logo of ${code}`} onClick={() => onChange(undefined)}>
              Remove logo
            </Button>
          )}
          {problem && (
            <span role="alert" className="error whole">
              {problem}
            </span>
          )}
        </>
      )}
    </FileTarget>
  );
}
