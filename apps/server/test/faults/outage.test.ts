import { setTimeout as sleep } from 'node:timers/promises';
import type { Receipt } from '@ec/contract/results/schemas';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { type Answer, call, until } from './calls.ts';
import { expectNothingLost, type Ground, prepareGround, submissionOf } from './ground.ts';
import { type OwnPostgres, ownPostgres } from './own-postgres.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { openStream, type Stream } from './streams.ts';

/** The longest time until a caller gets the error that the database is away. */
const BOUND_MS = 12_000;
const AWAY_MS = 30_000;

let postgres: OwnPostgres;
let server: ServerProcess;
let database: Database;
let ground: Ground;
let stream: Stream;
const receipts: Receipt[] = [];

const accepted = ({ status }: Answer) => status === 201 || status === 200;

/** Calls of every kind: of the public, of a signed-in reader, and of an officer. */
function callAll(submission: ReturnType<typeof submissionOf>): Promise<Answer[]> {
  const { token } = ground.admin;
  return Promise.all([
    call(server.origin, 'GET', '/ready'),
    call(server.origin, 'GET', '/notifications', { token }),
    call(server.origin, 'GET', `/elections/${ground.election}`, { token }),
    call(server.origin, 'POST', '/results', submission),
  ]);
}

function expectClearRefusals(answers: readonly Answer[]): void {
  for (const { status, code, headers } of answers) {
    expect({ status, code, retry: headers['retry-after'] }).toEqual({ status: 503, code: 'UNAVAILABLE', retry: '5' });
  }
  expect(Math.max(...answers.map(({ milliseconds }) => milliseconds))).toBeLessThan(BOUND_MS);
}

/** Callers come all the time, some every moment. */
async function refuseUntil(end: number, submission: ReturnType<typeof submissionOf>): Promise<void> {
  for (; performance.now() < end; await sleep(100)) expectClearRefusals(await callAll(submission));
}

/** Everything that leans on the database works again, in the same process. */
async function expectRecovered(submission: ReturnType<typeof submissionOf>, pid: number): Promise<void> {
  const answer = await until(accepted, () => call(server.origin, 'POST', '/results', submission));
  receipts.push(answer.data<Receipt>());
  expect(server.pid).toBe(pid);
  for (const each of await callAll(submission)) expect(each.status).toBe(200);

  const told = stream.messages.filter(({ type }) => type === 'results').length;
  const [officer] = ground.officers;
  if (!officer) throw new Error('The ground has no officer');
  const next = await call(server.origin, 'POST', '/results', submissionOf(ground, officer, receipts.length));
  receipts.push(next.data<Receipt>());
  await expect.poll(() => stream.messages.filter(({ type }) => type === 'results').length).toBeGreaterThan(told);

  await sql`select graphile_worker.add_job('jobs.rescue', '{}'::json, job_key := 'faults')`.execute(database.db);
  await expect
    .poll(async () => {
      const { rows } = await sql`select 1 from graphile_worker.jobs where key = 'faults'`.execute(database.db);
      return rows.length;
    })
    .toBe(0);
  // Other servers' commits are heard at once again, not only looked for every second.
  await expect
    .poll(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity where query = 'listen ec_events'`.execute(database.db);
      return rows.length;
    })
    .toBe(1);
  await expectNothingLost(database, [ground.election], receipts);
}

beforeAll(async () => {
  postgres = await ownPostgres();
  server = await startServer({ env: postgres.env });
  database = openDatabase(postgres.ownerUrl, { max: 4 });
  ground = await prepareGround(database, [server], 4);
  stream = await openStream(server.origin, ground.admin.token);
});
afterEach(() => postgres.thaw());
afterAll(async () => {
  stream?.close();
  await server?.stop();
  await database?.close();
  await postgres?.remove();
});

describe('a database that is away', () => {
  it('is reported in bounded time while it answers nothing for 30 seconds, and over when it answers again', async () => {
    const { pid } = server;
    const [officer] = ground.officers;
    if (!officer) throw new Error('The ground has no officer');
    const submission = submissionOf(ground, officer, 1);
    await postgres.freeze();
    const end = performance.now() + AWAY_MS;
    const beats = stream.messages.length;
    // Those on their way when it fell silent, those who come meanwhile, and those who come late.
    await refuseUntil(end, submission);
    expect(stream.isOpen).toBe(true);
    expect(stream.messages.slice(beats).map(({ type }) => type)).toContain('heartbeat');
    postgres.thaw();
    await expectRecovered(submission, pid);
  });

  it('is reported at once while it refuses connections, and found again at its address', async () => {
    const { pid } = server;
    const [, officer] = ground.officers;
    if (!officer) throw new Error('The ground has no second officer');
    const submission = submissionOf(ground, officer, 2);
    await postgres.stop();
    const end = performance.now() + 6000;
    await refuseUntil(end, submission);
    expect(stream.isOpen).toBe(true);
    await postgres.start();
    await expectRecovered(submission, pid);
  });
});
