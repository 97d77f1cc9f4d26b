import type { ChangeKind, RegisterChange } from '@ec/contract/geography/register-import';
import { areaColumn, lastIn } from '../../../platform/database/places.ts';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';

/** So many places of each kind are shown; all are counted. */
const SAMPLE = 200;

type PlaceType = RegisterChange['type'];

export interface Tally {
  kind: ChangeKind;
  type: PlaceType;
  count: number;
}

type Sampled = Omit<RegisterChange, 'where'>;

export interface FoundChanges {
  tallies: Tally[];
  /** Places that an import would write to; one that changes in two ways is one. */
  touched: { type: PlaceType; count: number }[];
  missing: { inWards: number; inLgas: number; inStates: number };
  samples: Record<ChangeKind, Sampled[]>;
}

/** All that the transaction reads from here on is of one moment; to be said before anything is read. */
export async function oneMoment(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read`.execute(tx);
}

/** Lists, in a table of the transaction's own, how the register that was read differs from the tree. */
async function findChanges(tx: Tx): Promise<void> {
  await sql`create temporary table register_changes
    (kind text, id bigint, type text, code text, name text, before jsonb, after jsonb) on commit drop`.execute(tx);
  await sql`insert into register_changes
    select 'added', r.id, 'ward', r.code, r.name, null::jsonb, null::jsonb
    from register_wards r where not exists (select from locations l where l.id = r.id)
    union all
    select 'added', r.id, 'polling_unit', r.code, r.name, null, to_jsonb(r.registered)
    from register_units r where not exists (select from locations l where l.id = r.id)
    union all
    select 'renamed', r.id, 'ward', r.code, r.name, to_jsonb(l.name), to_jsonb(r.name)
    from register_wards r join locations l on l.id = r.id where l.name <> r.name
    union all
    select 'renamed', r.id, 'polling_unit', r.code, r.name, to_jsonb(l.name), to_jsonb(r.name)
    from register_units r join locations l on l.id = r.id where l.name <> r.name
    union all
    select 'registered', r.id, 'polling_unit', r.code, r.name, to_jsonb(l.registered_voters), to_jsonb(r.registered)
    from register_units r join locations l on l.id = r.id
    where r.registered is not null and l.registered_voters is distinct from r.registered`.execute(tx);
  await sql`insert into register_changes
    with states as (select distinct ${areaColumn('id', 'state')} as first from register_wards)
    select 'missing', l.id, l.type, l.code, l.name, null, null
    from states s
    join locations l on l.id between s.first and ${lastIn(sql.ref('s.first'), 'state')} and l.type in ('ward', 'polling_unit')
    where not exists (select from register_units r where r.id = l.id)
      and not exists (select from register_wards r where r.id = l.id)`.execute(tx);
}

/** How the register that was read into the transaction's tables differs from the tree. */
export async function registerChanges(tx: Tx): Promise<FoundChanges> {
  await findChanges(tx);
  const tallies = await sql<Tally>`select kind, type, count(*) from register_changes group by 1, 2`.execute(tx);
  const touched = await sql<{ type: PlaceType; count: number }>`select type, count(distinct id) from register_changes
    where kind in ('renamed', 'registered') group by 1`.execute(tx);
  const missing = await sql<FoundChanges['missing']>`select
      count(*) filter (where in_ward)::int as "inWards",
      count(*) filter (where in_lga and not in_ward)::int as "inLgas",
      count(*) filter (where not in_lga)::int as "inStates"
    from (
      select
        ${areaColumn('c.id', 'ward')} in (select id from register_wards) as in_ward,
        ${areaColumn('c.id', 'lga')} in (select lga_id from register_wards) as in_lga
      from register_changes c where c.kind = 'missing' and c.type = 'polling_unit'
    ) units`.execute(tx);
  const sample = async (kind: ChangeKind): Promise<Sampled[]> => {
    const { rows } = await sql<Sampled>`select id, type, code, name, before, after from register_changes
      where kind = ${kind} order by id limit ${SAMPLE}`.execute(tx);
    return rows;
  };
  const samples = {
    added: await sample('added'),
    renamed: await sample('renamed'),
    registered: await sample('registered'),
    missing: await sample('missing'),
  };
  return {
    tallies: tallies.rows,
    touched: touched.rows,
    missing: missing.rows[0] ?? { inWards: 0, inLgas: 0, inStates: 0 },
    samples,
  };
}
