import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { latePart } from '../../components/page/late-part.tsx';
import type { KeptPhoto } from '../../lib/device/drafts.ts';
import { useObjectUrl } from '../../lib/hooks/use-file-url.ts';
import styles from './PhotoPane.module.css';

const ALT = 'The result sheet';
const PhotoStage = latePart(
  async () => (await import('../../components/figure/PhotoStage.tsx')).PhotoStage,
  'The view of the photo',
);
const SheetViewer = latePart(
  async () => (await import('../../components/figure/SheetViewer.tsx')).SheetViewer,
  'The view of the photo',
);

function Attached({ photo, actions }: { photo: KeptPhoto; actions: ReactNode }) {
  const url = useObjectUrl(photo.blob);
  return url && <PhotoStage key={photo.turn} url={url} alt={ALT} startTurn={photo.turn} actions={actions} />;
}

interface PhotoPaneProps {
  photo: KeptPhoto | null;
  /** The photo sent before, where none is attached. */
  fileId: string | null;
}

/** The photo, to be looked at closely while its figures are typed and compared. On phones it stays at the top of the screen. */
export function PhotoPane({ photo, fileId }: PhotoPaneProps) {
  /** Null until it was opened once: only then the button that takes the place of the other has the focus. */
  const [opened, setOpened] = useState<boolean | null>(null);
  const open = opened === true;
  if (!photo && fileId === null) return null;
  const toggle = (words: string) => (
    <Button variant="default" aria-expanded={open} autoFocus={opened !== null} onClick={() => setOpened(!open)}>
      {words}
    </Button>
  );
  return (
    <section className={styles.pane} aria-label="Photo beside the figures" data-open={open}>
      {!open && toggle('Look at the photo beside the figures')}
      {open &&
        (photo ? (
          <Attached photo={photo} actions={toggle('Hide')} />
        ) : (
          <SheetViewer fileId={fileId} alt={ALT} actions={toggle('Hide')} />
        ))}
    </section>
  );
}

/** The figures with the photo beside them: to their right where there is room, else above. */
export function Beside({ pane, children }: { pane: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.beside} data-wide>
      {pane}
      <div className={styles.figures}>{children}</div>
    </div>
  );
}
