import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createElection, createWard, place, setElectionMode, sheet } from '../../../test/builders.ts';
import { auditOf } from '../../../test/credentials.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';
import { changeFiles, photoOf, sendFile } from '../../../test/uploads.ts';
import { pictureKey } from './keys.ts';

/** What is shown when a photo in the store, or what the database says of it, is no longer what was received. */

let test: TestApp;
let reviewer: Client;
let units: LocationId[];
beforeAll(async () => {
  test = await testApp();
  await setElectionMode(test.database.db, true);
  const made = await createWard(test.database.db, 12);
  units = made.units;
  reviewer = await test.as('ward_admin', made.ward);
});
afterAll(() => test.close());

let sent = 0;
interface Sent {
  officer: Client;
  id: string;
  sha256: string;
  receipt: { id: string; sheetSha256: string; digest: string };
}

async function submitted(): Promise<Sent> {
  const unit = units[sent++] as LocationId;
  const officer = await test.as('polling_unit_officer', unit);
  const uploaded = await sendFile(officer, await photoOf(`#10${sent + 10}40`));
  const [id, sha256] = [uploaded.json<string>('data.id'), uploaded.json<string>('data.sha256')];
  const election = await createElection(test.database.db);
  const body = { ...sheet(election, unit), sheetFileId: id };
  const reply = await officer.post('/results', body, { 'idempotency-key': `of-${unit}` });
  expect(reply.status).toBe(201);
  return { officer, id, sha256, receipt: reply.json('data') };
}

const shown = async (id: string, variant: string) => {
  const { status, code } = await reviewer.get(`/files/${id}?variant=${variant}`);
  return code ?? status;
};
const folder = () => path.join(test.app.platform.config.dataDir, 'files');
async function filesOf(kind: string, sha256: string): Promise<string[]> {
  const place = path.join(folder(), kind, sha256.slice(0, 2));
  return (await readdir(place)).filter((name) => name.startsWith(sha256)).map((name) => path.join(place, name));
}
async function change(kind: string, sha256: string, content: Buffer): Promise<void> {
  for (const file of await filesOf(kind, sha256)) await writeFile(file, content);
}
const alertsOf = async (id: string) =>
  await test.database.db.selectFrom('alerts').selectAll().where('dedupe_key', '=', `changed_file:${id}`).execute();

describe('a photo', () => {
  it('that is as it was received is shown, and its SHA-256 stands in the receipt and in the result', async () => {
    const { id, sha256, receipt } = await submitted();
    expect(receipt.sheetSha256).toBe(sha256);
    const result = await reviewer.get(`/results/${receipt.id}`);
    expect([result.json('data.sheetSha256'), result.json('data.versions.0.sheetSha256')]).toEqual([sha256, sha256]);
    for (const variant of ['original', 'view', 'thumbnail']) expect(await shown(id, variant)).toBe(200);
    expect(await alertsOf(id)).toEqual([]);
  });

  it('that was exchanged in the store is not shown, and raises one alert with one audit entry', async () => {
    const { id, sha256 } = await submitted();
    await change('original', sha256, await photoOf('#ffffff'));
    const replies = await Promise.all([1, 2, 3].map(() => shown(id, 'original')));
    expect([...replies, await shown(id, 'original')]).toEqual(Array.from({ length: 4 }, () => 'FILE_CHANGED'));
    expect(await alertsOf(id)).toMatchObject([{ rule: 'changed_file', area_id: units[sent - 1] }]);
    expect((await auditOf(test, id)).filter((event) => event === 'file.changed')).toHaveLength(1);
    const alerts = await reviewer.get('/alerts');
    expect(alerts.json<{ rule: string }[]>('data.alerts').map(({ rule }) => rule)).toContain('changed_file');
  });

  it('whose original and view were both exchanged is not shown in any form', async () => {
    const { id, sha256 } = await submitted();
    for (const kind of ['original', 'view', 'thumbnail']) await change(kind, sha256, await photoOf('#fffff0'));
    for (const variant of ['original', 'view', 'thumbnail']) expect(await shown(id, variant)).toBe('FILE_CHANGED');
  });

  it('whose view alone was exchanged is made anew from the original, and the exchange is noted', async () => {
    const { id, sha256 } = await submitted();
    const before = (await reviewer.send({ method: 'GET', url: `/api/files/${id}` })).text;
    await change('view', sha256, await photoOf('#fff0f0'));
    const after = await reviewer.send({ method: 'GET', url: `/api/files/${id}` });
    expect([after.status, after.text === before]).toEqual([200, true]);
    expect(await alertsOf(id)).toHaveLength(1);
  });

  it('that is gone from the store is said to be', async () => {
    const { id, sha256 } = await submitted();
    for (const file of await filesOf('original', sha256)) await rm(file);
    expect(await shown(id, 'original')).toBe('FILE_LOST');
    expect(await alertsOf(id)).toMatchObject([{ title: 'Photo is not the one received' }]);
  });

  it('that was made endless in the store is not read to its end', async () => {
    const { id, sha256 } = await submitted();
    await change('original', sha256, Buffer.alloc(30 * 1024 * 1024));
    expect(await shown(id, 'original')).toBe('FILE_CHANGED');
  });

  it('that another row names now is not shown: the version knows what was submitted', async () => {
    const [one, other] = [await submitted(), await submitted()];
    const exchange = (from: Sent, to: Sent) => changeFiles(test, from.id, `sha256 = '\\x${to.sha256}'`);
    await exchange(one, other);
    await exchange(other, one);
    for (const { id } of [one, other]) {
      for (const variant of ['original', 'view', 'thumbnail']) expect(await shown(id, variant)).toBe('FILE_CHANGED');
    }
  });
});

it('a profile picture that was exchanged in the store is not shown', async () => {
  const { officer } = await submitted();
  const reply = await sendFile(
    officer,
    await photoOf('#808080'),
    '/api/users/upload-profile-picture',
    'profilePicture',
  );
  const id = /([\da-f-]{36})\.jpg/.exec(reply.text)?.[1] as FileId;
  for (const variant of ['full', 'thumbnail'] as const) {
    const url = `/profile-pictures/${id}.jpg?variant=${variant}`;
    expect((await officer.get(url)).status).toBe(200);
    await writeFile(path.join(folder(), pictureKey(id, variant)), await photoOf('#f0f0f0'));
    expect((await officer.get(url)).code).toBe('FILE_CHANGED');
  }
});

describe('what the database says of a photo', () => {
  it('is changed neither by the application nor, without a trigger switched off, by its owner', async () => {
    const { id, receipt } = await submitted();
    const changes = [
      sql`update files set sha256 = '\\x00' where id = ${id}`,
      sql`update files set purpose = 'chat' where id = ${id}`,
      sql`update result_versions set sheet_sha256 = null where result_id = ${receipt.id}`,
      sql`delete from files where id = ${id}`,
    ];
    for (const each of changes)
      await expect(each.execute(test.database.db)).rejects.toThrow(
        /permission denied|append-only|foreign key constraint/,
      );
    for (const each of changes) {
      const asOwner = test.asOwner(async (tx) => void (await each.execute(tx)));
      await expect(asOwner).rejects.toThrow(/append-only|never changed|foreign key constraint/);
    }
    for (const each of changes.slice(0, 3)) {
      const asReplica = test.asOwner(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        await each.execute(tx);
      });
      await expect(asReplica).rejects.toThrow(/append-only|never changed/);
    }
  });
});

it('of a person beyond ten uploads a minute, by whatever call, none is taken', async () => {
  const national = await test.as('national_admin', place('NG'));
  const calls = [
    ['/api/chat/files', 'file'],
    ['/api/disputes/files', 'file'],
    ['/api/users/upload-profile-picture', 'profilePicture'],
  ] as const;
  const content = await photoOf('#123456');
  const codes: (string | number)[] = [];
  for (let count = 0; count < 11; count++) {
    const [url, field] = calls[count % calls.length] ?? calls[0];
    const reply = await sendFile(national, content, url, field);
    codes.push(reply.code ?? 'taken');
    if (count === 10) expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(codes).toEqual([...Array.from({ length: 10 }, () => 'taken'), 'TOO_MANY_UPLOADS']);
  test.clock.advance(1);
  expect((await sendFile(national, content, calls[0][0])).status).toBe(201);
});
