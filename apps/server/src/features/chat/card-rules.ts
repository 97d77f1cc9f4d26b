import { type AccessSubject, decideAccess } from '@ec/contract/access';
import type { Source } from '@ec/contract/elections';
import { isInside, type LocationId } from '@ec/contract/location-id';
import { OFFICER_SOURCES } from '@ec/contract/roles';
import { findRoute } from '@ec/contract/routes';

export type CardReader = Pick<AccessSubject, 'role' | 'levels'> & {
  areas: readonly LocationId[];
  privileges: { granted: AccessSubject['privileges'] } | null;
};

/** The first of the console's pages that the person may open; null where there is none. */
function firstOpen(reader: CardReader, paths: readonly string[]): string | null {
  const subject = { ...reader, electionMode: true, privileges: reader.privileges?.granted ?? null };
  const opens = (path: string) => decideAccess(subject, findRoute(path) ?? { roles: [] }).allowed;
  return paths.find(opens) ?? null;
}

const isTheirs = (reader: CardReader, unit: LocationId) => reader.areas.some((area) => isInside(unit, area));

/** Where the person finds the polling unit; null where it is not theirs to see. */
export function unitPath(reader: CardReader, unit: { id: LocationId; code: string }): string | null {
  return isTheirs(reader, unit.id) ? firstOpen(reader, [`/pu/${unit.code}`]) : null;
}

/** Where the person finds the result; null where it is not theirs to see. Officers see their own count alone. */
export function resultPath(
  reader: CardReader,
  result: { id: string; unitId: LocationId; unitCode: string; source: Source },
): string | null {
  const own: Partial<Record<string, Source>> = OFFICER_SOURCES;
  if (!isTheirs(reader, result.unitId) || (own[reader.role] ?? result.source) !== result.source) return null;
  return firstOpen(reader, [`/review/${result.id}`, `/pu/${result.unitCode}?source=${result.source}`]);
}
