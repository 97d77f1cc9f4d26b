import type { FileId, UserId } from '@ec/contract/common';
import { type PictureAnswer, pictureUrl, type PictureVariant } from '@ec/contract/pictures';
import { buffer } from 'node:stream/consumers';
import { type Actor, requireAccess } from '../../platform/actor.ts';
import type { WriteContext } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type FileStore, isAbsent } from '../../platform/file-store.ts';
import { newId } from '../../platform/ids.ts';
import type { Transact } from '../../platform/router.ts';
import { holdsArea, mayActOn } from '../users/rules.ts';
import { readPicture } from './image.ts';
import { describePicture, pictureKey, putPicture, removePicture } from './picture-files.ts';
import { findPictureOwner } from './queries.ts';
import { findPicturedPerson, lockPicturedPerson, type PicturedPerson, replacePicture } from './repository.ts';
import { maySeePicture } from './rules.ts';
import type { ReceivedPicture } from './upload.ts';

const EDITING_USERS = { module: 'user_management', level: 'write', privilege: 'canEditUsers' } as const;

/** Refuses to touch the picture of somebody whom the actor may not manage: 404 outside their area, 403 inside it. */
function requireMayChange(actor: Actor, person: PicturedPerson | undefined): asserts person is PicturedPerson {
  if (!person) throw new AppError('NOT_FOUND');
  if (person.id === actor.userId) return;
  if (!holdsArea(actor, person.area)) throw new AppError('NOT_FOUND');
  const { role, levels, privileges } = actor;
  requireAccess({ role, levels, electionMode: false, privileges: privileges?.granted ?? null }, EDITING_USERS);
  if (!mayActOn(actor, person)) throw new AppError('NOT_PERMITTED', { action: "change this person's picture" });
}

async function storeRow(
  write: WriteContext,
  actor: Actor,
  userId: UserId,
  file: { id: FileId } & ReturnType<typeof describePicture>,
): Promise<FileId | null> {
  const person = await lockPicturedPerson(write.tx, userId);
  requireMayChange(actor, person);
  await replacePicture(write.tx, userId, { ...file, uploadedBy: actor.userId, now: write.now }, person.pictureId);
  await write.audit({
    event: 'user.picture_changed',
    resourceId: userId,
    areaId: person.area,
    previous: { profilePictureId: person.pictureId },
    next: { profilePictureId: file.id, sha256: file.sha256.toString('hex'), size: file.size },
  });
  await write.emit({ type: 'user.changed', userId });
  return person.pictureId;
}

/** Puts a new picture in place of the person's. What was uploaded is not kept, only the squares made of it. */
export async function changePicture(
  db: Db,
  store: FileStore,
  actor: Actor,
  received: ReceivedPicture,
  transact: Transact,
): Promise<PictureAnswer> {
  const userId = received.userId ?? actor.userId;
  // Before the work on the picture; once more in the transaction, where what was found can no longer change.
  requireMayChange(actor, await findPicturedPerson(db, userId));
  const picture = await readPicture(received.content);
  const file = { id: newId<FileId>(), ...describePicture(picture) };
  await putPicture(store, file.id, picture);
  let replaced: FileId | null;
  try {
    replaced = await transact((write) => storeRow(write, actor, userId, file));
  } catch (error) {
    // After any other error the row may stand all the same (a connection lost while it committed), and needs its files.
    if (error instanceof AppError) await removePicture(store, file.id);
    throw error;
  }
  // The new picture stands: where the old one cannot be taken away, it lies there unseen.
  if (replaced) await removePicture(store, replaced).catch(() => undefined);
  return { profilePictureUrl: pictureUrl(file.id) };
}

/** The picture as the actor may see it: two files of some ten kilobytes, so they are sent whole. */
export async function readPictureFile(
  db: Db,
  store: FileStore,
  actor: Actor,
  id: FileId,
  variant: PictureVariant,
): Promise<Buffer> {
  const owner = await findPictureOwner(db, id);
  if (!owner || !maySeePicture(actor, owner)) throw new AppError('NOT_FOUND');
  try {
    return await buffer(await store.get(pictureKey(id, variant)));
  } catch (error) {
    // Replaced in this very moment.
    if (isAbsent(error)) throw new AppError('NOT_FOUND');
    throw error;
  }
}
