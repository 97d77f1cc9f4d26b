import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadConfig } from '../runtime/config.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bucket-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const load = (env: Record<string, string>) => loadConfig({ DATA_DIR: folder, ...env });
const keys = { AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'a/secret+' };

it.each([
  ['s3://sheets?region=af-south-1', { bucket: 'sheets', prefix: '', region: 'af-south-1', endpoint: undefined }],
  [
    's3://sheets/console/2027?endpoint=https://s3.example.org:9000/',
    { bucket: 'sheets', prefix: 'console/2027/', region: 'us-east-1', endpoint: 'https://s3.example.org:9000' },
  ],
])('reads %s', (text, expected) => {
  const loaded = load({ FILE_STORE: text, ...keys });
  expect(loaded.ok && loaded.config.bucket).toEqual({
    ...expected,
    keys: { accessKeyId: 'AKID', secretAccessKey: 'a/secret+' },
  });
});

it("leaves keys to the machine's role where none are named, and is off by default", () => {
  const loaded = load({ FILE_STORE: 's3://sheets?region=eu-west-1' });
  expect(loaded.ok && loaded.config.bucket?.keys).toBeUndefined();
  const none = load(keys);
  expect(none.ok && none.config.bucket).toBeUndefined();
});

it.each([
  's3://sheets',
  's3://AKID:hunter2@sheets?region=a',
  's3://sheets?region=a&key=hunter2',
  's3://sheets?endpoint=ftp://s3.example.org',
  's3://sheets?endpoint=https://u:hunter2@s3.example.org',
  '/var/files',
])('refuses %s, and repeats nothing of it', (text) => {
  const loaded = load({ FILE_STORE: text, ...keys });
  const problems = loaded.ok ? [] : loaded.problems;
  expect(problems).toEqual([expect.stringMatching(/^FILE_STORE must be a bucket/)]);
  expect(problems.join()).not.toContain('hunter2');
});

it('wants both keys or none', () => {
  const loaded = load({ FILE_STORE: 's3://sheets?region=a', AWS_ACCESS_KEY_ID: 'AKID' });
  expect(loaded).toEqual({ ok: false, problems: ['AWS_SECRET_ACCESS_KEY must be set where AWS_ACCESS_KEY_ID is.'] });
});
