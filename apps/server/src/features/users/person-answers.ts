import { codeOf, type LocationId, locationType, type LocationType } from '@ec/contract/geography/location-id';
import { isOneOf, OFFICER_ROLES, type Role } from '@ec/contract/permissions/roles';
import { holdsPrivilege } from '@ec/contract/permissions/privileges';
import {
  ASSIGNED_FIELDS,
  PLACE_FIELDS,
  type PlaceField,
  type User,
  type UserDetail,
  type UserPlace,
} from '@ec/contract/users/schemas';
import { pictureUrl } from '@ec/contract/pictures/schemas';
import type { Actor } from '../../platform/http/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { inviteEnd } from '../../platform/identity/invites.ts';
import { chainLinks, loadNames } from '../../platform/database/places.ts';
import { sheetsChecked, type UserRow } from './queries.ts';
import { isSettled, mayResetPassword, maySeeInvite, pathToChange, rolesFor, visibleRequesters } from './rules.ts';

type Names = ReadonlyMap<LocationId, string>;
type PersonRow = Pick<
  UserRow,
  | 'id'
  | 'name'
  | 'firstName'
  | 'lastName'
  | 'phone'
  | 'email'
  | 'role'
  | 'status'
  | 'area'
  | 'pictureId'
  | 'lastLoginAt'
  | 'createdAt'
>;

/** A place with its chain, from loaded names. */
export function toPlace(id: LocationId, names: Names): UserPlace {
  const chain = chainLinks(id, names);
  return { id, type: locationType(id), name: names.get(id) ?? '', code: codeOf(id), chain };
}

const FIELDS = Object.keys(PLACE_FIELDS) as PlaceField[];
type PlaceNames = Record<PlaceField, string | null>;

/** The names of the places of a chain by field; null below the place itself. */
export function placeNames(id: LocationId | null, names: Names): PlaceNames {
  const links = id === null ? [] : chainLinks(id, names);
  const nameOf = (type: LocationType) => links.find((link) => link.type === type)?.name ?? null;
  return Object.fromEntries(FIELDS.map((field) => [field, nameOf(PLACE_FIELDS[field])])) as PlaceNames;
}

const assignedNames = (places: PlaceNames) =>
  Object.fromEntries(FIELDS.map((field) => [ASSIGNED_FIELDS[field], places[field]])) as Record<
    (typeof ASSIGNED_FIELDS)[PlaceField],
    string | null
  >;

/** What the reader can do with the user, within what the user's status allows. */
function abilities(reader: Actor, row: UserRow): User['can'] {
  const changeable = isSettled(row.status) && row.requestId === null;
  const edit = isSettled(row.status) ? pathToChange(reader, row, 'canEditUsers') : 'no';
  const remove = row.status === 'DELETED' ? 'no' : pathToChange(reader, row, 'canDeleteUsers');
  // No second request while one is open; the two highest roles act directly.
  const open = (path: User['can']['edit']) => (path === 'request' && !changeable ? 'no' : path);
  return {
    edit: open(edit),
    deactivate: row.status === 'ACTIVE' ? open(edit) : 'no',
    delete: open(remove),
    resetPassword: isSettled(row.status) && mayResetPassword(reader, row),
  };
}

/** The open request about the user, for readers who can see it. */
function openRequest(reader: Actor, row: UserRow): User['pendingRequest'] {
  const { requestId: id, requestType: type, requesterId, requesterRole } = row;
  if (!id || !type || !requesterRole) return null;
  const seen = requesterId === reader.userId || visibleRequesters(reader.role).includes(requesterRole);
  return seen ? { id, type } : null;
}

/** The user's name, role and office, as in all lists of people. */
export function personFields(row: PersonRow, names: Names) {
  return {
    id: row.id,
    name: row.name,
    firstName: row.firstName,
    lastName: row.lastName,
    phone: row.phone,
    email: row.email,
    role: row.role,
    status: row.status,
    assignment: row.area === null ? null : toPlace(row.area, names),
    profilePictureUrl: pictureUrl(row.pictureId),
    lastLogin: row.lastLoginAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

function toUser(reader: Actor, row: UserRow, names: Names): User {
  const personal = placeNames(row.personalArea, names);
  return {
    ...personFields(row, names),
    ...personal,
    ...assignedNames(placeNames(row.area, names)),
    personalLocation: row.personalArea === null ? null : toPlace(row.personalArea, names),
    updatedAt: row.updatedAt.toISOString(),
    is2faEnabled: row.twoFactor,
    pendingRequest: openRequest(reader, row),
    can: abilities(reader, row),
  };
}

const placesOf = (rows: readonly UserRow[]) =>
  rows.flatMap(({ area, personalArea }) => [area, personalArea]).filter((id) => id !== null);

export async function toUsers(db: Db, reader: Actor, rows: readonly UserRow[]): Promise<User[]> {
  const names = await loadNames(db, placesOf(rows));
  return rows.map((row) => toUser(reader, row, names));
}

/** The open invite, for readers who can see it. */
export function openInviteOf(reader: Actor, row: UserRow): UserDetail['invite'] {
  const { inviteCode, invitedAt, invitedBy } = row;
  if (inviteCode === null || invitedAt === null || !maySeeInvite(reader, row)) return null;
  const expiresAt = inviteEnd(invitedAt).toISOString();
  return {
    expiresAt,
    by: invitedBy?.name ?? null,
    mine: invitedBy?.id === reader.userId && holdsPrivilege(reader, 'canCreateUsers'),
  };
}

const isOfficer = (role: Role): boolean => isOneOf(OFFICER_ROLES, role);

export async function toDetail(db: Db, reader: Actor, row: UserRow): Promise<UserDetail> {
  const [names, checked] = await Promise.all([
    loadNames(db, placesOf([row])),
    isOfficer(row.role) ? sheetsChecked(db, row.id) : null,
  ]);
  return {
    ...toUser(reader, row, names),
    invite: openInviteOf(reader, row),
    sheetsChecked: checked,
    roles: rolesFor(reader, row),
  };
}
