import {
  areaRange,
  chainOf,
  LOCATION_TYPES,
  type LocationId,
  locationType,
  type LocationType,
  SPAN,
} from '@ec/contract/geography/location-id';
import { type RawBuilder, sql } from 'kysely';
import { bigintArray, statement, type Statements } from './database.ts';

/**
 * SQL for columns that hold the id of a place. The arithmetic of these ids stands here and in the contract's location-id.ts,
 * and nowhere else: the linter refuses it in other files.
 */

/** The area of the kind that holds the place in the column; the place itself where it is as wide or wider. */
export function areaColumn(column: string, type: LocationType): RawBuilder<LocationId> {
  const place = sql.ref<LocationId>(column);
  return type === 'polling_unit' ? sql`${place}` : sql`${place} - ${place} % ${sql.lit(SPAN[type])}`;
}

/** The place in the column and all areas that hold it, up to the nation, as the list of an `in`. */
export function chainColumns(column: string): RawBuilder<unknown> {
  return sql.join(LOCATION_TYPES.toReversed().map((type) => areaColumn(column, type)));
}

/** True where the column holds a polling unit. */
export function isUnitColumn(column: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} <> ${areaColumn(column, 'ward')}`;
}

/** The last id of an area of the kind that begins at the expression. */
export function lastIn(first: RawBuilder<LocationId>, type: LocationType): RawBuilder<LocationId> {
  return sql`${first} + ${sql.lit(SPAN[type] - 1)}`;
}

/** A condition on a location column: inside one of the areas; inside none where there are none. */
export function inAreas(column: string, areas: readonly LocationId[]): RawBuilder<boolean> {
  if (areas.length === 0) return sql<boolean>`false`;
  const ranges = areas.map((area) => {
    const { first, last } = areaRange(area);
    return sql`${sql.ref(column)} between ${first}::bigint and ${last}::bigint`;
  });
  return sql<boolean>`(${sql.join(ranges, sql` or `)})`;
}

const namesOf = statement<{ id: LocationId; name: string }>(
  'locations.names',
  'select id, name from locations where id = any ($1::bigint[])',
);

/** Names of the locations and of all areas that hold them, by id. */
export async function loadNames(db: Statements, locations: Iterable<LocationId>): Promise<Map<LocationId, string>> {
  // A place in the audit log may be any number; outside these bounds PostgreSQL could not read it.
  const ids = new Set([...locations].filter(Number.isSafeInteger).flatMap(chainOf));
  if (ids.size === 0) return new Map();
  const rows = await namesOf(db, [bigintArray([...ids])]);
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** The location's chain from the nation down, as answers carry it. */
export function chainLinks(
  id: LocationId,
  names: ReadonlyMap<LocationId, string>,
): { id: LocationId; type: LocationType; name: string }[] {
  return chainOf(id).map((link) => ({ id: link, type: locationType(link), name: names.get(link) ?? '' }));
}
