import type { FeedItem } from '@ec/contract/live/schemas';
import { ORIGIN_WORDS } from '@ec/contract/second-entry/desk-words';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { formatClock, formatDate, formatExact, formatNumber } from '../../lib/format/format.ts';
import { RESULT_STATUS } from './labels.ts';
import { PartyMark } from './PartyLooks.tsx';
import styles from './ResultFeed.module.css';
import { StatusChip } from '../../components/figure/StatusChip.tsx';

const HEADERS = ['Location', 'Results', 'Leading', 'Status', 'Time'];

/** The newest results, at most twenty. A table by its roles rather than its elements, since beside the areas and on a phone its cells stand in two lines. */
export function ResultFeed({ items, stale }: { items: readonly FeedItem[]; stale: boolean }) {
  const [settled, setSettled] = useState(false);
  useEffect(() => setSettled(true), []);
  return (
    <div className={styles.box} role="region" aria-label="Newest results" tabIndex={0}>
      <div className="stale" role="table" aria-label="Live Results Feed" data-stale={stale || undefined}>
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
        <span className="hint" title={item.code}>
          {item.ward}, {item.lga}, {item.state}
          {item.desk && ` · ${ORIGIN_WORDS.desk}`}
        </span>
      </span>
      <span role="cell" className={styles.votes}>
        {resultsText(item)}
        {item.flags[0] && <span className="hint block bad">{item.flags[0].message}</span>}
      </span>
      <span role="cell" className={styles.lead}>
        <PartyMark party={item.leading} />
      </span>
      <span role="cell" className={styles.status}>
        <StatusChip {...RESULT_STATUS[item.status]} />
      </span>
      <time role="cell" className={`hint ${styles.time}`} dateTime={item.timestamp} title={formatExact(item.timestamp)}>
        {timeText(item.timestamp)}
      </time>
    </div>
  );
}
