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

interface FieldProps {
  /** Of the button, for links from a summary of errors. */
  id?: string;
  /** Of the button: what to attach. */
  label: string;
  /** Share that has been sent, 0 to 1; null while it is not on its way. */
  progress: number | null;
  disabled?: boolean;
  /** What is wrong with what is attached. */
  error?: string | undefined;
}

interface PicturesFieldProps extends FieldProps {
  /** What is attached. */
  pictures: readonly KeptPhoto[];
  /** So many can be attached; with one, another takes its place. */
  most: number;
  onChange: (pictures: KeptPhoto[]) => void;
}

/** A picture that is attached and not sent yet; `number` says which of several it is. */
function Chosen({ picture, number }: { picture: KeptPhoto; number?: number }) {
  const preview = useObjectUrl(picture.blob);
  const alt = number === undefined ? 'What you attached' : `Picture ${number} that you attached`;
  return (
    <>
      {preview && <img src={preview} alt={alt} className={styles.preview} />}
      <span className={styles.words} role="status">
        {picture.name}, {formatBytes(picture.blob.size)}
      </span>
    </>
  );
}

/** Pictures beside words, chosen or dropped, looked at and taken away again before they are sent. */
export function PicturesField(props: PicturesFieldProps) {
  const { id, pictures, most, onChange, label, progress, disabled = false, error } = props;
  const single = most === 1;
  const { problem, take } = usePhotoChoice('picture.jpg', (picture) =>
    onChange(single ? [picture] : [...pictures, picture]),
  );
  const full = !single && pictures.length >= most;
  const [first] = pictures;
  const wrong = problem ?? error;
  return (
    <FileTarget
      label={label}
      inputLabel={`${label}: file`}
      accept="image/png,image/jpeg"
      className={`row shrink rounded gap-8-12 ${styles.root}`}
      disabled={disabled || full}
      onFile={(file) => void take(file)}
    >
      {(choose) => (
        <>
          {single
            ? first && <Chosen picture={first} />
            : pictures.map((picture, index) => (
                <div key={index} className={`row gap-8-12 ${styles.wide}`}>
                  <Chosen picture={picture} number={index + 1} />
                  <Button
                    variant="default"
                    disabled={disabled}
                    onClick={() => onChange(pictures.filter((_, at) => at !== index))}
                  >
                    Remove picture {index + 1}
                  </Button>
                </div>
              ))}
          <Button
            id={id}
            variant="default"
            leftSection={<IconPaperclip size={16} aria-hidden />}
            disabled={disabled || full}
            onClick={choose}
          >
            {!first ? label : single ? 'Choose another' : 'Attach another picture'}
          </Button>
          {single && first ? (
            <Button variant="default" disabled={disabled} onClick={() => onChange([])}>
              Remove picture
            </Button>
          ) : (
            <span className="hint">{!single && `At most ${most} pictures. `}PNG, JPG up to 10MB</span>
          )}
          {progress !== null && (
            <div className={styles.wide}>
              <ProgressBar label={single ? 'Picture sent' : 'Pictures sent'} share={progress} />
            </div>
          )}
          {wrong && (
            <div className={styles.wide}>
              <Note kind="bad" role="alert">
                {wrong}
              </Note>
            </div>
          )}
        </>
      )}
    </FileTarget>
  );
}

interface PictureFieldProps extends FieldProps {
  /** What is attached; null for none. */
  picture: KeptPhoto | null;
  onChange: (picture: KeptPhoto | null) => void;
}

/** One picture beside words. */
export function PictureField({ picture, onChange, ...field }: PictureFieldProps) {
  return (
    <PicturesField
      {...field}
      pictures={picture ? [picture] : []}
      most={1}
      onChange={([chosen = null]) => onChange(chosen)}
    />
  );
}
