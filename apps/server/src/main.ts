import { ensureFirstSuperAdmin } from './features/auth/sign-in/first-super-admin.ts';
import { ensureReferenceData } from './features/geography/reference-data.ts';
import type { Config } from './platform/runtime/config.ts';
import { assertNoRehearsal } from './rehearsal/organisation.ts';
import { type Prepared, start } from './start.ts';

function printSuperAdmin(config: Config, phone: string, password: string): void {
  if (config.superAdminPassword !== undefined) {
    console.log(`First super admin: phone ${phone}, password as set in SUPER_ADMIN_PASSWORD`);
    return;
  }
  console.log(`First super admin: phone ${phone}, password ${password}`);
  console.log('This password is shown this once; the console asks for a new one at the first sign-in.');
}

await start('organisation', {
  async prepare({ config, database }: Prepared) {
    await assertNoRehearsal(database);
    await ensureReferenceData(database);
    const first = await ensureFirstSuperAdmin({ config, database });
    // Immediately: if a later step failed, the password would be lost.
    if (first) printSuperAdmin(config, first.phone, first.password);
  },
  announce({ address }) {
    console.log(`Election Console is ready at ${address}`);
  },
});
