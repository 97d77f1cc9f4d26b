import { notifySuccess } from '../../lib/hooks/notify.ts';
import { REQUEST_SENT } from './labels.ts';

/** Shows that a request waits now, with a link to it. */
export function notifyRequested(requestId: string | null): void {
  const link = requestId ? { to: `/approvals?request=${requestId}`, label: 'View request' } : undefined;
  notifySuccess(REQUEST_SENT, link ? { link } : {});
}

/** Shows what was done with a user, with a link to them unless they were deleted. */
export function notifyDone(message: string, person?: { id: string; name: string }): void {
  notifySuccess(message, person ? { link: { to: `/users/${person.id}`, label: `View ${person.name}` } } : {});
}
