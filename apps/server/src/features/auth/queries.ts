import type { SessionUser } from '@ec/contract/auth';
import { codeOf, type LocationId, type LocationType, locationType } from '@ec/contract/location-id';
import type { Db } from '../../platform/database.ts';
import { chainLinks, loadNames } from '../../platform/locations.ts';
import type { Person } from './repository.ts';

const NOWHERE = {
  assignedRegion: null,
  assignedState: null,
  assignedLga: null,
  assignedWard: null,
  assignedPollingUnit: null,
  scope: null,
};

type Place = Pick<SessionUser, keyof typeof NOWHERE>;

/** Where the person is assigned, by the names of the places. */
async function placeOf(db: Db, area: LocationId | null): Promise<Place> {
  if (area === null) return NOWHERE;
  const links = chainLinks(area, await loadNames(db, [area]));
  const nameOf = (type: LocationType) => links.find((link) => link.type === type)?.name ?? null;
  return {
    assignedRegion: nameOf('region'),
    assignedState: nameOf('state'),
    assignedLga: nameOf('lga'),
    assignedWard: nameOf('ward'),
    assignedPollingUnit: nameOf('polling_unit'),
    scope: scopeAt(area, links.at(-1)?.name),
  };
}

function scopeAt(area: LocationId, name = ''): NonNullable<SessionUser['scope']> {
  return { type: locationType(area), locationId: area, name, code: codeOf(area) };
}

/** An area as the place where somebody acts. */
export async function scopeOf(db: Db, area: LocationId | null): Promise<SessionUser['scope']> {
  return area === null ? null : scopeAt(area, (await loadNames(db, [area])).get(area));
}

/** The person as sign-in and /auth/me show them to themselves. */
export async function sessionUser(db: Db, person: Person): Promise<SessionUser> {
  return {
    id: person.id,
    name: person.name,
    phone: person.phone,
    email: person.email,
    role: person.role,
    status: person.status,
    ...(await placeOf(db, person.area_id)),
    profilePictureUrl: person.profile_picture_id && `/api/files/${person.profile_picture_id}`,
    lastLogin: person.last_login_at?.toISOString() ?? null,
  };
}
