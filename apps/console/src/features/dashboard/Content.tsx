import { ACTIVITIES } from '@ec/contract/dashboards/activities';
import type { Dashboard } from '@ec/contract/dashboards/schemas';
import { Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { latePart } from '../../components/page/late-part.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { AreaPerformance } from '../../domain/performance/AreaPerformance.tsx';
import { type AreaHead, type LinkHead, reviewPath } from '../../domain/performance/words.ts';
import { WardPerformance } from '../../domain/performance/WardPerformance.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import { ActivityFeed } from './ActivityFeed.tsx';
import styles from './dashboard.module.css';
import { type Desk, headOf } from './kinds.ts';
import { Blocking, HourFigures } from './LastHour.tsx';
import { NationalBoard } from './NationalBoard.tsx';
import { UnitBoard } from './UnitBoard.tsx';

const CollationPanel = latePart(
  async () => (await import('../../domain/collations/CollationPanel.tsx')).CollationPanel,
  'Collation',
  <Skeleton height={120} />,
);

type Assigned = Exclude<Dashboard, { kind: 'unassigned' }>;

function Board({ data }: { data: Assigned }) {
  switch (data.kind) {
    case 'national':
      return <NationalBoard data={data.national} desk={data.desk} />;
    case 'region':
      return <AreaPerformance data={data.region} />;
    case 'state':
      return <AreaPerformance data={data.state} />;
    case 'lga':
      return <AreaPerformance data={data.lga} />;
    case 'ward':
      return <WardPerformance data={data.ward} />;
    case 'polling_unit':
      return <UnitBoard data={data.unit} />;
  }
}

/** The dashboard of the reader's kind of area, what waits for them and what has happened. */
export function Content({ data }: { data: Dashboard }) {
  if (data.kind === 'unassigned') {
    return (
      <Panel>
        <EmptyState title="You are not assigned to an area." action={<Link to="/account">Your account</Link>}>
          Figures, users and results appear here once you are. Ask the administrator who added you to assign you to your
          area.
        </EmptyState>
      </Panel>
    );
  }
  const head = headOf(data);
  return (
    <>
      {data.lastHour && head && <HourFigures hour={data.lastHour} head={head} />}
      <DeskPanel desk={data.desk} head={head} />
      {data.lastHour && head && <Blocking hour={data.lastHour} head={head} />}
      {data.collation && head?.election && (
        <CollationPanel
          counts={data.collation}
          electionId={head.election.id}
          area={head.area.code}
          enters={data.collation.can.enter}
        />
      )}
      <Board data={data} />
      <div className={styles.news}>
        <ActivityFeed
          activity={data.activity}
          length={data.kind === 'national' ? ACTIVITIES.national : ACTIVITIES.others}
        />
      </div>
    </>
  );
}

interface Waiting {
  label: string;
  /** What waits for the reader too, once it has an explanation. */
  unexplained?: number | null;
  /** What waits below, for others to decide. */
  below?: number | null;
  count: number | null;
  to: string;
}

function waitingOf(desk: Desk, head: (LinkHead & Pick<AreaHead, 'area'>) | null): Waiting[] {
  return [
    { label: 'Approval requests', count: desk.approvals, to: '/approvals?show=decide' },
    {
      label: 'Results awaiting review',
      count: desk.results,
      unexplained: desk.resultsUnexplained,
      below: desk.resultsBelow,
      to: head ? reviewPath(head, head.area, 'submitted') : '/review?status=submitted',
    },
    { label: 'Disputes given to you', count: desk.disputes, to: '/disputes?status=open&whose=assigned' },
  ];
}

/** What waits for the reader: only what they may act on. */
function DeskPanel({ desk, head }: { desk: Desk; head: (LinkHead & Pick<AreaHead, 'area'>) | null }) {
  const waiting = waitingOf(desk, head).filter(({ count }) => count !== null);
  if (waiting.length === 0) return null;
  return (
    <section className={`card ${styles.desk}`}>
      <h2 className={`title ${styles.deskTitle}`}>Waiting for you</h2>
      <ul className={`flex ${styles.waiting}`} aria-label="Waiting for you">
        {waiting.map(({ label, count, unexplained, below, to }) => (
          <li key={label}>
            <MayLink to={to} className={styles.waitingLink}>
              <span>{label} </span>
              <StatusChip
                tone={count === 0 && !unexplained ? 'ok' : 'wait'}
                label={count === 0 ? 'None' : formatNumber(count)}
              />
              {unexplained ? <span className="quiet"> {formatNumber(unexplained)} after an explanation</span> : null}
              {below ? <span className="quiet"> {formatNumber(below)} wait below</span> : null}
            </MayLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
