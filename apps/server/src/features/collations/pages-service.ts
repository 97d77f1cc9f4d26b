import type { FileId } from '@ec/contract/base/common';
import { type AddPagesRequest, type CollationId, MAX_PAGES } from '@ec/contract/collations/schemas';
import type { Tx } from '../../platform/database/database.ts';
import { type Actor, isInsideOwn } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { takesFigures } from '../elections/rules.ts';
import { announceForms, heldCollation } from './decision-service.ts';
import { isAgentOf, ownPages } from './queries.ts';
import { insertPages, markOutOfDate, type NewPage, reopenForm } from './repository.ts';
import { formsAbove, pagesRefusal, waitsAfterPages } from './rules.ts';

/** The photos of pages that the person uploaded, in the order in which they are named. */
export async function requirePages(tx: Tx, ids: readonly FileId[], actor: Actor): Promise<NewPage[]> {
  const found = await ownPages(tx, ids, actor.userId);
  const missing = ids.flatMap((id, index) => (found.has(id) ? [] : [`sheetFileIds.${index}`]));
  if (missing.length > 0)
    throw new AppError('SHEET_NOT_FOUND').at(...missing.map((path) => ({ path, message: 'Upload this page again' })));
  return [...found.entries()]
    .map(([fileId, digest]) => ({ fileId, sha256: digest }))
    .toSorted((a, b) => ids.indexOf(a.fileId) - ids.indexOf(b.fileId));
}

const tooMany = () =>
  new AppError('VALIDATION_FAILED').at({ path: 'sheetFileIds', message: `A form has at most ${MAX_PAGES} pages` });

/**
 * Adds pages behind those of the form's present version. Its figures, its earlier pages and its digest stay. A page with the same content is on
 * the form already, so the same call again changes nothing.
 */
export async function addPages(
  write: WriteContext,
  actor: Actor,
  id: CollationId,
  { version, sheetFileIds }: AddPagesRequest,
): Promise<void> {
  const { tx, now } = write;
  const record = await heldCollation(write, id);
  const isAgent = await isAgentOf(tx, actor.userId, record.electionId, record.areaId);
  const reads = actor.levels.disputes !== 'none' && isInsideOwn(actor, record.areaId);
  if (!reads && !isAgent && record.submittedBy !== actor.userId) throw new AppError('NOT_FOUND');
  const refusal = pagesRefusal(actor.userId, record, isAgent);
  if (refusal?.code === 'COLLATION_FINAL') throw new AppError('COLLATION_FINAL', { status: record.status });
  if (refusal?.code === 'PAGES_NOT_YOURS') throw new AppError('PAGES_NOT_YOURS');
  if (version !== record.version) throw new AppError('CONFLICT');
  if (!takesFigures(record.electionStatus)) throw new AppError('ELECTION_NOT_LIVE', { status: record.electionStatus });
  const sent = await requirePages(tx, sheetFileIds, actor);
  const held = new Set(record.photos.map(({ sha256 }) => sha256));
  const bySha = new Map(sent.map((page) => [page.sha256.toString('hex'), page]));
  const fresh = [...bySha].filter(([digest]) => !held.has(digest)).map(([, page]) => page);
  if (fresh.length === 0) {
    write.noChange();
    return;
  }
  if (refusal || record.photos.length + fresh.length > MAX_PAGES) throw tooMany();
  const first = record.photos.length + 1;
  await insertPages(tx, { id, version, first, pages: fresh, by: actor.userId, at: now });
  const reopened = waitsAfterPages(record.status, record.ground);
  if (reopened) await reopenForm(tx, id);
  const outdated = reopened
    ? await markOutOfDate(tx, record.electionId, formsAbove(record.electionType, record), {
        by: actor,
        at: now,
        reason: `${record.submissionId} came in again after this form was verified`,
      })
    : [];
  await write.audit({
    event: 'collation.pages_added',
    resourceId: id,
    areaId: record.areaId,
    previous: { status: record.status, version, pages: record.photos.length },
    next: {
      status: reopened ? 'pending' : record.status,
      version,
      pages: fresh.map(({ fileId, sha256 }, index) => ({
        page: first + index,
        fileId,
        sha256: sha256.toString('hex'),
      })),
      ...(outdated.length > 0 && { outOfDate: outdated.map((form) => form.id) }),
    },
  });
  await announceForms(write, record.electionId, [{ id, areaId: record.areaId }, ...outdated]);
}
