import { ActionIcon, Button } from '@mantine/core';
import { IconMaximize, IconRotateClockwise, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../../lib/http/api-error.ts';
import { api } from '../../lib/http/api.ts';
import { notifyError } from '../../lib/hooks/notify.ts';
import { useFileUrl } from '../../lib/hooks/use-file-url.ts';
import { useZoom } from '../../lib/hooks/use-zoom.ts';
import { ErrorView } from '../page/ErrorView.tsx';
import styles from './SheetViewer.module.css';

/** Opens the file as it was received. The window is opened first: after the wait a browser would block it. */
async function openOriginal(fileId: string): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const url = await api.blobUrl('GET /files/:id', { params: { id: fileId }, query: { variant: 'original' } });
    if (tab) tab.location.href = url;
    else window.location.assign(url);
    setTimeout(() => URL.revokeObjectURL(url), 5 * 60_000);
  } catch (error) {
    tab?.close();
    notifyError(error, 'The original photo could not be opened');
  }
}

/** What is wrong with a photo that the server does not show: no retry helps, and no decision may rest on it. */
const FAULTS: Partial<Record<string, string>> = {
  FILE_CHANGED: 'This photo is not the one that was received',
  FILE_LOST: 'The photo that was received is gone',
};

function PhotoProblem({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const fault = error instanceof ApiError ? FAULTS[error.code] : undefined;
  if (fault) return <ErrorView title={fault} error={error} />;
  return <ErrorView title="The photo could not be loaded" error={error} onRetry={onRetry} />;
}

interface SheetViewerProps {
  fileId: string | null;
  alt: string;
  /** What stands in place of a photo that is not there. */
  missing?: string;
  /** The photo as taken, where the sheet is a copy of it and it has arrived. */
  originalFileId?: string | null;
}

const NO_PHOTO = 'No photo of the sheet was sent. Ask the officer to send one.';

/** The sheet's photo, to be looked at as closely as the paper itself. */
export function SheetViewer({ fileId, alt, missing = NO_PHOTO, originalFileId }: SheetViewerProps) {
  const { url, error, refetch } = useFileUrl(fileId, 'view');
  const [turn, setTurn] = useState(0);
  const { view, zoomIn, zoomOut, reset, stageProps } = useZoom();
  if (!fileId) {
    return (
      <div className="tight">
        <div className={styles.stage} style={{ cursor: 'default', height: 120 }}>
          <div className={styles.empty}>{missing}</div>
        </div>
      </div>
    );
  }
  const { scale, x, y } = view;
  return (
    <div className="tight">
      <div
        {...stageProps}
        className={styles.stage}
        role="group"
        tabIndex={0}
        aria-label={`${alt}. Plus and minus zoom, arrow keys move, 0 shows the whole.`}
      >
        {url && (
          <img
            src={url}
            alt={alt}
            draggable={false}
            className={`${styles.sheet} ${turn % 180 === 0 ? '' : styles.sideways}`}
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px) scale(${scale}) rotate(${turn}deg)` }}
          />
        )}
        {!url && !error && <div className={styles.empty}>Loading the picture…</div>}
        {error && <PhotoProblem error={error} onRetry={refetch} />}
      </div>
      <div className="row screen gap-6">
        <ActionIcon size={44} variant="default" aria-label="Zoom in" onClick={zoomIn}>
          <IconZoomIn size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon size={44} variant="default" aria-label="Zoom out" onClick={zoomOut}>
          <IconZoomOut size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon size={44} variant="default" aria-label="Show the whole sheet" onClick={reset}>
          <IconMaximize size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon size={44} variant="default" aria-label="Rotate" onClick={() => setTurn((turn + 90) % 360)}>
          <IconRotateClockwise size={20} aria-hidden />
        </ActionIcon>
        <Button variant="default" size="md" onClick={() => void openOriginal(originalFileId ?? fileId)}>
          Original
        </Button>
      </div>
    </div>
  );
}
