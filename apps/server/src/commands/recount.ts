import { findStrayDisputes } from '../features/disputes/queries.ts';
import { listElectionIds } from '../features/elections/queries.ts';
import { compareTallies } from '../features/results/tally-repository.ts';
import { withDatabase } from './with-database.ts';

/** `npm run recount`: counts every election's totals anew from the stored results and compares them with those kept, and disputed results with open disputes. */
await withDatabase(async ({ db }) => {
  let faults = 0;
  const elections = await listElectionIds(db);
  if (elections.length === 0) console.log('There is no election to count.');
  for (const election of elections) {
    const differences = await compareTallies(db, election.id);
    faults += differences.length;
    const { results } = election;
    console.log(
      `${election.name}: ${results.toLocaleString('en-NG')} results, ${differences.length === 0 ? 'totals equal the recount' : `${differences.length} totals differ`}`,
    );
    for (const row of differences.slice(0, 20)) {
      console.log(
        `  ${row.source} ${row.level} ${row.areaId} ${row.status}: kept ${row.kept ?? 'nothing'}, counted ${row.counted ?? 'nothing'}`,
      );
    }
    const stray = await findStrayDisputes(db, election.id);
    faults += stray.length;
    for (const { id, status } of stray.slice(0, 20)) {
      console.log(`  result ${id} is ${status}, but its disputes say otherwise`);
    }
  }
  if (faults > 0) process.exitCode = 1;
});
