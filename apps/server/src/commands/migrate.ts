import { withDatabase } from './with-database.ts';

/**
 * `npm run migrate`: migrates the database as the owner (DATABASE_OWNER_URL) and grants the role of DATABASE_URL its rights. Servers started
 * afterwards do not need the owner's address.
 */
await withDatabase(async () => {
  console.log('The database is of this version. Servers can be started.');
});
