import path from 'node:path';
import { localAddress } from './platform/http/listen.ts';
import { startFeeder } from './rehearsal/feeder.ts';
import { prepareRehearsal } from './rehearsal/load.ts';
import { start } from './start.ts';

let accounts: Awaited<ReturnType<typeof prepareRehearsal>>['accounts'] = [];

/** One line per role, with the role's first account. */
function accountTable(): string {
  const roles = [...new Map(accounts.toReversed().map((account) => [account.role, account])).values()].toReversed();
  const rows = [{ role: 'Role', phone: 'Phone', password: 'Password', area: 'Area' }, ...roles];
  return rows
    .map(({ role, phone, password, area }) => `${role.padEnd(22)}${phone.padEnd(16)}${password.padEnd(21)}${area}`)
    .join('\n');
}

await start('rehearsal', {
  async prepare({ config, database }) {
    ({ accounts } = await prepareRehearsal({ config, database, log: console.log }));
  },
  announce({ config, database, shutdown, address }) {
    console.log(`\n${accountTable()}\n`);
    console.log(`These and twenty more officers: ${path.join(config.dataDir, 'accounts.json')}`);
    console.log(`Rehearsal is ready at ${address}`);
    const feeder = startFeeder({ baseUrl: localAddress(config), database, config, log: console.log });
    shutdown.add(() => feeder.stop());
  },
});
