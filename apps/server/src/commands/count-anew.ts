import { findStrayDisputes } from '../features/disputes/queries.ts';
import { listElectionIds } from '../features/elections/queries.ts';
import { compareTallies } from '../features/results/tally-repository.ts';
import type { Db } from '../platform/database.ts';

const MOST_SAID = 20;

/** Counts every election's totals anew from the stored results and says how they compare; answers how many differ. */
export async function countAnew(db: Db, say: (line: string) => void): Promise<number> {
  let faults = 0;
  const elections = await listElectionIds(db);
  if (elections.length === 0) say('There is no election to count.');
  for (const election of elections) {
    const differences = await compareTallies(db, election.id);
    faults += differences.length;
    const { results } = election;
    say(
      `${election.name}: ${results.toLocaleString('en-NG')} results, ${differences.length === 0 ? 'totals equal the recount' : `${differences.length} totals differ`}`,
    );
    for (const row of differences.slice(0, MOST_SAID)) {
      say(
        `  ${row.source} ${row.level} ${row.areaId} ${row.status}: kept ${row.kept ?? 'nothing'}, counted ${row.counted ?? 'nothing'}`,
      );
    }
    const stray = await findStrayDisputes(db, election.id);
    faults += stray.length;
    for (const { id, status } of stray.slice(0, MOST_SAID)) {
      say(`  result ${id} is ${status}, but its disputes say otherwise`);
    }
  }
  return faults;
}
