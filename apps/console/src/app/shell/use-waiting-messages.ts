import { useEffect } from 'react';
import { outgoingUnder } from '../../lib/chat-outgoing.ts';
import { keptUnder } from '../../lib/device-store.ts';
import { useCurrentMe } from '../../lib/session.ts';

/** Messages to chats that were written and not sent before the console was closed go out on whichever page it is opened. */
export function useWaitingMessages(): void {
  const { id } = useCurrentMe().user;
  useEffect(() => {
    const send = async () => {
      const waiting = await keptUnder(outgoingUnder(id));
      if (waiting.length === 0) return;
      const { startSending } = await import('../../features/chat/sending.ts');
      startSending(id);
    };
    // Without network the code cannot be loaded; opening the chats sends them too.
    send().catch(() => undefined);
  }, [id]);
}
