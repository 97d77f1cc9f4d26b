import { Modal, Skeleton } from '@mantine/core';
import { IconZoomIn } from '@tabler/icons-react';
import { useState } from 'react';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { SheetViewer } from '../../components/figure/SheetViewer.tsx';
import { useFileUrl } from '../../lib/hooks/use-file-url.ts';
import styles from './places.module.css';

/** The sheet's photo, small; pressed it opens as large as the screen. */
export function SheetThumb({ fileId, alt }: { fileId: string | null; alt: string }) {
  const [open, setOpen] = useState(false);
  const { url, isPending, error, refetch } = useFileUrl(fileId, 'thumbnail');
  if (!fileId) return <p className="hint">No photo of the sheet was sent with this version.</p>;
  if (error) return <ErrorView title="The photo could not be loaded" error={error} onRetry={refetch} />;
  return (
    <>
      <button type="button" className={styles.thumb} onClick={() => setOpen(true)} aria-label={`Look closer: ${alt}`}>
        {isPending || !url ? <Skeleton height={220} /> : <img src={url} alt={alt} />}
        <span>
          <IconZoomIn size={16} aria-hidden /> Look closer
        </span>
      </button>
      <Modal opened={open} onClose={() => setOpen(false)} title={alt} size={1100}>
        <SheetViewer fileId={fileId} alt={alt} />
      </Modal>
    </>
  );
}
