import { Button, VisuallyHidden } from '@mantine/core';
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import { Note } from '../../components/Note.tsx';
import type { KeptPhoto } from '../../lib/drafts.ts';
import { formatBytes } from '../../lib/format.ts';
import { photoProblem } from '../../lib/photo-problem.ts';
import { useObjectUrl } from '../../lib/use-object-url.ts';
import styles from './PhotoField.module.css';

interface PhotoFieldProps {
  photo: KeptPhoto | null;
  /** True where the photo of the version sent before goes on serving. */
  hasEarlier: boolean;
  onChange: (photo: KeptPhoto | null) => void;
}

/** The sheet's photo: camera, file or drop; looked at, turned or taken away again before it is sent. */
export function PhotoField({ photo, hasEarlier, onChange }: PhotoFieldProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const camera = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const url = useObjectUrl(photo?.blob);

  const take = async (file: File | undefined) => {
    if (!file) return;
    const found = await photoProblem(file);
    setProblem(found);
    if (!found) onChange({ blob: file, name: file.name || 'sheet.jpg', turn: 0 });
  };
  const onPick = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    void take(input.files?.[0]);
    // So that the same file can be chosen again after it was removed.
    input.value = '';
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };

  return (
    <section
      aria-labelledby="sheet-photo"
      className={`${styles.drop} ${over ? styles.over : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <div>
        <h2 id="sheet-photo" className={styles.title}>
          Result sheet photo
        </h2>
        <span className={styles.hint}>PNG, JPG up to 10MB</span>
      </div>
      {photo && (
        <>
          <div className={styles.frame}>
            {url && <img src={url} alt="The result sheet as it will be sent" style={{ rotate: `${photo.turn}deg` }} />}
          </div>
          <Note kind="ok" role="status">
            Result sheet attached, {formatBytes(photo.blob.size)}. Kept on this phone until it is received.
          </Note>
          <div className={styles.buttons}>
            <Button size="md" variant="default" onClick={() => onChange({ ...photo, turn: (photo.turn + 90) % 360 })}>
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
        <Button size="md" variant="default" onClick={() => files.current?.click()}>
          Choose file
        </Button>
      </div>
      <VisuallyHidden>
        <input
          ref={camera}
          type="file"
          accept="image/png,image/jpeg"
          capture="environment"
          tabIndex={-1}
          aria-label="Camera photo of the result sheet"
          onChange={onPick}
        />
        <input
          ref={files}
          type="file"
          accept="image/png,image/jpeg"
          tabIndex={-1}
          aria-label="Image file of the result sheet"
          onChange={onPick}
        />
      </VisuallyHidden>
    </section>
  );
}
