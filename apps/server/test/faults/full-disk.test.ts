import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Receipt } from '@ec/contract/results/schemas';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { type Answer, call, until, upload } from './calls.ts';
import { expectNothingLost, type Ground, type Officer, prepareGround, submissionOf } from './ground.ts';
import { addressesOf, newFolder, type ServerProcess, startServer } from './server-process.ts';

/** A disk of memory, so small that it can be filled. */
function mountDisk(folder: string, megabytes: number): boolean {
  mkdirSync(folder, { recursive: true });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'none', folder]).status === 0;
  if (mounted) chmodSync(folder, 0o755);
  return mounted;
}

const disk = newFolder('disk');
const dataDir = path.join(disk, 'data');
const files = path.join(dataDir, 'files');
const mounted = process.getuid?.() === 0 && process.platform === 'linux' && mountDisk(dataDir, 400);
if (!mounted) console.log('No disk can be mounted here (that takes root on Linux), so full disks are not tried.');

/** Fills the disk to the last byte; answers how to free it. */
function fill(folder: string): () => void {
  const file = path.join(folder, 'ballast');
  const ballast = openSync(file, 'w');
  for (const size of [1024 * 1024, 4096, 1]) {
    try {
      for (const part = Buffer.alloc(size, 1); writeSync(ballast, part) === size; );
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  fsyncSync(ballast);
  closeSync(ballast);
  return () => rmSync(file, { force: true });
}

let server: ServerProcess;
let database: Database;
let ground: Ground;
const receipts: Receipt[] = [];

const accepted = ({ status }: Answer) => status === 201 || status === 200;
const submit = (submission: ReturnType<typeof submissionOf>) =>
  call(server.origin, 'POST', '/results', { ...submission, patience: 20_000 });

function officer(place: number): Officer {
  const found = ground.officers[place % ground.officers.length];
  if (!found) throw new Error('The ground has no officers');
  return found;
}

/** Submits until one is refused; answers that one. What is accepted before that counts as acknowledged. */
async function submitUntilRefused(): Promise<{ submission: ReturnType<typeof submissionOf>; answer: Answer }> {
  for (;;) {
    const submission = submissionOf(ground, officer(receipts.length), receipts.length);
    const answer = await submit(submission);
    if (!accepted(answer)) return { submission, answer };
    receipts.push(answer.data<Receipt>());
  }
}

async function expectReads(): Promise<void> {
  const { token } = ground.admin;
  for (const page of [`/elections/${ground.election}`, '/notifications', '/election-mode']) {
    expect((await call(server.origin, 'GET', page, { token })).status).toBe(200);
  }
}

function expectRefusal({ status, code, text }: Answer): void {
  expect({ status, code }).toEqual({ status: 503, code: 'UNAVAILABLE' });
  expect(text).toContain('Nothing was stored');
}

describe.runIf(mounted)('a full disk', () => {
  beforeAll(async () => {
    if (!mountDisk(files, 8)) throw new Error('The disk of the files could not be mounted');
    server = await startServer({ dataDir });
    database = openDatabase((await addressesOf(server)).ownerUrl, { max: 4 });
    ground = await prepareGround(database, [server], 6);
  });
  afterAll(async () => {
    await database?.close();
    spawnSync('umount', [files]);
    await server?.stop().catch(() => undefined);
    spawnSync('umount', [dataDir]);
    rmSync(disk, { recursive: true, force: true });
  });

  it('of the files refuses uploads, keeps no part of one, and takes them again once there is space', async () => {
    const size = { width: 1600, height: 1600, channels: 3 as const };
    const noise = await sharp({
      create: { ...size, background: '#fff', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
    })
      .jpeg({ quality: 95 })
      .toBuffer();
    const { token } = officer(0);
    const stored = async () => (await sql`select 1 from files`.execute(database.db)).rows.length;
    const free = fill(files);
    expectRefusal(await upload(server.origin, token, noise));
    expect(await stored()).toBe(0);
    const left = readdirSync(files, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    expect(left.map(({ name }) => name)).toEqual(['ballast']);
    const submission = submissionOf(ground, officer(0), 0);
    const first = await until(accepted, () => submit(submission));
    receipts.push(first.data<Receipt>());
    free();
    expect((await upload(server.origin, token, noise)).status).toBe(201);
    expect(await stored()).toBe(1);
  });

  it('of the database refuses submissions whole, goes on to be read, and takes them again once there is space', async () => {
    const { pid } = server;
    const free = fill(dataDir);
    const { submission, answer } = await submitUntilRefused();
    expectRefusal(answer);
    await expectReads();
    expectRefusal(await submit(submission));
    free();
    receipts.push((await until(accepted, () => submit(submission))).data<Receipt>());
    expect(server.pid).toBe(pid);
    await expectNothingLost(database, [ground.election], receipts);
  });

  it('on which not even the journal has room stops PostgreSQL, which comes back by itself once there is space', async () => {
    const { pid } = server;
    const free = fill(dataDir);
    // A new segment of the journal is needed at once: without one PostgreSQL cannot go on.
    await sql`select pg_switch_wal()`.execute(database.db).catch(() => undefined);
    const submission = submissionOf(ground, officer(1), receipts.length);
    const answer = await submit(submission);
    expectRefusal(answer);
    free();
    receipts.push((await until(accepted, () => submit(submission))).data<Receipt>());
    expect(server.pid).toBe(pid);
    await expectReads();
    await expectNothingLost(database, [ground.election], receipts);
  });
});
