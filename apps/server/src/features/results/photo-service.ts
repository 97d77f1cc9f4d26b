import type { ResultId } from '@ec/contract/base/common';
import type { StoredSheet } from '@ec/contract/files/schemas';
import { type Actor, areasOf } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { notify } from '../notifications/notify.ts';
import { reviewedOf } from './answers.ts';
import { originalRefusal } from './decision-rules.ts';
import { addOriginalRequest, addPhoto, type ArrivedPhoto, declarationsOf } from './photo-repository.ts';
import { findResult } from './queries.ts';

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

/**
 * Asks the officer for the photo as it was taken, of the version that the reviewer looks at; their phone sends it at its next
 * visit. Asked before: nothing changes.
 */
export async function askOriginal(write: WriteContext, actor: Actor, id: ResultId, version: number): Promise<void> {
  const row = await findResult(write.tx, areasOf(actor), id);
  if (!row) throw new AppError('NOT_FOUND');
  if (version !== row.version) throw new AppError('CONFLICT');
  const refusal = originalRefusal(actor, reviewedOf(row));
  if (refusal?.code === 'NO_ORIGINAL_AWAITED') throw new AppError('NO_ORIGINAL_AWAITED');
  if (refusal) throw new AppError('NOT_PERMITTED', { action: 'ask for the original photo of this result' });
  const { pollingUnitId, unitCode, electionId, source, status, submittedBy } = row;
  if (!(await addOriginalRequest(write.tx, { resultId: id, version, by: actor.userId, at: write.now }))) {
    return write.noChange();
  }
  await write.audit({ event: 'result.original_asked', resourceId: id, areaId: pollingUnitId, next: { version } });
  await write.emit({ type: 'result.changed', electionId, source, resultId: id, pollingUnitId, status, version });
  await notify(write, {
    userIds: [submittedBy.id],
    topic: 'returned',
    type: 'info',
    title: 'Original photo requested',
    message: `Open the console on the phone that took the photo of ${unitCode}: it sends the original then.`,
    actionUrl: `/submit-results?election=${electionId}`,
  });
}
