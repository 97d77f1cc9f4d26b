import type { ElectionId } from '@ec/contract/base/common';
import { type Bench, repeated, withServer } from '../bench.ts';
import { type DashboardKind, DASHBOARD_KINDS, runDashboards } from '../dashboards.ts';
import { p99Rows, part, type Row } from '../part.ts';
import { type ReadingRun, soundness } from '../readers.ts';

type Run = ReadingRun<DashboardKind>;

async function measure(bench: Bench, elections: readonly ElectionId[], pause: number): Promise<Run[]> {
  const { database, sizes } = bench;
  const title = pause === 0 ? 'Dashboards, asking without a pause' : `Dashboards, asking every ${pause} ms`;
  // Five readers once a second ask a hundred times in 20 s: the slowest of these is no p99.
  const seconds = sizes.seconds * (pause === 1000 ? 3 : 1);
  const options = { elections, seconds, perSecond: 100, pause, warmUp: sizes.readersWarmUp };
  return await withServer(bench, ({ origin }) =>
    repeated(bench, title, () => runDashboards(database, { origin, ...options })),
  );
}

function rowsOf(how: string, runs: readonly Run[]): Row[] {
  return DASHBOARD_KINDS.map((kind) =>
    p99Rows(
      100,
      `${how}: ${kind}`,
      runs.map(({ reads }) => reads[kind]),
    ),
  );
}

export const dashboardsPart = part({
  title:
    'Dashboards of each role, drill-down pages and the situation room, of three contests of one day, and once a second of one of them in the same run; five readers each, while 100 submissions a second arrive: p99',
  /** As often as the console asks at most, more often, and without a pause. */
  async run(bench) {
    const elections = await bench.contests();
    await bench.supervised();
    return {
      contests: elections.length,
      oneOnceASecond: await measure(bench, elections.slice(0, 1), 1000),
      onceASecond: await measure(bench, elections, 1000),
      fourTimesASecond: await measure(bench, elections, 250),
      withoutPause: await measure(bench, elections, 0),
    };
  },
  rows: ({ oneOnceASecond, onceASecond, fourTimesASecond, withoutPause }) => [
    ...rowsOf('Once a second, as often as the console asks', onceASecond),
    ...rowsOf('One contest, once a second', oneOnceASecond),
    ...rowsOf('Four times a second', fourTimesASecond),
    ...rowsOf('Without a pause', withoutPause),
    soundness('In all of them', [...oneOnceASecond, ...onceASecond, ...fourTimesASecond, ...withoutPause]),
  ],
});
