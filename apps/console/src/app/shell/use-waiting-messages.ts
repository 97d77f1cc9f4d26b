import { useEffect } from 'react';
import { areMessagesWaiting } from '../../domain/chat/chat-outgoing.ts';
import { useCurrentMe } from '../../lib/session/session.ts';

/** Messages to chats that were written and not sent before the console was closed go out on whichever page it is opened. */
export function useWaitingMessages(): void {
  const { id } = useCurrentMe().user;
  useEffect(() => {
    if (!areMessagesWaiting(id)) return;
    // Without network the code cannot be loaded; opening the chats sends them too.
    import('../../features/chat/composer/sending.ts').then(
      ({ startSending }) => startSending(id),
      () => undefined,
    );
  }, [id]);
}
