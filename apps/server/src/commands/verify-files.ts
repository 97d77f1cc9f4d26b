import { createFileStore } from '../platform/files/file-stores.ts';
import { checkFiles } from './check-files.ts';
import { endProgress, progressLine, withDatabase } from './with-database.ts';

const NOT_SOUND = 1;
const NOT_DONE = 2;

/**
 * `npm run verify-files`: reads all files and prints which are missing, changed or exchanged. Exit code 0 (intact), 1 (problems) or 2 (could not
 * run).
 */
let done = false;
await withDatabase(async ({ db }, config) => {
  const say = (line: string) => {
    endProgress();
    console.log(line);
  };
  const problems = await checkFiles({ db, store: createFileStore(config), say, onProgress: progressLine });
  endProgress();
  console.log(problems === 0 ? 'The files are sound.' : 'THE FILES ARE NOT SOUND.');
  if (problems > 0) process.exitCode = NOT_SOUND;
  done = true;
});
if (!done) process.exitCode = NOT_DONE;
