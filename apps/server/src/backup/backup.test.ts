import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { GeneratedReport } from '@ec/contract/reports/schemas';
import { sql } from 'kysely';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  databaseOfPlainOwner,
  emptyDatabase,
  newFolder,
  ownersUrl,
  query,
  restoredApp,
  uploadOf,
} from '../../test/backups.ts';
import { createElection, createWard, place, setElectionMode } from '../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../test/harness.ts';
import { createFolderStore } from '../platform/files/folder-store.ts';
import { backUp } from './back-up.ts';
import { readPart } from './parts.ts';
import { restore } from './restore.ts';
import { verifyBackup } from './verify.ts';

const command = (name: string) => fileURLToPath(new URL(`../commands/${name}.ts`, import.meta.url));

// A restore migrates, loads and checks a whole database, and a backup is a separate process: slow on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

let test: TestApp;
let url: string;
let person: Client;
let officer: Client;
let folders: string;
let sound: string;
let empty: Awaited<ReturnType<typeof emptyDatabase>>;

const image = (background: string) =>
  sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer();
const inFolder = (name: string) => path.join(folders, name);
const newStore = () => createFolderStore(inFolder('files-restored'));

async function uploadSheet(background: string): Promise<string> {
  const reply = await test.app.fastify.inject(uploadOf(await image(background), officer.token));
  expect(reply.statusCode).toBe(201);
  return reply.json<{ data: { sha256: string } }>().data.sha256;
}

async function setPicture(background: string): Promise<void> {
  const upload = uploadOf(await image(background), person.token, '/api/users/upload-profile-picture', 'profilePicture');
  const reply = await test.app.fastify.inject(upload);
  expect(reply.statusCode).toBe(200);
}

beforeAll(async () => {
  test = await testApp();
  url = ownersUrl(test);
  folders = await newFolder();
  await setElectionMode(test.database.db, true);
  const { ward, units } = await createWard(test.database.db, 1);
  officer = await test.as('polling_unit_officer', units[0] ?? ward);
  person = await test.as('national_admin', place('NG'));
  await uploadSheet('#aa8866');
  await setPicture('#336699');
  sound = inFolder('sound');
  await backUp({ url, store: test.app.platform.files, folder: sound });
  empty = await emptyDatabase();
});
afterAll(async () => {
  await empty.drop();
  await test.close();
  await rm(folders, { recursive: true, force: true });
});

async function copyOfSound(name: string): Promise<string> {
  const folder = inFolder(name);
  await backUp({ url, store: test.app.platform.files, folder });
  return folder;
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

it('is readable by its owner alone, sound, and holds each file that a row names', async () => {
  for (const file of await filesBelow(sound)) expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(sound)).mode & 0o777).toBe(0o700);
  const { manifest, problems } = await verifyBackup(sound);
  expect(problems).toEqual([]);
  // Three variants of the sheet, two of the picture.
  expect(manifest.files).toMatchObject({ count: 5, missing: { count: 0 }, damaged: { count: 0 } });
});

it('takes the place of nothing', async () => {
  const before = await readFile(path.join(sound, 'manifest.json'), 'utf8');
  await expect(backUp({ url, store: test.app.platform.files, folder: sound })).rejects.toThrow('is there already');
  expect(await readFile(path.join(sound, 'manifest.json'), 'utf8')).toBe(before);
});

it.each([
  ['a table', 'tables/users.copy.zst'],
  ['the list of files', 'files.ndjson.zst'],
  ['the manifest', 'manifest.json'],
])('with one byte of %s changed it is refused by its name, and nothing is restored', async (_, name) => {
  const file = path.join(sound, name);
  const content = await readFile(file);
  const changed = Buffer.from(content);
  const middle = Math.floor(content.length / 2);
  changed[middle] = (content[middle] ?? 0) ^ 1;
  await writeFile(file, changed);
  const restoring = restore({ url: empty.url, store: newStore(), folder: sound });
  await expect(restoring).rejects.toThrow(new RegExp(`${path.basename(name)}.* is not as it was written`));
  expect(await query(empty.url, `select 1 from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
  await writeFile(file, content);
});

it('names each file that is changed, cut short or gone', async () => {
  const folder = await copyOfSound('changed-files');
  const [first = '', second = '', third = ''] = await filesBelow(path.join(folder, 'files'));
  const content = await readFile(first);
  content[10] = (content[10] ?? 0) ^ 1;
  await writeFile(first, content);
  await writeFile(second, (await readFile(second)).subarray(0, 20));
  await rm(third);
  const name = (file: string) => path.relative(folder, file);
  const { problems } = await verifyBackup(folder);
  expect(problems).toHaveLength(3);
  expect(problems).toContainEqual(expect.stringContaining(`${name(first)} is not as it was written`));
  expect(problems).toContainEqual(expect.stringContaining(`${name(second)} is 20 bytes long`));
  expect(problems).toContain(`${name(third)} is missing.`);
});

it('names a sheet that the store has lost or that is damaged there, and is made all the same', async () => {
  const { files } = test.app.platform;
  const lost = await uploadSheet('#112233');
  const damaged = await uploadSheet('#445566');
  const originals = path.join(test.app.platform.config.dataDir, 'files', 'original');
  const at = (hex: string) => path.join(originals, hex.slice(0, 2), hex);
  await rename(at(lost), `${at(lost)}.aside`);
  const whole = await readFile(at(damaged));
  await writeFile(at(damaged), whole.subarray(0, 50));
  const { manifest } = await backUp({ url, store: files, folder: inFolder('faulty') });
  expect(manifest.files.missing).toEqual({ count: 1, named: [`original/${lost.slice(0, 2)}/${lost}`] });
  expect(manifest.files.damaged).toEqual({ count: 1, named: [`original/${damaged.slice(0, 2)}/${damaged}`] });
  await rename(`${at(lost)}.aside`, at(lost));
  await writeFile(at(damaged), whole);
});

it('does not miss a picture that its person replaced while files were copied', async () => {
  const { files } = test.app.platform;
  let replacing: Promise<void> | undefined;
  const slow = {
    ...files,
    async get(key: string) {
      await (replacing ??= setPicture('#993366'));
      return await files.get(key);
    },
  };
  const { manifest } = await backUp({ url, store: slow, folder: inFolder('replaced') });
  expect(manifest.files.missing.count).toBe(0);
  const { count } = manifest.files;
  const after = await backUp({ url, store: files, folder: inFolder('replaced-after') });
  expect(after.manifest.files.count).toBe(count + 2);
});

it('restores what waits in the job queue, and it is done', async () => {
  const election = await createElection(test.database.db);
  const asked = await person.post('/reports', { template: 'election_summary', parameters: { election_id: election } });
  const { id } = asked.json<GeneratedReport>('data');
  const restored = await restoredApp(test, await copyOfSound('with-a-report'));
  const { rows: before } = await sql`select status from reports where id = ${id}`.execute(restored.database.db);
  expect(before).toEqual([{ status: 'queued' }]);
  await restored.app.platform.jobs.runDue();
  const { rows } = await sql`select status from reports where id = ${id}`.execute(restored.database.db);
  expect(rows).toEqual([{ status: 'completed' }]);
  await restored.close();
});

it('restores a register that waits for its decision, and it is carried out', async () => {
  const content = 'pu_code,state,lga,ward,polling_unit,registered_2023\n01-01-09-001,Abia,Aba North,W,U,1\n';
  const checked = await person.send({
    method: 'POST',
    url: '/api/geographical-data/import/preview',
    headers: { 'content-type': 'text/csv' },
    payload: content,
  });
  const id = checked.json<string>('data.id');
  const stateOf = async (database: TestApp['database']) =>
    (await sql<{ state: string }>`select state from register_imports where id = ${id}`.execute(database.db)).rows[0]
      ?.state;
  await expect.poll(() => stateOf(test.database)).toBe('waiting');
  const restored = await restoredApp(test, await copyOfSound('with-a-register'));
  const reply = await restored.app.fastify.inject({
    method: 'POST',
    url: `/api/geographical-data/import/${id}/store`,
    headers: { authorization: `Bearer ${person.token}` },
  });
  expect(reply.statusCode).toBe(202);
  await expect.poll(() => stateOf(restored.database)).toBe('completed');
  await restored.close();
});

it('keeps every rule of the tables: keys, triggers and who may not change what was written', async () => {
  const restored = await restoredApp(test, sound);
  const rules = (db: string) =>
    query(
      db,
      `select c.conrelid::regclass::text as on, c.conname::text as name, pg_get_constraintdef(c.oid) as rule, c.convalidated::text as state
        from pg_constraint c where c.connamespace = 'public'::regnamespace
      union all select tgrelid::regclass::text, tgname::text, pg_get_triggerdef(oid), tgenabled::text
        from pg_trigger where not tgisinternal order by 1, 2`,
    );
  expect(await rules(restored.database.url)).toEqual(await rules(url));
  await expect(sql`delete from audit_entries`.execute(restored.database.db)).rejects.toThrow('append-only');
  await restored.close();
});

it('is made by the role that owns nothing as well, with the same rows', async () => {
  const folder = inFolder('of-the-application');
  const { manifest } = await backUp({ url: test.database.url, store: test.app.platform.files, folder });
  const byOwner = await backUp({ url, store: test.app.platform.files, folder: inFolder('of-the-owner') });
  const rowsOf = ({ tables }: typeof manifest) => tables.map(({ name, rows }) => [name, rows]);
  expect(rowsOf(manifest)).toEqual(rowsOf(byOwner.manifest));
});

it('is restored, and made again, by an owner who is no superuser', async () => {
  const plain = await databaseOfPlainOwner();
  await restore({ url: plain.url, store: newStore(), folder: sound });
  const again = inFolder('of-plain-owner');
  const { manifest } = await backUp({ url: plain.url, store: newStore(), folder: again });
  const first = await verifyBackup(sound);
  expect(manifest.tables.map(({ name, rows }) => [name, rows])).toEqual(
    first.manifest.tables.map(({ name, rows }) => [name, rows]),
  );
  for (const { part } of manifest.tables) {
    expect([part.name, await text(readPart(again, part))]).toEqual([part.name, await text(readPart(sound, part))]);
  }
  await plain.drop();
});

it('is not restored over a store that is in use', async () => {
  const count = async () => (await query(url, 'select count(*) from users'))[0];
  const before = await count();
  await expect(restore({ url, store: newStore(), folder: sound })).rejects.toThrow(
    /The store is not empty \(users [1-9]/,
  );
  expect(await count()).toEqual(before);
  const other = await emptyDatabase();
  await query(other.url, 'create table accounts (id int)');
  await expect(restore({ url: other.url, store: newStore(), folder: sound })).rejects.toThrow("not the program's");
  await other.drop();
});

function startCommand(folder: string): ChildProcess {
  const { dataDir } = test.app.platform.config;
  const env = { PATH: process.env['PATH'], DATABASE_URL: url, DATA_DIR: dataDir, INIT_CWD: folders };
  return spawn(process.execPath, [command('backup'), folder], { env, stdio: 'ignore' });
}

const unfinished = async (name: string) =>
  (await readdir(folders)).filter((entry) => entry.startsWith(`${name}.unfin`));

it('that was killed is none; the next one is', async () => {
  // The backup waits for this lock right after it starts.
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table results in access exclusive mode');
  const child = startCommand('killed');
  await expect.poll(() => unfinished('killed')).toHaveLength(1);
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  await holder.query('rollback');
  await holder.end();
  const [draft = ''] = await unfinished('killed');
  expect(await readdir(folders)).not.toContain('killed');
  await expect(verifyBackup(inFolder(draft))).rejects.toThrow('is no finished backup');
  await expect(restore({ url: empty.url, store: newStore(), folder: inFolder(draft) })).rejects.toThrow(
    'no finished backup',
  );

  const [code] = (await once(startCommand('killed'), 'exit')) as [number];
  expect(code).toBe(0);
  expect((await verifyBackup(inFolder('killed'))).problems).toEqual([]);
});

it('that is interrupted takes away what it had begun', async () => {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table results in access exclusive mode');
  const child = startCommand('interrupted');
  await expect.poll(() => unfinished('interrupted')).toHaveLength(1);
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect((await exit)[0]).toBe(1);
  await holder.end();
  expect(await unfinished('interrupted')).toEqual([]);
});

it('by the command is restored, counted anew and verified, and the key is requested', async () => {
  await sql`update users set totp_secret = 's1.sealed' where id = ${person.person.id}`.execute(test.database.db);
  const folder = await copyOfSound('for-the-command');
  const fresh = await emptyDatabase();
  const dataDir = inFolder('fresh-data');
  const env = { PATH: process.env['PATH'], DATABASE_URL: fresh.url, DATA_DIR: dataDir, INIT_CWD: folders };
  const child = spawn(process.execPath, [command('restore'), path.basename(folder)], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect([code, said]).toEqual([0, expect.stringMatching(/Restored [\d,]+ rows and [\d,]+ files/)]);
  expect(said).toContain('Presidential election: 0 results, totals equal the recount');
  expect(said).toMatch(/Audit chain: \d+ entries, each as it was written/);
  expect(said).toContain(
    `Authenticators in use: 1, invites waiting: 0. Before the server starts, put the former store's secret.key into ${dataDir}`,
  );
  await fresh.drop();
});
