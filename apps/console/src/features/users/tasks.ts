import type { RequestKind } from '@ec/contract/approvals/schemas';
import { isSecondPersonRole } from '@ec/contract/permissions/roles';
import type { SettableStatus, User } from '@ec/contract/users/schemas';

/** What the reader is about to do, each in a dialog of its own. */
export type Task =
  | { act: 'create' }
  | { act: 'import' }
  | { act: 'status'; status: SettableStatus; users: readonly User[] }
  | { act: 'edit' | 'reset' | 'deactivate' | 'activate' | 'delete'; user: User }
  | { act: 'request'; kind: RequestKind; user: User | null; status?: SettableStatus };

export interface Action {
  label: string;
  task: Task;
  danger?: boolean;
}

const isOff = ({ status }: User) => status === 'INACTIVE' || status === 'SUSPENDED';

const change = (user: User): Action[] =>
  user.can.edit === 'direct'
    ? [{ label: 'Edit User', task: { act: 'edit', user } }]
    : user.can.edit === 'request'
      ? [{ label: 'Request changes', task: { act: 'request', kind: 'modify', user } }]
      : [];

/** Deactivate for an active user, else activate, which is a change of the status. */
function switchOver(user: User): Action[] {
  if (isOff(user)) {
    const atOnce = user.can.edit === 'direct' && !isSecondPersonRole(user.role);
    if (atOnce) return [{ label: 'Activate User', task: { act: 'activate', user } }];
    if (user.can.edit === 'no') return [];
    return [{ label: 'Request activation', task: { act: 'request', kind: 'modify', user, status: 'ACTIVE' } }];
  }
  if (user.can.deactivate === 'direct') return [{ label: 'Deactivate User', task: { act: 'deactivate', user } }];
  if (user.can.deactivate === 'no') return [];
  return [{ label: 'Request deactivation', task: { act: 'request', kind: 'deactivate', user } }];
}

function remove(user: User): Action[] {
  if (user.can.delete === 'direct') return [{ label: 'Delete User', task: { act: 'delete', user }, danger: true }];
  if (user.can.delete === 'no') return [];
  return [{ label: 'Request deletion', task: { act: 'request', kind: 'delete', user }, danger: true }];
}

/** All that the reader may do with a person, at once or by a request; what they may not is left out. */
export function actionsFor(user: User): Action[] {
  const reset: Action[] = user.can.resetPassword ? [{ label: 'Reset Password', task: { act: 'reset', user } }] : [];
  return [...change(user), ...reset, ...switchOver(user), ...remove(user)];
}
