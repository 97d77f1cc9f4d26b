import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { loadConfig } from '../../platform/runtime/config.ts';
import { createFileCheck } from './file-check.ts';
import { headLine, readHeadLines, sendHead } from './heads-service.ts';

let test: TestApp;
let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ec-heads-'));
  file = path.join(folder, 'heads.txt');
  test = await testApp({ auditHeads: { file, recipients: ['auditor@example.org', 'observer@example.org'] } });
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

it('takes the head to the file and to each address, and notes that it did', async () => {
  await sendHead(test.app.platform);
  test.clock.advance(60);
  await sendHead(test.app.platform);
  const heads = readHeadLines(await readFile(file, 'utf8'));
  expect(heads.map(({ position }) => position)).toEqual([0, 1]);
  expect(heads[1]?.time).toBe(test.clock.now().toISOString());
  const { rows } = await sql<{ recipient: string; body: string }>`select recipient, body from messages
    order by created_at, recipient`.execute(test.database.db);
  expect(rows.map(({ recipient }) => recipient)).toEqual(
    ['auditor', 'observer', 'auditor', 'observer'].map((name) => `${name}@example.org`),
  );
  expect(readHeadLines(rows[3]?.body ?? '')).toEqual([heads[1]]);
  const noted = await test.database.db
    .selectFrom('audit_entries')
    .select('new_values')
    .where('event', '=', 'audit.head_sent')
    .orderBy('id')
    .execute();
  expect(noted[1]?.new_values).toEqual({ position: 1, hash: heads[1]?.hash, recipients: 2, file: true });
});

it('says that the file cannot be written, and sends the e-mail all the same', async () => {
  const { platform } = test.app;
  const send = (recipients: string[]) => {
    const auditHeads = { file: path.join(folder, 'none/heads.txt'), recipients };
    return sendHead({ ...platform, config: { ...platform.config, auditHeads } });
  };
  const notes = async () =>
    await test.database.db.selectFrom('audit_entries').select('id').where('event', '=', 'audit.head_sent').execute();
  const before = (await notes()).length;
  await expect(send([])).rejects.toThrow('ENOENT');
  expect(await notes()).toHaveLength(before);
  await expect(send(['third@example.org'])).rejects.toThrow('ENOENT');
  expect(await notes()).toHaveLength(before + 1);
});

it('reads every head of a text, and nothing else', () => {
  const head = { time: '2027-01-16T10:05:00.000Z', position: 17, hash: 'ab'.repeat(32) };
  expect(readHeadLines(`x\n> ${headLine(head)}\r\n2027-01-16T10:05:00.000Z 17\n${'ab'.repeat(32)} `)).toEqual([
    head,
    head,
  ]);
  expect(readHeadLines(`${headLine(head)}ab\n17 ${head.hash}`)).toEqual([]);
});

it.each([
  [{ AUDIT_HEADS_FILE: 'heads.txt' }, 'AUDIT_HEADS_FILE must be the absolute path of a file; it is "heads.txt".'],
  [{ AUDIT_HEADS_EMAIL: 'ada' }, 'AUDIT_HEADS_EMAIL must be e-mail addresses with commas between them; it is "ada".'],
])('refuses %o', (env, problem) => {
  expect(loadConfig({ DATA_DIR: folder, ...env })).toEqual({ ok: false, problems: [problem] });
});

it('reads both variables, and neither', () => {
  const read = (env: NodeJS.ProcessEnv) => {
    const loaded = loadConfig({ DATA_DIR: folder, ...env });
    return loaded.ok ? loaded.config.auditHeads : loaded.problems;
  };
  expect(read({})).toBeUndefined();
  expect(read({ AUDIT_HEADS_FILE: file, AUDIT_HEADS_EMAIL: 'a@b.ng, c@d.ng' })).toEqual({
    file,
    recipients: ['a@b.ng', 'c@d.ng'],
  });
});

it('a filtered export is compared only where it holds the positions', () => {
  const heads = [{ time: '2027-01-16T10:05:00.000Z', position: 5, hash: 'ab'.repeat(32) }];
  expect(createFileCheck({ filtered: true, heads }).end().count).toBe(0);
  expect(createFileCheck({ filtered: false, heads }).end().problems).toMatchObject([{ kind: 'head', position: 5 }]);
});
