import { Button } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatBytes } from '../../lib/format/format.ts';
import { ProgressBar } from '../figure/Bars.tsx';
import styles from './FileDrop.module.css';
import { FileTarget } from './FileTarget.tsx';

interface FileDropProps {
  /** Of the button, for links from a summary of errors. */
  id: string;
  /** Names the field of the file. */
  inputLabel: string;
  accept: string;
  /** What is chosen; null for none. */
  file: File | null;
  onFile: (file: File) => void;
  /** Share that has been sent, 0 to 1, while no other file is taken; null while none is on its way. */
  sent: number | null;
  /** What is wrong with the file. */
  error: string | undefined;
  /** What kind of file is wanted. */
  hint: ReactNode;
  /** Stands beside the button, such as a template to download. */
  beside?: ReactNode;
}

/** One file to be sent: chosen or dropped, shown with its name and size, with what is wrong with it. */
export function FileDrop(props: FileDropProps) {
  const { id, inputLabel, accept, file, onFile, sent, error, hint, beside } = props;
  return (
    <FileTarget
      label="File"
      inputLabel={inputLabel}
      accept={accept}
      invalid={error !== undefined}
      disabled={sent !== null}
      onFile={onFile}
    >
      {(choose) => (
        <>
          {file && (
            <p className="medium breaks">
              <IconFile size={16} aria-hidden className={styles.icon} /> {file.name} ({formatBytes(file.size)})
            </p>
          )}
          <div className="row roomy">
            <Button id={id} variant="default" onClick={choose} disabled={sent !== null}>
              {file ? 'Choose another file' : 'Choose file'}
            </Button>
            {beside}
          </div>
          <p className="hint">{hint}</p>
          {sent !== null && <ProgressBar label="File sent" share={sent} text={`Sending: ${Math.round(sent * 100)}%`} />}
          {error && <p className="wrong">{error}</p>}
        </>
      )}
    </FileTarget>
  );
}
