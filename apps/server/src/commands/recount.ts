import { countAnew } from './count-anew.ts';
import { withDatabase } from './with-database.ts';

/** `npm run recount`: counts every election's totals anew from the stored results and compares them with those kept, and results with their versions, decisions and open disputes. */
await withDatabase(async ({ db }) => {
  const faults = await countAnew(db, (line) => console.log(line));
  if (faults > 0) process.exitCode = 1;
});
