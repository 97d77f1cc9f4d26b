import { migrate, openDatabase } from '@ec/server/platform/database';
import { attachOrStart } from '@ec/server/platform/embedded-postgres';
import { createElection, storeOrganisation, storeResults } from './src/dataset.ts';
const embedded = await attachOrStart('/tmp/expdata', { role: 'server', log: console.log });
const database = openDatabase(embedded.ownerUrl, { max: 8 });
await migrate(database);
const { count } = await database.db.selectFrom('locations').select(({fn})=>fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
if (count < 1000) { await storeOrganisation(database, 200); const e = await createElection(database,'Live'); await storeResults(database,e,120000); }
console.log('URL', embedded.ownerUrl);
process.on('SIGTERM', async()=>{ await database.close(); await embedded.stop(); process.exit(0)});
setInterval(()=>0,1000);
