import { runBareDriver } from '../bare-driver.ts';
import { type Bench, POOL, repeated, withServer } from '../bench.ts';
import { atLeast, atMost, p99Rows, part, plain, type Row } from '../part.ts';
import type { ServerProcess } from '../server-process.ts';
import { rounded, spread } from '../statistics.ts';
import { runSubmissions, type SubmissionOptions } from '../submissions.ts';

/** The bare driver reaches no more with more connections than this. */
const BARE_CONNECTIONS = 32;

interface Asked {
  connections: number;
  withPhoto: boolean;
}

/** Submissions, and in the same run the bare driver with the rows that they left. */
async function measureSubmissions(bench: Bench, { connections, withPhoto }: Asked) {
  const { database, sizes } = bench;
  const options = (server: ServerProcess, name: string, count: number): SubmissionOptions => ({
    server,
    name,
    count,
    connections,
    withPhoto,
  });
  const title = `Submissions${withPhoto ? ' with a photo' : ''}, ${connections} connections`;
  const runs = await withServer(bench, async (server) => {
    await runSubmissions(database, options(server, `${title}, warm-up`, sizes.warmUp));
    return await repeated(bench, title, async (number) => {
      const { election, ...run } = await runSubmissions(
        database,
        options(server, `${title} ${number}`, sizes.submissions),
      );
      const bare = {
        [BARE_CONNECTIONS]: await runBareDriver(database, election, BARE_CONNECTIONS),
        [POOL]: await runBareDriver(database, election, POOL),
      };
      return { ...run, bare, ratio: rounded(run.perSecond / Math.max(...Object.values(bare)), 2) };
    });
  });
  const of = (decimals: number, pick: (run: (typeof runs)[number]) => number) => spread(runs.map(pick), decimals);
  return { perSecond: of(0, ({ perSecond }) => perSecond), ratio: of(2, ({ ratio }) => ratio), runs };
}

type Figures = Awaited<ReturnType<typeof measureSubmissions>>;

/** Faults that no run may have: refusals, receipts without their version, totals that differ from a recount. */
function soundness(what: string, { runs }: Figures): Row {
  const wrong = runs.reduce((sum, { errors, lost, differences }) => sum + errors + lost + differences, 0);
  return atMost(0, `${what}: refused, lost, or counted otherwise than in the recount`, [wrong, 'results']);
}

const between = ({ min, max }: { min: number; max: number }) => `${min} to ${max}`;

const bareOf = ({ runs }: Figures) =>
  spread(
    runs.flatMap(({ bare }) => Object.values(bare)),
    0,
  );

function rowsOf(
  what: string,
  figures: Figures,
  goals: { perSecond: number; ratio: number; p99: number } | null,
): Row[] {
  const { perSecond, ratio, runs } = figures;
  const rate = [perSecond.median, 'a second'] as const;
  const share = [ratio.median, 'of the bare driver'] as const;
  const rateDetail = `runs from ${between(perSecond)}`;
  const shareDetail = `runs from ${between(ratio)}; the driver ${between(bareOf(figures))} a second in the same runs`;
  const latencies = runs.map(({ milliseconds }) => milliseconds);
  return goals
    ? [
        atLeast(goals.perSecond, what, [...rate], rateDetail),
        atLeast(goals.ratio, `${what}: the ratio to the same rows stored by the driver alone`, [...share], shareDetail),
        p99Rows(goals.p99, `${what}: p99`, latencies),
        soundness(what, figures),
      ]
    : [
        plain(what, [...rate], `${rateDetail}; p99 of the runs ${latencies.map(({ p99 }) => p99).join(', ')} ms`),
        plain(`${what}: the ratio to the same rows stored by the driver alone`, [...share], shareDetail),
        soundness(what, figures),
      ];
}

export const submissionsPart = part({
  title:
    'Submissions through the API, each by another officer for another unit: validation, result, version, totals, audit entry with its link, event, alert rules, receipt',
  async run(bench) {
    await bench.election();
    return {
      at32: await measureSubmissions(bench, { connections: 32, withPhoto: false }),
      at256: await measureSubmissions(bench, { connections: 256, withPhoto: false }),
    };
  },
  rows: ({ at32, at256 }) => [
    ...rowsOf('At 32 connections', at32, { perSecond: 1600, ratio: 0.4, p99: 60 }),
    ...rowsOf('At 256 connections', at256, null),
  ],
});

export const photosPart = part({
  title: 'Submissions that name a photo',
  async run(bench) {
    await bench.election();
    return await measureSubmissions(bench, { connections: 32, withPhoto: true });
  },
  rows: (figures) => rowsOf('At 32 connections', figures, null),
});
