import type { FileId } from '@ec/contract/base/common';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { belowWidth } from '../../lib/device/breakpoints.ts';
import { useFileUrl } from '../../lib/hooks/use-file-url.ts';
import { useReturnFocus } from '../../lib/hooks/focus.ts';
import styles from './Attachment.module.css';
import { SheetViewer } from '../figure/SheetViewer.tsx';

interface AttachmentProps {
  fileId: FileId;
  by: string;
  /** Which of several pictures it is. */
  number?: number;
  /** Gets whether it stands over the screen: a dialog below leaves the keys to it. */
  onView?: (viewing: boolean) => void;
}

/** An attached picture: a thumbnail in the text, full size when opened. */
export function Attachment({ fileId, by, number, onView }: AttachmentProps) {
  const [open, setOpen] = useState(false);
  const show = (viewing: boolean) => {
    setOpen(viewing);
    onView?.(viewing);
  };
  const rememberFocus = useReturnFocus(open);
  const phone = useMediaQuery(belowWidth('sm'));
  const { url, error } = useFileUrl(fileId, 'thumbnail');
  const attached = `${number === undefined ? '' : `${number} `}attached by ${by}`;
  const name = `Picture ${attached}`;
  return (
    <>
      <button
        type="button"
        className={styles.picture}
        aria-label={`Open ${number === undefined ? 'the ' : ''}picture ${attached}`}
        onClick={() => {
          rememberFocus();
          show(true);
        }}
      >
        {url ? <img src={url} alt="" /> : <span>{error ? 'Not loaded. Open to retry.' : 'Loading…'}</span>}
      </button>
      {open && (
        <Modal opened onClose={() => show(false)} title={name} size={960} fullScreen={phone ?? false}>
          <SheetViewer fileId={fileId} alt={name} />
        </Modal>
      )}
    </>
  );
}
