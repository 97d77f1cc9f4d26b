import { filledText } from '@ec/contract/base/error-text';
import { USER_ERRORS } from '@ec/contract/users/errors';
import { NATION } from '@ec/contract/geography/location-id';
import { type CreatedModerator, CreateModeratorRequest } from '@ec/contract/moderators/schemas';
import type { ModeratorRole } from '@ec/contract/permissions/privileges';
import { ROLES } from '@ec/contract/permissions/roles';
import { ASSIGNED_FIELDS, PLACE_FIELDS, PLACE_TITLES } from '@ec/contract/users/schemas';
import { useServerForm } from '../../../components/form/use-server-form.ts';
import { levelOfType, levelsTo, narrowest, NO_PLACES, type Places } from '../../../domain/places/use-places.ts';
import { type CreateBody, createModerator, useModeratorChange } from '../api.ts';
import { EMPTY_PERSON, personOf, type PersonValues } from '../../../domain/people/PersonFields.tsx';
import {
  fitting,
  type Grantee,
  privilegeProblems,
  type PrivilegeValues,
  requestOf,
  valuesOf,
} from './privilege-form.ts';
import { fieldAt, FORM_ID, PERSON_FIELDS, PRIVILEGE_FIELDS } from '../labels.ts';

export interface CreateValues extends PersonValues {
  role: ModeratorRole;
  places: Places;
  privileges: PrivilegeValues;
}

const START: CreateValues = {
  ...EMPTY_PERSON,
  role: 'global_moderator',
  places: NO_PLACES,
  privileges: valuesOf(null),
};
const FIELDS = [...PERSON_FIELDS, 'role', ...Object.values(ASSIGNED_FIELDS), ...PRIVILEGE_FIELDS];

/** The levels that name the area of a user with the role; empty for the nation. */
export function levelsOf(role: ModeratorRole) {
  const deepest = levelOfType(ROLES[role].assignment);
  return deepest ? levelsTo(deepest) : [];
}

/** Whom the privileges would be for, as far as it is chosen. */
export function granteeOf({ role, places }: Pick<CreateValues, 'role' | 'places'>): Grantee {
  const levels = levelsOf(role);
  if (levels.length === 0) return { role, area: NATION };
  const complete = levels.every((level) => places[level] !== null);
  return { role, area: complete ? narrowest(places) : null };
}

function bodyOf({ role, places, privileges, ...person }: CreateValues): CreateBody {
  const office = levelsOf(role).map((level) => [ASSIGNED_FIELDS[level], places[level] && String(places[level])]);
  return { ...personOf(person), role, ...Object.fromEntries(office), privileges: requestOf(privileges, role) };
}

function problemsOf(values: CreateValues): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { path, message } of CreateModeratorRequest.safeParse(bodyOf(values)).error?.issues ?? []) {
    found[String(path[0])] ??= message;
  }
  for (const level of levelsOf(values.role)) {
    if (values.places[level] !== null) continue;
    const details = { role: ROLES[values.role].title, level: PLACE_TITLES[PLACE_FIELDS[level]] };
    found[ASSIGNED_FIELDS[level]] = filledText(USER_ERRORS.ASSIGNMENT_INCOMPLETE, details);
  }
  return { ...found, ...privilegeProblems(values.privileges, new Date()) };
}

/** The form for a new moderator: what is typed, what is wrong with it, and how it is sent. */
export function useCreateForm(onDone: (created: CreatedModerator) => void) {
  const form = useServerForm({
    id: FORM_ID,
    start: START,
    fields: FIELDS,
    at: fieldAt,
    check: problemsOf,
    body: bodyOf,
    request: useModeratorChange(createModerator),
    failed: 'Failed to create moderator',
    onDone,
  });
  /** Another role or place can leave privileges behind that no longer fit. */
  const move = (change: Partial<Pick<CreateValues, 'role' | 'places'>>) => {
    const next = { ...form.values, ...change };
    const privileges = fitting(next.privileges, granteeOf(next));
    form.set({ ...change, privileges }, 'role', ...Object.values(ASSIGNED_FIELDS), ...PRIVILEGE_FIELDS);
  };
  return { form, move };
}

export type CreateForm = ReturnType<typeof useCreateForm>;
