import type { FileId } from '@ec/contract/common';
import type { StoredFile } from '@ec/contract/files';
import type { Actor } from '../../platform/actor.ts';
import type { FileStore } from '../../platform/file-store.ts';
import { newId, sha256 } from '../../platform/ids.ts';
import type { Transact } from '../../platform/router.ts';
import { inspectImage } from './image.ts';
import { keyOf } from './keys.ts';
import { insertFile } from './repository.ts';

/**
 * Keeps a sheet or another picture: the original, the pictures made of it, then the row that makes them a file. Named by content, so what a
 * broken upload leaves without a row is at worst a copy that the same upload finds again.
 */
export async function storeSheet(
  store: FileStore,
  content: Buffer,
  { actor, purpose }: { actor: Actor; purpose: 'sheet' | 'chat' },
  transact: Transact,
): Promise<StoredFile> {
  const { type, width, height, view, thumbnail } = await inspectImage(content);
  const digest = sha256(content);
  const parts = [
    { key: keyOf(digest, 'original'), bytes: content },
    { key: keyOf(digest, 'view'), bytes: view },
    { key: keyOf(digest, 'thumbnail'), bytes: thumbnail },
  ];
  await Promise.all(parts.map(({ key, bytes }) => store.put(key, bytes)));
  const file = { id: newId<FileId>(), size: content.length, type, width, height };
  const hex = digest.toString('hex');
  await transact(async (write) => {
    await insertFile(write.tx, { ...file, sha256: digest, uploadedBy: actor.userId, purpose });
    await write.audit({
      event: 'file.uploaded',
      resourceId: file.id,
      areaId: actor.area,
      next: { sha256: hex, size: file.size },
    });
  });
  // Taken away before the row stood, with the last file of the same content (see jobs.ts); from now on nobody does.
  await Promise.all(
    parts.map(async ({ key, bytes }) => {
      if (!(await store.has(key))) await store.put(key, bytes);
    }),
  );
  return { ...file, sha256: hex };
}
