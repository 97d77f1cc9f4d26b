import type { Role } from '@ec/contract/permissions/roles';
import type { SettableStatus, UserDetail, UserSummary } from '@ec/contract/users/schemas';
import { useState } from 'react';
import { useServerForm } from '../../../components/form/use-server-form.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { narrowest, placeReference, useFixedPlaces } from '../../../domain/places/use-places.ts';
import { createUser, requestApproval, updateUser, usePeopleChange } from '../api.ts';
import { listAddress, requestFailed } from '../labels.ts';
import { secondPersonFor } from '../SecondPersonNote.tsx';
import {
  changesOf,
  checkValues,
  emptyValues,
  FIELD_ORDER,
  fieldAt,
  newPersonOf,
  type UserValues,
  valuesOf,
} from './user-form.ts';

/** What became of a form: the person as stored, or the request that waits. */
export interface Done {
  user: UserDetail | null;
  requestId: string | null;
}

export interface UserFormOptions {
  /** The person to change, as they are now; null for a new one. */
  user: UserDetail | null;
  /** The roles to choose from, the default first. */
  roles: readonly Role[];
  path: 'direct' | 'request';
  /** Who can approve what needs a second person; null where the reader asks for nothing of the kind. */
  office: UserSummary['secondPerson'];
  /** A status that the form starts with, such as ACTIVE to ask for an activation. */
  status?: SettableStatus | undefined;
  onDone: (done: Done) => void;
}

interface Filled {
  values: UserValues;
  base: { values: UserValues; version: string | null };
  request: boolean;
}

async function send(target: UserDetail | null, { values, base, request }: Filled): Promise<Done> {
  const changes = target ? changesOf(values, base.values) : {};
  if (request) {
    const { justification, priority } = values;
    const detail = await requestApproval({
      targetUserId: target?.id ?? null,
      requestType: target ? 'modify' : 'create',
      userData: target ? changes : newPersonOf(values),
      justification: justification.trim(),
      priority,
    });
    return { user: null, requestId: detail.id };
  }
  if (!target) return await createUser(newPersonOf(values));
  return await updateUser({ id: target.id, body: { ...changes, updatedAt: base.version ?? target.updatedAt } });
}

/** The state of the form for a person, its checks, and how it is sent: at once, or as a request. */
export function useUserForm({ user, roles, path, office, status, onDone }: UserFormOptions) {
  const fixed = useFixedPlaces();
  // The server can want a reason where the screen did not know of it: a right was taken away meanwhile.
  const [asked, setAsked] = useState(false);
  const [holders, setHolders] = useState<string | null>(null);
  const start = user ? valuesOf(user, fixed) : emptyValues(roles[0] ?? 'polling_unit_officer', fixed);
  const asks = (values: UserValues, before: UserValues) =>
    path === 'request' || asked || secondPersonFor(office, user, before, values).need === 'approval';

  const form = useServerForm({
    id: 'user',
    start,
    ...(status && { typed: { status } }),
    ...(user && { version: user.updatedAt }),
    fields: FIELD_ORDER,
    at: fieldAt,
    codes: { JUSTIFICATION_REQUIRED: 'justification' },
    check: (values, base) => {
      const problems = checkValues(values, asks(values, base.values));
      const unchanged = user && Object.keys(changesOf(values, base.values)).length === 0;
      return unchanged && Object.keys(problems).length === 0 ? { '': 'Nothing has been changed yet.' } : problems;
    },
    body: (values, base): Filled => ({ values, base, request: asks(values, base.values) }),
    request: usePeopleChange((filled: Filled) => send(user, filled)),
    failed: (error) => (request ? requestFailed(error) : 'Failed to save user'),
    onDone,
    onRefused: (error, { office: places, role }) => {
      const code = error instanceof ApiError ? error.code : undefined;
      const place = narrowest(places);
      if (code === 'JUSTIFICATION_REQUIRED') setAsked(true);
      setHolders(
        code === 'OFFICE_TAKEN' && place !== null ? listAddress({ role, place: placeReference(place) }) : null,
      );
    },
  });
  const request = asks(form.values, form.base);
  // The status that the form was opened for is not typed by the reader.
  const offered = status !== undefined && form.values.status === status;
  return {
    form,
    request,
    dirty: form.changed.some((field) => !(field === 'status' && offered)),
    second: secondPersonFor(office, user, form.base, form.values),
    holders,
  };
}

export type UserFormState = ReturnType<typeof useUserForm>;
