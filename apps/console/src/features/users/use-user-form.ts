import type { Role } from '@ec/contract/roles';
import { ASSIGNED_FIELDS, type SettableStatus, type UserDetail } from '@ec/contract/users';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormProblem } from '../../components/FormErrorSummary.tsx';
import { ApiError, errorMessage } from '../../lib/api-error.ts';
import { narrowest, PLACE_LEVELS, placeReference, type Places, useFixedPlaces } from '../../lib/use-places.ts';
import { createUser, requestApproval, updateUser, usePeopleChange, userQuery } from './api.ts';
import { listAddress } from './filters.ts';
import {
  changesOf,
  checkValues,
  emptyValues,
  FIELD_ORDER,
  fieldId,
  newPersonOf,
  officeLevels,
  problemsAt,
  rebased,
  type UserValues,
  valuesOf,
} from './user-form.ts';

/** What became of a form: the person as stored, or the request that waits. */
export interface Done {
  user: UserDetail | null;
  requestId: string | null;
}

export interface UserFormOptions {
  /** The person to change; null for a new one. */
  user: UserDetail | null;
  /** The roles to choose from, the default first. */
  roles: readonly Role[];
  path: 'direct' | 'request';
  /** A status that the form starts with, such as ACTIVE to ask for an activation. */
  status?: SettableStatus | undefined;
  onDone: (done: Done) => void;
}

const NOTHING_CHANGED = 'Nothing has been changed yet.';

/** The headline of a failure: what could not be done. */
function headlineOf(error: unknown, request: boolean): string {
  if (!request) return 'Failed to save user';
  const status = error instanceof ApiError ? error.status : 0;
  return status > 0 ? `Failed to create approval request: ${status}` : 'Failed to create approval request';
}

/** The state of the form for a person, its checks, and how it is sent: at once, or as a request. */
export function useUserForm({ user, roles, path, status, onDone }: UserFormOptions) {
  const fixed = useFixedPlaces();
  const queryClient = useQueryClient();
  const [target, setTarget] = useState(user);
  const [start, setStart] = useState<UserValues>(() =>
    user ? valuesOf(user, fixed) : emptyValues(roles[0] ?? 'polling_unit_officer', fixed),
  );
  // The server can want a reason where the screen did not know of it: a right was taken away meanwhile.
  const [asked, setAsked] = useState(false);
  const request = path === 'request' || asked;
  const [failures, setFailures] = useState<string[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [conflict, setConflict] = useState(false);
  const [holders, setHolders] = useState<string | null>(null);
  const form = useForm<UserValues>({
    initialValues: { ...start, ...(status && { status }) },
    validate: (values) => checkValues(values, request),
  });

  const send = usePeopleChange(async (values: UserValues): Promise<Done> => {
    const changes = target ? changesOf(values, start) : {};
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
    return target
      ? await updateUser({ id: target.id, body: { ...changes, updatedAt: target.updatedAt } })
      : await createUser(newPersonOf(values));
  });

  const failed = (error: unknown, values: UserValues) => {
    const fields = error instanceof ApiError ? error.fields : [];
    const problems = problemsAt(fields);
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === 'JUSTIFICATION_REQUIRED') {
      setAsked(true);
      problems['justification'] ??= errorMessage(error);
    }
    setConflict(code === 'CONFLICT' && target !== null);
    const office = narrowest(values.office);
    setHolders(
      code === 'OFFICE_TAKEN' && office !== null
        ? listAddress({ role: values.role, place: placeReference(office) })
        : null,
    );
    form.setErrors(problems);
    const told = Object.values(problems);
    const elsewhere = fields.map(({ message }) => message).filter((message) => !told.includes(message));
    setFailures([headlineOf(error, request), ...(told.length > 0 ? elsewhere : [errorMessage(error), ...elsewhere])]);
    setAttempt((count) => count + 1);
  };

  const submit = form.onSubmit(
    (values) => {
      setConflict(false);
      setHolders(null);
      if (target && Object.keys(changesOf(values, start)).length === 0) {
        setFailures([NOTHING_CHANGED]);
        setAttempt((count) => count + 1);
        return;
      }
      setFailures([]);
      send.mutate(values, { onSuccess: onDone, onError: (error) => failed(error, values) });
    },
    () => {
      setFailures([]);
      setAttempt((count) => count + 1);
    },
  );

  /** After somebody else's change: their values, with what was typed here laid over them. */
  const reload = async () => {
    if (!target) return;
    try {
      const fresh = await queryClient.fetchQuery({ ...userQuery(target.id), staleTime: 0 });
      const values = valuesOf(fresh, fixed);
      form.setInitialValues(values);
      form.setValues(rebased(form.getValues(), start, values));
      setTarget(fresh);
      setStart(values);
      setConflict(false);
      setFailures([]);
    } catch (error) {
      setFailures(['The person could not be loaded', errorMessage(error)]);
    }
  };

  const setPlaces = (field: 'office' | 'personal', places: Places) => {
    form.setFieldValue(field, places);
    const names = field === 'office' ? Object.values(ASSIGNED_FIELDS) : PLACE_LEVELS;
    for (const name of names) form.clearFieldError(name);
  };

  const setRole = (role: Role) => {
    form.setFieldValue('role', role);
    for (const name of Object.values(ASSIGNED_FIELDS)) form.clearFieldError(name);
  };

  const problems: FormProblem[] = [
    ...failures.map((message) => ({ message })),
    ...FIELD_ORDER.flatMap((field) => {
      const message = form.errors[field];
      return typeof message === 'string' ? [{ field: fieldId(field), message }] : [];
    }),
  ];
  return {
    form,
    target,
    request,
    problems,
    attempt,
    conflict,
    holders,
    reload,
    submit,
    setPlaces,
    setRole,
    levels: officeLevels(form.values.role),
    busy: send.isPending,
  };
}

export type UserFormState = ReturnType<typeof useUserForm>;
