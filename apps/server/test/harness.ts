import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import type { InjectOptions } from 'fastify';
import pg from 'pg';
import { inject as provided } from 'vitest';
import { type App, buildApp } from '../src/app.ts';
import type { Clock } from '../src/platform/runtime/clock.ts';
import type { Config } from '../src/platform/runtime/config.ts';
import { type Database, inTransaction, openDatabase, type Tx } from '../src/platform/database/database.ts';
import { openSession } from '../src/platform/identity/sessions.ts';
import { createPerson, type Person } from './builders.ts';

/** A moment on the day of the test elections, while voting is over and results come in. */
export const ELECTION_NIGHT = new Date('2027-02-20T18:00:00.000Z');

/** Any JSON, looked into by path: `reply.json('data.coverage.units')`. */
export interface Reply {
  status: number;
  code: string | undefined;
  headers: Record<string, unknown>;
  text: string;
  json<T = unknown>(pathInBody?: string): T;
}

export interface Client {
  person: Person;
  token: string;
  get(url: string): Promise<Reply>;
  post(url: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  put(url: string, body?: unknown): Promise<Reply>;
  patch(url: string, body?: unknown): Promise<Reply>;
  delete(url: string, body?: unknown): Promise<Reply>;
  send(options: InjectOptions): Promise<Reply>;
}

export interface TestApp {
  app: App;
  /** As the application has it: for a role that owns nothing. */
  database: Database;
  /** The address of the same database for its owner, who can do everything to it. */
  ownerUrl: string;
  /** Does what only the owner can, in one transaction. */
  asOwner(work: (tx: Tx) => Promise<void>): Promise<void>;
  clock: { set(to: Date): void; advance(minutes: number): void; now(): Date };
  /** A new user of the role, assigned to the area and signed in. */
  as(role: Role, area: LocationId | null): Promise<Client>;
  /** An existing person, signed in. */
  signIn(person: Person, device?: string): Promise<Client>;
  /** A caller without a session. */
  anonymous: Omit<Client, 'person' | 'token'>;
  close(): Promise<void>;
}

function testConfig(dataDir: string, changes: Partial<Config>): Config {
  return {
    mode: 'organisation',
    port: 0,
    host: '127.0.0.1',
    dataDir,
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
    publicUrl: undefined,
    superAdminPhone: undefined,
    superAdminPassword: undefined,
    bucket: undefined,
    metricsToken: undefined,
    smtp: undefined,
    sms: undefined,
    logLevel: 'silent',
    trustProxy: false,
    bulkImportPassword: undefined,
    databasePool: 10,
    signInRatePerMinute: 100_000,
    rateLimitFactor: 1,
    imagesAtOnce: 2,
    rehearsalScale: 'small',
    rehearsalContests: 'one',
    rehearsalPace: 0,
    ...changes,
  };
}

/** Where a test's data are; dropped with the application. */
export interface TestStore {
  url: string;
  ownerUrl: string;
  drop(): Promise<void>;
}

/** A database of its own for one test file, copied from the migrated template. */
async function cloneTemplate(): Promise<TestStore> {
  const server = provided('databaseServer');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: server.adminUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await admin(`create database ${name} template ${server.template}`);
  const owner = new URL(server.adminUrl);
  owner.pathname = `/${name}`;
  const url = new URL(owner);
  url.username = server.application.role;
  url.password = server.application.password;
  return { url: url.href, ownerUrl: owner.href, drop: () => admin(`drop database ${name} with (force)`) };
}

function toReply(response: { statusCode: number; body: string; headers: Record<string, unknown> }): Reply {
  const json = <T>(pathInBody?: string): T => {
    const parsed: unknown = JSON.parse(response.body);
    const steps = pathInBody?.split('.') ?? [];
    return steps.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], parsed) as T;
  };
  const isJson = JSON.stringify(response.headers['content-type'] ?? '').includes('application/json');
  return {
    status: response.statusCode,
    // An answer to HEAD has no body.
    code: isJson && response.body !== '' ? json<string | undefined>('code') : undefined,
    headers: response.headers,
    text: response.body,
    json,
  };
}

function client(app: App, token: string | undefined): Omit<Client, 'person' | 'token'> {
  const send = async (options: InjectOptions) => {
    const headers = { ...(token && { authorization: `Bearer ${token}` }), ...options.headers };
    return toReply(await app.fastify.inject({ ...options, headers }));
  };
  const call =
    (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE') => (url: string, body?: unknown, headers?: Record<string, string>) =>
      send({
        method,
        url: `/api${url}`,
        ...(body !== undefined && { payload: body as object }),
        ...(headers && { headers }),
      });
  return {
    send,
    get: (url) => send({ method: 'GET', url: `/api${url}` }),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: call('DELETE'),
  };
}

/** The application on a database of its own, or on the given one, with a clock that stands still unless the test moves it. */
export async function testApp(changes: Partial<Config> = {}, given?: TestStore): Promise<TestApp> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'ec-test-'));
  const store = given ?? (await cloneTemplate());
  const database = openDatabase(store.url, { max: 10 });
  let now = ELECTION_NIGHT;
  const clock: Clock = { now: () => now };
  const app = await buildApp({ config: testConfig(dataDir, changes), database, clock, runJobs: false });
  await app.fastify.ready();

  const signIn = async (person: Person, device?: string): Promise<Client> => {
    const { accessToken } = await inTransaction(database.db, (tx) =>
      openSession(tx, { userId: person.id, ip: '127.0.0.1', userAgent: 'test', device, now }),
    );
    return { person, token: accessToken, ...client(app, accessToken) };
  };
  return {
    app,
    database,
    ownerUrl: store.ownerUrl,
    async asOwner(work) {
      const owner = openDatabase(store.ownerUrl, { max: 1 });
      try {
        await inTransaction(owner.db, work);
      } finally {
        await owner.close();
      }
    },
    clock: {
      now: () => now,
      set(to) {
        now = to;
      },
      advance(minutes) {
        now = new Date(now.getTime() + minutes * 60_000);
      },
    },
    as: async (role, area) => await signIn(await createPerson(database.db, { role, area })),
    signIn,
    anonymous: client(app, undefined),
    async close() {
      await app.close();
      await database.close();
      await store.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: { adminUrl: string; template: string; application: { role: string; password: string } };
  }
}
