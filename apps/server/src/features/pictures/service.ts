import type { FileId, UserId } from '@ec/contract/base/common';
import { PictureForm } from '@ec/contract/pictures/endpoints';
import { MAX_PICTURE_BYTES, type PictureAnswer, pictureUrl, type PictureVariant } from '@ec/contract/pictures/schemas';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../platform/database/database.ts';
import { FileFault, readChecked } from '../../platform/files/checked-files.ts';
import { openUpload } from '../../platform/files/virus-scan.ts';
import { type Actor, requireAccess } from '../../platform/http/actor.ts';
import type { Platform, ReadContext, WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { bufferOf, readForm } from '../../platform/http/input/form.ts';
import type { Transact } from '../../platform/http/router.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { readOrNote } from '../files/fault-service.ts';
import { pictureKey } from '../files/keys.ts';
import { holdsArea, mayActOn } from '../users/rules.ts';
import { describePicture, putPicture, removePicture } from './picture-files.ts';
import { findPicture, type PictureRow } from './queries.ts';
import { findPicturedPerson, lockPicturedPerson, type PicturedPerson, replacePicture } from './repository.ts';
import { maySeePicture } from './rules.ts';

const FILE_FIELD = 'profilePicture';

interface ReceivedPicture {
  content: Buffer;
  /** The user whose picture it is; undefined for one's own. */
  userId: UserId | undefined;
}

/** Reads the picture and the user of a multipart request, in any order; larger than 5 MB is cut off and refused. */
export async function receivePicture(request: FastifyRequest, sender: UserId): Promise<ReceivedPicture> {
  const { file, fields } = await readForm(
    request,
    { form: PictureForm, maxBytes: MAX_PICTURE_BYTES },
    async (part) => ({
      field: part.fieldname,
      content: await bufferOf(part, MAX_PICTURE_BYTES, sender),
    }),
  );
  if (file.field !== FILE_FIELD || file.content.length === 0) throw new AppError('FILE_MISSING');
  return { content: file.content, userId: fields.userId || undefined };
}

const EDITING_USERS = { module: 'user_management', level: 'write', privilege: 'canEditUsers' } as const;

/** Throws if the actor cannot manage the user: NOT_FOUND outside their area, FORBIDDEN inside it. */
function requireMayChange(actor: Actor, person: PicturedPerson | undefined): asserts person is PicturedPerson {
  if (!person) throw new AppError('NOT_FOUND');
  if (person.id === actor.userId) return;
  if (!holdsArea(actor, person.area)) throw new AppError('NOT_FOUND');
  requireAccess({ ...actor, electionMode: false }, EDITING_USERS);
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

/** Replaces the user's picture. Only the squares made from the upload are stored, not the upload. */
export async function changePicture(
  db: Db,
  platform: Pick<Platform, 'files' | 'scanner' | 'images'>,
  actor: Actor,
  received: ReceivedPicture,
  transact: Transact,
): Promise<PictureAnswer> {
  const userId = received.userId ?? actor.userId;
  // Checked before the image is processed, and again in the transaction, where the state can no longer change.
  requireMayChange(actor, await findPicturedPerson(db, userId));
  const store = platform.files;
  const upload = { what: 'profile picture', content: received.content, recipe: 'picture' } as const;
  const { view: full, thumbnail } = await openUpload(platform, actor, upload, transact);
  const picture = { full, thumbnail };
  const file = { id: newId<FileId>(), ...describePicture(picture) };
  await putPicture(store, file.id, picture);
  let replaced: FileId | null;
  try {
    replaced = await transact((write) => storeRow(write, actor, userId, file));
  } catch (error) {
    // After any other error the row may have been committed (connection lost during the commit), and then needs its files.
    if (error instanceof AppError) await removePicture(store, file.id);
    throw error;
  }
  // The new picture is stored; if deleting the old file fails, it only takes space, because nothing refers to it.
  if (replaced) await removePicture(store, replaced).catch(() => undefined);
  return { profilePictureUrl: pictureUrl(file.id) };
}

type Reading = Pick<ReadContext, 'db' | 'platform' | 'origin'>;

/** A missing digest of the thumbnail is computed from the full picture. */
async function readVariant({ platform }: Reading, actor: Actor, picture: PictureRow, variant: PictureVariant) {
  const { pictureId, sha256, thumbnailSha256 } = picture;
  const checked = (key: PictureVariant, digest: Buffer) =>
    readChecked(platform.files, pictureKey(pictureId, key), digest);
  try {
    if (variant === 'full') return await checked('full', sha256);
    if (thumbnailSha256) return await checked('thumbnail', thumbnailSha256);
    return (await platform.images.make(actor.userId, () => checked('full', sha256), 'picture')).thumbnail;
  } catch (error) {
    // Replaced at this very moment.
    if (error instanceof FileFault && !(await findPicture(platform.database.db, pictureId)))
      throw new AppError('NOT_FOUND');
    throw error;
  }
}

/** The picture if the actor can see it, with checked content: about ten kilobytes each, so they are sent whole. */
export async function readPictureFile(
  reading: Reading,
  actor: Actor,
  id: FileId,
  variant: PictureVariant,
): Promise<Buffer> {
  const picture = await findPicture(reading.db, id);
  if (!picture || !maySeePicture(actor, picture)) throw new AppError('NOT_FOUND');
  return await readOrNote(reading.platform, reading.origin, id, () => readVariant(reading, actor, picture, variant));
}
