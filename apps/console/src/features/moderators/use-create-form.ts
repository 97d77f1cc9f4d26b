import { errorText } from '@ec/contract/errors';
import { NATION } from '@ec/contract/location-id';
import { CreateModeratorRequest, type Moderator } from '@ec/contract/moderators';
import type { ModeratorRole } from '@ec/contract/privileges';
import { ROLES } from '@ec/contract/roles';
import { ASSIGNED_FIELDS, PLACE_FIELDS, PLACE_TITLES } from '@ec/contract/users';
import { useState } from 'react';
import { levelOfType, levelsTo, narrowest, NO_PLACES, type Places } from '../../lib/use-places.ts';
import { type CreateBody, createModerator, useModeratorChange } from './api.ts';
import { NOBODY, PERSON_FIELDS, personOf, type PersonValues } from './PersonFields.tsx';
import {
  fitting,
  type Grantee,
  type PrivilegeValues,
  privilegeProblems,
  requestOf,
  valuesOf,
} from './privilege-form.ts';
import { PRIVILEGE_FIELDS } from './PrivilegeFields.tsx';
import { useProblems } from './use-problems.ts';

export interface CreateValues {
  person: PersonValues;
  role: ModeratorRole;
  places: Places;
  privileges: PrivilegeValues;
}

const START: CreateValues = {
  person: NOBODY,
  role: 'global_moderator',
  places: NO_PLACES,
  privileges: valuesOf(null),
};
const FIELDS = [...PERSON_FIELDS, 'role', ...Object.values(ASSIGNED_FIELDS), ...PRIVILEGE_FIELDS];

/** The levels that name where somebody of the role acts; none for the nation. */
export function levelsOf(role: ModeratorRole) {
  const deepest = levelOfType(ROLES[role].assignment);
  return deepest ? levelsTo(deepest) : [];
}

/** Whom the privileges would be for, as far as it is chosen. */
export function granteeOf({ role, places }: CreateValues): Grantee {
  const levels = levelsOf(role);
  if (levels.length === 0) return { role, area: NATION };
  const complete = levels.every((level) => places[level] !== null);
  return { role, area: complete ? narrowest(places) : null };
}

function bodyOf({ person, role, places, privileges }: CreateValues): CreateBody {
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
    found[ASSIGNED_FIELDS[level]] = errorText('ASSIGNMENT_INCOMPLETE', details);
  }
  return { ...found, ...privilegeProblems(values.privileges, new Date()) };
}

/** The form for a new moderator: what is typed, what is wrong with it, and how it is sent. */
export function useCreateForm(onDone: (moderator: Moderator) => void) {
  const [values, setValues] = useState(START);
  const problems = useProblems(FIELDS);
  const create = useModeratorChange(createModerator);

  /** Another role or place can leave privileges behind that no longer fit. */
  const move = (change: Partial<Pick<CreateValues, 'role' | 'places'>>) => {
    const next = { ...values, ...change };
    setValues({ ...next, privileges: fitting(next.privileges, granteeOf(next)) });
    problems.clear('role', ...Object.values(ASSIGNED_FIELDS), ...PRIVILEGE_FIELDS);
  };
  return {
    values,
    problems,
    dirty: values !== START,
    busy: create.isPending,
    move,
    setPerson: (change: Partial<PersonValues>) => {
      setValues({ ...values, person: { ...values.person, ...change } });
      problems.clear(...Object.keys(change));
    },
    setPrivileges: (privileges: PrivilegeValues, changed: readonly string[]) => {
      setValues({ ...values, privileges });
      problems.clear(...changed);
    },
    submit: () => {
      if (!problems.check(problemsOf(values))) return;
      create.mutate(bodyOf(values), {
        onSuccess: ({ moderator }) => onDone(moderator),
        onError: (error) => problems.failed(error, 'Failed to create moderator'),
      });
    },
  };
}

export type CreateForm = ReturnType<typeof useCreateForm>;
