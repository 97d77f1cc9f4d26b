import type { ElectionId } from '@ec/contract/base/common';
import { COLLATION_LEVELS, type CollationLevel } from '@ec/contract/collations/chain';
import { ballotOf } from '@ec/contract/elections/parties';
import { DEFAULT_FORM_CODES } from '@ec/contract/form-codes/codes';
import { type LocationId, type LocationType, NATION } from '@ec/contract/geography/location-id';
import { createCollationCounter } from '@ec/server/features/collations/counts/count-service';
import { type Database, inTransaction, type Tx } from '@ec/server/platform/database/database';
import { areaColumn } from '@ec/server/platform/database/places';
import { sql } from 'kysely';
import { PARTIES, pickWatchers, signIn } from './dataset.ts';
import { type ReadingOptions, type ReadingRun, readWhileSubmitting } from './readers.ts';
import { latency, type Latency } from './statistics.ts';

/** The area of each level's form. */
const AREAS: Record<CollationLevel, LocationType> = {
  ward: 'ward',
  lga: 'lga',
  state: 'state',
  nation: 'national',
  declaration: 'national',
};

/** One form in so many carries a figure that is not the one below it, and one row of a ward in so many is not as on its sheet. */
const WRONG_EVERY = 100;
const COUNTED_TIMES = 5;

/** What a row says: registered, accredited and rejected, then the votes of each party. */
const BEFORE_VOTES = 3;
/** The columns of a form or row, from such figures. */
const columns = (alias: string) => {
  const at = (index: number) => sql`${sql.ref(`${alias}.figures`)}[${sql.lit(index)}]`;
  const votes = sql`${sql.ref(`${alias}.figures`)}[${sql.lit(BEFORE_VOTES + 1)}:]`;
  const valid = sql`(select sum(x)::integer from unnest(${votes}) x)`;
  return sql`${at(1)}, ${at(2)}, ${at(3)}, ${votes}, ${valid}, ${valid} + ${at(3)}`;
};
const COLUMNS = sql`registered, accredited, rejected, votes, valid, total`;
/** The same figures with more votes of the first party. */
const raised = (alias: string, votes: number) => {
  const figures = sql.ref(`${alias}.figures`);
  const first = sql.lit(BEFORE_VOTES + 1);
  return sql`${figures}[:${sql.lit(BEFORE_VOTES)}] || (${figures}[${first}] + ${sql.lit(votes)}) || ${figures}[${sql.lit(BEFORE_VOTES + 2)}:]`;
};

/** The forms of one level: their rows are in the table bench_rows, the stated totals are the sums of these. */
async function storeLevel(tx: Tx, election: ElectionId, level: CollationLevel): Promise<void> {
  const ballot = ballotOf(PARTIES);
  const code = DEFAULT_FORM_CODES.presidential[level] ?? '';
  const withRows = level !== 'declaration';
  await sql`create temp table bench_forms on commit drop as
    select gen_random_uuid() as id, s.area, array_agg(s.figure order by s.at) as figures from (
      select r.area, v.at, sum(v.figure)::integer as figure
      from bench_rows r cross join lateral unnest(r.figures) with ordinality v (figure, at) group by 1, 2) s
    group by s.area`.execute(tx);
  await sql`analyze bench_rows, bench_forms`.execute(tx);
  await sql`insert into collations (id, election_id, level, form_code, area_id, source, status, version, submitted_by, submitted_at)
    select f.id, ${election}, ${level}, ${code}, f.area, 'agent', 'pending', 1, (select id from users where role = 'super_admin' limit 1), now()
    from bench_forms f`.execute(tx);
  await sql`insert into collation_versions (collation_id, version, submission_id, parties, ${COLUMNS}, idempotency_key, request_hash, digest,
      submitted_by, submitted_at)
    select c.id, 1, 'bench-' || c.id, ${ballot}::text[], ${columns('f')}, 'bench-' || c.id, sha256(c.id::text::bytea),
      sha256(c.id::text::bytea), c.submitted_by, c.submitted_at
    from bench_forms f join collations c on c.id = f.id`.execute(tx);
  if (withRows) {
    await sql`insert into collation_rows (collation_id, version, child_id, position, ${COLUMNS})
      select f.id, 1, r.child, row_number() over (partition by f.id order by r.child), ${columns('r')}
      from bench_rows r join bench_forms f on f.area = r.area`.execute(tx);
  }
  const above = COLLATION_LEVELS[COLLATION_LEVELS.indexOf(level) + 1];
  await sql`drop table bench_rows`.execute(tx);
  if (above) {
    await sql`create temp table bench_rows on commit drop as
      select ${areaColumn('f.area', AREAS[above])} as area, f.area as child,
        case when hashtext(f.id::text) % ${WRONG_EVERY} = 0 then ${raised('f', 7)} else f.figures end as figures
      from bench_forms f`.execute(tx);
  }
  await sql`drop table bench_forms`.execute(tx);
}

/** A form of every ward but one, of every LGA and state, of the nation, and the declaration. */
export async function storeCollations(database: Database, election: ElectionId, left: LocationId): Promise<void> {
  const entries = ballotOf(PARTIES).length;
  await inTransaction(database.db, async (tx) => {
    await sql`create temp table bench_rows on commit drop as
      select s.area, s.child, case when hashtext(s.code) % ${WRONG_EVERY} = 0 then ${raised('s', 100)} else s.figures end as figures from (
        select ${areaColumn('l.id', 'ward')} as area, l.id as child, l.code, coalesce(
          array[r.registered, r.accredited, r.void_votes] || r.votes,
          array(select (hashtext(l.code || i) & 31) from generate_series(1, ${entries + BEFORE_VOTES}::int) i)) as figures
        from locations l left join results r
          on r.election_id = ${election} and r.polling_unit_id = l.id and r.source = 'official' and r.status in ('pending', 'verified')
        where l.type = 'polling_unit' and ${areaColumn('l.id', 'ward')} <> ${left}) s`.execute(tx);
    for (const level of COLLATION_LEVELS) await storeLevel(tx, election, level);
  });
  await sql`vacuum analyze collations, collation_versions, collation_rows`.execute(database.db);
}

/** The ward with the fewest units among those that have as many as this. */
export async function wardOfSize({ db }: Database, units: number): Promise<LocationId> {
  const { rows } = await sql<{
    ward: LocationId;
  }>`select ${areaColumn('id', 'ward')} as ward from locations where type = 'polling_unit'
    group by 1 having count(*) >= ${units} order by count(*), 1 limit 1`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`no ward has ${units} units`);
  return row.ward;
}

export interface DifferingForms {
  forms: number;
  times: Latency;
}

/** Counts the forms of the nation that differ, as dashboards and the situation room have it before the count is kept. */
export async function countDiffering({ db }: Database, election: ElectionId): Promise<DifferingForms> {
  const times: number[] = [];
  let forms = 0;
  for (let run = 0; run < COUNTED_TIMES; run++) {
    const count = createCollationCounter({ subscribe: () => () => undefined });
    const begin = performance.now();
    const counts = await count(db, election, [NATION]);
    times.push(performance.now() - begin);
    forms = counts?.differing ?? 0;
  }
  return { forms, times: latency(times) };
}

export const COLLATION_KINDS = [
  'gap of the nation',
  'gains of the nation',
  'gap of a state',
  'comparison of a state',
] as const;
export type CollationKind = (typeof COLLATION_KINDS)[number];
const OF_EACH = 5;

/** Five readers each ask for the gap of one party after the other, for the gains, and for the forms of one state after the other. */
export async function runCollations(
  database: Database,
  election: ElectionId,
  options: Omit<ReadingOptions, 'elections'>,
): Promise<ReadingRun<CollationKind>> {
  const { rows: states } = await sql<{
    code: string;
    id: string;
  }>`select l.code, c.id from collations c join locations l on l.id = c.area_id
    where c.election_id = ${election} and c.level = 'state' order by md5(l.code)`.execute(database.db);
  const readers = OF_EACH * COLLATION_KINDS.length;
  const tokens = await signIn(database, await pickWatchers(database, 'national_admin', readers));
  const gap = (area: string, n: number) => {
    const party = PARTIES[n % PARTIES.length] ?? '';
    return `/collations/gap?${new URLSearchParams({ electionId: election, area, party }).toString()}`;
  };
  return await readWhileSubmitting(
    database,
    { ...options, elections: [election] },
    readers,
    COLLATION_KINDS,
    (reader, n) => {
      const kind = COLLATION_KINDS[reader % COLLATION_KINDS.length] ?? 'gap of the nation';
      const state = states[n % states.length];
      const paths: Record<CollationKind, string> = {
        'gap of the nation': gap('NG', n),
        'gains of the nation': `/collations/gains?${new URLSearchParams({ electionId: election, area: 'NG' }).toString()}`,
        'gap of a state': gap(state?.code ?? '', n),
        'comparison of a state': `/collations/${state?.id}/comparison`,
      };
      return { kind, path: paths[kind], token: tokens[reader % tokens.length] ?? '' };
    },
  );
}
