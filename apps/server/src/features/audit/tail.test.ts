import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { AuditLogList, AuditVerification } from '@ec/contract/audit/schemas';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tamper } from '../../../test/audit-tamper.ts';
import { place } from '../../../test/builders.ts';
import { type Client, testApp, type TestApp } from '../../../test/harness.ts';
import { verifyWholeChain } from '../../commands/verify-chain.ts';
import { readAuditHead } from '../../platform/audit/audit-chain.ts';
import { headLine, type NotedHead } from './heads-service.ts';

const ENTRIES = 400;
let test: TestApp;
let admin: Client;

beforeEach(async () => {
  test = await testApp();
  admin = await test.as('super_admin', place('NG'));
  await sql`insert into audit_entries (event, resource_id) select 'result.submitted', 'r' || n
    from generate_series(1, ${ENTRIES}::int) n`.execute(test.database.db);
  await test.app.platform.auditChain.linkNow();
  // The chain must not repair itself during these tests.
  await test.app.platform.auditChain.stop();
});
afterEach(() => test.close());

/** The results of page, call and command. */
async function look(heads: readonly NotedHead[] = []) {
  const list = (await admin.get('/audit-logs?pageSize=200')).json<AuditLogList>('data');
  const byTime = (await admin.get('/audit-logs?period=today')).json<AuditLogList>('data');
  const parts: AuditVerification[] = [];
  for (let from: number | null = 0; from !== null; from = parts.at(-1)?.next ?? null) {
    parts.push((await admin.get(`/audit-logs/verify?from=${from}`)).json<AuditVerification>('data'));
  }
  const said: string[] = [];
  const faults = await verifyWholeChain(test.database.db, (line) => said.push(line), heads);
  return {
    total: list.total,
    today: byTime.total,
    warnings: list.warnings,
    kinds: [...new Set(parts.flatMap(({ problems }) => problems.map(({ kind }) => kind)))],
    notes: parts.flatMap(({ notes }) => notes),
    said: said.join('\n'),
    faults,
  };
}

async function exported() {
  const reply = await admin.get('/audit-logs/export.csv');
  return {
    lines: reply.text.trimEnd().split('\n').length - 1,
    warning: reply.headers['x-audit-warning'],
    name: String(reply.headers['content-disposition']),
  };
}

const headNow = async (): Promise<NotedHead> => {
  const { position, hash } = await readAuditHead(test.database.db);
  return { time: '2027-01-16T10:05:00.000Z', position, hash };
};
const store = (values: string) =>
  test.asOwner(async (tx) => void (await sql.raw(`insert into audit_entries ${values}`).execute(tx)));

it('finds nothing where nothing was done', async () => {
  expect(await look([await headNow()])).toMatchObject({ warnings: [], kinds: [], notes: [], faults: 0 });
  const { warning, name } = await exported();
  expect([warning, name]).toEqual([undefined, expect.not.stringContaining('not-whole')]);
});

it('shows and reports what lies beyond a head that was moved back', async () => {
  await tamper(
    test,
    `update audit_chain set position = position - 300, hash = (select hash from audit_links where position = ${ENTRIES - 300})`,
  );
  const { total, warnings, kinds, said } = await look();
  expect(total).toBe(ENTRIES);
  expect(warnings.join()).toContain('300 linked entries lie beyond the chain');
  expect(kinds).toEqual(['beyond']);
  expect(said).toContain(`The links at positions ${ENTRIES - 299} to ${ENTRIES} lie beyond the chain's head`);
  // The export's own entry is the unlinked one: nothing can be linked after a false head.
  const { lines, warning, name } = await exported();
  expect(lines).toBe(ENTRIES);
  expect([warning, name]).toEqual([expect.stringContaining('beyond'), expect.stringContaining('-not-whole.csv')]);
});

it('reports a link far ahead, with the head set to it', async () => {
  await tamper(
    test,
    `insert into audit_links (position, entry_id, hash, event, created_at) values (1000000, 1000000, sha256('x'), 'x', now())`,
    `update audit_chain set position = 1000000, hash = sha256('x')`,
  );
  const { warnings, kinds, said } = await look();
  expect(warnings.join()).toContain('blocks of the chain lack their rows of times');
  expect(kinds).toEqual(['removed', 'block']);
  expect(said).toContain(`The entries at positions ${ENTRIES + 1} to 999999: removed.`);
});

it('reports links that were taken from the end while the head stayed', async () => {
  await tamper(test, `delete from audit_links where position > ${ENTRIES - 5}`);
  const { warnings, kinds } = await look();
  expect(warnings.join()).toContain('links at the end were removed');
  expect(kinds).toContain('removed');
  expect((await exported()).warning).toContain('links at the end were removed');
});

it('reports entries that a made-up linked_through passes over, and those that wait', async () => {
  await store(`(event, created_at) values ('result.cancelled', now() - interval '5 minutes')`);
  expect(await look()).toMatchObject({
    kinds: ['waiting'],
    warnings: [expect.stringContaining('1 entry waits to be linked, the oldest for 5 minutes')],
  });
  await tamper(test, 'update audit_chain set linked_through = (select max(id) from audit_entries)');
  const { kinds, said } = await look();
  expect(kinds).toEqual(['inserted']);
  expect(said).toContain('No link of the chain names it.');
});

it('reports an entry whose time lies ahead, and one whose number was never given', async () => {
  await store(`(event, created_at) values ('x', now() + interval '1 day')`);
  expect((await look()).kinds).toEqual(['waiting']);
  await store(`(id, event) overriding system value values (1000000, 'x')`);
  expect((await look()).said).toContain('The database never gave this number.');
});

it.each([
  ['missing', 'delete from audit_blocks', /has no row of times/],
  ['too narrow', `update audit_blocks set first_at = 'infinity', last_at = 'infinity'`, /do not cover its entries/],
])('reports a block whose times are %s', async (what, statement, message) => {
  await tamper(test, statement);
  const { today, kinds, said } = await look();
  expect(kinds).toEqual(['block']);
  expect(said).toMatch(message);
  // A block without its row is searched.
  if (what === 'missing') expect(today).toBe(ENTRIES);
});

it.each([
  ['at a position beyond the end', ENTRIES + 50, 'The chain ends before it'],
  ['that is not the one at its position', 7, 'The chain has '],
])('reports the head of a report %s', async (_, position, message) => {
  await sql`insert into reports (id, template, title, parameters, words, areas, status, requested_by, requested_at, generated_at,
      expires_at, audit_position, audit_hash)
    values (gen_random_uuid(), 'results_summary', 'Kept', '{}', '[]', array[${place('NG')}::bigint], 'completed', ${admin.person.id}, now(),
      now(), now(), ${position}, repeat('ab', 32))`.execute(test.database.db);
  const { kinds, said } = await look();
  expect(kinds).toEqual(['head']);
  expect(said).toContain(message);
});

it('notes numbers without an entry as what they may be, with their ranges', async () => {
  const { db } = test.database;
  const { rows } = await sql<{ last: number }>`select max(id) as last from audit_entries`.execute(db);
  const last = rows[0]?.last ?? 0;
  for (const count of [3, 1]) {
    await db
      .transaction()
      .execute(async (tx) => {
        await sql`insert into audit_entries (event) select 'x' from generate_series(1, ${count}::int)`.execute(tx);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await sql`insert into audit_entries (event) values ('x')`.execute(db);
  }
  for (let round = 0; round < 3; round++) await sql`select audit_link(1000)`.execute(db);
  const { kinds, notes, said } = await look();
  expect(kinds).toEqual([]);
  expect(notes).toEqual([
    { kind: 'gap', role: null, first: last + 1, last: last + 3, count: 3 },
    { kind: 'gap', role: null, first: last + 5, last: last + 5, count: 1 },
  ]);
  expect(said).toContain(`4 numbers name no entry: ${last + 1} to ${last + 3}, ${last + 5}.`);
});

it('distinguishes an entry of another role from one of the server, and names one without a session', async () => {
  await store(`(event) values ('result.verified')`);
  await store(`(event, session) values ('result.verified', null)`);
  for (let round = 0; round < 3; round++) await sql`select audit_link(1000)`.execute(test.database.db);
  const { kinds, notes, said } = await look();
  expect(kinds).toEqual(['inserted']);
  expect(said).toContain('this one has none');
  const owner = new URL(test.ownerUrl).username;
  expect(notes).toMatchObject([{ kind: 'role', role: owner, count: 1 }]);
  expect(said).toContain(`came from the database role ${owner}`);
  const page = (await admin.get(`/audit-logs/${notes[0]?.first}`)).json('data.session');
  expect(page).toMatchObject({ role: owner, process: expect.stringMatching(/^\d+$/) as string });
});

it('finds by heads that were kept elsewhere that the owner cut off the end', async () => {
  const early = { ...(await headNow()), time: '2027-01-16T09:05:00.000Z' };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ec-heads-'));
  const file = path.join(folder, 'heads.txt');
  const command = async () => {
    const child = spawn(
      process.execPath,
      [path.join(import.meta.dirname, '../../commands/verify-audit.ts'), '--heads', file],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, DATABASE_URL: test.database.url, DATA_DIR: folder },
      },
    );
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    return { code, said };
  };
  try {
    // As a mail program may save it.
    await writeFile(file, `> ${headLine(early)}\n> Keep it.\n`);
    expect(await command()).toMatchObject({
      code: 0,
      said: expect.stringContaining('The stored chain is sound.') as string,
    });
    const cut = ENTRIES - 20;
    await tamper(
      test,
      `delete from audit_entries where id in (select entry_id from audit_links where position > ${cut})`,
      `delete from audit_links where position > ${cut}`,
      `update audit_chain set position = ${cut}, hash = (select hash from audit_links where position = ${cut})`,
    );
    // Only the numbers reveal it.
    expect(await look()).toMatchObject({ kinds: [], warnings: [], notes: [{ kind: 'gap', count: 20 }] });
    const { code, said } = await command();
    expect([code, said]).toEqual([1, expect.stringContaining('THE STORED CHAIN IS NOT SOUND')]);
    expect(said).toContain(`names the head ${early.hash} at position ${ENTRIES}. The chain ends before it`);
    await writeFile(file, 'no head');
    expect((await command()).code).toBe(2);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
