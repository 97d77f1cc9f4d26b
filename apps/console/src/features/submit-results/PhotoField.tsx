import { Button } from '@mantine/core';
import { FileTarget } from '../../components/form/FileTarget.tsx';
import { latePart } from '../../components/page/late-part.tsx';
import { Note } from '../../components/page/Note.tsx';
import { isDurable } from '../../lib/device/device-store.ts';
import type { KeptPhoto } from '../../lib/device/drafts.ts';
import type { PreparedPhoto } from '../../lib/device/prepare-photo.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { useObjectUrl } from '../../lib/hooks/use-file-url.ts';
import { usePhotoChoice } from '../../lib/device/photo-choice.ts';
import styles from './PhotoField.module.css';

/** Without it the photo is sent as it is: where it cannot be loaded, nothing is said. */
const PhotoAdvice = latePart(async () => (await import('./PhotoAdvice.tsx')).PhotoAdvice);

interface PhotoFieldProps {
  /** The draft that the photo belongs to. */
  slot: string;
  photo: KeptPhoto | null;
  /** What is sent of it; null while it is made. */
  prepared: PreparedPhoto | null;
  /** True where the photo of the version sent before goes on serving. */
  hasEarlier: boolean;
  onChange: (photo: KeptPhoto | null) => void;
}

/** The sheet's photo: camera, file or drop; looked at, turned or taken away again before it is sent. */
export function PhotoField({ slot, photo, prepared, hasEarlier, onChange }: PhotoFieldProps) {
  const { problem, take } = usePhotoChoice('sheet.jpg', onChange);
  const url = useObjectUrl(photo?.blob);
  return (
    <FileTarget
      label="Result sheet photo"
      inputLabel="Image file of the result sheet"
      cameraLabel="Camera photo of the result sheet"
      accept="image/png,image/jpeg"
      onFile={(file) => void take(file)}
    >
      {(choose, photograph) => (
        <>
          <div>
            <h2 className="title">Result sheet photo</h2>
            <span className="hint">PNG, JPG up to 10MB</span>
          </div>
          {photo && (
            <>
              <div className={styles.frame}>
                {url && (
                  <img src={url} alt="The result sheet as it will be sent" style={{ rotate: `${photo.turn}deg` }} />
                )}
              </div>
              <Note kind="ok" role="status">
                Result sheet attached, {formatBytes(photo.blob.size)}.
                {prepared?.original && ` A copy of ${formatBytes(prepared.sheet.blob.size)} is sent first.`}{' '}
                {isDurable()
                  ? 'Kept on this phone until it is received.'
                  : 'This browser cannot keep it on the phone: do not close this page until it is received.'}
              </Note>
              <div className="halves">
                <Button variant="default" onClick={() => onChange({ ...photo, turn: (photo.turn + 90) % 360 })}>
                  Rotate
                </Button>
                <Button variant="default" onClick={() => onChange(null)}>
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
          <PhotoAdvice slot={slot} photo={photo} />
          <div className="halves">
            <Button variant="default" onClick={photograph}>
              {photo ? 'Take again' : 'Take photo'}
            </Button>
            <Button variant="default" onClick={choose}>
              Choose file
            </Button>
          </div>
        </>
      )}
    </FileTarget>
  );
}
