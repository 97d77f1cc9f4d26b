import { mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BUCKET, type BucketServer, startBucketServer } from '../../../test/bucket-server.ts';
import type { BucketConfig } from './bucket-config.ts';
import { createBucketStore } from './bucket-store.ts';
import type { FileStore } from './file-store.ts';
import { createFolderStore } from './folder-store.ts';
import { newId, sha256 } from '../runtime/ids.ts';

const QUICK = { connectMs: 500, answerMs: 300, tries: 3, callMs: 5000 };

let folder: string;
let server: BucketServer;
let bucketConfig: BucketConfig;
const stores: Record<'a folder' | 'a bucket', () => FileStore> = {
  'a folder': () => createFolderStore(folder),
  'a bucket': () => createBucketStore(bucketConfig, QUICK),
};

beforeAll(async () => {
  folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'ec-files-')), 'files');
  server = await startBucketServer();
  const { endpoint, keys } = server;
  bucketConfig = { bucket: BUCKET, prefix: 'console/', region: 'us-east-1', endpoint, keys };
});
afterAll(async () => {
  await server.close();
  await rm(path.dirname(folder), { recursive: true, force: true });
});
beforeEach(() => {
  server.faults.length = 0;
  server.calls.length = 0;
});

const content = Buffer.from('a sheet'.repeat(1000));
const read = async (store: FileStore, key: string) => await buffer(await store.get(key));
const unique = (kind: string) => `${kind}/ab/${newId()}`;

describe.each(Object.entries(stores))('%s', (_, make) => {
  it('gives back byte for byte what it took, also to another server', async () => {
    const key = unique('view');
    await make().put(key, content);
    expect((await read(make(), key)).equals(content)).toBe(true);
  });

  it('takes the same content again, from several at once, and an empty one', async () => {
    const key = unique('original');
    await Promise.all([make().put(key, content), make().put(key, content), make().put(key, content)]);
    await make().put(key, content);
    expect((await read(make(), key)).equals(content)).toBe(true);
    const empty = unique('view');
    await make().put(empty, Buffer.alloc(0));
    expect(await read(make(), empty)).toHaveLength(0);
  });

  it('knows what it has, lists it by prefix, and forgets what is removed, twice too', async () => {
    const store = make();
    const keys = [unique('listed'), unique('listed'), unique('listed'), unique('listed'), unique('listed')].sort();
    for (const key of keys) await store.put(key, content);
    const listed = await Array.fromAsync(store.list('listed/'));
    expect(listed.map(({ key }) => key).sort()).toEqual(keys);
    expect(listed.every(({ size, storedAt }) => size === content.length && storedAt instanceof Date)).toBe(true);
    expect(await Array.fromAsync(store.list('nothing/'))).toEqual([]);
    const [first = ''] = keys;
    expect(await store.has(first)).toBe(true);
    await store.remove(first);
    await store.remove(first);
    expect(await store.has(first)).toBe(false);
    expect(await Array.fromAsync(store.list('listed/'))).toHaveLength(4);
  });

  it('says of what is not there that it is not', async () => {
    await expect(make().get(unique('view'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.each(['../secret', '/etc/passwd', 'a/../../b', '.drafts/x', 'a//b', '', 'a\0b'])(
    'takes %j for no key',
    async (key) => {
      await expect(make().put(key, content)).rejects.toThrow(/No key/);
      await expect(make().get(key)).rejects.toThrow(/No key/);
    },
  );
});

describe('a folder', () => {
  it('can be read by its owner alone', async () => {
    const key = unique('view');
    await stores['a folder']().put(key, content);
    expect((await stat(path.join(folder, key))).mode & 0o077).toBe(0);
    expect((await stat(folder)).mode & 0o077).toBe(0);
  });

  it('puts right what a loss of power or a full disk left by halves, when the same comes again', async () => {
    const store = stores['a folder']();
    const key = unique('view');
    await store.put(key, content);
    await truncate(path.join(folder, key), 100);
    await store.put(key, content);
    expect((await read(store, key)).equals(content)).toBe(true);
    expect(await readdir(path.join(folder, '.drafts'))).toEqual([]);
  });
});

describe('a bucket', () => {
  const store = () => stores['a bucket']();

  it('keeps what lies below its prefix, and sends no content twice', async () => {
    const key = unique('view');
    await store().put(key, content);
    await store().put(key, content);
    expect([...server.objects.keys()].filter((name) => name.endsWith(key))).toEqual([`console/${key}`]);
    expect(server.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1);
  });

  it('tries again while the store is busy, falls silent, or an answer is lost', async () => {
    const key = unique('view');
    server.faults.push('busy', 'silent');
    await store().put(key, content);
    server.faults.push('busy', 'busy');
    expect((await read(store(), key)).equals(content)).toBe(true);
    const other = unique('view');
    const held = store();
    expect(await held.has(other)).toBe(false);
    server.faults.push('busy', 'lost-answer');
    await held.put(other, content);
    expect((await read(store(), other)).equals(content)).toBe(true);
  });

  it.each(['busy', 'silent'] as const)('that stays %s is a clear 503, and nothing is stored', async (fault) => {
    const key = unique('view');
    server.faults.push(fault, fault, fault);
    await expect(store().put(key, content)).rejects.toMatchObject({ code: 'UNAVAILABLE', status: 503 });
    expect(server.objects.has(`console/${key}`)).toBe(false);
    server.faults.push(fault, fault, fault);
    await expect(store().get(key)).rejects.toMatchObject({ code: 'UNAVAILABLE', status: 503 });
  });

  it('that is away is a clear 503 for every call', async () => {
    const gone = createBucketStore({ ...bucketConfig, endpoint: 'http://127.0.0.1:9' }, QUICK);
    const away = { code: 'UNAVAILABLE', status: 503 };
    await expect(gone.put('view/a', content)).rejects.toMatchObject(away);
    await expect(gone.get('view/a')).rejects.toMatchObject(away);
    await expect(gone.has('view/a')).rejects.toMatchObject(away);
    await expect(gone.remove('view/a')).rejects.toMatchObject(away);
    await expect(Array.fromAsync(gone.list())).rejects.toMatchObject(away);
  });

  it('takes no wrong key for a missing file', async () => {
    const keys = { accessKeyId: server.keys.accessKeyId, secretAccessKey: 'another' };
    const stranger = createBucketStore({ ...bucketConfig, keys }, QUICK);
    await expect(stranger.get('view/a')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(stranger.put('view/a', content)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(server.objects.has('console/view/a')).toBe(false);
  });

  it('fails the reader of a file that was changed or truncated on the disk', async () => {
    const key = unique('view');
    await store().put(key, content);
    const kept = server.objects.get(`console/${key}`);
    server.objects.set(`console/${key}`, {
      content: Buffer.from('b sheet'.repeat(1000)),
      metadata: kept?.metadata ?? {},
      storedAt: new Date(),
    });
    await expect(read(store(), key)).rejects.toThrow(/another digest/);
    await store().put(key, Buffer.from('b'));
    server.faults.push('cut');
    await expect(read(store(), key)).rejects.toThrow(/aborted|another digest|premature/i);
  });

  it('knows a sheet that another program copied into it by its name, which is its digest', async () => {
    const digest = sha256(content).toString('hex');
    const key = `original/${digest.slice(0, 2)}/${digest}`;
    server.objects.set(`console/${key}`, { content, metadata: {}, storedAt: new Date() });
    expect((await read(store(), key)).equals(content)).toBe(true);
    server.objects.set(`console/${key}`, { content: Buffer.from('another'), metadata: {}, storedAt: new Date() });
    await expect(read(store(), key)).rejects.toThrow(/another digest/);
  });
});
