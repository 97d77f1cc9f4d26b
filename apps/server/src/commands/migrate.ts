import { withDatabase } from './with-database.ts';

/**
 * `npm run migrate`: brings the database to this version and grants the role of DATABASE_URL what it needs, as the owner
 * that DATABASE_OWNER_URL names. The servers started after it need no owner's address.
 */
await withDatabase(async () => {
  console.log('The database is of this version. Servers can be started.');
});
