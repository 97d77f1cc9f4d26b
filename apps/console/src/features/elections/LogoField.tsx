import type { FileId } from '@ec/contract/base/common';
import { filledText } from '@ec/contract/base/error-text';
import { FILE_ERRORS } from '@ec/contract/files/errors';
import { MAX_LOGO_BYTES } from '@ec/contract/files/schemas';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FileTarget } from '../../components/form/FileTarget.tsx';
import { ApiError } from '../../lib/http/api-error.ts';
import { Logo } from '../../domain/results/PartyLogo.tsx';
import { uploadLogo } from './api.ts';

interface LogoFieldProps {
  code: string;
  id: FileId | undefined;
  onChange: (id: FileId | undefined) => void;
}

/** What keeps the file from being sent. */
function unfitText({ size }: File): string | null {
  if (size === 0) return 'The file is empty. Choose another one.';
  return size > MAX_LOGO_BYTES
    ? filledText(FILE_ERRORS.FILE_TOO_LARGE, { megabytes: MAX_LOGO_BYTES / 1024 / 1024 })
    : null;
}

/** A logo comes from a file and not from a camera. */
function refusalText(error: Error): string {
  return error instanceof ApiError && error.code === 'FILE_DAMAGED'
    ? 'This logo cannot be drawn: the file is damaged, or is an SVG that names other files. Save it as PNG and choose it again.'
    : error.message;
}

/** The logo of a party: sent when it is chosen, and on the ballot once that is saved. */
export function LogoField({ code, id, onChange }: LogoFieldProps) {
  const [unfit, setUnfit] = useState<string | null>(null);
  const upload = useMutation({ mutationFn: uploadLogo, onSuccess: ({ id: stored }) => onChange(stored) });
  const take = (file: File) => {
    upload.reset();
    const found = unfitText(file);
    setUnfit(found);
    if (found === null) upload.mutate(file);
  };
  const problem = unfit ?? (upload.error && refusalText(upload.error));
  return (
    <FileTarget
      label={`Logo of ${code}`}
      inputLabel={`File of the logo of ${code}`}
      accept="image/png,image/jpeg,image/svg+xml,.svg"
      className="row above-8"
      invalid={problem !== null}
      disabled={upload.isPending}
      onFile={take}
    >
      {(choose) => (
        <>
          {id && <Logo key={id} id={id} size={44} />}
          <Button
            variant="default"
            loading={upload.isPending}
            aria-label={`${id ? 'Change' : 'Add'} logo of ${code}`}
            onClick={choose}
          >
            {id ? 'Change logo' : 'Add logo'}
          </Button>
          {id && (
            <Button variant="subtle" aria-label={`Remove logo of ${code}`} onClick={() => onChange(undefined)}>
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
