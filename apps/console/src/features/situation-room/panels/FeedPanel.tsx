import type { FeedItem } from '@ec/contract/live/schemas';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { ResultFeed } from '../../../domain/results/ResultFeed.tsx';
import styles from '../room.module.css';

/** The newest results, as they come in. */
export function FeedPanel({ items }: { items: readonly FeedItem[] }) {
  return (
    <Panel flush title="Live results feed" note={items.length > 0 ? `newest ${items.length}` : undefined}>
      {items.length === 0 ? (
        <EmptyState title="No results yet">Results appear here as officers send them.</EmptyState>
      ) : (
        <div className={styles.tall}>
          <ResultFeed items={items} stale={false} />
        </div>
      )}
    </Panel>
  );
}
