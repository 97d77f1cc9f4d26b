import { Button } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import type { KeptPhoto } from '../../lib/device/drafts.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { useObjectUrl } from '../../lib/hooks/use-file-url.ts';
import { usePhotoChoice } from '../../lib/device/photo-choice.ts';
import { FileTarget } from './FileTarget.tsx';
import { Note } from '../page/Note.tsx';
import styles from './PictureField.module.css';
import { ProgressBar } from '../figure/Bars.tsx';

interface PictureFieldProps {
  /** What is attached; null for none. */
  picture: KeptPhoto | null;
  onChange: (picture: KeptPhoto | null) => void;
  /** Of the button: what to attach. */
  label: string;
  /** Share that has been sent, 0 to 1; null while it is not on its way. */
  progress: number | null;
  disabled?: boolean;
}

/** One picture beside words, chosen or dropped, looked at and taken away again before it is sent. */
export function PictureField({ picture, onChange, label, progress, disabled = false }: PictureFieldProps) {
  const { problem, take } = usePhotoChoice('picture.jpg', onChange);
  const preview = useObjectUrl(picture?.blob);
  return (
    <FileTarget
      label={label}
      inputLabel={`${label}: file`}
      accept="image/png,image/jpeg"
      className={`row shrink rounded gap-8-12 ${styles.root}`}
      disabled={disabled}
      onFile={(file) => void take(file)}
    >
      {(choose) => (
        <>
          {picture && preview && <img src={preview} alt="What you attached" className={styles.preview} />}
          {picture && (
            <span className={styles.words} role="status">
              {picture.name}, {formatBytes(picture.blob.size)}
            </span>
          )}
          <Button
            variant="default"
            leftSection={<IconPaperclip size={16} aria-hidden />}
            disabled={disabled}
            onClick={choose}
          >
            {picture ? 'Choose another' : label}
          </Button>
          {picture ? (
            <Button variant="default" disabled={disabled} onClick={() => onChange(null)}>
              Remove picture
            </Button>
          ) : (
            <span className="hint">PNG, JPG up to 10MB</span>
          )}
          {progress !== null && (
            <div className={styles.wide}>
              <ProgressBar label="Picture sent" share={progress} />
            </div>
          )}
          {problem && (
            <div className={styles.wide}>
              <Note kind="bad" role="alert">
                {problem}
              </Note>
            </div>
          )}
        </>
      )}
    </FileTarget>
  );
}
