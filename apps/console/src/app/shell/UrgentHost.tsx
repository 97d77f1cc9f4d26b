import type { Announcement } from '@ec/contract/announcements/schemas';
import { useState } from 'react';
import { UrgentModal } from '../../features/announcements/UrgentModal.tsx';
import { useMarkAnnouncementRead } from '../../domain/announcements/announcement-reading.ts';
import { useSignedInId } from '../../lib/session/session-store.ts';
import { useReturnFocus } from '../../lib/hooks/use-return-focus.ts';
import { UrgentBar } from './UrgentBar.tsx';
import { useTyping } from './use-typing.ts';

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
  // What was read here stays so until the server knows it too.
  const waiting = urgent.filter(({ id }) => !read.has(id));
  const [first] = waiting;
  const open = first !== undefined && (asked || !typing);
  if (asked && !first) setAsked(false);
  // The dialog gives it back to what had it before; where nothing had it, to the page's title.
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
