import path from 'node:path';
import { startFeeder } from './rehearsal/feeder.ts';
import { prepareRehearsal } from './rehearsal/load.ts';
import { start } from './start.ts';

let accounts: Awaited<ReturnType<typeof prepareRehearsal>>['accounts'] = [];

/** One line a role, the role's first account. */
function accountTable(): string {
  const roles = [...new Map(accounts.toReversed().map((account) => [account.role, account])).values()].toReversed();
  const lines = roles.map(({ role, phone, password, area }) =>
    [role.padEnd(22), phone.padEnd(15), password.padEnd(14), area].join(' '),
  );
  return [['Role'.padEnd(22), 'Phone'.padEnd(15), 'Password'.padEnd(14), 'Area'].join(' '), ...lines].join('\n');
}

await start('rehearsal', {
  async prepare({ config, database }) {
    ({ accounts } = await prepareRehearsal({ config, database, log: console.log }));
  },
  announce({ config, database, ending, address }) {
    console.log(`\n${accountTable()}\n`);
    console.log(`These and twenty more officers: ${path.join(config.dataDir, 'accounts.json')}`);
    console.log(`Rehearsal is ready at ${address}`);
    const baseUrl = `http://127.0.0.1:${config.port}`;
    const feeder = startFeeder({ baseUrl, database, config, log: console.log });
    ending.add(() => feeder.stop());
  },
});
