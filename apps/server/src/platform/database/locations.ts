import { chainOf, type LocationId, type LocationType, locationType } from '@ec/contract/geography/location-id';
import { bigintArray, statement, type Statements } from './database.ts';

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
