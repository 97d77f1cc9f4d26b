import { VisuallyHidden } from '@mantine/core';
import { type InputHTMLAttributes, type ReactNode, type Ref, useState } from 'react';
import styles from './FileTarget.module.css';

interface FileInputProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'accept' | 'aria-label' | 'capture'> {
  ref: Ref<HTMLInputElement>;
  onFile: (file: File) => void;
}

function FileInput({ onFile, ...input }: FileInputProps) {
  return (
    <input
      {...input}
      type="file"
      tabIndex={-1}
      onChange={(event) => {
        const file = event.currentTarget.files?.[0];
        if (file) onFile(file);
        // So that the same file can be chosen again, corrected or after it was removed.
        event.currentTarget.value = '';
      }}
    />
  );
}

interface FileTargetProps {
  /** Names the target for screen readers. */
  label: string;
  /** Names the field of the file. */
  inputLabel: string;
  /** Names the field of the device's camera, where a photo can be taken at once. */
  cameraLabel?: string;
  /** What may be chosen, as the field of a form has it. */
  accept: string;
  /** The look of the target, which has `data-over` while a file is held over it; a frame where absent. */
  className?: string | undefined;
  /** True where the file is wrong. */
  invalid?: boolean;
  /** While a file is on its way, no other is taken. */
  disabled?: boolean;
  onFile: (file: File) => void;
  /** Gets what opens the device's own choice of files, and its camera. */
  children: (choose: () => void, photograph: () => void) => ReactNode;
}

/** Where a file can be dropped or chosen, or a photo taken. */
export function FileTarget(props: FileTargetProps) {
  const { label, inputLabel, cameraLabel, accept, className = styles.frame, invalid, disabled, onFile } = props;
  const [over, setOver] = useState(false);
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const [camera, setCamera] = useState<HTMLInputElement | null>(null);
  const take = (chosen: File | undefined) => {
    if (chosen && !disabled) onFile(chosen);
  };
  return (
    <div
      role="group"
      aria-label={label}
      className={className}
      data-over={over || undefined}
      data-invalid={invalid || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files[0]);
      }}
    >
      {props.children(
        () => input?.click(),
        () => camera?.click(),
      )}
      <VisuallyHidden>
        <FileInput ref={setInput} accept={accept} aria-label={inputLabel} onFile={take} />
        {cameraLabel && (
          <FileInput ref={setCamera} accept={accept} capture="environment" aria-label={cameraLabel} onFile={take} />
        )}
      </VisuallyHidden>
    </div>
  );
}
