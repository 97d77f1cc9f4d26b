import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { type AuditChain, createAuditChain, readAuditHead } from './audit-chain.ts';
import { saveAudit, SYSTEM_ORIGIN } from './audit.ts';
import { inTransaction, openDatabase, type Database } from '../database/database.ts';

let test: TestApp;
/** Linkers and writers of another process, with their own connections. */
let other: Database;
let writers: Database;

beforeAll(async () => {
  test = await testApp();
  other = openDatabase(test.database.url, { max: 4 });
  writers = openDatabase(test.database.url, { max: 20 });
});
afterAll(async () => {
  await other.close();
  await writers.close();
  await test.close();
});

const fail = (error: unknown) => {
  throw error;
};

const save = async (resourceId: string, { slow = 0, undone = false } = {}) => {
  await inTransaction(writers.writes, async (tx) => {
    await saveAudit(tx, SYSTEM_ORIGIN, { event: 'settings.updated', resourceId, next: { a: 'ü', n: 1.5 } });
    if (slow > 0) await sql`select pg_sleep(${slow})`.execute(tx);
    if (undone) throw new Error('undone');
  }).catch((error: Error) => {
    if (error.message !== 'undone') throw error;
  });
};

/** Every stored entry with its position, written and hashed only by the rules of docs/audit-chain.md. */
async function readChain() {
  const { rows } = await sql<{ position: number; id: number; form: string[]; hash: string }>`
    select l.position, e.id, encode(l.hash, 'hex') as hash, array[l.position::text, e.id::text,
      to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.event, e.resource_id, e.user_id::text,
      e.area_id::text, e.ip, e.user_agent, e.previous_values::text, e.new_values::text]
        || case when e.session is null then '{}' else array[e.session] end as form
    from audit_entries e left join audit_links l on l.entry_id = e.id order by l.position`.execute(test.database.db);
  return rows;
}

async function expectOneChain(): Promise<void> {
  const rows = await readChain();
  expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1));
  let last: Buffer = Buffer.alloc(32);
  for (const { form, hash } of rows) {
    const bytes = Buffer.concat([last, Buffer.from(JSON.stringify(form))]);
    last = createHash('sha256').update(bytes).digest();
    expect(hash).toBe(last.toString('hex'));
  }
  const head = await readAuditHead(test.database.db);
  expect(head).toMatchObject({ position: rows.length, hash: last.toString('hex') });
}

describe('under sixteen writers and three sealers', () => {
  it('makes one chain that holds each committed entry once', async () => {
    const second = createAuditChain(other, fail);
    const third = createAuditChain(other, fail);
    second.start();
    third.start();
    const write = async (writer: number) => {
      for (let number = 0; number < 25; number++) {
        const slow = (writer + number) % 7 === 0 ? 0.03 : 0;
        await save(`${writer}/${number}`, { slow, undone: (writer + number) % 5 === 0 });
        if (number % 3 === 0) (number % 2 ? second : test.app.platform.auditChain).wake();
      }
    };
    await Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer)));
    // Nothing requests it: the background loop links the rest.
    await expect
      .poll(async () => (await readChain()).filter(({ position }) => position === null).length, { timeout: 5000 })
      .toBe(0);
    await second.stop();
    await third.stop();
    const kept = Array.from({ length: 16 * 25 }, (_, n) => [Math.floor(n / 25), n % 25] as const).filter(
      ([writer, number]) => (writer + number) % 5 !== 0,
    );
    const rows = await readChain();
    expect(rows).toHaveLength(kept.length);
    expect(new Set(rows.map(({ form }) => form[4]))).toEqual(new Set(kept.map((of) => of.join('/'))));
    await expectOneChain();
  });
});

describe('a transaction that commits late', () => {
  it('is linked after those with higher numbers, however long it was open', async () => {
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const { promise: written, resolve: tellWritten } = Promise.withResolvers<void>();
    const late = inTransaction(writers.writes, async (tx) => {
      await saveAudit(tx, SYSTEM_ORIGIN, { event: 'settings.updated', resourceId: 'late' });
      tellWritten();
      await mayCommit;
    });
    await written;
    const chain: AuditChain = createAuditChain(other, fail);
    for (let round = 0; round < 5; round++) {
      await save(`early ${round}`);
      await chain.linkNow();
      await test.app.platform.auditChain.linkNow();
    }
    const before = await readChain();
    expect(before.at(-1)?.form[4]).toBe('early 4');
    commit();
    await late;
    await chain.linkNow();
    expect((await readChain()).at(-1)?.form[4]).toBe('late');
    await expectOneChain();
  });

  it('does not keep the numbers of those that were undone open for ever', async () => {
    await save('undone', { undone: true });
    await save('kept');
    await test.app.platform.auditChain.linkNow();
    const { rows } = await sql<{ through: number; given: number }>`select linked_through as through,
      pg_sequence_last_value('audit_entries_id_seq'::regclass) as given from audit_chain`.execute(test.database.db);
    expect(rows[0]?.through).toBe(rows[0]?.given);
  });
});

describe('writers', () => {
  it('do not wait for a sealer that hangs', async () => {
    await inTransaction(other.db, async (tx) => {
      await save('before a hanging sealer');
      await sql`select audit_link(10)`.execute(tx);
      await save('beside a hanging sealer');
      expect(await sql`select busy from audit_link(10)`.execute(writers.db)).toMatchObject({ rows: [{ busy: true }] });
      throw new Error('given up');
    }).catch((error: Error) => expect(error.message).toBe('given up'));
    await test.app.platform.auditChain.linkNow();
    expect((await readChain()).at(-1)?.form[4]).toBe('beside a hanging sealer');
  });

  it('reach the listeners once their entry is linked', async () => {
    const heard: number[] = [];
    const stop = test.app.platform.auditChain.onLinked((position) => heard.push(position));
    await save('heard');
    await test.app.platform.auditChain.linkNow();
    const head = await readAuditHead(test.database.db);
    await expect.poll(() => heard).toContain(head.position);
    stop();
  });
});

it('links what an older version left, batch by batch', async () => {
  await sql`insert into audit_entries (event, new_values) select 'settings.updated', jsonb_build_object('n', n)
    from generate_series(1, 12500) n`.execute(writers.db);
  await test.app.platform.auditChain.linkNow();
  await expectOneChain();
});

it('links no more megabytes at once than are read at once, and says that there are more', async () => {
  await test.app.platform.auditChain.stop();
  await sql`insert into audit_entries (event, previous_values, new_values)
    select 'settings.updated', v, v from generate_series(1, 20), (values (jsonb_build_object('text', repeat('x', 1000000)))) as t (v)`.execute(
    writers.db,
  );
  const linked: { linked: number; more: boolean }[] = [];
  do {
    const { rows } = await sql<{ linked: number; more: boolean }>`select linked, more from audit_link(5000)`.execute(
      writers.db,
    );
    linked.push(...rows);
  } while (linked.at(-1)?.more === true && linked.length < 10);
  expect(linked).toEqual([
    { linked: 9, more: true },
    { linked: 9, more: true },
    { linked: 2, more: false },
  ]);
  await expectOneChain();
});

/** Every character that JSON escapes, and those that JSON libraries write differently. */
const ODD = [
  Array.from({ length: 31 }, (_, n) => String.fromCharCode(n + 1)).join(''),
  `"\\/' <>&\u007f\u0080\u00a0\u00e9\u1eb9\u0301\u200b\u2028\u2029\ufeff\ufffd\uffff\u{10ffff}😀🇳🇬`,
  '',
  'null',
  '{}',
  ' \\u0041 \\"',
];

it('writes and hashes in the database as JSON.stringify and SHA-256 do', async () => {
  for (const text of ODD) {
    await sql`insert into audit_entries (event, resource_id, ip, user_agent, previous_values, new_values)
      values (left(${text}, 25), left(${text}, 50), left(${text}, 11), left(${text}, 400), ${JSON.stringify({ [text]: text })}::jsonb, ${JSON.stringify([1.5e300, -0, text])}::jsonb)`.execute(
      writers.db,
    );
  }
  await sql`insert into audit_entries (event, user_id, area_id) values ('x', gen_random_uuid(), -1)`.execute(
    writers.db,
  );
  await test.asOwner(async (tx) => {
    // As versions without the session column stored them.
    await sql`insert into audit_entries (event, session, created_at) values ('x', null, '1999-12-31T23:59:59.999999Z')`.execute(
      tx,
    );
  });
  await test.app.platform.auditChain.linkNow();
  await expectOneChain();
});
