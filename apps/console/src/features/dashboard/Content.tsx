import { ACTIVITIES } from '@ec/contract/dashboards/activities';
import type { Dashboard } from '@ec/contract/dashboards/schemas';
import { Link } from 'react-router';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { AreaPerformance } from '../../domain/performance/AreaPerformance.tsx';
import { WardPerformance } from '../../domain/performance/WardPerformance.tsx';
import { ActivityFeed } from './ActivityFeed.tsx';
import styles from './dashboard.module.css';
import { DeskPanel } from './DeskPanel.tsx';
import { headOf } from './kinds.ts';
import { NationalBoard } from './NationalBoard.tsx';
import { UnitBoard } from './UnitBoard.tsx';

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
  return (
    <>
      <DeskPanel desk={data.desk} head={headOf(data)} />
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
