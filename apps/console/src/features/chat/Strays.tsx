import type { ChatChannel } from '@ec/contract/chat/schemas';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Note } from '../../components/page/Note.tsx';
import { formatCount } from '../../lib/format/format.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import styles from './chat.module.css';
import { DiscardDialog } from './composer/DiscardDialog.tsx';
import { outbox, useOutgoing } from './composer/sending.ts';

/** What was written to chats that the person has lost before it could be sent: theirs to read, and to throw away. */
export function Strays({ channels }: { channels: readonly ChatChannel[] }) {
  const { user } = useCurrentMe();
  const all = useOutgoing(user.id);
  const [asking, setAsking] = useState(false);
  const strays = all.filter(
    ({ state, channelId }) => state === 'refused' && !channels.some((channel) => channel.id === channelId),
  );
  if (strays.length === 0) return null;
  const count = formatCount(strays.length, 'message');
  return (
    <div className={styles.strays}>
      <Note kind="warn">
        {count} could not be sent: you are no longer in that chat.
        <ul className="bullets">
          {strays.map(({ key, content }) => (
            <li key={key}>
              <bdi>{content || 'Picture or link'}</bdi>
            </li>
          ))}
        </ul>
        <Button variant="default" size="md" onClick={() => setAsking(true)}>
          Discard
        </Button>
      </Note>
      {asking && (
        <DiscardDialog
          what={`${count} that you wrote`}
          where="a chat that you have left"
          onClose={() => setAsking(false)}
          onDiscard={() => {
            for (const { key } of strays) void outbox.discard(key);
          }}
        />
      )}
    </div>
  );
}
