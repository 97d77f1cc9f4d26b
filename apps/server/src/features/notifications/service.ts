import type { Actor } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { countUnread } from './queries.ts';
import { markAllRead, markRead } from './repository.ts';

/** Marks one of the user's notifications as read; returns how many are still unread. */
export async function readOne(write: WriteContext, actor: Actor, id: number): Promise<number> {
  const outcome = await markRead(write.tx, actor.userId, id, write.now);
  if (outcome === 'not found') throw new AppError('NOT_FOUND');
  if (outcome === 'read before') write.noChange();
  else await write.audit({ event: 'notification.read', resourceId: String(id) });
  const unread = await countUnread(write.tx, actor.userId);
  if (outcome === 'read') {
    await write.emit({ type: 'notification.read', userId: actor.userId, id: String(id), unread });
  }
  return unread;
}

/** Marks all of the user's notifications as read. */
export async function readAll(write: WriteContext, actor: Actor): Promise<void> {
  const read = await markAllRead(write.tx, actor.userId, write.now);
  if (read === 0) return write.noChange();
  await write.audit({ event: 'notification.read', next: { all: true, read } });
  await write.emit({ type: 'notification.read', userId: actor.userId, id: null, unread: 0 });
}
