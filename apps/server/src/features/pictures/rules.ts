import type { UserId } from '@ec/contract/base/common';
import { isInside, type LocationId, NATION } from '@ec/contract/geography/location-id';
import { isOneOf, OFFICER_ROLES, type Role } from '@ec/contract/permissions/roles';

const isOfficer = (role: Role) => isOneOf(OFFICER_ROLES, role);

/** Whether the role must have a picture now: in election mode nothing may come between an officer and the result form. */
export function isAskedForPicture(role: Role, electionMode: boolean): boolean {
  return role !== 'super_admin' && !(electionMode && isOfficer(role));
}

interface Viewer {
  userId: UserId;
  areas: readonly LocationId[];
}

/** A picture is visible to its owner, to users whose area contains the owner's, and to those below, who see their superiors. */
export function maySeePicture(viewer: Viewer, owner: { id: UserId; area: LocationId | null }): boolean {
  if (viewer.userId === owner.id) return true;
  // A user without an assignment belongs to the nation.
  const place = owner.area;
  if (place === null) return viewer.areas.includes(NATION);
  return viewer.areas.some((area) => isInside(place, area) || isInside(area, place));
}
