import { codeOf, type LocationId, locationType } from '@ec/contract/geography/location-id';
import type { Moderator, ModeratorPrivileges } from '@ec/contract/moderators/schemas';
import {
  ALLOWED_AREAS,
  type AllowedArea,
  flags,
  isInForce,
  isModeratorRole,
  PRIVILEGE_IDS,
  type Privileges,
  PRIVILEGES,
} from '@ec/contract/permissions/privileges';
import type { UserId } from '@ec/contract/base/common';
import type { Role } from '@ec/contract/permissions/roles';
import type { Db } from '../../platform/database/database.ts';
import { loadNames } from '../../platform/database/places.ts';
import { personFields, placeNames } from '../users/person-answers.ts';
import type { GrantRow, ModeratorRow } from './queries.ts';

type Names = ReadonlyMap<LocationId, string>;

function toPrivileges(row: GrantRow, names: Names, now: Date): Privileges | null {
  const { granted, validUntil } = row;
  if (!granted) return null;
  const areas = (row.areas ?? []).map(
    (id): AllowedArea => ({ id, type: locationType(id), name: names.get(id) ?? '', code: codeOf(id) }),
  );
  const of = (list: keyof typeof ALLOWED_AREAS) => areas.filter(({ type }) => type === ALLOWED_AREAS[list]);
  return {
    ...flags((privilege) => granted.includes(privilege)),
    allowedRegions: of('allowedRegions'),
    allowedStates: of('allowedStates'),
    allowedLGAs: of('allowedLGAs'),
    allowedWards: of('allowedWards'),
    canManageRoles: row.roles ?? [],
    validUntil: validUntil?.toISOString() ?? null,
    expired: !isInForce(validUntil, now),
    needsReview: row.needsReview ?? false,
  };
}

function toModerator(row: ModeratorRow, names: Names, now: Date): Moderator {
  // For a moderator of the whole nation, the personal location is shown.
  const national = row.area === null || locationType(row.area) === 'national';
  return {
    ...personFields(row, names),
    role: row.role,
    ...placeNames(national ? row.personalArea : row.area, names),
    privileges: toPrivileges(row, names, now),
  };
}

export async function toModerators(db: Db, rows: readonly ModeratorRow[], now: Date): Promise<Moderator[]> {
  const places = rows.flatMap(({ area, personalArea, areas }) => [area, personalArea, ...(areas ?? [])]);
  const names = await loadNames(
    db,
    places.filter((id) => id !== null),
  );
  return rows.map((row) => toModerator(row, names, now));
}

/** The user's present rights by resource and action; users without restriction have all of their role. */
export async function toGranted(
  db: Db,
  userId: UserId,
  row: GrantRow & { role: Role },
  now: Date,
): Promise<ModeratorPrivileges> {
  const detail = isModeratorRole(row.role) ? toPrivileges(row, await loadNames(db, row.areas ?? []), now) : null;
  const permissions = PRIVILEGE_IDS.map((id) => {
    const { resource, action } = PRIVILEGES[id];
    return { resource, action, granted: detail === null || (detail[id] && !detail.expired) };
  });
  return { privilege: { userId, permissions, detail } };
}
