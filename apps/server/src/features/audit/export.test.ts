import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, place } from '../../../test/builders.ts';
import { type Client, type TestApp, testApp } from '../../../test/harness.ts';

let test: TestApp;
let admin: Client;
let folder: string;

const AGENT = '=HYPERLINK("http://bad.example","a,b")';

beforeAll(async () => {
  test = await testApp();
  admin = await test.as('super_admin', place('NG'));
  folder = await mkdtemp(path.join(os.tmpdir(), 'ec-export-'));
  const person = await createPerson(test.database.db, {
    role: 'national_admin',
    area: place('NG'),
    name: '@Ada "A," Obi',
  });
  await sql`insert into audit_entries (event, resource_id, user_id, area_id, ip, user_agent, previous_values, new_values)
    values ('result.submitted', 'r1', ${person.id}, ${place('24-11')}::bigint, '10.1.2.3', ${AGENT}, null, '{"a": "ü, \\"b\\"\\n"}'),
      ('result.submitted', 'r2', ${person.id}, null, null, '''=1+1', '{}', '{"big": 123456789012345678901234567890}'),
      ('user.updated', '', null, null, null, '', null, null),
      ('user.updated', e'a\\nb', null, null, null, 'O''Hara', null, null)`.execute(test.database.db);
  await sql`insert into audit_entries (event, resource_id, user_agent, new_values)
    select 'auth.refreshed', 's' || n, 'Mozilla', jsonb_build_object('n', n) from generate_series(1, 40) n`.execute(
    test.database.db,
  );
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

async function exported(query = ''): Promise<string> {
  const reply = await admin.get(`/audit-logs/export.csv${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.text;
}

async function verify(content: string | Buffer, ...options: string[]): Promise<{ code: number; said: string }> {
  const file = path.join(folder, 'export.csv');
  await writeFile(file, content);
  const command = path.join(import.meta.dirname, '../../commands/verify-audit.ts');
  const child = spawn(process.execPath, [command, file, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, said };
}

const changeAt = (text: string, at: number, to: string) => text.slice(0, at) + to + text.slice(at + 1);

describe('an export', () => {
  it('holds every entry in the order of the chain, and is recorded with its author', async () => {
    const text = await exported('?resource=result');
    const rows = parse<Record<string, string>>(text, { columns: true });
    expect(rows.map(({ resource_id: id }) => id)).toEqual(['r1', 'r2']);
    expect(rows[0]).toMatchObject({
      action: 'Result Submitted',
      resource_type: 'result',
      area: 'Ikeja',
      ip: '10.1.2.3',
      new_values: '{"a": "ü, \\"b\\"\\n"}',
    });
    await test.app.platform.auditChain.linkNow();
    const reply = await admin.get('/audit-logs?action=Audit%20Log%20Exported&pageSize=1');
    const entry = await admin.get(`/audit-logs/${reply.json<{ id: number }[]>('data.entries')[0]?.id}`);
    expect(entry.json('data')).toMatchObject({
      user: { id: admin.person.id },
      newValues: { filters: { resource: 'result' } },
    });
  });

  it('lets no spreadsheet run what people sent', async () => {
    for (const row of parse(await exported(), { columns: false })) {
      for (const cell of row) expect(cell, cell).not.toMatch(/^[=+\-@\t\r]/);
    }
  });

  it('is not given for filters that are none', async () => {
    const reply = await admin.get('/audit-logs/export.csv?period=ever&userId=1');
    expect([reply.status, reply.json<unknown[]>('fields').length]).toEqual([400, 2]);
  });
});

describe('verify-audit', () => {
  it('finds an export as it was sent sound, and its head', async () => {
    const text = await exported();
    const { hash, position } = (await admin.get('/audit-logs/verify')).json<{ hash: string; position: number }>(
      'data.head',
    );
    const { code, said } = await verify(text);
    expect(said).toContain('each as it was written');
    expect(code).toBe(0);
    const later = await exported();
    expect(await verify(later, '--head', hash)).toMatchObject({ code: 0 });
    expect((await verify(later, '--head', hash)).said).toContain(`position ${position}`);
  });

  it('finds a byte that was changed, wherever it is, and names the entry', async () => {
    const text = await exported();
    const lines = text.split('\n');
    const start = text.indexOf('\n5,') + 1;
    const end = text.indexOf('\n6,');
    const row = text.slice(start, end);
    expect(lines.length).toBeGreaterThan(40);
    // Each kind of cell: numbers, time, quoted text, names beside ids, hashes, checksum, commas.
    const places = [
      0,
      2,
      6,
      20,
      26,
      ...Array.from({ length: 12 }, (_, n) => Math.floor((row.length * (n + 1)) / 13)),
      row.length - 1,
    ];
    for (const at of places) {
      const old = row[at] ?? '';
      const { code, said } = await verify(changeAt(text, start + at, old === '7' ? '8' : '7'));
      expect(said, `${at} of ${row}: ${said}`).toMatch(/^(Entry \d+|An entry) .*changed\./m);
      expect(code).toBe(1);
      // Only this one, not its neighbours.
      expect(said.match(/^(Entry|An entry|The entr)/gm)).toHaveLength(1);
    }
  });

  it('does not take for an export what begins otherwise', async () => {
    const text = await exported();
    expect((await verify(changeAt(text, 3, 'x'))).code).toBe(2);
    expect((await verify('')).code).toBe(2);
    expect((await verify(text, '--head', 'xyz')).code).toBe(2);
  });

  it('names entries that were removed, doubled, put in or exchanged', async () => {
    const lines = (await exported()).split('\n');
    const at = (position: number) => lines.findIndex((line) => line.startsWith(`${position},`));
    const ten = lines[at(10)] ?? '';
    const change = async (work: (copy: string[]) => void, ...options: string[]) => {
      const copy = [...lines];
      work(copy);
      const { code, said } = await verify(copy.join('\n'), ...options);
      const named = said.split('\n').filter((line) => /(removed|inserted|reordered|changed)\./.test(line));
      return [code, ...named].join('\n');
    };
    expect(await change((copy) => copy.splice(at(10), 1))).toBe('1\nThe entry at position 10: removed.');
    expect(await change((copy) => copy.splice(at(10), 3))).toBe('1\nThe entries at positions 10 to 12: removed.');
    expect(await change((copy) => copy.splice(at(1), 1))).toBe('1\nThe entry at position 1: removed.');
    const inserted = /^1\nEntry \d+ \(position 10, .*inserted\.[^\n]*$/;
    expect(await change((copy) => copy.splice(at(10), 0, ten))).toMatch(inserted);
    expect(await change((copy) => copy.splice(at(20), 0, ten))).toMatch(inserted);
    const exchange = (copy: string[]) => {
      copy[at(10)] = lines[at(11)] ?? '';
      copy[at(11)] = ten;
    };
    expect(await change(exchange)).toMatch(/^1\nEntry \d+ \(position 10, .*reordered\.[^\n]*$/);
    // In a filtered export a missing line cannot be detected; all other changes can.
    expect(await change((copy) => copy.splice(at(10), 1), '--filtered')).toBe('0');
    expect(await change((copy) => copy.splice(at(20), 0, ten), '--filtered')).toMatch(/reordered\./);
  });

  it('finds that the end was cut off by the head that was kept', async () => {
    const lines = (await exported()).trimEnd().split('\n');
    const head = lines.at(-1)?.split(',').at(-2) ?? '';
    expect((await verify(lines.join('\n'), '--head', head)).code).toBe(0);
    const cut = await verify(lines.slice(0, -2).join('\n'), '--head', head);
    expect([cut.code, cut.said]).toEqual([1, expect.stringContaining('NOT IN THE EXPORT')]);
  });

  it('checks each entry of a filtered export', async () => {
    const text = await exported('?action=Session%20Renewed');
    expect(await verify(text, '--filtered')).toMatchObject({
      code: 0,
      said: expect.stringContaining('filtered') as string,
    });
    expect((await verify(text)).code).toBe(1);
    expect((await verify(text.replace('"n"', '"m"').replace('""n""', '""m""'), '--filtered')).code).toBe(1);
  });
});

describe('over a real connection', () => {
  const ROWS = 60_000;
  let port: number;

  beforeAll(async () => {
    await test.app.fastify.listen({ host: '127.0.0.1', port: 0 });
    port = (test.app.fastify.server.address() as AddressInfo).port;
    await sql`insert into audit_entries (event, user_agent, new_values)
      select 'stream.opened', repeat('Mozilla ', 20), jsonb_build_object('n', n, 'text', repeat('x', 200))
      from generate_series(1, ${ROWS}::int) n`.execute(test.database.db);
    await test.app.platform.auditChain.linkNow();
  });

  async function open(gzip = false) {
    const sent = request({
      port,
      host: '127.0.0.1',
      path: '/api/audit-logs/export.csv?action=Stream%20Opened',
      headers: { authorization: `Bearer ${admin.token}`, ...(gzip && { 'accept-encoding': 'gzip' }) },
    });
    sent.on('error', () => undefined);
    sent.end();
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    return { sent, reply };
  }

  it('takes no more memory for a reader who is slow', async () => {
    const { sent, reply } = await open();
    const before = process.memoryUsage().rss;
    reply.pause();
    // The export is long, and its reader slow: other calls are served meanwhile.
    for (let calls = 0; calls < 20; calls++) await admin.get('/audit-logs?q=refreshed');
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
    let lines = 0;
    reply.resume();
    for await (const chunk of reply as AsyncIterable<Buffer>) lines += chunk.toString('latin1').split('\n').length - 1;
    expect(lines).toBe(ROWS + 1);
    sent.destroy();
  });

  it.each([false, true])('does not look complete when it breaks (packed: %s)', async (gzip) => {
    const { reply } = await open(gzip);
    await once(reply, 'readable');
    const { rows } = await sql<{ id: number }>`select max(entry_id) as id from audit_links
      where event = 'stream.opened'`.execute(test.database.db);
    // The last entry of a link is deleted, so a chunk is incomplete.
    await test.asOwner(async (tx) => {
      await sql.raw(`alter table audit_entries disable trigger all`).execute(tx);
      await sql`delete from audit_entries where id = ${rows[0]?.id}`.execute(tx);
    });
    const ended = new Promise<string>((resolve) => {
      reply.on('end', () => resolve('complete'));
      reply.on('error', () => resolve('broken'));
      reply.resume();
    });
    expect(await ended).toBe('broken');
  });

  it('ends with the reader who goes away', async () => {
    const { sent, reply } = await open();
    await once(reply, 'readable');
    sent.destroy();
    const busy = async () => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
        where datname = current_database() and state = 'active' and query like '%previousHash%' and pid <> pg_backend_pid()`.execute(
        test.database.db,
      );
      return rows[0]?.count;
    };
    await expect.poll(busy).toBe(0);
  });
});
