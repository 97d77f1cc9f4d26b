import type { Database } from '@ec/server/platform/database/database';
import { runBareDriver } from '../bare-driver.ts';
import { type Bench, repeated, withServer } from '../bench.ts';
import { createElection, storeOrganisation, storeResults } from '../dataset.ts';
import { countResults, storeTraces } from '../grown-store.ts';
import { withDatabase } from '../own-database.ts';
import { atLeast, part, plain } from '../part.ts';
import { rounded, spread } from '../statistics.ts';
import { runSubmissions } from '../submissions.ts';

const CONNECTIONS = 32;
/** An election has 176,846 units: a store of more results is one of several elections. */
const OF_ONE_ELECTION = 150_000;
/** The people who watch have nothing to do with it. */
const WATCHERS = 20;

/** Fills the store up to so many results, with all that submissions leave beside them. */
async function grow(own: Database, goal: number): Promise<void> {
  for (let missing = goal - (await countResults(own)); missing > 0; missing -= OF_ONE_ELECTION) {
    const election = await createElection(own, `Stored, ${missing} missing`);
    await storeResults(own, election, Math.min(missing, OF_ONE_ELECTION));
    await storeTraces(own, election);
  }
}

async function measureLevel({ dataDir, sizes }: Bench, own: Database, goal: number) {
  await grow(own, goal);
  const stored = await countResults(own);
  const name = `${goal} stored`;
  const runs = await withServer({ database: own, dataDir }, async (server) => {
    const options = { server, connections: CONNECTIONS, withPhoto: false };
    await runSubmissions(own, { ...options, name: `${name}, warm-up`, count: sizes.warmUp });
    return await repeated({ sizes }, `Submissions, ${name}`, async (number) => {
      const asked = { ...options, name: `${name} ${number}`, count: sizes.growthSubmissions };
      const { election, ...run } = await runSubmissions(own, asked);
      const bare = await runBareDriver(own, election, CONNECTIONS);
      return { ...run, bare, ratio: rounded(run.perSecond / bare, 2) };
    });
  });
  const of = (decimals: number, pick: (run: (typeof runs)[number]) => number) => spread(runs.map(pick), decimals);
  return {
    stored,
    perSecond: of(0, ({ perSecond }) => perSecond),
    bare: of(0, ({ bare }) => bare),
    ratio: of(2, ({ ratio }) => ratio),
    p99: of(1, ({ milliseconds }) => milliseconds.p99),
    runs,
  };
}

/** Submissions into a store as it grows, in a database of its own that begins empty. */
async function measure(bench: Bench) {
  return await withDatabase(bench.database.url, 'bench_flatness', async (own) => {
    await storeOrganisation(own, WATCHERS);
    const levels: Awaited<ReturnType<typeof measureLevel>>[] = [];
    for (const goal of bench.sizes.growth) levels.push(await measureLevel(bench, own, goal));
    const [first, last] = [levels[0], levels.at(-1)];
    const share = (pick: (level: (typeof levels)[number]) => number) =>
      first && last ? rounded(pick(last) / pick(first), 2) : 0;
    return {
      levels,
      lastToFirst: share(({ perSecond }) => perSecond.median),
      ratioToFirst: share(({ ratio }) => ratio.median),
    };
  });
}

export const flatnessPart = part({
  title:
    'Submissions at 32 connections as the store grows; results that stand there already have their audit entries, links and events too',
  run: measure,
  rows: ({ levels, lastToFirst, ratioToFirst }) => [
    ...levels.map(({ stored, perSecond, bare, ratio, p99 }) =>
      plain(
        `With ${stored} results stored`,
        [perSecond.median, 'a second'],
        `runs from ${perSecond.min} to ${perSecond.max}; p99 ${p99.median} ms; the bare driver ${bare.median}, ratio ${ratio.median}`,
      ),
    ),
    atLeast(0.85, 'The last against the first', [lastToFirst, 'times']),
    plain(
      'The last ratio to the bare driver against the first',
      [ratioToFirst, 'times'],
      'separates the store’s growth from changes of the machine',
    ),
  ],
});
