import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { UrgentBar } from './UrgentBar.tsx';
import { useMarkAnnouncementRead, useUrgent } from '../../lib/announcement-news.ts';
import { useSignedInId } from '../../lib/session-store.ts';
import { useTyping } from './use-typing.ts';

const UrgentModal = lazy(async () => ({
  default: (await import('../../features/announcements/UrgentModal.tsx')).UrgentModal,
}));

/** A dialog below the announcement must not be closed by a key that was meant for the announcement. */
function useNoEscape(open: boolean): void {
  const stop = useEffectEvent((event: KeyboardEvent) => {
    if (open && event.key === 'Escape') event.stopImmediatePropagation();
  });
  useEffect(() => {
    // Before those of the pages, which come later.
    const listen = (event: KeyboardEvent) => stop(event);
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
}

/**
 * Urgent announcements over the console, one after the other, until each is read. Whoever is typing is told by a bar first:
 * what they type next must not press a button that they have not seen.
 */
export function UrgentGate() {
  const userId = useSignedInId();
  const { data } = useUrgent();
  const typing = useTyping();
  const markRead = useMarkAnnouncementRead({ patient: true });
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState(false);
  const [wanted, setWanted] = useState(false);
  // What was read here stays so until the server knows it too.
  const waiting = (data?.announcements ?? []).filter(({ id }) => !read.has(id));
  const [first] = waiting;
  const open = first !== undefined && (asked || !typing);
  if (open && !wanted) setWanted(true);
  if (asked && !first) setAsked(false);
  useNoEscape(open);

  const pass = (id: string) => {
    setRead((old) => new Set(old).add(id));
    markRead.mutate({ id, userId });
  };
  return (
    <>
      {first && !open && <UrgentBar title={first.title} count={waiting.length} onOpen={() => setAsked(true)} />}
      <Suspense>{wanted && <UrgentModal waiting={open ? waiting : []} onRead={pass} />}</Suspense>
    </>
  );
}
