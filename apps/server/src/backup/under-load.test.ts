import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ElectionId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newFolder, ownersUrl, restoredApp, type RestoredApp, uploadOf } from '../../test/backups.ts';
import { createElection, createWard, setElectionMode, sheet } from '../../test/builders.ts';
import { createAccount, PASSWORD, setSecurity } from '../../test/credentials.ts';
import { type Client, testApp } from '../../test/harness.ts';
import type { App } from '../app.ts';
import { verifyStored } from '../features/audit/verify-service.ts';
import { keyOf } from '../features/files/keys.ts';
import { currentPosition, notificationsSince } from '../features/notifications/queries.ts';
import { compareTallies } from '../features/results/tally-repository.ts';
import type { StreamPosition } from '../platform/events/stream-hub.ts';
import { backUp, type MadeBackup } from './back-up.ts';

const WRITERS = 8;

/** The server's confirmation of a stored write. */
interface Receipt {
  id: string;
  version: number;
  digest: string;
  sheet: string;
}

let election: ElectionId;
let officers: { client: Client; unit: LocationId }[];
let phone: string;
let folder: string;
let made: MadeBackup;
let acknowledgedBefore: Receipt[];
let acknowledged: Receipt[];
let lastEntry: number;
let reached: StreamPosition;
let restored: RestoredApp;

async function submit(app: App, token: string, unit: LocationId, voidVotes: number): Promise<Receipt> {
  const background = { r: voidVotes % 256, g: unit % 256, b: Math.floor(unit / 10_000) % 256 };
  const content = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const stored = await app.fastify.inject(uploadOf(content, token));
  expect(stored.statusCode).toBe(201);
  const file = stored.json<{ data: { id: string; sha256: string } }>().data;
  const figures = { ...sheet(election, unit), accreditedVoters: 500, voidVotes };
  const reply = await app.fastify.inject({
    method: 'POST',
    url: '/api/results',
    payload: { ...figures, sheetFileId: file.id },
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': `${unit}-${voidVotes}` },
  });
  expect(reply.statusCode).toBe(201);
  const { id, version, digest } = reply.json<{ data: Receipt }>().data;
  return { id, version, digest, sheet: file.sha256 };
}

/** Eight officers send one version after another, each with a different photo, while the backup runs. */
async function backUpUnderLoad(app: App, url: string): Promise<void> {
  const receipts: Receipt[] = [];
  let going = true;
  const writing = officers.map(async ({ client, unit }) => {
    for (let attempt = 1; going; attempt++) receipts.push(await submit(app, client.token, unit, attempt));
  });
  const acknowledgedAtLeast = (count: number) =>
    vi.waitFor(() => expect(receipts.length).toBeGreaterThanOrEqual(count), { timeout: 30_000 });
  await acknowledgedAtLeast(2 * WRITERS);
  acknowledgedBefore = [...receipts];
  made = await backUp({ url, store: app.platform.files, folder });
  await acknowledgedAtLeast(receipts.length + WRITERS);
  going = false;
  await Promise.all(writing);
  acknowledged = receipts;
}

beforeAll(async () => {
  const test = await testApp({ rateLimitFactor: 1000 });
  const { db } = test.database;
  await setElectionMode(db, true);
  await setSecurity(test, { require2FA: false });
  election = await createElection(db);
  const wards = await Promise.all(Array.from({ length: WRITERS }, () => createWard(db, 1)));
  officers = await Promise.all(
    wards.map(async ({ ward, units: [unit = ward] }) => ({
      client: await test.as('polling_unit_officer', unit),
      unit,
    })),
  );
  ({ phone } = await createAccount(test));
  await Promise.all(
    [1, 2, 3].map(() =>
      db
        .insertInto('notifications')
        .values({
          user_id: officers[0]?.client.person.id ?? expect.fail(),
          topic: 'account',
          type: 'info',
          title: 'A',
          message: 'B',
          action_url: null,
          read_at: null,
        })
        .execute(),
    ),
  );
  reached = await currentPosition(db, officers[0]?.client.person.id ?? expect.fail());
  folder = path.join(await newFolder(), 'backup');
  await backUpUnderLoad(test.app, ownersUrl(test));
  const { rows } = await sql<{ last: number }>`select max(id) as last from audit_entries`.execute(db);
  lastEntry = rows[0]?.last ?? 0;
  // The store is destroyed: its database is dropped and its folder deleted.
  await test.close();
  restored = await restoredApp(test, folder);
}, 120_000);
afterAll(async () => {
  await restored.close();
  await rm(path.dirname(folder), { recursive: true, force: true });
});

interface StoredVersion {
  id: string;
  version: number;
  digest: string;
  sheet: string;
  newest: boolean;
  events: number;
}

async function versions(): Promise<StoredVersion[]> {
  const { rows } = await sql<StoredVersion>`select v.result_id as id, v.version, encode(v.digest, 'hex') as digest,
      encode(f.sha256, 'hex') as sheet, r.version = v.version and r.void_votes = v.void_votes as newest,
      (select count(*) from audit_entries e where e.event = 'result.submitted' and e.resource_id = v.result_id::text) as events
    from result_versions v join results r on r.id = v.result_id join files f on f.id = v.sheet_file_id
    order by 1, 2`.execute(restored.database.db);
  return rows;
}

describe('a store that was backed up under load, destroyed and restored', () => {
  it('has every submission that was acknowledged before the backup began', async () => {
    const stored = new Set((await versions()).map(({ digest }) => digest));
    expect(acknowledgedBefore.filter(({ digest }) => !stored.has(digest))).toEqual([]);
    expect(acknowledgedBefore.length).toBeGreaterThanOrEqual(2 * WRITERS);
  });

  it('has each submission whole: the version, its result, its audit entry and its photo', async () => {
    const stored = await versions();
    const sent = new Map(acknowledged.map((receipt) => [receipt.digest, receipt]));
    expect(stored.length).toBeLessThan(acknowledged.length);
    for (const { id, version, digest, sheet: photo, newest, events } of stored) {
      expect(sent.get(digest)).toEqual({ id, version, digest, sheet: photo });
      const ofUnit = stored.filter((other) => other.id === id).length;
      expect([newest, events]).toEqual([version === ofUnit, ofUnit]);
      const original = await buffer(
        await restored.app.platform.files.get(keyOf(Buffer.from(photo, 'hex'), 'original')),
      );
      expect(createHash('sha256').update(original).digest('hex')).toBe(photo);
    }
    expect(made.manifest.files).toMatchObject({ missing: { count: 0 }, damaged: { count: 0 } });
  });

  it('has totals that equal the recount, and an audit chain that is whole', async () => {
    expect(await compareTallies(restored.database.db, election)).toEqual([]);
    await restored.app.platform.auditChain.linkNow();
    const chain = await verifyStored(restored.database.db, { from: 0, most: 50_000 });
    expect(chain).toMatchObject({ problems: [], unsealed: 0, next: null });
    expect(chain.checked).toBeGreaterThan(2 * WRITERS);
  });

  it('lets people sign in, and takes the next submission', async () => {
    const signIn = await restored.app.fastify.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { phoneNumber: phone, password: PASSWORD },
    });
    expect(signIn.statusCode).toBe(200);
    const [officer = expect.fail()] = officers;
    const before = (await versions()).length;
    await submit(restored.app, officer.client.token, officer.unit, 99);
    expect(await versions()).toHaveLength(before + 1);
    expect(await compareTallies(restored.database.db, election)).toEqual([]);
  });

  it('gives no number again that was given before the loss', async () => {
    const { rows } = await sql<{
      id: number;
    }>`insert into audit_entries (event) values ('auth.signed_out') returning id`.execute(restored.database.db);
    expect(rows[0]?.id).toBeGreaterThan(lastEntry);
  });

  it('sends a console that reconnects what is new, and nothing twice', async () => {
    const { db } = restored.database;
    const id = officers[0]?.client.person.id ?? expect.fail();
    const since = await currentPosition(db, id);
    expect(await notificationsSince(db, id, { ...since, newest: reached.newest }, 50)).toEqual([]);
    await sql`insert into notifications (user_id, topic, type, title, message) values (${id}, 'account', 'info', 'New', 'N')`.execute(
      db,
    );
    const news = await notificationsSince(db, id, reached, 50);
    expect(news.map(({ title }) => title)).toEqual(['New']);
  });
});
