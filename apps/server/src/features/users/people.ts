import type { UserStatus } from '@ec/contract/auth';
import type { UserId } from '@ec/contract/common';
import { ancestorOf, codeOf, type LocationId, locationType } from '@ec/contract/location-id';
import { type Role, ROLES } from '@ec/contract/roles';
import { fullName, PLACE_TITLES, phoneOf, type PlacesInput, type SettableStatus } from '@ec/contract/users';
import { type Actor, areaOf } from '../../platform/actor.ts';
import type { WriteContext } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { inviteEnd, inviteMessage, newInviteCode, sealInvite } from '../../platform/invites.ts';
import { loadNames } from '../../platform/locations.ts';
import { queueMessage } from '../../platform/outbox.ts';
import { requireGoodPassword } from '../../platform/password-choice.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { parsePhone } from '../../platform/phone.ts';
import { incomplete, officeField, resolvePlaces } from './places.ts';
import { findHolder, insertUser, phoneHolder, saveInvite } from './repository.ts';
import { assignmentType, holdsArea, isOffice, rolesToGive } from './rules.ts';
import type { PersonData } from './tables.ts';

/** What a form says of a person, as far as it says it. */
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

/** A phone number in its stored form, or the refusal at its field. */
function readPhone(text: string): string {
  const phone = parsePhone(text);
  if (phone) return phone;
  const error = new AppError('BAD_PHONE');
  throw error.at({ path: 'phone', message: error.message });
}

const emptyToNull = (text: string | null | undefined): string | null => text?.trim() || null;

function requireRole(actor: Actor, role: Role, held?: Role): void {
  if (role === held || rolesToGive(actor).includes(role)) return;
  const error = new AppError('ROLE_NOT_ASSIGNABLE', { role: ROLES[role].title });
  throw error.at({ path: 'role', message: error.message });
}

function requireArea(actor: Actor, area: LocationId, role: Role, input: PlacesInput): void {
  if (holdsArea(actor, area)) return;
  const error = new AppError('UNKNOWN_LOCATION', { reference: codeOf(area) });
  throw error.at({ path: officeField(role, input), message: error.message });
}

/** What is asked to be stored of a new person: everything checked but the phone and the office, which storing checks. */
export async function draftPerson(db: Db, actor: Actor, input: PersonInput & { role: Role }): Promise<PersonData> {
  requireRole(actor, input.role);
  const places = await resolvePlaces(db, input, input.role, areaOf(actor));
  if (places.area === undefined) throw incomplete(input.role);
  requireArea(actor, places.area, input.role, input);
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

/** The office after a change: as the request says, else the old one as far as it fits the role. */
function nextArea(asked: LocationId | undefined, before: PersonData, role: Role): LocationId | null {
  if (asked !== undefined) return asked;
  if (before.area === null || locationType(before.area) === assignmentType(role)) return before.area;
  const area = ancestorOf(before.area, assignmentType(role));
  if (area === undefined) throw incomplete(role);
  return area;
}

/** What a person will be after a change: what the request does not name stays, null clears. */
export async function draftChange(db: Db, actor: Actor, before: PersonData, input: PersonInput): Promise<PersonData> {
  const role = input.role ?? before.role;
  requireRole(actor, role, before.role);
  const places = await resolvePlaces(db, input, role, areaOf(actor));
  const area = nextArea(places.area, before, role);
  if (area !== null && area !== before.area) requireArea(actor, area, role, input);
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

/** The constraints by which the database tells of two who took one phone or one office at the same moment. */
export const PERSON_RACES = ['users_phone_unique', 'users_one_office'] as const;

/** Refuses a phone or an office that somebody else has; a race is the database's to see (PERSON_RACES). */
export async function requireFree(db: Db, person: PersonData, self?: UserId): Promise<void> {
  const { role, area } = person;
  if (await phoneHolder(db, person.phone, self)) {
    const error = new AppError('PHONE_IN_USE');
    throw error.at({ path: 'phone', message: error.message });
  }
  if (area === null || !isOffice(role) || !(await findHolder(db, { role, area }, self))) return;
  const names = await loadNames(db, [area]);
  const level = PLACE_TITLES[locationType(area)];
  const error = new AppError('OFFICE_TAKEN', { role: ROLES[role].title, level, place: names.get(area) ?? '' });
  throw error.at({ path: 'role', message: error.message });
}

/** What of a person stands in the audit log. */
export function auditValues(person: Partial<PersonData>): Record<string, unknown> {
  return { ...person };
}

/**
 * Stores a new person, at once or (with a pending status) until it is decided: the office is theirs from now on. Without
 * a password an active one is invited.
 */
export async function storePerson(
  write: WriteContext,
  person: PersonData,
  options: {
    password?: string | undefined;
    pending?: Extract<UserStatus, 'PENDING' | 'PENDING_NATIONAL_APPROVAL'>;
  } = {},
): Promise<UserId> {
  const { tx, now, organisation } = write;
  if (options.password !== undefined) {
    requireGoodPassword(options.password, { settings: organisation.settings, owner: person, path: 'password' });
  }
  await requireFree(tx, person);
  const id = newId<UserId>();
  const passwordHash = options.password === undefined ? null : await hashPassword(options.password);
  const storedStatus = options.pending ?? person.status;
  await insertUser(tx, { ...person, id, storedStatus, passwordHash, now });
  if (!options.pending && passwordHash === null) await invite(write, { id, ...person });
  return id;
}

/** Gives a person without a password the code with which they set one, and sends it to their phone. */
export async function invite(
  write: WriteContext,
  person: { id: UserId; phone: string; role: Role; area: LocationId | null; status: UserStatus },
): Promise<void> {
  if (person.status !== 'ACTIVE') return;
  const { tx, now, organisation, platform } = write;
  const code = newInviteCode();
  await saveInvite(tx, person.id, sealInvite(platform.secrets, person.id, code), now);
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

/** Tells every console that a person or a request about one has changed. */
export async function tellPeopleChanged(
  write: WriteContext,
  area: LocationId | null,
  requesterId: UserId | null = null,
): Promise<void> {
  await write.emit({ type: 'people.changed', area, requesterId });
}
