import type { FileId, UserId } from '@ec/contract/base/common';
import { LOGO_PIXELS, type StoredFile, type StoredSheet } from '@ec/contract/files/schemas';
import type { Actor } from '../../platform/http/actor.ts';
import type { Platform, WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { openUpload } from '../../platform/files/virus-scan.ts';
import { newId, sha256 } from '../../platform/runtime/ids.ts';
import type { Transact } from '../../platform/http/router.ts';
import { keyOf, previewKey } from './keys.ts';
import { insertFile, insertPhotoHash, type NewFile } from './repository.ts';

/** Joins a stored sheet to the versions that declared it; results do it. */
export type JoinPhoto = (
  write: WriteContext,
  photo: { id: FileId; sha256: Buffer; userId: UserId },
) => Promise<StoredSheet['joined']>;

/**
 * Stores a sheet or another picture: the original, the pictures made of it, then the row that makes them a file. Named by content, so what a
 * broken upload leaves without a row is at worst a copy that the same upload finds again. Throws FILE_NOT_ANNOUNCED where the content
 * has not the SHA-256 that the device announced.
 */
export async function storeSheet(
  platform: Pick<Platform, 'files' | 'scanner' | 'images'>,
  content: Buffer,
  {
    actor,
    purpose,
    announced,
    join,
  }: { actor: Actor; purpose: NewFile['purpose']; announced: string | undefined; join: JoinPhoto | undefined },
  transact: Transact,
): Promise<StoredSheet> {
  requireAnnounced(content, announced);
  const upload = { what: 'picture', content, recipe: 'sheet' } as const;
  const { type, width, height, view, thumbnail, inkHash } = await openUpload(platform, actor, upload, transact);
  if (type !== 'image/png' && type !== 'image/jpeg') throw new AppError('FILE_NOT_IMAGE');
  const described = { actor, purpose, content, type, width, height, view, thumbnail, inkHash };
  return await storeParts(platform, described, join, transact);
}

function requireAnnounced(content: Buffer, announced: string | undefined): void {
  if (announced !== undefined && announced !== sha256(content).toString('hex'))
    throw new AppError('FILE_NOT_ANNOUNCED');
}

interface Described {
  actor: Actor;
  purpose: NewFile['purpose'];
  content: Buffer;
  type: NewFile['type'];
  width: number;
  height: number;
  view: Buffer;
  thumbnail: Buffer;
  inkHash: string | null;
}

async function storeParts(
  { files: store }: Pick<Platform, 'files'>,
  { actor, purpose, content, type, width, height, view, thumbnail, inkHash }: Described,
  join: JoinPhoto | undefined,
  transact: Transact,
): Promise<StoredSheet> {
  const digest = sha256(content);
  const hex = digest.toString('hex');
  const made = { viewSha256: sha256(view), thumbnailSha256: sha256(thumbnail) };
  const parts = [
    { key: keyOf(digest, 'original'), bytes: content },
    { key: previewKey(digest, 'view', made.viewSha256), bytes: view },
    { key: previewKey(digest, 'thumbnail', made.thumbnailSha256), bytes: thumbnail },
  ];
  await Promise.all(parts.map(({ key, bytes }) => store.put(key, bytes)));
  const file = { id: newId<FileId>(), size: content.length, type, width, height };
  const joined = await transact(async (write) => {
    await insertFile(write.tx, { ...file, ...made, sha256: digest, uploadedBy: actor.userId, purpose });
    if (purpose === 'sheet') await insertPhotoHash(write.tx, file.id, inkHash);
    await write.audit({
      event: 'file.uploaded',
      resourceId: file.id,
      areaId: actor.area,
      next: {
        sha256: hex,
        viewSha256: made.viewSha256.toString('hex'),
        thumbnailSha256: made.thumbnailSha256.toString('hex'),
        size: file.size,
      },
    });
    return join ? await join(write, { id: file.id, sha256: digest, userId: actor.userId }) : [];
  });
  // The job may have removed them before the row stood, with the last file of the same content (see jobs.ts); from now on it does not.
  await Promise.all(
    parts.map(async ({ key, bytes }) => {
      if (!(await store.has(key))) await store.put(key, bytes);
    }),
  );
  return { ...file, sha256: hex, joined };
}

/**
 * Stores the logo of a party: the small PNG that was drawn of what was sent, and nothing of that itself, which may be an SVG with anything in
 * it. Throws LOGO_NOT_IMAGE and LOGO_TOO_LARGE.
 */
export async function storeLogo(
  platform: Pick<Platform, 'files' | 'scanner' | 'images'>,
  content: Buffer,
  { actor, announced }: { actor: Actor; announced: string | undefined },
  transact: Transact,
): Promise<StoredFile> {
  requireAnnounced(content, announced);
  const upload = { what: 'logo', content, recipe: 'logo' } as const;
  const { view } = await openUpload(platform, actor, upload, transact).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'IMAGE_TOO_LARGE')
      throw new AppError('LOGO_TOO_LARGE', error.details as { width: number; height: number; megapixels: number });
    throw error;
  });
  const drawn = { content: view, view, thumbnail: view, inkHash: null, width: LOGO_PIXELS, height: LOGO_PIXELS };
  const described = { ...drawn, actor, purpose: 'logo', type: 'image/png' } as const;
  const { joined: _none, ...file } = await storeParts(platform, described, undefined, transact);
  return file;
}
