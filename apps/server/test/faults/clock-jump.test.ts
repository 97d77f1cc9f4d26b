import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { NATION } from '@ec/contract/geography/location-id';
import type { Receipt } from '@ec/contract/results/schemas';
import { sql } from 'kysely';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { hashPassword } from '../../src/platform/identity/passwords.ts';
import { PASSWORD } from '../credentials.ts';
import { type Answer, call, until } from './calls.ts';
import { expectNothingLost, type Ground, prepareGround, type SignedIn, newUser, submissionOf } from './ground.ts';
import { type OwnPostgres, ownPostgres } from './own-postgres.ts';
import { newFolder, type ServerProcess, startServer } from './server-process.ts';
import { openStream, type Stream } from './streams.ts';

const LIBRARY = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((file) => existsSync(file));
if (!LIBRARY)
  console.log(
    'Without libfaketime (Debian: faketime) no process can be shown another time, so clock jumps are not tried.',
  );

const TICKETS_A_MINUTE = 120;
/** Their last link was opened so long ago that its access ends in a moment. */
const NEARLY_OVER_MS = 15 * 60_000 - 15_000;

const offset = path.join(newFolder('time'), 'offset');
/** Sets the machine's time, as the server sees it, apart from the true one; PostgreSQL is on another machine, whose time is right. */
const setMachine = (text: string) => writeFileSync(offset, `${text}\n`);

let postgres: OwnPostgres;
let server: ServerProcess;
let database: Database;
let ground: Ground;
let watcher: SignedIn;
let stream: Stream;
let secret = '';
const receipts: Receipt[] = [];

const code = (secondsFromNow: number) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + secondsFromNow });
const post = (url: string, token: string, body: unknown = {}): Promise<Answer> =>
  call(server.origin, 'POST', url, { token, body });
const ticket = () => post('/notifications/stream-ticket', ground.admin.token);
const hoursAhead = async () => {
  const { headers } = await call(server.origin, 'GET', '/health');
  return Math.round((Date.parse(String(headers['date'])) - Date.now()) / 3_600_000);
};
/** The minute in which what is done every minute was done last. */
const minuteOfJobs = async (): Promise<number> => {
  const { rows } = await sql<{ at: Date | null }>`select last_execution as at
    from graphile_worker._private_known_crontabs where identifier = 'jobs.rescue'`.execute(database.db);
  return rows[0]?.at?.getTime() ?? 0;
};

/** Uses up what one person may ask for in a minute; a new minute may begin meanwhile. */
async function askUntilRefused(): Promise<void> {
  for (let asked = 0; asked < 5 * TICKETS_A_MINUTE; asked += TICKETS_A_MINUTE) {
    const answers = await Promise.all(Array.from({ length: TICKETS_A_MINUTE }, ticket));
    if (answers.some(({ code: refusal }) => refusal === 'TOO_MANY_REQUESTS')) return;
  }
  throw new Error('Nothing was refused');
}

async function enrol(): Promise<void> {
  await sql`update users set password_hash = ${await hashPassword(PASSWORD)} where id = ${watcher.person.id}`.execute(
    database.db,
  );
  const started = await post('/auth/2fa/enroll', watcher.token, { password: PASSWORD });
  secret = started.data<{ secret: string }>().secret.replaceAll(' ', '');
  expect((await post('/auth/2fa/confirm', watcher.token, { code: code(-30) })).status).toBe(200);
}

/** All that was at work continues: readers, an officer with half a call sent, a stream, jobs. */
async function expectWorkGoesOn(place: number): Promise<void> {
  const { token } = ground.admin;
  expect((await call(server.origin, 'GET', '/notifications', { token })).status).toBe(200);
  for (const officer of ground.officers) {
    const submission = submissionOf(ground, officer, place);
    const first = await call(server.origin, 'POST', '/results', submission);
    expect(first.status).toBe(201);
    receipts.push(first.data<Receipt>());
  }
  await sql`select graphile_worker.add_job('jobs.rescue', '{}'::json, job_key := 'faults')`.execute(database.db);
  await expect
    .poll(
      async () => (await sql`select 1 from graphile_worker.jobs where key = 'faults'`.execute(database.db)).rows.length,
    )
    .toBe(0);
  const beats = stream.messages.length;
  await expect
    .poll(() => stream.messages.slice(beats).map(({ type }) => type), { timeout: 25_000 })
    .toContain('heartbeat');
  expect(stream.isOpen).toBe(true);
}

describe.runIf(LIBRARY)('a clock that jumps', () => {
  beforeAll(async () => {
    setMachine('+0');
    const env = {
      LD_PRELOAD: LIBRARY ?? '',
      FAKETIME_TIMESTAMP_FILE: offset,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    };
    postgres = await ownPostgres();
    // The limits as they ship: what was refused before the jump must not stay so after it.
    server = await startServer({ env: { ...postgres.env, ...env, RATE_LIMIT_FACTOR: '1' } });
    database = openDatabase(postgres.ownerUrl, { max: 4 });
    ground = await prepareGround(database, [server], 4);
    watcher = await newUser(database, 'national_admin', NATION);
    stream = await openStream(server.origin, ground.admin.token);
    await enrol();
  });
  afterAll(async () => {
    stream?.close();
    await server?.stop();
    await database?.close();
    await postgres?.remove();
    rmSync(path.dirname(offset), { recursive: true, force: true });
  });

  it('three hours forward ends no session, blocks no user for longer, stores nothing twice and takes codes of the true time', async () => {
    const [officer] = ground.officers;
    if (!officer) throw new Error('The ground has no officer');
    const submission = submissionOf(ground, officer, 1);
    // Election mode was switched on a moment ago, of which the server hears within two seconds.
    const first = await until(
      ({ status }) => status === 201,
      () => call(server.origin, 'POST', '/results', submission),
    );
    receipts.push(first.data<Receipt>());
    await askUntilRefused();

    setMachine('+3h');
    // Its answers carry its time, which Node puts into words once a second.
    await expect.poll(hoursAhead).toBe(3);
    const login = { phoneNumber: watcher.person.phone, password: PASSWORD, twoFactorCode: code(0) };
    expect((await call(server.origin, 'POST', '/auth/login', { body: login })).status).toBe(200);
    const again = await call(server.origin, 'POST', '/results', submission);
    expect([again.status, again.data<Receipt>()]).toEqual([200, first.data<Receipt>()]);
    await expectWorkGoesOn(2);
    await expect.poll(async () => (await ticket()).status, { timeout: 65_000, interval: 1000 }).toBe(200);
    await expectNothingLost(database, [ground.election], receipts);
  });

  it('five hours back keeps no user signed in for longer, lets jobs of the minute run on and keeps the order of the log', async () => {
    const brief = await newUser(database, 'national_admin', NATION, new Date(Date.now() - NEARLY_OVER_MS));
    // As after three hours in which all went well.
    await sql`update graphile_worker._private_known_crontabs set last_execution = date_trunc('minute', now() + interval '3 hours')
      where identifier = 'jobs.rescue'`.execute(database.db);
    const begun = await minuteOfJobs();
    setMachine('-2h');
    await expect.poll(hoursAhead).toBe(-2);
    const read = () => call(server.origin, 'GET', '/notifications', { token: brief.token });
    await expectWorkGoesOn(3);
    await expect.poll(async () => (await read()).status, { timeout: 65_000, interval: 1000 }).toBe(401);
    const { token } = ground.admin;
    expect((await call(server.origin, 'GET', '/notifications', { token })).status).toBe(200);
    // In a whole minute of the hour that is now, not in five hours.
    const hoursBack = async () => {
      const at = await minuteOfJobs();
      return { hours: Math.round((begun - at) / 3_600_000), seconds: (at % 60_000) / 1000 };
    };
    await expect.poll(hoursBack, { timeout: 100_000, interval: 500 }).toEqual({ hours: 5, seconds: 0 });
    await expectNothingLost(database, [ground.election], receipts);
  }, 200_000);
});
