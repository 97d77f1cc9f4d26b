import type { Priority } from '@ec/contract/approvals/schemas';
import { filledText } from '@ec/contract/base/error-text';
import { USER_ERRORS } from '@ec/contract/users/errors';
import type { LocationId } from '@ec/contract/geography/location-id';
import { type Role, ROLES } from '@ec/contract/permissions/roles';
import {
  ASSIGNED_FIELDS,
  CreateUserRequest,
  Justification,
  PLACE_FIELDS,
  PLACE_TITLES,
  type PlacesInput,
  SETTABLE_STATUSES,
  type SettableStatus,
  type UserDetail,
} from '@ec/contract/users/schemas';
import { EMPTY_PERSON, type PersonValues, personOf } from '../../../domain/people/PersonFields.tsx';
import {
  levelOfType,
  levelsTo,
  NO_PLACES,
  PLACE_LEVELS,
  type Places,
  placesOf,
} from '../../../domain/places/use-places.ts';
import type { UpdateBody } from '../api.ts';

export interface UserValues extends PersonValues {
  role: Role;
  status: SettableStatus;
  office: Places;
  /** The personal location is another than the office. */
  elsewhere: boolean;
  personal: Places;
  justification: string;
  priority: Priority;
}

export type Problems = Record<string, string>;

/** The fields in the order in which they stand, by the names that the API gives them. */
export const FIELD_ORDER: readonly string[] = [
  'name',
  'phone',
  'firstName',
  'lastName',
  'email',
  'role',
  'status',
  ...Object.values(ASSIGNED_FIELDS),
  ...PLACE_LEVELS,
  'justification',
  'priority',
];

export const fieldId = (field: string) => `user-${field}`;

export function emptyValues(role: Role, fixed: Places): UserValues {
  return {
    ...EMPTY_PERSON,
    role,
    status: 'ACTIVE',
    office: fixed,
    elsewhere: false,
    personal: fixed,
    justification: '',
    priority: 'MEDIUM',
  };
}

const settable = (status: string): SettableStatus => SETTABLE_STATUSES.find((known) => known === status) ?? 'ACTIVE';

export function valuesOf(user: UserDetail, fixed: Places): UserValues {
  const { name, firstName, lastName, phone, email, role, status, assignment, personalLocation } = user;
  return {
    ...emptyValues(role, fixed),
    name,
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    phone,
    email: email ?? '',
    status: settable(status),
    office: assignment ? placesOf(assignment.id) : fixed,
    elsewhere: personalLocation !== null && personalLocation.id !== assignment?.id,
    personal: personalLocation ? placesOf(personalLocation.id) : fixed,
  };
}

/** The levels that name the office of a role; none for those of the whole nation. */
export function officeLevels(role: Role) {
  const deepest = levelOfType(ROLES[role].assignment);
  return deepest ? levelsTo(deepest) : [];
}

/** The place of the office, as deep as the role goes; null for the whole nation, and until it is chosen. */
export function officePlace({ role, office }: UserValues): LocationId | null {
  const deepest = officeLevels(role).at(-1);
  return deepest ? office[deepest] : null;
}

const reference = (id: LocationId | null) => (id === null ? null : String(id));

function officeOf({ role, office }: UserValues): PlacesInput {
  return Object.fromEntries(officeLevels(role).map((level) => [ASSIGNED_FIELDS[level], reference(office[level])]));
}

function personalOf({ elsewhere, personal }: UserValues): PlacesInput {
  const places = elsewhere ? personal : NO_PLACES;
  return Object.fromEntries(PLACE_LEVELS.map((level) => [level, reference(places[level])]));
}

const userOf = (values: UserValues) => ({ ...personOf(values), role: values.role, status: values.status });

/** Everything the form says of a new person. */
export function newPersonOf(values: UserValues) {
  return { ...userOf(values), ...officeOf(values), ...(values.elsewhere && personalOf(values)) };
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What of a person differs from how the form started: only that is sent, and with the personal location the office, so that it is not taken for one. */
export function changesOf(values: UserValues, start: UserValues): UpdateBody {
  const before: Record<string, unknown> = userOf(start);
  const person = Object.entries(userOf(values)).filter(([key, value]) => !same(before[key], value));
  const moves = !same(personalOf(values), personalOf(start));
  return {
    ...Object.fromEntries(person),
    ...((moves || !same(officeOf(values), officeOf(start))) && officeOf(values)),
    ...(moves && personalOf(values)),
  };
}

function officeProblems({ role, office }: UserValues): Problems {
  const levels = officeLevels(role).filter((level) => office[level] === null);
  return Object.fromEntries(
    levels.map((level) => {
      const details = { role: ROLES[role].title, level: PLACE_TITLES[PLACE_FIELDS[level]] };
      return [ASSIGNED_FIELDS[level], filledText(USER_ERRORS.ASSIGNMENT_INCOMPLETE, details)];
    }),
  );
}

/** What is wrong with a reason, in the words of the contract. */
export function justificationProblem(text: string): string | undefined {
  return Justification.safeParse(text).error?.issues[0]?.message;
}

/** What is wrong with the form, field by field, before it is sent; the server decides again. */
export function checkValues(values: UserValues, request: boolean): Problems {
  const issues = CreateUserRequest.safeParse(newPersonOf(values)).error?.issues ?? [];
  const problems: Problems = {};
  for (const { path, message } of issues) problems[String(path[0])] ??= message;
  // The API can make a name of first and last name; the form asks for the whole name.
  if (values.name.trim() === '') problems['name'] ??= 'Name is required';
  if (values.elsewhere && Object.values(values.personal).every((id) => id === null)) {
    problems['region'] = 'Choose where they live';
  }
  const reason = request ? justificationProblem(values.justification) : undefined;
  return { ...problems, ...officeProblems(values), ...(reason && { justification: reason }) };
}

/** The field that a path of the API is about. */
export function fieldAt(path: string): string {
  const name = path.replace(/^userData\./, '').split('.')[0] ?? '';
  return name === 'phoneNumber' ? 'phone' : name;
}
