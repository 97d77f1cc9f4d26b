import { recountAll } from './recount-all.ts';
import { withDatabase } from './with-database.ts';

/**
 * `npm run recount`: recounts every election's totals and compares them with the stored totals, and results with their versions, decisions and open
 * disputes.
 */
await withDatabase(async ({ db }) => {
  const faults = await recountAll(db, (line) => console.log(line));
  if (faults > 0) process.exitCode = 1;
});
