import type { UserStatus } from '@ec/contract/auth/schemas';
import type { UserId } from '@ec/contract/base/common';
import { ancestorOf, codeOf, type LocationId, locationType } from '@ec/contract/geography/location-id';
import { type Role, ROLES } from '@ec/contract/permissions/roles';
import { fullName, phoneOf, PLACE_TITLES, type PlacesInput, type SettableStatus } from '@ec/contract/users/schemas';
import { type Actor, areaOf } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { noteControl } from '../../platform/identity/account-controls.ts';
import { inviteEnd, inviteMessage, newInviteCode, sealInvite } from '../../platform/identity/invites.ts';
import { loadNames } from '../../platform/database/places.ts';
import { queueMessage } from '../../platform/messages/outbox.ts';
import { requireGoodPassword } from '../../platform/identity/password-choice.ts';
import { hashPassword } from '../../platform/identity/passwords.ts';
import { parsePhone, type PhoneReader } from '../../platform/identity/phones.ts';
import { incomplete, officeField, resolvePlaces } from './places.ts';
import { hiddenPhones } from './hidden-phones.ts';
import { findHolder, insertUser, narrowTo, saveInvite } from './repository.ts';
import { assignmentType, type Giver, holdsArea, isOffice, limitsFrom, rolesToGive } from './rules.ts';
import type { PersonData } from '../../platform/database/tables/users.ts';

/** The fields of a form about a user; absent ones are unchanged. */
export interface PersonInput extends PlacesInput {
  name?: string | null | undefined;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  phone?: string | undefined;
  phoneNumber?: string | undefined;
  email?: string | null | undefined;
  role?: Role | undefined;
  status?: SettableStatus | undefined;
}

/** The phone number in its stored form; throws with its field. */
function readPhone(text: string): string {
  const phone = parsePhone(text);
  if (phone) return phone;
  const error = new AppError('BAD_PHONE');
  throw error.atField('phone');
}

const emptyToNull = (text: string | null | undefined): string | null => text?.trim() || null;

function requireRole(actor: Actor, role: Role, held?: Role): void {
  if (role === held || rolesToGive(actor).includes(role)) return;
  const error = new AppError('ROLE_NOT_ASSIGNABLE', { role: ROLES[role].title });
  throw error.atField('role');
}

function requireArea(actor: Actor, area: LocationId, field: string): void {
  if (holdsArea(actor, area)) return;
  const error = new AppError('UNKNOWN_LOCATION', { reference: codeOf(area) });
  throw error.atField(field);
}

/** The data of a new user, checked except for the phone number and the office, which are checked when it is stored. */
export async function draftPerson(db: Db, actor: Actor, input: PersonInput & { role: Role }): Promise<PersonData> {
  requireRole(actor, input.role);
  const places = await resolvePlaces(db, input, { role: input.role, home: areaOf(actor), isNew: true });
  if (places.area === undefined) throw incomplete(input.role);
  requireArea(actor, places.area, officeField(input.role, input, true));
  return {
    name: fullName(input),
    firstName: emptyToNull(input.firstName),
    lastName: emptyToNull(input.lastName),
    email: emptyToNull(input.email),
    phone: readPhone(phoneOf(input)),
    role: input.role,
    status: input.status ?? 'ACTIVE',
    area: places.area,
    personalArea: places.personalArea ?? null,
  };
}

/** The office after a change: the requested one, else the old one if it fits the role. */
function nextArea(asked: LocationId | undefined, before: PersonData, role: Role): LocationId | null {
  if (asked !== undefined) return asked;
  if (before.area === null || locationType(before.area) === assignmentType(role)) return before.area;
  const area = ancestorOf(before.area, assignmentType(role));
  if (area === undefined) throw incomplete(role, true);
  return area;
}

/** The user's data after a change: absent fields stay, null clears; a personal location alone moves no office. */
export async function draftChange(db: Db, actor: Actor, before: PersonData, input: PersonInput): Promise<PersonData> {
  const role = input.role ?? before.role;
  requireRole(actor, role, before.role);
  const places = await resolvePlaces(db, input, { role, home: areaOf(actor), isNew: false });
  const area = nextArea(places.area, before, role);
  if (area !== null && area !== before.area) requireArea(actor, area, officeField(role, input, false));
  const phoneGiven = input.phone !== undefined || input.phoneNumber !== undefined;
  const kept = (given: string | null | undefined, old: string | null) =>
    given === undefined ? old : emptyToNull(given);
  const name = input.name === undefined ? before.name : fullName(input);
  if (name === '') throw new AppError('VALIDATION_FAILED').at({ path: 'name', message: 'Name is required' });
  return {
    name,
    firstName: kept(input.firstName, before.firstName),
    lastName: kept(input.lastName, before.lastName),
    email: kept(input.email, before.email),
    phone: phoneGiven ? readPhone(phoneOf(input)) : before.phone,
    role,
    status: input.status ?? before.status,
    area,
    personalArea: places.personalArea === undefined ? before.personalArea : places.personalArea,
  };
}

/** The constraints that detect two users taking one phone number or office concurrently. */
export const PERSON_RACES = ['users_phone_unique', 'users_one_office'] as const;

async function requireFreeOffice(db: Db, { role, area }: PersonData, self?: UserId): Promise<void> {
  if (area === null || !isOffice(role) || !(await findHolder(db, { role, area }, self))) return;
  const names = await loadNames(db, [area]);
  const level = PLACE_TITLES[locationType(area)];
  const error = new AppError('OFFICE_TAKEN', { role: ROLES[role].title, level, place: names.get(area) ?? '' });
  throw error.atField('role');
}

async function requireFreePhone(write: WriteContext, actor: PhoneReader, phone: string): Promise<void> {
  const phones = hiddenPhones(write.platform, actor);
  const seen = (await phones.taken(write.tx, new Set([phone]))).get(phone);
  if (seen === undefined) return;
  if (!seen) write.afterRollback(() => phones.count(1));
  const error = new AppError('PHONE_IN_USE');
  throw error.atField('phone');
}

/**
 * Throws if the office or the phone number is taken; concurrent requests are detected by the database (PERSON_RACES). The phone number comes last: a
 * request that would fail anyway must not reveal whether it is in use. `before`: the user's present data.
 */
export async function requireFree(
  write: WriteContext,
  actor: PhoneReader,
  person: PersonData,
  before?: { id: UserId; phone: string },
): Promise<void> {
  await requireFreeOffice(write.tx, person, before?.id);
  if (person.phone !== before?.phone) await requireFreePhone(write, actor, person.phone);
}

/** The fields of a user in the audit log. */
export function auditValues(person: Partial<PersonData>): Record<string, unknown> {
  return { ...person };
}

/**
 * Stores a new user, active or (with a pending status) reserved until the decision: the office is theirs from now on. An active user without a
 * password is invited. `actor` creates or requests them.
 */
export async function storePerson(
  write: WriteContext,
  person: PersonData,
  actor: PhoneReader,
  options: {
    password?: string | undefined;
    pending?: Extract<UserStatus, 'PENDING' | 'PENDING_NATIONAL_APPROVAL'>;
  } = {},
): Promise<UserId> {
  const { tx, now, organisation } = write;
  if (options.password !== undefined) {
    requireGoodPassword(options.password, { settings: organisation.settings, owner: person, path: 'password' });
  }
  await requireFree(write, actor, person);
  const id = newId<UserId>();
  const passwordHash = options.password === undefined ? null : await hashPassword(options.password);
  const storedStatus = options.pending ?? person.status;
  await insertUser(tx, { ...person, id, storedStatus, passwordHash, now });
  await noteControl(tx, { userId: id, by: actor.userId, act: 'created' });
  if (!options.pending && passwordHash === null) await invite(write, { id, ...person }, actor.userId);
  return id;
}

/**
 * Narrows new holders of a role to what those who give it hold themselves. Answers that for the audit entry; nothing where none of these is narrowed.
 * Throws GRANT_EMPTY where no right would be left.
 */
export async function passLimitsOn(
  { tx, now }: Pick<WriteContext, 'tx' | 'now'>,
  ids: readonly UserId[],
  role: Role,
  givers: readonly [Giver, ...Giver[]],
): Promise<{ privileges?: Record<string, unknown> }> {
  const limits = limitsFrom(givers, role);
  const held = limits && (await narrowTo(tx, ids, limits, { by: givers[0].userId, now }));
  if (held?.granted.length === 0) throw new AppError('GRANT_EMPTY');
  return held ? { privileges: { ...held, validUntil: held.validUntil?.toISOString() ?? null } } : {};
}

/**
 * Creates the invite code of a user without a password and sends it to their phone. Only `by` can see the code, and counts from then on as able to
 * sign in to the account.
 */
export async function invite(
  write: WriteContext,
  person: { id: UserId; phone: string; role: Role; area: LocationId | null; status: UserStatus },
  by: UserId,
): Promise<void> {
  if (person.status !== 'ACTIVE') return;
  const { tx, now, organisation, platform } = write;
  const code = newInviteCode();
  await saveInvite(tx, person.id, { sealed: sealInvite(platform.secrets, person.id, code), by, now });
  await noteControl(tx, { userId: person.id, by, act: 'invited' });
  const names = person.area === null ? undefined : await loadNames(tx, [person.area]);
  const body = inviteMessage({
    systemName: organisation.settings.general.systemName,
    roleTitle: ROLES[person.role].title,
    place: person.area === null ? null : names?.get(person.area),
    code,
    publicUrl: platform.config.publicUrl,
  });
  await queueMessage(tx, { channel: 'sms', recipient: person.phone, body, secret: true, expiresAt: inviteEnd(now) });
  write.afterCommit(() => platform.messages.wake());
}

/** Notifies all consoles that a user or a request about one has changed. */
export async function notifyPeopleChanged(
  write: WriteContext,
  area: LocationId | null,
  requesterId: UserId | null = null,
): Promise<void> {
  await write.emit({ type: 'people.changed', area, requesterId });
}
