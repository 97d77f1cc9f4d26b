import type { Announcement } from '@ec/contract/announcements/schemas';
import { Button } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useMarkAnnouncementRead } from '../../domain/announcements/announcement-reading.ts';
import { UrgentModal } from '../../features/announcements/UrgentModal.tsx';
import { useReturnFocus } from '../../lib/hooks/focus.ts';
import { useSignedInId } from '../../lib/session/session-store.ts';
import styles from './UrgentHost.module.css';

const NO_TEXT = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'];

/** A click that moves the focus out of a field must take effect before a dialog covers the page. */
const SETTLE_MS = 600;

function takesText(element: Element | null): boolean {
  if (element instanceof HTMLInputElement) return !element.readOnly && !NO_TEXT.includes(element.type);
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLElement && element.isContentEditable);
}

/** True while a field that takes text has the focus, and for a moment after it. */
function useTyping(): boolean {
  const [typing, setTyping] = useState(() => takesText(document.activeElement));
  useEffect(() => {
    const enter = () => {
      if (takesText(document.activeElement)) setTyping(true);
    };
    document.addEventListener('focusin', enter);
    return () => document.removeEventListener('focusin', enter);
  }, []);
  // A field that is removed with its page or dialog emits no event, so it is checked for.
  useEffect(() => {
    if (!typing) return;
    let away = 0;
    const timer = setInterval(() => {
      away = takesText(document.activeElement) ? 0 : away + 1;
      if (away > 1) setTyping(false);
    }, SETTLE_MS / 2);
    return () => clearInterval(timer);
  }, [typing]);
  return typing;
}

/**
 * Urgent announcements over the console, one after the other, until each is read. A user who is typing sees a bar first:
 * what they type next must not press a button that they have not seen.
 */
export function UrgentHost({ urgent }: { urgent: readonly Announcement[] }) {
  const userId = useSignedInId();
  const typing = useTyping();
  const markRead = useMarkAnnouncementRead({ patient: true });
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState(false);
  // An announcement read here stays read until the server knows it too.
  const waiting = urgent.filter(({ id }) => !read.has(id));
  const [first] = waiting;
  const open = first !== undefined && (asked || !typing);
  if (asked && !first) setAsked(false);
  // The dialog returns the focus to the former element; without one, to the page's title.
  useReturnFocus(open);

  const pass = (id: string) => {
    setRead((old) => new Set(old).add(id));
    markRead.mutate({ id, userId });
  };
  return (
    <>
      {first && !open && <UrgentBar title={first.title} count={waiting.length} onOpen={() => setAsked(true)} />}
      <UrgentModal waiting={open ? waiting : []} onRead={pass} />
    </>
  );
}

interface UrgentBarProps {
  title: string;
  count: number;
  onOpen: () => void;
}

/** Shows a user who is typing that an urgent announcement waits. */
function UrgentBar({ title, count, onOpen }: UrgentBarProps) {
  return (
    <div className={styles.bar} role="status">
      <p className={styles.words}>
        <IconSpeakerphone size={16} aria-hidden className={styles.icon} />{' '}
        <strong>{count > 1 ? `${count} urgent announcements` : 'Urgent announcement'}:</strong> <bdi>{title}</bdi>
      </p>
      <p className="fixed tiny">It opens when you leave the field.</p>
      <Button variant="default" onClick={onOpen}>
        Read it now
      </Button>
    </div>
  );
}
