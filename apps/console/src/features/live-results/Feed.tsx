import type { FeedItem } from '@ec/contract/live';
import { Select, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorView } from '../../components/ErrorView.tsx';
import { Panel } from '../../components/Panel.tsx';
import { StatusChip } from '../../components/StatusChip.tsx';
import { formatClock, formatDate, formatExact, formatNumber } from '../../lib/format.ts';
import { feedQuery, type LiveSubject } from './api.ts';
import { RESULT_STATUS, SOURCE_WORDS } from './labels.ts';
import type { LiveState } from './live-state.ts';
import styles from './feed.module.css';
import live from './live.module.css';
import { PartyMark } from './PartyMark.tsx';

interface FeedProps extends Pick<LiveState, 'state' | 'set'> {
  subject: LiveSubject;
}

const STATUSES = [
  { value: '', label: 'Any status' },
  ...(['pending', 'verified', 'disputed', 'cancelled'] as const).map((value) => ({
    value,
    label: RESULT_STATUS[value].label,
  })),
];
const HEADERS = ['Location', 'Results', 'Leading', 'Status', 'Time'];

/** The newest results of the area, at most twenty. */
export function Feed({ subject, state, set }: FeedProps) {
  const { party, leading, status } = state;
  const { data, error, refetch, isPlaceholderData } = useQuery(feedQuery(subject, { party, leading, status }));
  return (
    <Panel
      flush
      title="Live Results Feed"
      note={SOURCE_WORDS[subject.source]}
      actions={
        <Select
          size="xs"
          w={130}
          aria-label="Status"
          data={STATUSES}
          value={status}
          onChange={(next) => set({ status: next ?? '' })}
          allowDeselect={false}
        />
      }
    >
      {error && !data ? (
        <ErrorView title="The feed could not be loaded" error={error} onRetry={refetch} />
      ) : !data ? (
        <div className={live.loading} aria-busy aria-label="Loading the feed">
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} height={32} />
          ))}
        </div>
      ) : data.items.length === 0 ? (
        <EmptyState title={party || leading || status ? 'No results match your filters' : 'No results yet'}>
          {!(party || leading || status) && 'Results appear here as officers send them.'}
        </EmptyState>
      ) : (
        <Rows key={JSON.stringify([subject, party, leading, status])} items={data.items} stale={isPlaceholderData} />
      )}
    </Panel>
  );
}

/** A table by its roles rather than its elements, since beside the areas and on a phone its cells stand in two lines. */
function Rows({ items, stale }: { items: readonly FeedItem[]; stale: boolean }) {
  const [settled, setSettled] = useState(false);
  useEffect(() => setSettled(true), []);
  return (
    <div className={styles.box} role="region" aria-label="Newest results" tabIndex={0}>
      <div className={styles.table} role="table" aria-label="Live Results Feed" data-stale={stale || undefined}>
        <div role="rowgroup">
          <div role="row" className={styles.head}>
            {HEADERS.map((header) => (
              <span key={header} role="columnheader">
                {header}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup">
          {items.slice(0, 20).map((item) => (
            <FeedRow key={`${item.id} ${item.timestamp}`} item={item} arrived={settled} />
          ))}
        </div>
      </div>
    </div>
  );
}

/** "88 of 141": the leading party's votes of all votes. */
function resultsText({ leading, votes, totalVotes }: FeedItem): string {
  const most = leading === null ? undefined : votes[leading];
  return most === undefined
    ? `${formatNumber(totalVotes)} votes`
    : `${formatNumber(most)} of ${formatNumber(totalVotes)}`;
}

/** To the second today, else the date. */
function timeText(moment: string): string {
  const date = formatDate(moment);
  return date === formatDate(Date.now()) ? formatClock(moment) : date;
}

function FeedRow({ item, arrived }: { item: FeedItem; arrived: boolean }) {
  const [isNew] = useState(arrived);
  return (
    <div role="row" className={styles.row} data-new={isNew || undefined}>
      <span role="cell" className={styles.place}>
        <Link to={`/review/${item.id}`}>{item.unit}</Link>
        <span className={styles.area} title={item.code}>
          {item.ward}, {item.lga}, {item.state}
        </span>
      </span>
      <span role="cell" className={styles.votes}>
        {resultsText(item)}
        {item.flags[0] && <span className={styles.flag}>{item.flags[0].message}</span>}
      </span>
      <span role="cell" className={styles.lead}>
        <PartyMark party={item.leading} />
      </span>
      <span role="cell" className={styles.status}>
        <StatusChip {...RESULT_STATUS[item.status]} />
      </span>
      <time role="cell" className={styles.time} dateTime={item.timestamp} title={formatExact(item.timestamp)}>
        {timeText(item.timestamp)}
      </time>
    </div>
  );
}
