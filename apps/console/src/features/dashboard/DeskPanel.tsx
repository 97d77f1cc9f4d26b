import { MayLink } from '../../components/page/MayLink.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { type LinkHead, reviewPath } from '../../domain/performance/links.ts';
import type { AreaHead } from '../../domain/performance/words.ts';
import { formatNumber } from '../../lib/format/format.ts';
import styles from './dashboard.module.css';
import type { Desk } from './kinds.ts';

interface Waiting {
  label: string;
  count: number | null;
  to: string;
}

function waitingOf(desk: Desk, head: (LinkHead & Pick<AreaHead, 'area'>) | null): Waiting[] {
  return [
    { label: 'Approval requests', count: desk.approvals, to: '/approvals?show=decide' },
    {
      label: 'Results awaiting review',
      count: desk.results,
      to: head ? reviewPath(head, head.area, 'submitted') : '/review?status=submitted',
    },
    { label: 'Disputes given to you', count: desk.disputes, to: '/disputes?status=open&whose=assigned' },
  ];
}

/** What waits for the reader: only what they may act on. */
export function DeskPanel({ desk, head }: { desk: Desk; head: (LinkHead & Pick<AreaHead, 'area'>) | null }) {
  const waiting = waitingOf(desk, head).filter(({ count }) => count !== null);
  if (waiting.length === 0) return null;
  return (
    <section className={styles.desk}>
      <h2 className={styles.deskTitle}>Waiting for you</h2>
      <ul className={styles.waiting} aria-label="Waiting for you">
        {waiting.map(({ label, count, to }) => (
          <li key={label}>
            <MayLink to={to} className={styles.waitingLink}>
              <span>{label} </span>
              <StatusChip tone={count === 0 ? 'ok' : 'wait'} label={count === 0 ? 'None' : formatNumber(count)} />
            </MayLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
