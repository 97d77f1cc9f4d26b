import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';

interface FileTargetProps {
  /** Names the target for screen readers. */
  label: string;
  /** Names the field of the file. */
  inputLabel: string;
  /** What may be chosen, as the field of a form has it. */
  accept: string;
  className: string | undefined;
  /** Is added while a file is held over it. */
  overClass: string | undefined;
  onFile: (file: File) => void;
  /** Gets what opens the device's own choice of files. */
  children: (choose: () => void) => ReactNode;
}

/** Where a file can be dropped or chosen. */
export function FileTarget(props: FileTargetProps) {
  const { label, inputLabel, accept, className = '', overClass = '', onFile, children } = props;
  const [over, setOver] = useState(false);
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const take = (file: File | undefined) => {
    if (file) onFile(file);
  };
  return (
    <div
      role="group"
      aria-label={label}
      className={over ? `${className} ${overClass}` : className}
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
      {children(() => input?.click())}
      <VisuallyHidden>
        <input
          ref={setInput}
          type="file"
          accept={accept}
          tabIndex={-1}
          aria-label={inputLabel}
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            // So that the same file can be chosen again, corrected or after it was removed.
            event.currentTarget.value = '';
          }}
        />
      </VisuallyHidden>
    </div>
  );
}
