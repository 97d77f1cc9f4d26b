import { CreateModeratorRequest } from '@ec/contract/moderators/schemas';
import { SETTABLE_STATUSES, type SettableStatus, type User } from '@ec/contract/users/schemas';
import { checkNewPassword } from '../../../domain/auth/NewPasswordFields.tsx';
import type { CreateBody } from '../api.ts';
import { PERSON_FIELDS } from '../labels.ts';
import { EMPTY_PERSON, personOf, type PersonValues } from '../../../domain/people/PersonFields.tsx';

export interface GlobalValues extends PersonValues {
  status: SettableStatus;
  password: string;
  confirmPassword: string;
}

export const GLOBAL_FIELDS: readonly string[] = [...PERSON_FIELDS, 'status', 'password', 'confirmPassword'];

export function valuesOf(user: User | null): GlobalValues {
  const status = SETTABLE_STATUSES.find((known) => known === user?.status) ?? 'ACTIVE';
  const passwords = { password: '', confirmPassword: '' };
  if (!user) return { ...EMPTY_PERSON, ...passwords, status };
  const { name, firstName, lastName, phone, email } = user;
  return {
    ...passwords,
    name,
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    phone,
    email: email ?? '',
    status,
  };
}

export function newModerator(values: GlobalValues): CreateBody {
  return { ...personOf(values), role: 'global_moderator', status: 'ACTIVE', password: values.password };
}

/** What of a moderator differs from how the form started: only that is sent. */
export function changesOf(values: GlobalValues, start: GlobalValues) {
  const all = (of: GlobalValues) => ({ ...personOf(of), status: of.status });
  const before: Record<string, unknown> = all(start);
  return Object.fromEntries(Object.entries(all(values)).filter(([key, value]) => before[key] !== value));
}

/** What is wrong before anything is sent; the server decides again. */
export function problemsOf(values: GlobalValues, isNew: boolean): Record<string, string> {
  const found: Record<string, string> = {};
  const body = { ...newModerator(values), password: undefined };
  for (const { path, message } of CreateModeratorRequest.safeParse(body).error?.issues ?? []) {
    found[String(path[0])] ??= message;
  }
  if (!isNew) return found;
  const { new: password, repeated } = checkNewPassword({ new: values.password, repeated: values.confirmPassword });
  return { ...found, ...(password && { password }), ...(repeated && { confirmPassword: repeated }) };
}
