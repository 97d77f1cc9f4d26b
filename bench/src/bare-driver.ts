import type { ElectionId } from '@ec/contract/base/common';
import type { Database } from '@ec/server/platform/database/database';
import { newId } from '@ec/server/platform/runtime/ids';
import { sql } from 'kysely';
import pg from 'pg';
import { createElection } from './dataset.ts';
import { closedLoop } from './load.ts';
import { quietMoment } from './machine.ts';

const TABLES = ['results', 'result_versions', 'audit_entries', 'events'] as const;
type Table = (typeof TABLES)[number];
type Row = Record<string, unknown>;
type Insert = Record<Table, { text: string; values: unknown[] }>;

/** Numbered by the database itself. */
const NUMBERED: readonly Table[] = ['audit_entries', 'events'];

/** The four rows that each submission of the election left, read as text, in the order of their arrival. */
async function readRows({ db }: Database, election: ElectionId): Promise<Record<Table, Row>[]> {
  const { rows } = await sql<Record<Table, Row>>`
    select to_jsonb(r) as results, to_jsonb(v) as result_versions, to_jsonb(a) as audit_entries, to_jsonb(e) as events
    from results r
    join result_versions v on v.result_id = r.id
    join audit_entries a on a.resource_id = r.id::text and a.event = 'result.submitted'
    join events e on e.payload ->> 'resultId' = r.id::text
    where r.election_id = ${election} order by a.id`.execute(db);
  return rows;
}

/** A value of a row that was read as JSON, in the form in which the driver sends it. */
function parameter(value: unknown, isArray: boolean): unknown {
  if (isArray) return `{${(value as unknown[]).join(',')}}`;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** The rows again, as rows of another election. */
function insertsFor(rows: Record<Table, Row>, election: ElectionId): Insert {
  const id = newId<string>();
  const changes: Record<Table, Row> = {
    results: { id, election_id: election },
    result_versions: { result_id: id, idempotency_key: `bare-${id}`, submission_id: `bare-${id}` },
    audit_entries: { resource_id: id },
    events: { payload: { ...(rows.events['payload'] as Row), electionId: election, resultId: id } },
  };
  const statement = (table: Table) => {
    const row = { ...rows[table], ...changes[table] };
    const columns = Object.keys(row).filter(
      (column) => row[column] !== null && !(NUMBERED.includes(table) && column === 'id'),
    );
    const isArray = (column: string) => column === 'votes' || (column === 'flags' && table === 'results');
    return {
      text: `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
      values: columns.map((column) => parameter(row[column], isArray(column))),
    };
  };
  return Object.fromEntries(TABLES.map((table) => [table, statement(table)])) as Insert;
}

/**
 * What the driver alone reaches with the rows that the submissions of `model` left: one transaction a submission, its
 * statements prepared once a connection and sent in one go, no server between. Answers transactions a second.
 */
export async function runBareDriver(database: Database, model: ElectionId, connections: number): Promise<number> {
  const election = await createElection(database, `Bare driver, ${connections} connections`);
  const inserts = (await readRows(database, model)).map((rows) => insertsFor(rows, election));
  const clients = Array.from(
    { length: connections },
    () => new pg.Client({ connectionString: database.url, pipeline: true }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  await sql`checkpoint`.execute(database.db);
  await quietMoment();
  let next = 0;
  const seconds = await closedLoop(connections, async (person) => {
    const insert = inserts[next++];
    const client = clients[person];
    if (!insert || !client) return false;
    await Promise.all([
      client.query('begin'),
      ...TABLES.map((table) => client.query({ name: `${table} ${insert[table].values.length}`, ...insert[table] })),
      client.query('commit'),
    ]);
    return true;
  });
  await Promise.all(clients.map((client) => client.end()));
  const stored = await database.db
    .selectFrom('results')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('election_id', '=', election)
    .executeTakeFirstOrThrow();
  if (stored.count !== inserts.length) throw new Error(`${stored.count} of ${inserts.length} rows were stored`);
  return Math.round(inserts.length / seconds);
}
