import { setTimeout as delay } from 'node:timers/promises';
import type { ElectionId, UserId } from '@ec/contract/base/common';
import type { LoginAnswer } from '@ec/contract/auth/schemas';
import { newAuthenticatorSecret } from '@ec/server/features/auth/account/authenticator';
import type { Database } from '@ec/server/platform/database/database';
import { hashPassword, verifyPassword } from '@ec/server/platform/identity/passwords';
import { createSecretBox } from '@ec/server/platform/identity/secret-box';
import { loadSecretKeys } from '@ec/server/platform/identity/secret-keys';
import { sql } from 'kysely';
import { pickWatchers, signIn } from './dataset.ts';
import { type Client, closedLoop, constantRate, openClient } from './load.ts';
import { quietMoment, watchMachine } from './machine.ts';
import type { ServerProcess } from './server-process.ts';
import { type Latency, latency, rounded } from './statistics.ts';
import { totp } from './totp.ts';

export const PASSWORD = 'Signing-In-2027';
const CONNECTIONS = 32;
const LOOKS_PER_SECOND = 20;
const IDLE_MS = 5000;

export interface Signing {
  id: UserId;
  phone: string;
  /** Of the authenticator; null where the password is enough. */
  secret: string | null;
}

export interface SignInOptions {
  server: ServerProcess;
  dataDir: string;
  election: ElectionId;
  count: number;
  withSecondStep: boolean;
}

export interface SignInRun {
  others: number;
  signIns: number;
  perSecond: number;
  /** Whole sign-ins, both steps where there are two. */
  milliseconds: Latency;
  /** Passwords checked a second by so many callers of argon2id alone, before and after in the same run. */
  bare: number[];
  /** Of passwords checked: what the sign-ins did against what argon2id alone does. */
  ratio: number;
  /** Of the server's processor time while people sign in, the part that is argon2id's: what as many checks take alone. */
  share: number;
  errors: number;
  /** Each session that was opened is given its next tokens, as every console asks for each quarter of an hour. */
  renewals: { perSecond: number; milliseconds: Latency; errors: number };
  /** /live/summary before and while people sign in. */
  otherCalls: { idle: Latency; meanwhile: Latency };
}

/** Officers who have not signed in yet get a password, an authenticator where one is asked for, and numbers that sign-in takes. */
export async function pickSigners(
  database: Database,
  options: Pick<SignInOptions, 'dataDir' | 'count' | 'withSecondStep'>,
  passwordHash: string,
): Promise<Signing[]> {
  const { dataDir, count, withSecondStep } = options;
  const { rows } = await sql<{ id: UserId; number: number }>`select id, row_number() over ()::int
      + (select count(*)::int from users where phone like '+234806%') as number
    from (select id from users where role = 'polling_unit_officer' and password_hash is null
      order by md5(id::text || 'sign-ins') limit ${count}) u`.execute(database.db);
  const box = createSecretBox(loadSecretKeys({ dataDir }));
  const people = rows.map(({ id, number }) => {
    const secret = withSecondStep ? newAuthenticatorSecret() : null;
    const sealed = secret === null ? null : box.seal(secret, id);
    return { id, phone: `+234806${String(number).padStart(7, '0')}`, secret, sealed };
  });
  await sql`update users u set password_hash = ${passwordHash}, phone = p.phone, two_factor_enabled = ${withSecondStep},
      totp_secret = p.sealed
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p (id uuid, phone text, sealed text)
    where u.id = p.id`.execute(database.db);
  await sql`vacuum analyze users`.execute(database.db);
  return people;
}

async function step(client: Client, person: Signing, twoFactorCode?: string): Promise<LoginAnswer> {
  const body = JSON.stringify({
    phoneNumber: person.phone,
    password: PASSWORD,
    ...(twoFactorCode !== undefined && { twoFactorCode }),
  });
  const { status, text } = await client.send({ method: 'POST', path: '/auth/login', body });
  if (status !== 200) throw new Error(`${status} ${text}`);
  return JSON.parse(text) as LoginAnswer;
}

/** Answers the token that renews the session. */
export async function signInOnce(client: Client, person: Signing): Promise<string> {
  const first = await step(client, person);
  const answer = person.secret === null ? first : await step(client, person, totp(person.secret));
  if (answer.refreshToken === undefined) throw new Error(`No session was opened: ${JSON.stringify(answer)}`);
  return answer.refreshToken;
}

async function renewAll(client: Client, tokens: readonly string[]): Promise<SignInRun['renewals']> {
  const times: number[] = [];
  let next = 0;
  let errors = 0;
  const seconds = await closedLoop(CONNECTIONS, async () => {
    const refreshToken = tokens[next++];
    if (refreshToken === undefined) return false;
    const body = JSON.stringify({ refreshToken });
    const { status, milliseconds } = await client.send({ method: 'POST', path: '/auth/refresh', body });
    if (status === 200) times.push(milliseconds);
    else errors += 1;
    return true;
  });
  return { perSecond: rounded(times.length / seconds), milliseconds: latency(times), errors };
}

interface BareChecks {
  perSecond: number;
  /** Processor time of one, in milliseconds. */
  each: number;
}

/** What the processors do if they do nothing else: the same check with the same parameters, as many at once. */
async function bareChecks(passwordHash: string, count: number): Promise<BareChecks> {
  const before = process.cpuUsage();
  let left = count;
  const seconds = await closedLoop(CONNECTIONS, async () => {
    if (left-- <= 0) return false;
    if (!(await verifyPassword(passwordHash, PASSWORD))) throw new Error('The password was refused');
    return true;
  });
  const { user, system } = process.cpuUsage(before);
  return { perSecond: Math.round(count / seconds), each: (user + system) / 1000 / count };
}

/** How long a reader with a constant rate waits for the figures, until `work` is done. */
async function looking(origin: string, path: string, token: string, work: () => Promise<void>): Promise<Latency> {
  const client = openClient(origin, 8);
  const times: number[] = [];
  const looks = constantRate(LOOKS_PER_SECOND, async () => {
    const { status, text, milliseconds } = await client.send({ method: 'GET', path, token });
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    times.push(milliseconds);
  });
  await work();
  await looks.stop();
  await client.close();
  return latency(times);
}

/** Sign-ins as fast as they are answered, each of another person, and argon2id alone before and after. */
export async function runSignIns(database: Database, options: SignInOptions): Promise<SignInRun> {
  const { server, election, withSecondStep } = options;
  const passwordHash = await hashPassword(PASSWORD);
  const people = await pickSigners(database, options, passwordHash);
  const [watcher = ''] = await signIn(database, await pickWatchers(database, 'national_admin', 1));
  const path = `/live/summary?electionId=${election}&area=NG`;
  await quietMoment();
  const watch = await watchMachine(database);
  const bare = [await bareChecks(passwordHash, people.length)];
  const idle = await looking(server.origin, path, watcher, () => delay(IDLE_MS));
  const client = openClient(server.origin, CONNECTIONS);
  const before = await server.processor();
  const times: number[] = [];
  const tokens: string[] = [];
  let next = 0;
  let errors = 0;
  let seconds = 0;
  const meanwhile = await looking(server.origin, path, watcher, async () => {
    seconds = await closedLoop(CONNECTIONS, async () => {
      const person = people[next++];
      if (!person) return false;
      const begin = performance.now();
      try {
        tokens.push(await signInOnce(client, person));
      } catch (error) {
        if (errors++ === 0) console.error('The first refusal:', error);
      }
      times.push(performance.now() - begin);
      return true;
    });
  });
  const worked = (await server.processor()) - before;
  bare.push(await bareChecks(passwordHash, people.length));
  const renewals = await renewAll(client, tokens);
  await client.close();
  const perSecond = (people.length - errors) / seconds;
  const checks = withSecondStep ? 2 : 1;
  const mean = (of: (bare: BareChecks) => number) => bare.reduce((sum, each) => sum + of(each), 0) / bare.length;
  return {
    others: await watch.others(),
    signIns: people.length,
    perSecond: rounded(perSecond),
    milliseconds: latency(times),
    bare: bare.map((each) => each.perSecond),
    ratio: rounded((perSecond * checks) / mean((each) => each.perSecond), 2),
    share: rounded((mean((each) => each.each) * checks * (people.length - errors)) / worked, 2),
    errors,
    renewals,
    otherCalls: { idle, meanwhile },
  };
}
