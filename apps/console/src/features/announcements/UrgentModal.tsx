import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import type { Announcement } from '@ec/contract/announcements/schemas';
import { Button, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { PlainText } from '../../components/figure/PlainText.tsx';
import { belowWidth } from '../../lib/device/breakpoints.ts';
import { formatCount } from '../../lib/format/format.ts';
import { Byline, PriorityChip } from './AnnouncementParts.tsx';
import styles from './UrgentModal.module.css';

interface UrgentModalProps {
  /** Newest first; empty while none is to be shown. */
  waiting: readonly Announcement[];
  onRead: (id: string) => void;
}

const stays = () => undefined;

/** One urgent announcement above everything; the user must confirm that it is read. */
export function UrgentModal({ waiting, onRead }: UrgentModalProps) {
  const phone = useMediaQuery(belowWidth('sm'));
  const [current, ...others] = waiting;
  return (
    <Modal
      opened={current !== undefined}
      onClose={stays}
      title="Urgent announcement"
      size={640}
      fullScreen={phone ?? false}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      transitionProps={{ duration: 0 }}
      // Over the dialogs of the page below it.
      zIndex={350}
    >
      {current && <Shown key={current.id} announcement={current} others={others.length} onRead={onRead} />}
    </Modal>
  );
}

function Shown({
  announcement,
  others,
  onRead,
}: { announcement: Announcement; others: number } & Pick<UrgentModalProps, 'onRead'>) {
  const title = useRef<HTMLHeadingElement>(null);
  // Not the button: a key that was meant for something else must not press it. A page that comes up below takes the focus
  // to its own title; it is brought back from there.
  useEffect(() => {
    const keep = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('[role="dialog"]')) return;
      if (target.closest('main, header, nav')) title.current?.focus();
    };
    title.current?.focus();
    document.addEventListener('focusin', keep);
    return () => document.removeEventListener('focusin', keep);
  }, []);
  return (
    <div className={`tight gap-12 ${styles.body}`} data-urgent>
      <div>
        <PriorityChip priority={announcement.priority} />
      </div>
      <h2 ref={title} tabIndex={-1} data-autofocus className={styles.title} dir="auto">
        {announcement.title}
      </h2>
      <Byline announcement={announcement} />
      <PlainText text={announcement.content} className={styles.text} />
      <div className={styles.foot}>
        {others > 0 && <span className={styles.rest}>{formatCount(others, 'more urgent one')} after this</span>}
        <Button onClick={() => onRead(announcement.id)}>I have read it</Button>
      </div>
    </div>
  );
}
