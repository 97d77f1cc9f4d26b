import type { ChannelList, ChatChannel } from '@ec/contract/chat/schemas';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { SearchField } from '../../components/list/SearchField.tsx';
import { Note } from '../../components/page/Note.tsx';
import { formatCount } from '../../lib/format/format.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { ChannelItems } from './ChannelItems.tsx';
import styles from './chat.module.css';
import { DiscardDialog } from './composer/Composer.tsx';
import { outbox, useOutgoing } from './composer/sending.ts';
import { SearchHits } from './log/SearchHits.tsx';

const SEARCH = { q: '' };

/** The reader's chats, and what a search finds in them. */
export function Sidebar({ list, selected }: { list: ChannelList; selected: number | null }) {
  const [{ q }, set] = useUrlState(SEARCH);
  const words = q.toLowerCase();
  const channels = list.channels.filter(({ name }) => name.toLowerCase().includes(words));
  return (
    <div className={styles.sidebar}>
      <div className="fixed ruled pad-10-12">
        <SearchField value={q} onChange={(next) => set({ q: next })} placeholder="Chats and messages" />
      </div>
      <div className={styles.listing}>
        <Strays channels={list.channels} />
        <ChannelItems channels={channels} selected={selected} q={q} />
        {q !== '' && <SearchHits q={q} channels={list.channels} />}
      </div>
    </div>
  );
}

/** Unsent messages to chats that the user has lost; the user can read and discard them. */
function Strays({ channels }: { channels: readonly ChatChannel[] }) {
  const { user } = useCurrentMe();
  const all = useOutgoing(user.id);
  const [asking, setAsking] = useState(false);
  const strays = all.filter(
    ({ state, channelId }) => state === 'refused' && !channels.some((channel) => channel.id === channelId),
  );
  if (strays.length === 0) return null;
  const count = formatCount(strays.length, 'message');
  return (
    <div className="pad-10-12">
      <Note kind="warn">
        {count} could not be sent: you are no longer in that chat.
        <ul className="bullets">
          {strays.map(({ key, content }) => (
            <li key={key}>
              <bdi>{content || 'Picture or link'}</bdi>
            </li>
          ))}
        </ul>
        <Button variant="default" onClick={() => setAsking(true)}>
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
