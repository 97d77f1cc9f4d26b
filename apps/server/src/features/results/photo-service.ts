import type { StoredSheet } from '@ec/contract/files/schemas';
import type { WriteContext } from '../../platform/http/context.ts';
import { addPhoto, type ArrivedPhoto, declarationsOf } from './photo-repository.ts';

/**
 * Joins a photo to every version of its sender that declared its SHA-256 and still awaits it, replaced versions too, with an
 * audit entry each and an event for those who look at the result. Answers what the photo belongs to now, the versions included
 * that had it before. A submission of the same moment finds the file itself (submission-repository.ts).
 */
export async function joinPhoto(write: WriteContext, photo: ArrivedPhoto): Promise<StoredSheet['joined']> {
  const { tx, now } = write;
  const rows = await declarationsOf(tx, photo);
  const awaited = rows.filter(({ received }) => !received);
  for (const declaration of awaited) {
    const { resultId, version, part, electionId, source, pollingUnitId, status, newest } = declaration;
    await addPhoto(tx, declaration, photo.id, now);
    await write.audit({
      event: 'result.photo_received',
      resourceId: resultId,
      areaId: pollingUnitId,
      next: { version, part, fileId: photo.id, sha256: photo.sha256.toString('hex') },
    });
    await write.emit({
      type: 'result.changed',
      electionId,
      source,
      resultId,
      pollingUnitId,
      status,
      version: newest,
    });
  }
  return rows.map(({ resultId, version, part }) => ({ resultId, version, part }));
}
