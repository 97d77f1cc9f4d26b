import { Button } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatBytes } from '../../lib/format/format.ts';
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
  /** While a file is on its way, no other is taken. */
  busy: boolean;
  /** What is wrong with the file. */
  error: string | undefined;
  /** What kind of file is wanted. */
  hint: ReactNode;
  /** Stands beside the button, such as a template to download. */
  beside?: ReactNode;
}

/** One file to be sent: chosen or dropped, shown with its name and size, with what is wrong with it. */
export function FileDrop(props: FileDropProps) {
  const { id, inputLabel, accept, file, onFile, busy, error, hint, beside } = props;
  return (
    <FileTarget
      label="File"
      inputLabel={inputLabel}
      accept={accept}
      className={`${styles.drop} ${error ? styles.wrong : ''}`}
      overClass={styles.over}
      onFile={(next) => {
        if (!busy) onFile(next);
      }}
    >
      {(choose) => (
        <>
          {file && (
            <p className={styles.file}>
              <IconFile size={16} aria-hidden className={styles.icon} /> {file.name} ({formatBytes(file.size)})
            </p>
          )}
          <div className={styles.buttons}>
            <Button id={id} variant="default" onClick={choose} disabled={busy}>
              {file ? 'Choose another file' : 'Choose file'}
            </Button>
            {beside}
          </div>
          <p className={styles.hint}>{hint}</p>
          {error && <p className={styles.error}>{error}</p>}
        </>
      )}
    </FileTarget>
  );
}
