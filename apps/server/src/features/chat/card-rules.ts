import { type AccessSubject, decideAccess } from '@ec/contract/permissions/access';
import type { Source } from '@ec/contract/elections/schemas';
import { isInside, type LocationId } from '@ec/contract/geography/location-id';
import { OFFICER_SOURCES } from '@ec/contract/permissions/roles';
import { findRoute } from '@ec/contract/permissions/pages';

export type CardReader = Omit<AccessSubject, 'electionMode'> & { areas: readonly LocationId[] };

/** The first of the console's pages that the reader can open; null if there is none. */
function firstOpen(reader: CardReader, paths: readonly string[]): string | null {
  const opens = (path: string) =>
    decideAccess({ ...reader, electionMode: true }, findRoute(path) ?? { roles: [] }).allowed;
  return paths.find(opens) ?? null;
}

const isTheirs = (reader: CardReader, unit: LocationId) => reader.areas.some((area) => isInside(unit, area));

/** The page of the polling unit for the reader; null if they cannot see it. */
export function unitPath(reader: CardReader, unit: { id: LocationId; code: string }): string | null {
  return isTheirs(reader, unit.id) ? firstOpen(reader, [`/pu/${unit.code}`]) : null;
}

/** The page of the result for the reader; null if they cannot see it. Officers see only their own count. */
export function resultPath(
  reader: CardReader,
  result: { id: string; unitId: LocationId; unitCode: string; source: Source },
): string | null {
  const own: Partial<Record<string, Source>> = OFFICER_SOURCES;
  if (!isTheirs(reader, result.unitId) || (own[reader.role] ?? result.source) !== result.source) return null;
  return firstOpen(reader, [`/review/${result.id}`, `/pu/${result.unitCode}?source=${result.source}`]);
}
