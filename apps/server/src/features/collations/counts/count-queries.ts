import type { ElectionId } from '@ec/contract/base/common';
import { chainOfType, type CollationLevel } from '@ec/contract/collations/chain';
import type { CollationCounts } from '@ec/contract/collations/counts';
import { KIND_OF_ELECTION } from '@ec/contract/constituencies/kinds';
import type { LocationId, LocationType } from '@ec/contract/geography/location-id';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { areaColumn, inAreas } from '../../../platform/database/places.ts';
import { EFFECTIVE_STATUS } from '../../../platform/identity/person.ts';
import { touchesColumn } from '../../elections/queries.ts';
import { COUNTS_FIRST } from '../gap-queries.ts';
import type { CollatedElection } from '../queries.ts';
import { areaTypeOf } from '../rules.ts';

/** The columns that hold the place of a form's level, in the statements below. */
const COLUMNS = { ward: 'ward', lga: 'lga', state: 'state', national: 'nation' } as const;

const columnOf = (election: CollatedElection, level: CollationLevel) => {
  const type = areaTypeOf(election.type, level);
  return type in COLUMNS ? COLUMNS[type as keyof typeof COLUMNS] : COLUMNS.ward;
};

const placesOf = (column: string) =>
  sql.join(
    (Object.entries(COLUMNS) as [LocationType, string][]).map(
      ([type, name]) => sql`${areaColumn(column, type)} as ${sql.ref(name)}`,
    ),
  );

interface LevelRow {
  level: CollationLevel;
  expected: number;
}

// The statements below have no name: their text depends on the type of election and on how many areas are asked.

export type Expected = ReadonlyMap<CollationLevel, number>;

/** The forms of each level that the election has in the areas: one for each place, in constituencies for each part of it. */
export async function countExpected(
  db: Db,
  election: CollatedElection,
  areas: readonly LocationId[],
): Promise<Expected> {
  const kind = KIND_OF_ELECTION[election.type];
  const constituency = kind ? sql`w.constituency_id` : sql`null::text`;
  const parts = kind ? sql`join constituency_wards w on w.ward_id = l.id and w.kind = ${kind}` : sql``;
  const levels = chainOfType(election.type).map((level) => {
    const column = columnOf(election, level);
    return sql`select ${level} as level, count(distinct (${sql.ref(column)}, constituency))::int as expected
      from covered where ${inAreas(column, areas)}`;
  });
  const { rows } = await sql<LevelRow>`with covered as materialized (
      select ${placesOf('l.id')}, ${constituency} as constituency from locations l ${parts}
      where l.type = 'ward' and ${inAreas('l.id', areas)}
        and ${touchesColumn(election.id, 'l.id', 'ward')}
    ) ${sql.join(levels, sql` union all `)}`.execute(db);
  return new Map(rows.map(({ level, expected }) => [level, expected]));
}

interface FormCount {
  level: CollationLevel;
  in: number;
  started: number;
  pending: number;
  verified: number;
  disputed: number;
  outOfDate: number;
}

const withStatus = (level: CollationLevel, status: 'pending' | 'verified' | 'disputed'): RawBuilder<number> =>
  sql<number>`count(*) filter (where level = ${level} and status = ${status})::int`;

/** The forms that count in the areas, by level; a centre has started once a form of it or of a place below it is in. */
async function countForms(
  db: Db,
  election: CollatedElection,
  areas: readonly LocationId[],
): Promise<Map<CollationLevel, FormCount>> {
  const chain = chainOfType(election.type);
  const levels = chain.map((level, index) => {
    const column = columnOf(election, level);
    const upTo = chain.slice(0, index + 1);
    return sql`select ${level} as level, count(*) filter (where level = ${level})::int as in,
      count(distinct (${sql.ref(column)}, constituency)) filter (where level = any (${upTo}::text[]) and ${inAreas(column, areas)})::int as started,
      ${withStatus(level, 'pending')} as pending, ${withStatus(level, 'verified')} as verified,
      ${withStatus(level, 'disputed')} as disputed,
      count(*) filter (where level = ${level} and outdated)::int as "outOfDate" from counting`;
  });
  const { rows } = await sql<FormCount>`with forms as materialized (
      select distinct on (c.level, c.area_id, c.constituency_id) c.level, c.area_id, c.constituency_id, c.status,
        c.out_of_date_at
      from collations c where c.election_id = ${election.id} and c.status <> 'returned' and ${inAreas('c.area_id', areas)}
      order by c.level, c.area_id, c.constituency_id, ${COUNTS_FIRST}
    ), counting as materialized (
      select ${placesOf('f.area_id')}, f.level, f.constituency_id as constituency, f.status, f.out_of_date_at is not null as outdated from forms f
    ) ${sql.join(levels, sql` union all `)}`.execute(db);
  return new Map(rows.map((row) => [row.level, row]));
}

/** Those who can be called. */
async function countAgents(db: Db, electionId: ElectionId, areas: readonly LocationId[]): Promise<number> {
  const { rows } = await sql<{ agents: number }>`select count(*)::int as agents from collation_agents g
    join users u on u.id = g.user_id
    where g.election_id = ${electionId} and ${inAreas('g.area_id', areas)} and ${EFFECTIVE_STATUS} = 'ACTIVE'`.execute(
    db,
  );
  return rows[0]?.agents ?? 0;
}

/**
 * The forms of each level in the areas, and the people at their centres. Null where the election has no form there.
 */
export async function countLevels(
  db: Db,
  election: CollatedElection,
  areas: readonly LocationId[],
  expected: Expected,
): Promise<Omit<CollationCounts, 'differing'> | null> {
  const [forms, agents] = await Promise.all([countForms(db, election, areas), countAgents(db, election.id, areas)]);
  const levels = chainOfType(election.type).flatMap((level) => {
    const all = expected.get(level) ?? 0;
    const counted = forms.get(level);
    if (all === 0 || !counted) return [];
    const { in: held, started, pending, verified, disputed, outOfDate } = counted;
    const formCode = election.codes[level] ?? '';
    return [{ level, formCode, expected: all, in: held, started, pending, verified, disputed, outOfDate }];
  });
  return levels.length === 0 ? null : { levels, agents };
}
