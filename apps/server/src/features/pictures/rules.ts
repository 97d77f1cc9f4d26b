import type { UserId } from '@ec/contract/base/common';
import { isInside, type LocationId, NATION } from '@ec/contract/geography/location-id';
import { OFFICER_ROLES, type Role } from '@ec/contract/permissions/roles';

const isOfficer = (role: Role) => (OFFICER_ROLES as readonly Role[]).includes(role);

/** Whether the role is asked for a picture at this moment: on the day nothing may stand between an officer and the sheet. */
export function isAskedForPicture(role: Role, electionMode: boolean): boolean {
  return role !== 'super_admin' && !(electionMode && isOfficer(role));
}

interface Viewer {
  userId: UserId;
  areas: readonly LocationId[];
}

/** A picture is seen by its person, by whoever's area holds theirs, and by those below, who see whom they answer to. */
export function maySeePicture(viewer: Viewer, owner: { id: UserId; area: LocationId | null }): boolean {
  if (viewer.userId === owner.id) return true;
  // Whoever is not assigned yet is in the nation, and nowhere closer.
  const place = owner.area;
  if (place === null) return viewer.areas.includes(NATION);
  return viewer.areas.some((area) => isInside(place, area) || isInside(area, place));
}
