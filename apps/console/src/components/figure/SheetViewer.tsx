import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from '../../lib/http/api-error.ts';
import { api } from '../../lib/http/api.ts';
import { notifyError } from '../../lib/hooks/notify.ts';
import { useFileUrl } from '../../lib/hooks/use-file-url.ts';
import { ErrorView } from '../page/ErrorView.tsx';
import { PhotoStage } from './PhotoStage.tsx';
import styles from './SheetViewer.module.css';

/** Opens the original file. The window is opened first, because after the wait a browser would block it. */
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

/** The problem of a photo that the server cannot show: no retry helps, and no decision may be based on it. */
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
  /** Buttons beside those of the viewer. */
  actions?: ReactNode;
}

const NO_PHOTO = 'No photo of the sheet was sent. Ask the officer to send one.';

/** The sheet's photo with zoom. */
export function SheetViewer({ fileId, alt, missing = NO_PHOTO, originalFileId, actions }: SheetViewerProps) {
  const { url, error, refetch } = useFileUrl(fileId, 'view');
  if (!fileId) {
    return (
      <div className="tight">
        <div className={styles.stage} style={{ cursor: 'default', height: 120 }}>
          <div className={styles.empty}>{missing}</div>
        </div>
      </div>
    );
  }
  const original = (
    <>
      <Button variant="default" onClick={() => void openOriginal(originalFileId ?? fileId)}>
        Original
      </Button>
      {actions}
    </>
  );
  return (
    <PhotoStage url={url} alt={alt} actions={original}>
      {!url && !error && <div className={styles.empty}>Loading the picture…</div>}
      {error && <PhotoProblem error={error} onRetry={refetch} />}
    </PhotoStage>
  );
}
