import { NO_TOTALS } from '@ec/contract/live/sums';
import type { Totals } from '@ec/contract/live/schemas';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Figure, Figures } from '../../components/figure/Figure.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { formatNumber, formatShare } from '../../lib/format/format.ts';
import { compareQuery } from './api.ts';
import { type ComparedArea, CompareTable } from './CompareTable.tsx';
import type { LiveState } from './live-state.ts';
import { SharePlot } from './charts/SharePlot.tsx';

interface CompareBoardProps extends LiveState {
  electionId: string;
  parties: readonly string[];
  paused: boolean;
}

const sum = (areas: readonly ComparedArea[], pick: (row: ComparedArea) => number) =>
  areas.reduce((total, row) => total + pick(row), 0);

/** The votes of all areas in one of the counts. */
function sumOf(areas: readonly ComparedArea[], source: 'official' | 'grassroots'): Totals {
  const votes: Record<string, number> = {};
  for (const { [source]: totals } of areas) {
    for (const [party, count] of Object.entries(totals.votes)) votes[party] = (votes[party] ?? 0) + count;
  }
  return { ...NO_TOTALS, votes };
}

/** The two counts beside each other. They are never added together. */
export function CompareBoard({ electionId, parties, paused, ...live }: CompareBoardProps) {
  const query = useQuery(compareQuery({ electionId, area: live.state.areaId, paused }));
  const { data, error, refetch, isPlaceholderData } = query;
  if (error && !data) {
    return (
      <Panel>
        <ErrorView title="The comparison could not be loaded" error={error} onRetry={refetch} />
      </Panel>
    );
  }
  if (!data) return <Skeleton height={320} />;
  const areas = data.areas.filter(({ coverage }) => coverage.units > 0 || coverage.official + coverage.grassroots > 0);
  const units = sum(areas, (row) => row.coverage.units);
  const both = sum(areas, (row) => row.coverage.both);
  const marked = areas.filter((row) => row.marked).length;
  const reported = (count: number) => `${formatShare(count, units)} of ${formatNumber(units)} units reported`;
  const official = sum(areas, (row) => row.coverage.official);
  const grassroots = sum(areas, (row) => row.coverage.grassroots);
  /** Not known, and so not zero, where no unit is in both counts. */
  const votesIn = (source: 'official' | 'grassroots') =>
    both > 0 ? sum(areas, (row) => row[source].totalVotes) : null;
  const basis = `Provisional (verified and awaiting review), ${formatNumber(both)} units in both counts`;
  return (
    <>
      <Figures>
        <Figure
          label="Official votes"
          value={votesIn('official')}
          note={
            <>
              <div>{basis}</div>
              <div>{reported(official)} officially</div>
            </>
          }
        />
        <Figure
          label="Grassroots votes"
          value={votesIn('grassroots')}
          note={
            <>
              <div>{basis}</div>
              <div>{reported(grassroots)} by grassroots</div>
            </>
          }
        />
        <Figure
          label="Units in both counts"
          value={both}
          note={`${formatShare(both, units)} of ${formatNumber(units)} units`}
        />
        <Figure
          label="Above the threshold"
          value={marked}
          note={`areas that differ by more than ${data.threshold} percentage points`}
        />
      </Figures>
      <SharePlot
        parties={parties}
        official={sumOf(areas, 'official')}
        grassroots={sumOf(areas, 'grassroots')}
        note={`Share of valid votes. ${basis}`}
      />
      <Panel flush title="Official and grassroots side by side" note={`Only units in both counts. ${basis}`}>
        <CompareTable areas={areas} threshold={data.threshold} stale={isPlaceholderData} {...live} />
      </Panel>
    </>
  );
}
