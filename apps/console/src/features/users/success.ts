import { notifySuccess } from '../../lib/hooks/notify.ts';
import { REQUEST_SENT } from './labels.ts';

/** Tells that a request waits now, with the way to it. */
export function notifyRequested(requestId: string | null): void {
  const link = requestId ? { to: `/approvals?request=${requestId}`, label: 'View request' } : undefined;
  notifySuccess(REQUEST_SENT, link ? { link } : {});
}

/** Tells what was done with a person, with the way to them where they are still there. */
export function notifyDone(message: string, person?: { id: string; name: string }): void {
  notifySuccess(message, person ? { link: { to: `/users/${person.id}`, label: `View ${person.name}` } } : {});
}
