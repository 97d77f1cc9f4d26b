import { existsSync } from 'node:fs';
import type { Receipt } from '@ec/contract/results/schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { call } from './calls.ts';
import { type Ground, prepareGround, submissionOf } from './ground.ts';
import { type OwnPostgres, ownPostgres } from './own-postgres.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const LIBRARY = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((file) => existsSync(file));
const TEN_MINUTES = 600;
const MINUTE_MS = 60_000;

let postgres: OwnPostgres;
let server: ServerProcess;
let database: Database;
let ground: Ground;

describe.skipIf(!LIBRARY)('a server whose machine is ten minutes ahead', () => {
  beforeAll(async () => {
    postgres = await ownPostgres();
    const shifted = { LD_PRELOAD: LIBRARY ?? '', FAKETIME: `+${TEN_MINUTES}`, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
    server = await startServer({ env: { ...postgres.env, ...shifted } });
    database = openDatabase(postgres.ownerUrl, { max: 2 });
    ground = await prepareGround(database, [server], 1);
  });
  afterAll(async () => {
    await database?.close();
    await server?.stop();
    await postgres?.remove();
  });

  it('says so at its start and to who asks whether it is ready', async () => {
    expect(server.output()).toMatch(/ahead of the database/);
    const ready = await call(server.origin, 'GET', '/ready');
    expect(ready.data<{ clockAheadSeconds: number }>().clockAheadSeconds).toBe(TEN_MINUTES);
  });

  it('gives receipts the database’s time', async () => {
    const [officer] = ground.officers;
    const submission = officer && submissionOf(ground, officer, 1);
    const answer = await call(server.origin, 'POST', '/results', submission);
    expect(answer.status, answer.text).toBe(201);
    const { submittedAt } = answer.data<Receipt>();
    expect(Math.abs(Date.parse(submittedAt) - Date.now())).toBeLessThan(MINUTE_MS);
  });
});
