import { Button, VisuallyHidden } from '@mantine/core';
import { useRef } from 'react';
import { FileTarget } from '../../components/form/FileTarget.tsx';
import { Note } from '../../components/page/Note.tsx';
import type { KeptPhoto } from '../../lib/device/drafts.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { useObjectUrl } from '../../lib/hooks/use-object-url.ts';
import { usePhotoChoice } from '../../lib/device/use-photo-choice.ts';
import styles from './PhotoField.module.css';

const ACCEPT = 'image/png,image/jpeg';

interface PhotoFieldProps {
  photo: KeptPhoto | null;
  /** True where the photo of the version sent before goes on serving. */
  hasEarlier: boolean;
  onChange: (photo: KeptPhoto | null) => void;
}

/** The sheet's photo: camera, file or drop; looked at, turned or taken away again before it is sent. */
export function PhotoField({ photo, hasEarlier, onChange }: PhotoFieldProps) {
  const { problem, take } = usePhotoChoice('sheet.jpg', onChange);
  const camera = useRef<HTMLInputElement>(null);
  const url = useObjectUrl(photo?.blob);
  return (
    <FileTarget
      label="Result sheet photo"
      inputLabel="Image file of the result sheet"
      accept={ACCEPT}
      className={styles.drop}
      overClass={styles.over}
      onFile={(file) => void take(file)}
    >
      {(choose) => (
        <>
          <div>
            <h2 className={styles.title}>Result sheet photo</h2>
            <span className={styles.hint}>PNG, JPG up to 10MB</span>
          </div>
          {photo && (
            <>
              <div className={styles.frame}>
                {url && (
                  <img src={url} alt="The result sheet as it will be sent" style={{ rotate: `${photo.turn}deg` }} />
                )}
              </div>
              <Note kind="ok" role="status">
                Result sheet attached, {formatBytes(photo.blob.size)}. Kept on this phone until it is received.
              </Note>
              <div className={styles.buttons}>
                <Button
                  size="md"
                  variant="default"
                  onClick={() => onChange({ ...photo, turn: (photo.turn + 90) % 360 })}
                >
                  Rotate
                </Button>
                <Button size="md" variant="default" onClick={() => onChange(null)}>
                  Remove
                </Button>
              </div>
            </>
          )}
          {!photo && hasEarlier && (
            <Note kind="info">The photo you sent before is sent again, unless you attach another.</Note>
          )}
          {problem && (
            <Note kind="bad" role="alert">
              {problem}
            </Note>
          )}
          <div className={styles.buttons}>
            <Button size="md" variant="default" onClick={() => camera.current?.click()}>
              {photo ? 'Take again' : 'Take photo'}
            </Button>
            <Button size="md" variant="default" onClick={choose}>
              Choose file
            </Button>
          </div>
          <VisuallyHidden>
            <input
              ref={camera}
              type="file"
              accept={ACCEPT}
              capture="environment"
              tabIndex={-1}
              aria-label="Camera photo of the result sheet"
              onChange={(event) => {
                const file = event.currentTarget.files?.[0];
                if (file) void take(file);
                // So that the same file can be chosen again after it was removed.
                event.currentTarget.value = '';
              }}
            />
          </VisuallyHidden>
        </>
      )}
    </FileTarget>
  );
}
