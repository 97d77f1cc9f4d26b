import { Button, CloseButton } from '@mantine/core';
import { IconCamera, IconPhoto } from '@tabler/icons-react';
import { ProgressBar } from '../../../components/figure/Bars.tsx';
import { FileTarget } from '../../../components/form/FileTarget.tsx';
import { Note } from '../../../components/page/Note.tsx';
import { makeKey } from '../../../lib/device/outbox-item.ts';
import { usePhotoChoice } from '../../../lib/device/photo-choice.ts';
import type { FormPage } from './pages.ts';

interface PagesFieldProps {
  id: string;
  pages: readonly FormPage[];
  /** The number of the first of them. */
  first?: number;
  onChange: (pages: FormPage[]) => void;
  shown: string | null;
  onShow: (id: string) => void;
  /** Share of all photos that has been sent, 0 to 1; null while none is on its way. */
  progress: number | null;
  error: string | undefined;
}

/** A photo of each page of the form. They stay on the device until the form is sent. */
export function PagesField({ id, pages, first = 1, onChange, shown, onShow, progress, error }: PagesFieldProps) {
  const { problem, take } = usePhotoChoice('page.jpg', (photo) => {
    const page = { ...photo, id: makeKey() };
    onChange([...pages, page]);
    onShow(page.id);
  });
  const busy = progress !== null;
  return (
    <FileTarget
      label="Photos of the form"
      inputLabel="Photo of a page: file"
      cameraLabel="Photo of a page: camera"
      accept="image/png,image/jpeg"
      invalid={error !== undefined}
      disabled={busy}
      onFile={(file) => void take(file)}
    >
      {(choose, photograph) => (
        <div className="tight">
          <div className="row">
            <Button
              id={id}
              variant="default"
              leftSection={<IconCamera size={18} aria-hidden />}
              disabled={busy}
              onClick={photograph}
            >
              Take a photo
            </Button>
            <Button
              variant="default"
              leftSection={<IconPhoto size={18} aria-hidden />}
              disabled={busy}
              onClick={choose}
            >
              Choose a photo
            </Button>
            <span className="hint">One photo a page. PNG, JPG up to 10MB</span>
          </div>
          {pages.length > 0 && (
            <ul className="row" aria-label="Pages">
              {pages.map((page, index) => (
                <li key={page.id} className="line">
                  <Button
                    variant={page.id === shown ? 'light' : 'default'}
                    aria-pressed={page.id === shown}
                    onClick={() => onShow(page.id)}
                  >
                    Page {index + first}
                  </Button>
                  <CloseButton
                    size="var(--ec-control)"
                    aria-label={`Remove page ${index + first}`}
                    disabled={busy}
                    onClick={() => onChange(pages.filter(({ id: other }) => other !== page.id))}
                  />
                </li>
              ))}
            </ul>
          )}
          {busy && <ProgressBar label="Photos sent" share={progress} />}
          {(problem ?? error) && (
            <Note kind="bad" role="alert">
              {problem ?? error}
            </Note>
          )}
        </div>
      )}
    </FileTarget>
  );
}
