import type { RequestKind } from '@ec/contract/approvals/schemas';
import { isSecondPersonRole } from '@ec/contract/permissions/roles';
import type { SettableStatus, User, UserSummary } from '@ec/contract/users/schemas';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { REQUEST_SENT } from './labels.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { useRolesInReach } from '../../domain/places/use-places.ts';
import { fileRoles } from './import/import-api.ts';

/** What the reader is about to do in a dialog. */
export type DialogTask =
  | { act: 'import' }
  | { act: 'status'; status: SettableStatus; users: readonly User[] }
  | { act: 'reset' | 'deactivate' | 'activate' | 'delete'; user: User }
  | { act: 'request'; kind: RequestKind; user: User | null };

/** What the reader is about to do: on a page, or in a dialog. */
export type Task = { act: 'open'; to: string } | DialogTask;

/** The page on which a person is changed: at once, or by a request, which can begin with another status. */
export function editPage({ id }: Pick<User, 'id'>, request?: { status?: SettableStatus }): Task & { act: 'open' } {
  const asked = request ? `?${new URLSearchParams({ as: 'request', ...request })}` : '';
  return { act: 'open', to: `/users/${id}/edit${asked}` };
}

export interface Action {
  label: string;
  task: Task;
  danger?: boolean;
}

const isOff = ({ status }: User) => status === 'INACTIVE' || status === 'SUSPENDED';

const change = (user: User): Action[] =>
  user.can.edit === 'direct'
    ? [{ label: 'Edit User', task: editPage(user) }]
    : user.can.edit === 'request'
      ? [{ label: 'Request changes', task: editPage(user, {}) }]
      : [];

/** Deactivate for an active user, else activate, which is a change of the status. */
function switchOver(user: User): Action[] {
  if (isOff(user)) {
    const atOnce = user.can.edit === 'direct' && !isSecondPersonRole(user.role);
    if (atOnce) return [{ label: 'Activate User', task: { act: 'activate', user } }];
    if (user.can.edit === 'no') return [];
    return [{ label: 'Request activation', task: editPage(user, { status: 'ACTIVE' }) }];
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

/** Shows that a request waits now, with a link to it. */
export function notifyRequested(requestId: string | null): void {
  const link = requestId ? { to: `/approvals?request=${requestId}`, label: 'View request' } : undefined;
  notifySuccess(REQUEST_SENT, link ? { link } : {});
}

/** Shows what was done with a user, with a link to them unless they were deleted. */
export function notifyDone(message: string, person?: { id: string; name: string }): void {
  notifySuccess(message, person ? { link: { to: `/users/${person.id}`, label: `View ${person.name}` } } : {});
}

/** What the reader can begin with on the page of users. */
export interface Offers {
  create: boolean;
  import: boolean;
  /** The kinds of requests that they can raise. */
  requests: RequestKind[];
}

/** What the page offers: nothing that the reader's areas or what was granted to them would have refused. */
export function useOffers(summary: UserSummary | undefined): Offers {
  const { privileges } = useCurrentMe();
  const creates = useRolesInReach(summary?.can.roles ?? []).length > 0;
  const imports = useRolesInReach(summary ? [...summary.can.importRoles, ...fileRoles(summary)] : []).length > 0;
  if (!summary) return { create: false, import: false, requests: [] };
  const { can } = summary;
  const create = can.create !== 'no' && creates;
  const edits = privileges?.granted.canEditUsers ?? true;
  const deletes = privileges?.granted.canDeleteUsers ?? true;
  const requests: RequestKind[] = [
    ...(edits ? (['modify', 'deactivate'] as const) : []),
    ...(deletes ? (['delete'] as const) : []),
    ...(create ? (['create'] as const) : []),
  ];
  return { create, import: can.import && imports, requests: can.request ? requests : [] };
}
