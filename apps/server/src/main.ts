import { ensureFirstSuperAdmin } from './features/auth/first-super-admin.ts';
import { ensureReferenceData } from './features/geography/reference-data.ts';
import { assertNoRehearsal } from './rehearsal/loaded.ts';
import { start } from './start.ts';

let first: Awaited<ReturnType<typeof ensureFirstSuperAdmin>> = null;

await start('organisation', {
  async prepare({ config, database }) {
    await assertNoRehearsal(database);
    await ensureReferenceData(database);
    first = await ensureFirstSuperAdmin({ config, database });
  },
  announce({ address, config }) {
    console.log(`Election Console is ready at ${address}`);
    if (first === null) return;
    const password = config.superAdminPassword === undefined ? first.password : 'as set in SUPER_ADMIN_PASSWORD';
    console.log(`First super admin: phone ${first.phone}, password ${password}`);
    if (config.superAdminPassword === undefined) {
      console.log('This password is shown this once; the console asks for a new one at the first sign-in.');
    }
  },
});
