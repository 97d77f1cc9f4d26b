import { ErrorBody } from '@ec/contract/base/error-body';
import { ERROR_CODES, ERRORS, type ErrorCode } from '@ec/contract/base/errors';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listElectionIds } from '../src/features/elections/queries.ts';
import { decisionsNotAsAudited, versionsNotAsAudited } from '../src/features/results/entry-queries.ts';
import { findRecordDifferences } from '../src/features/results/record-queries.ts';
import { compareTallies } from '../src/features/results/tally-repository.ts';
import { createElection, createWard, place, setElectionMode } from './builders.ts';
import { say } from './chat.ts';
import { raised, strayDisputes, submitFor } from './disputes.ts';
import { type Operation, operationsOf } from './fuzz/document.ts';
import { attemptsAt, type Known } from './fuzz/requests.ts';
import { type Client, type Reply, type TestApp, testApp } from './harness.ts';

/** FUZZ_SEED runs one night's attempts again; FUZZ_RUNS makes more of them at each call. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_270_220);
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 8);

const ROLES: Role[] = [
  'super_admin',
  'national_admin',
  'state_admin',
  'ward_admin',
  'polling_unit_officer',
  'moderator',
];

/** What no error may reveal: paths of the code, errors of the database, SQL text. */
const LEAKS =
  /node_modules|\.ts:\d|\bat \S+ \(|apps\/server|relation "|column "|syntax error at|invalid input syntax|violates|kysely|pg_\w+|ECONN|\/tmp\/|Cannot read propert|is not a function|is not iterable|Maximum call stack/;

let test: TestApp;
let ward: LocationId;
let units: LocationId[];
let operations: Operation[];
let known: Known;
const people: Client[] = [];
/** How many were seated, one after the other. */
let superAdmins = 0;

const areaOf = (role: Role): LocationId => {
  if (role === 'polling_unit_officer') return units[0] ?? ward;
  if (role === 'ward_admin') return ward;
  if (role === 'state_admin') return place('24');
  return role === 'moderator' ? place('24-11') : place('NG');
};

/** A new holder of the office, after an earlier attempt ended the previous one. */
async function seat(index: number): Promise<Client> {
  const role = ROLES[index] ?? 'moderator';
  const area = areaOf(role);
  if (role === 'super_admin') superAdmins += 1;
  await test.database.db
    .updateTable('users')
    .set({ status: 'DELETED', status_before: null })
    .where('role', '=', role)
    .where('area_id', '=', area)
    .execute();
  const client = await test.as(role, area);
  people[index] = client;
  return client;
}

/** One of everything, so that attempts meet what is there. */
async function furnish(): Promise<Known> {
  const election = await createElection(test.database.db);
  for (const index of ROLES.keys()) await seat(index);
  const [, national, state, admin, officer] = people;
  if (!national || !state || !admin || !officer) throw new Error('an actor is missing');
  const result = await submitFor(officer, election, units[0] ?? ward);
  const dispute = await raised(admin, result);
  const message = await say(state, place('24'), 'Good evening');
  const announcement = (
    await national.post(
      '/announcements',
      { title: 'A notice', content: 'Be there', priority: 'medium' },
      { 'idempotency-key': 'notice' },
    )
  ).json<string | undefined>('data.id');
  const users = people.map(({ person }) => person.id);
  const places = ['NG', 'SW', '24', '24-11', codeOf(ward), ...[...units, ward, place('24')].map(String)];
  const all = [election, result, dispute, message.id, ...users, ...places];
  return [
    { name: /election/i, values: [election] },
    { name: /result/i, values: [result] },
    { name: /dispute/i, values: [dispute] },
    { name: /user|person|target|assignee|owner|moderator|member/i, values: users },
    { name: /announcement/i, values: [announcement ?? election] },
    { name: /message/i, values: [message.id] },
    { name: /channel|area|place|region|state|lga|ward|unit|parent|location|geograph/i, values: places },
    {
      name: /phone|recipient/i,
      values: [...people.map(({ person }) => person.phone), '08031234567', '+2348099999999'],
    },
    { name: /password/i, values: ['okra-soup-9', 'rain-on-zinc-7'] },
    { name: /code|token/i, values: ['123456', '000000'] },
    { name: /reason|justification|comment|content|message/i, values: ['Because the office asks for it.'] },
    { name: /party/i, values: ['APC', 'LP', 'Others'] },
    { name: /roleId|^role$/i, values: [...ROLES] },
    { name: /^id$|Id$/, values: all },
  ];
}

beforeAll(async () => {
  // What breaks is said with its stack, so that a failing attempt can be understood.
  test = await testApp({ logLevel: 'error' });
  await setElectionMode(test.database.db, true);
  test.app.platform.organisation.invalidate();
  ({ ward, units } = await createWard(test.database.db, 3));
  known = await furnish();
  operations = operationsOf(test.app.fastify);
  console.log(`fuzzing ${operations.length} calls, FUZZ_SEED=${SEED} FUZZ_RUNS=${RUNS}`);
}, 120_000);
afterAll(() => test.close());

const isJson = (reply: Reply) => JSON.stringify(reply.headers['content-type'] ?? '').includes('application/json');

/** What is wrong with an answer; undefined for a good one. */
function faultOf(reply: Reply): string | undefined {
  if (reply.status >= 500) return `answered ${reply.status}`;
  if (reply.headers['x-content-type-options'] !== 'nosniff') return 'may be sniffed';
  if (reply.status < 400) return undefined;
  if (!isJson(reply)) return 'is an error that is no JSON';
  const body = ErrorBody.safeParse(JSON.parse(reply.text));
  if (!body.success) return 'is an error of another form';
  const code = body.data.code as ErrorCode;
  if (!ERROR_CODES.includes(code)) return `has the unknown code ${code}`;
  if (ERRORS[code].status !== reply.status) return `has the code ${code} with the status ${reply.status}`;
  const leak = LEAKS.exec(reply.text);
  return leak ? `reveals "${leak[0]}"` : undefined;
}

async function attempt(by: number | null, request: InjectOptions): Promise<Reply> {
  if (by === null) return await test.anonymous.send(request);
  const client = people[by] ?? (await seat(by));
  const reply = await client.send(request);
  if (reply.status !== 401 || 'authorization' in (request.headers ?? {})) return reply;
  return await (await seat(by)).send(request);
}

const shown = ({ method, url, headers, payload }: InjectOptions) =>
  JSON.stringify({
    method,
    url,
    headers,
    payload: payload instanceof Buffer ? payload.toString('latin1') : payload,
  }).slice(0, 600);

describe('hostile requests', () => {
  it('are answered in the form of an error, and never as a fault of the server', async () => {
    const faults: string[] = [];
    const statuses = new Map<number, number>();
    for (const [index, operation] of operations.entries()) {
      const property = fc.asyncProperty(attemptsAt(operation, ROLES.length, known), async ({ by, request }) => {
        const reply = await attempt(by, request);
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
        const fault = faultOf(reply);
        if (fault === undefined) return;
        const who = ROLES[by ?? -1] ?? 'anonymous';
        throw new Error(`${fault}: ${reply.text.slice(0, 300)}\n  to ${who}: ${shown(request)}`);
      });
      const outcome = await fc.check(property, { seed: SEED + index, numRuns: RUNS, endOnFailure: true });
      if (!outcome.failed) continue;
      const { errorInstance: error } = outcome;
      faults.push(`${operation.method} ${operation.path}: ${error instanceof Error ? error.message : 'failed'}`);
    }
    expect(faults.join('\n\n')).toBe('');
    // Attempts that all stop at the door would prove nothing of what lies behind it.
    const counts = [...statuses].sort(([one], [other]) => one - other);
    const sum = (rows: typeof counts) => rows.reduce((total, [, count]) => total + count, 0);
    console.log(counts.map(([status, count]) => `${status}: ${count}`).join(', '));
    expect(sum(counts.filter(([status]) => status < 300)) / sum(counts)).toBeGreaterThan(0.1);
  }, 600_000);

  it('leave totals that equal the recount, disputes with their results, and a whole audit chain', async () => {
    for (const election of await listElectionIds(test.database.db)) {
      expect(await compareTallies(test.database.db, election.id), election.name).toEqual([]);
    }
    expect(await findRecordDifferences(test.database.db)).toEqual([]);
    expect(await versionsNotAsAudited(test.database.db)).toEqual([]);
    expect(await decisionsNotAsAudited(test.database.db)).toEqual([]);
    expect(await strayDisputes(test)).toBe(0);
    await test.app.platform.auditChain.linkNow();
    const auditor = await seat(0);
    const verified = await auditor.get('/audit-logs/verify?most=10000');
    expect(verified.json('data.problems')).toEqual([]);
  }, 60_000);

  it('make no user a super admin, and taint no object', async () => {
    const row = await test.database.db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('role', '=', 'super_admin')
      .executeTakeFirst();
    expect(row?.count).toBe(superAdmins);
    expect(Object.prototype).not.toHaveProperty('isAdmin');
  });
});
