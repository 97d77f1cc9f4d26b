import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { UserId } from '@ec/contract/base/common';
import { createAuditChain } from '@ec/server/platform/audit/audit-chain';
import { SYSTEM_ORIGIN, saveAudit } from '@ec/server/platform/audit/audit';
import { type Database, inTransaction } from '@ec/server/platform/database/database';
import { sql } from 'kysely';
import { request } from 'undici';
import { storeEntries } from './audit-entries.ts';
import { signIn } from './dataset.ts';
import { type Client, closedLoop, constantRate, openClient } from './load.ts';
import { quietMoment, watchMachine } from './machine.ts';
import type { ServerProcess } from './server-process.ts';
import { latency, rounded } from './statistics.ts';

const KINDS = ['no filter', 'one filter', 'filters together', 'search', 'deep page'] as const;
type Kind = (typeof KINDS)[number];

interface Question {
  kind: Kind;
  path: string;
}

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const asked = (kind: Kind, queries: readonly Record<string, string | number>[]): Question[] =>
  queries.map((query) => {
    const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
    return { kind, path: `/audit-logs?${new URLSearchParams(pairs).toString()}` };
  });

/** Filters that match most entries, few, none, or that exclude each other. */
function questionsOf(admin: UserId, busiest: UserId, entries: number): Question[] {
  const days = (from: number, to: number) => ({ from: daysAgo(from), to: daysAgo(to) });
  const actions = ['User Login', 'Session Renewed', 'Result Submitted', 'Approval Processed', 'Location Renamed'];
  const areas = ['SW', '24', '37', '24-11', '24-11-05', '24-11-05-003'];
  const addresses = ['102.89.1.3', '102.', '10.', '10.1.', '105.112.1.1', '99.'];
  const searches = 'ada okafor a 0803 08031 lagos ikeja ward 24-11 102.89 10.1.1.1 login settings zzz'.split(' ');
  return [
    ...asked('no filter', [{}, { pageSize: 200 }]),
    ...asked('one filter', [
      ...[...actions, 'Settings Updated', 'Election Deleted'].map((action) => ({ action })),
      ...['user', 'session', 'location', 'report'].map((resource) => ({ resource })),
      ...[admin, busiest].map((userId) => ({ userId })),
      ...areas.map((area) => ({ area })),
      ...addresses.map((ip) => ({ ip })),
      ...['today', 'week', 'month'].map((period) => ({ period })),
      days(50, 49),
      days(5, 4),
      { system: 'true' },
      { resourceId: 'nothing' },
    ]),
    ...asked('filters together', [
      { action: 'User Login', area: '24' },
      { action: 'Session Renewed', area: '24' },
      { action: 'User Login', system: 'true' },
      { action: 'User Login', ...days(50, 49) },
      { action: 'User Login', area: '24', ip: '102.', ...days(50, 45) },
      { action: 'Settings Updated', period: 'month' },
      { action: 'Result Returned', area: '37', ip: '102.89.1.3' },
      { system: 'true', area: '24' },
      { system: 'true', ip: '102.' },
      { ip: '10.', area: '24' },
      { resource: 'user', area: '24-11' },
      { userId: admin, action: 'User Updated', period: 'month' },
      { userId: busiest, area: 'SW' },
    ]),
    ...asked('search', [
      ...searches.map((q) => ({ q })),
      { q: 'okafor', action: 'Result Submitted' },
      { q: 'ada', area: '24', period: 'week' },
    ]),
    ...asked('deep page', [
      { before: Math.floor(entries / 2) },
      { after: 0 },
      { before: Math.floor(entries / 3), action: 'User Login' },
      { before: Math.floor(entries / 2), area: '24-11' },
      { before: Math.floor(entries / 2), q: 'okafor' },
    ]),
  ];
}

interface Times {
  question: Question;
  milliseconds: number;
}

async function ask(client: Client, token: string, question: Question): Promise<Times> {
  const { status, text, milliseconds } = await client.send({ method: 'GET', path: question.path, token });
  if (status !== 200) throw new Error(`${question.path}: ${status} ${text}`);
  return { question, milliseconds };
}

function inShort(times: readonly Times[]) {
  const of = (part: readonly Times[]) => latency(part.map(({ milliseconds }) => milliseconds));
  const byKind = Object.fromEntries(KINDS.map((kind) => [kind, of(times.filter((one) => one.question.kind === kind))]));
  const paths = Map.groupBy(times, ({ question }) => question.path);
  const slowest = [...paths].map(([path, part]) => ({ path, ...of(part) })).toSorted((a, b) => b.p50 - a.p50);
  return { all: of(times), byKind, slowest: slowest.slice(0, 5) };
}

/** Readers who send requests in turn, each with a pause between two, while entries are written. */
async function readers(
  { origin }: ServerProcess,
  database: Database,
  questions: readonly Question[],
  token: string,
  { count, pause, seconds }: { count: number; pause: number; seconds: number },
) {
  const client = openClient(origin, count);
  for (const question of questions) await ask(client, token, question);
  await quietMoment();
  const watch = await watchMachine(database);
  const writing = constantRate(WRITES_PER_SECOND, () => writeOne(database));
  const taken: Times[] = [];
  const end = performance.now() + seconds * 1000;
  await closedLoop(count, async () => {
    const question = questions[Math.floor(Math.random() * questions.length)];
    if (question) taken.push(await ask(client, token, question));
    if (pause > 0) await delay(pause * (0.5 + Math.random()));
    return performance.now() < end;
  });
  await writing.stop();
  const others = await watch.others();
  await client.close();
  return { readers: count, pause, others, ...inShort(taken) };
}

const WRITES_PER_SECOND = 100;

const writeOne = (database: Database) =>
  inTransaction(database.writes, (tx) =>
    saveAudit(tx, SYSTEM_ORIGIN, { event: 'alert.raised', resourceId: 'bench', next: { votes: { APC: 1 } } }),
  );

/** How long entries wait for their link while a hundred a second are written: by the database's own clock. */
async function measureLag({ db }: Database) {
  const { rows } = await sql<{
    milliseconds: number;
  }>`select extract(epoch from linked_at - created_at) * 1000 as milliseconds
    from audit_links where resource_id = 'bench' order by position desc limit 5000`.execute(db);
  return latency(rows.map(({ milliseconds }) => milliseconds));
}

/** The most memory that a process took, in megabytes; Linux only. */
async function peakOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

const SAMPLE_MS = 20_000;

/** One export of everything to a file, and the command that verifies it. */
async function exportAndVerify(server: ServerProcess, token: string, folder: string) {
  const file = path.join(folder, 'audit-export.csv');
  const before = (await server.memory()).resident;
  let most = before;
  let begin = performance.now();
  const reply = await request(`${server.origin}/api/audit-logs/export.csv`, {
    headers: { authorization: `Bearer ${token}` },
    bodyTimeout: 0,
  });
  const target = Writable.toWeb(createWriteStream(file));
  const writer = target.getWriter();
  let next = performance.now();
  for await (const chunk of reply.body as AsyncIterable<Buffer>) {
    await writer.write(chunk);
    if (performance.now() < next) continue;
    most = Math.max(most, (await server.memory()).resident);
    next = performance.now() + SAMPLE_MS;
  }
  await writer.close();
  const exporting = (performance.now() - begin) / 1000;
  const { size } = await stat(file);
  begin = performance.now();
  const command = path.join(import.meta.dirname, '../../apps/server/src/commands/verify-audit.ts');
  const child = spawn(process.execPath, [command, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  let peak = 0;
  const watching = setInterval(() => void peakOf(child.pid).then((now) => (peak = Math.max(peak, now))), 500);
  const [code] = (await once(child, 'close')) as [number];
  clearInterval(watching);
  await rm(file);
  const verifying = (performance.now() - begin) / 1000;
  const megabyte = 1024 * 1024;
  return {
    megabytes: Math.round(size / megabyte),
    seconds: rounded(exporting),
    serverMegabytes: { before: Math.round(before / megabyte), most: Math.round(most / megabyte) },
    verify: { code, seconds: rounded(verifying), megabytes: peak, sound: said.includes('The export is sound.') },
  };
}

export interface AuditOptions {
  server: ServerProcess;
  folder: string;
  seconds: number;
}

/** Stores the entries and links them all at once, as after an upgrade. */
export async function storeAndLink(database: Database, entries: number) {
  await storeEntries(database, entries);
  const begin = performance.now();
  await createAuditChain(database, console.error).linkNow();
  const seconds = (performance.now() - begin) / 1000;
  await sql`vacuum analyze audit_links`.execute(database.db);
  return { entries, seconds: rounded(seconds), perSecond: Math.round(entries / seconds) };
}

/** The first pages of a log of five million entries, deep ones, the lag of the chain, and one export of all of it. */
export async function runAuditLog(database: Database, { server, folder, seconds }: AuditOptions) {
  const { rows } = await sql<{ admin: UserId; busiest: UserId; entries: number }>`select
    (select id from users where role = 'national_admin' and status = 'ACTIVE' order by id limit 1) as admin,
    (select user_id from (select user_id from audit_links where event = 'auth.signed_in' and user_id is not null
      limit 100000) signed group by 1 order by count(*) desc limit 1) as busiest,
    (select position from audit_chain) as entries`.execute(database.db);
  const found = rows[0];
  if (!found) throw new Error('No administrator found');
  const questions = questionsOf(found.admin, found.busiest, found.entries);
  const [token = ''] = await signIn(database, [found.admin]);
  const measure = (count: number, pause: number) =>
    readers(server, database, questions, token, { count, pause, seconds });
  const oneReader = await measure(1, 0);
  const tenReaders = await measure(10, 500);
  const lag = await measureLag(database);
  return {
    entries: found.entries,
    questions: questions.length,
    writesPerSecond: WRITES_PER_SECOND,
    oneReader,
    tenReaders,
    lag,
    export: await exportAndVerify(server, token, folder),
  };
}
