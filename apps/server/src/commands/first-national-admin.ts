import { reopenOffice } from './reopen-office.ts';
import { CommandError, withDatabase } from './with-database.ts';

/** `npm run first-national-admin`: if only one super admin is left, lets them create a national admin without a second approval once more. */
await withDatabase(async (database) => {
  const active = await reopenOffice(database);
  if (active.length > 0) {
    throw new CommandError(`Nothing was changed: ${active.join(', ')} are active, and approve for one another.`);
  }
  console.log(
    'The super admin can now create one National Admin alone, once no other national or super admin is left.',
  );
  console.log('Delete those who are inactive first. From the next one on, two decide again.');
});
