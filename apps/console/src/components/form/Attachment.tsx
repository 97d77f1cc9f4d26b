import type { FileId } from '@ec/contract/base/common';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { belowWidth } from '../../lib/device/breakpoints.ts';
import { useFileUrl } from '../../lib/hooks/use-file-url.ts';
import { useReturnFocus } from '../../lib/hooks/focus.ts';
import styles from './Attachment.module.css';
import { SheetViewer } from '../figure/SheetViewer.tsx';

/** An attached picture: a thumbnail in the text, full size when opened. */
export function Attachment({ fileId, by }: { fileId: FileId; by: string }) {
  const [open, setOpen] = useState(false);
  const rememberFocus = useReturnFocus(open);
  const phone = useMediaQuery(belowWidth('sm'));
  const { url, error } = useFileUrl(fileId, 'thumbnail');
  const name = `Picture attached by ${by}`;
  return (
    <>
      <button
        type="button"
        className={styles.picture}
        aria-label={`Open the picture attached by ${by}`}
        onClick={() => {
          rememberFocus();
          setOpen(true);
        }}
      >
        {url ? <img src={url} alt="" /> : <span>{error ? 'Not loaded. Open to retry.' : 'Loading…'}</span>}
      </button>
      {open && (
        <Modal opened onClose={() => setOpen(false)} title={name} size={960} fullScreen={phone ?? false}>
          <SheetViewer fileId={fileId} alt={name} />
        </Modal>
      )}
    </>
  );
}
