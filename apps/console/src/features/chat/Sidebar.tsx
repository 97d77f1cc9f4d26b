import type { ChannelList } from '@ec/contract/chat/schemas';
import { SearchField } from '../../components/list/SearchField.tsx';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { ChannelItems } from './ChannelItems.tsx';
import styles from './chat.module.css';
import { SearchHits } from './log/SearchHits.tsx';
import { Strays } from './Strays.tsx';

const SEARCH = { q: '' };

/** The reader's chats, and what a search finds in them. */
export function Sidebar({ list, selected }: { list: ChannelList; selected: number | null }) {
  const [{ q }, set] = useUrlState(SEARCH);
  const words = q.toLowerCase();
  const channels = list.channels.filter(({ name }) => name.toLowerCase().includes(words));
  return (
    <div className={styles.sidebar}>
      <div className={styles.search}>
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
