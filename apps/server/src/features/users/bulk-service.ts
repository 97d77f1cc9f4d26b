import type { UserId } from '@ec/contract/base/common';
import type { UserBulkAnswer, UserBulkRequest, UserBulkStep } from '@ec/contract/users/bulk';
import { needsSecondPerson, STATUS_LABELS } from '@ec/contract/users/schemas';
import type { Actor } from '../../platform/http/actor.ts';
import { AppError } from '../../platform/http/errors.ts';
import { dataOf, type HeldUser, requireSettled } from './change.ts';
import { askedAbout, secondPersons } from './queries.ts';
import { changeOrAsk, justificationOf, type RequestingWrite, requirePath, requireVisible } from './service.ts';

/** A user who can be changed, and how. */
interface Judged {
  user: HeldUser;
  path: 'direct' | 'request';
}

type Wanted = UserBulkRequest['users'][number];

/** How the user gets the status. Throws the refusal that the change of this user alone would have. */
async function judge(
  write: RequestingWrite,
  actor: Actor,
  user: HeldUser,
  { wanted, status, asked }: { wanted: Wanted; status: UserBulkRequest['status']; asked: ReadonlySet<UserId> },
): Promise<'direct' | 'request'> {
  const path = requirePath(actor, user, 'canEditUsers');
  if (wanted.updatedAt !== undefined && wanted.updatedAt !== user.updatedAt.toISOString()) {
    throw new AppError('CONFLICT');
  }
  requireSettled(user);
  if (user.status === status) {
    throw new AppError('USER_STATE', { name: user.name, status: `already ${STATUS_LABELS[status].toLowerCase()}` });
  }
  const before = dataOf(user);
  const secondPerson = path === 'direct' && needsSecondPerson(before, { ...before, status });
  if (path === 'direct' && !secondPerson) return 'direct';
  if (asked.has(user.id)) throw new AppError('REQUEST_EXISTS', { name: user.name });
  if (secondPerson) {
    const others = await secondPersons(write.tx, write.organisation.levels, [actor.userId, user.id]);
    if (others.length === 0) throw new AppError('SECOND_PERSON_MISSING');
  }
  return 'request';
}

const refusal = (id: UserId, name: string | null, { code, message }: AppError): UserBulkStep => ({
  id,
  name,
  outcome: 'refused',
  before: null,
  requestId: null,
  code,
  reason: message,
});

/** Locks and judges each of them, in the order of their ids: two calls about the same users wait for one another. */
async function judgeAll(write: RequestingWrite, actor: Actor, { users, status }: UserBulkRequest) {
  const asked = await askedAbout(
    write.tx,
    users.map(({ id }) => id),
  );
  const judged = new Map<UserId, Judged | UserBulkStep>();
  for (const wanted of users.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    let user: HeldUser | undefined;
    try {
      user = await requireVisible(write, actor, wanted.id);
      judged.set(wanted.id, { user, path: await judge(write, actor, user, { wanted, status, asked }) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      judged.set(wanted.id, refusal(wanted.id, user?.name ?? null, error));
    }
  }
  return judged;
}

/** Gives the user the status, or raises the request. */
async function take(
  write: RequestingWrite,
  actor: Actor,
  { user, path }: Judged,
  { status, justification, preview }: UserBulkRequest,
): Promise<UserBulkStep> {
  const step = { id: user.id, name: user.name, before: null, requestId: null, code: null, reason: null };
  if (preview) return { ...step, outcome: path === 'direct' ? 'done' : 'requested' };
  const { status: old } = dataOf(user);
  const requestId = await changeOrAsk(write, actor, user, { status, justification });
  if (requestId !== null) return { ...step, outcome: 'requested', requestId };
  return { ...step, outcome: 'done', before: { status: old, updatedAt: write.now.toISOString() } };
}

/**
 * Changes the status of many users, each by the rule for one, in one transaction; as a preview only says what would happen. Users who cannot be
 * changed are named with the reason and do not stop the others.
 */
export async function changeStatuses(
  write: RequestingWrite,
  actor: Actor,
  request: UserBulkRequest,
): Promise<UserBulkAnswer> {
  const judged = await judgeAll(write, actor, request);
  const asks = [...judged.values()].some((each) => 'path' in each && each.path === 'request');
  if (asks && !request.preview) justificationOf(request.justification);
  const steps: UserBulkStep[] = [];
  for (const { id } of request.users) {
    const each = judged.get(id);
    if (each) steps.push('path' in each ? await take(write, actor, each, request) : each);
  }
  if (request.preview || steps.every(({ outcome }) => outcome === 'refused')) write.noChange();
  return { steps };
}
