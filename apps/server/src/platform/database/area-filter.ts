import { areaRange, type LocationId } from '@ec/contract/geography/location-id';
import { type RawBuilder, sql } from 'kysely';

/** A condition on a location column: inside one of the areas; inside none where there are none. */
export function inAreas(column: string, areas: readonly LocationId[]): RawBuilder<boolean> {
  if (areas.length === 0) return sql<boolean>`false`;
  const ranges = areas.map((area) => {
    const { first, last } = areaRange(area);
    return sql`${sql.ref(column)} between ${first}::bigint and ${last}::bigint`;
  });
  return sql<boolean>`(${sql.join(ranges, sql` or `)})`;
}
