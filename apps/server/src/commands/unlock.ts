import { unlockFromServer } from '../features/security/sign-ins-service.ts';
import { parsePhone } from '../platform/identity/phones.ts';
import { commandArguments, CommandError, readConfig, runCommand, withMigrated, withStore } from './with-database.ts';

/** `npm run unlock -- PHONE`: lifts the user's sign-in lock at once, for when no administrator can. */
await runCommand(async () => {
  const typed = commandArguments()
    .filter((argument) => argument !== '--')
    .join(' ');
  if (typed === '') throw new CommandError('Say whose phone: npm run unlock -- 08031234567');
  const phone = parsePhone(typed);
  if (!phone) throw new CommandError(`${typed} is not a Nigerian mobile number. Write it like 08031234567.`);
  await withStore(readConfig(), (store) =>
    withMigrated(store, async (database) => {
      for (const line of await unlockFromServer(database, phone, new Date())) console.log(line);
    }),
  );
});
