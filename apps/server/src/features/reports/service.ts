import type { Readable } from 'node:stream';
import type { LocationId } from '@ec/contract/geography/location-id';
import {
  type GeneratedReport,
  type GenerateReportRequest,
  mayRun,
  REPORT_TEMPLATES,
  type ReportDownloadQuery,
  type ReportId,
  type ReportList,
  type ReportListQuery,
  type ReportTemplateId,
} from '@ec/contract/reports/schemas';
import { type Actor, areasOf, boundedArea, requireAccess } from '../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../platform/http/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { formatsOf } from '../../platform/runtime/format.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { areaFromReference, pageOf } from '../../platform/http/requests.ts';
import { reportChanged, toReports } from './answers.ts';
import { keyOf, openFile, removeFiles } from './documents/files.ts';
import type {} from './jobs.ts';
import { countOpen, findEqual, findVisibleReport, listReports, type Reader, type ReportRow } from './queries.ts';
import { deleteReport, insertReport, lockRequester } from './repository.ts';
import { parameterWords, titleOf } from './templates/request-words.ts';
import { MOST_ATTEMPTS, OPEN_LIMIT, ownTemplatesOf, SAME_CLICK_MS, templatesOf } from './rules.ts';
import { findSubject } from './subject-service.ts';

const PAGE = 20;

const readerOf = (actor: Actor): Reader => ({
  userId: actor.userId,
  templates: templatesOf(actor),
  own: ownTemplatesOf(actor),
  areas: actor.areas,
});

async function requireReport(db: Db, actor: Actor, id: ReportId): Promise<ReportRow> {
  const row = await findVisibleReport(db, readerOf(actor), id);
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

async function answerOf(db: Db, actor: Actor, id: ReportId): Promise<GeneratedReport> {
  const [report] = await toReports(db, actor, [await requireReport(db, actor, id)]);
  if (!report) throw new AppError('NOT_FOUND');
  return report;
}

export async function reportList({ db }: ReadContext, actor: Actor, query: ReportListQuery): Promise<ReportList> {
  const { template, status, mine, q } = query;
  const { rows, total } = await listReports(db, readerOf(actor), { template, status, mine, q }, pageOf(query, PAGE));
  return { reports: await toReports(db, actor, rows), total };
}

export async function reportOf({ db }: ReadContext, actor: Actor, id: ReportId): Promise<GeneratedReport> {
  return await answerOf(db, actor, id);
}

/** The requested area, or all of the user's. */
function areasAsked(actor: Actor, scope: string | undefined): readonly LocationId[] {
  try {
    const asked = areaFromReference(scope);
    return asked === undefined ? areasOf(actor) : [boundedArea(actor, asked)];
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNKNOWN_LOCATION') {
      error.atField('parameters.geographic_scope');
    }
    throw error;
  }
}

/** Throws for a template of other roles, and for one whose privilege a restricted moderator lacks. */
function requireTemplate(actor: Actor, template: ReportTemplateId): void {
  if (mayRun(actor, template)) return;
  const { name, privilege } = REPORT_TEMPLATES[template];
  if (privilege) requireAccess({ ...actor, electionMode: true }, { privilege });
  throw new AppError('REPORT_ROLE', { report: name });
}

/** Queues the report in the transaction of the call: it is generated if, and only if, that commits. */
async function enqueue(
  write: WriteContext,
  actor: Actor,
  request: GenerateReportRequest,
  areas: readonly LocationId[],
): Promise<GeneratedReport> {
  const { tx, now, organisation } = write;
  const { template, parameters } = request;
  requireTemplate(actor, template);
  const subject = await findSubject(tx, request, { areas, askedAt: now, settings: organisation.settings });
  await lockRequester(tx, actor.userId);
  const since = new Date(now.getTime() - SAME_CLICK_MS);
  const same = await findEqual(tx, { userId: actor.userId, template, parameters, areas, since });
  if (same) {
    write.noChange();
    return await answerOf(tx, actor, same);
  }
  if ((await countOpen(tx, actor.userId)) >= OPEN_LIMIT) throw new AppError('REPORT_LIMIT', { limit: OPEN_LIMIT });
  const formats = formatsOf(organisation.settings);
  const id = newId<ReportId>();
  const title = titleOf(subject, formats);
  const words = parameterWords(subject, formats);
  const asked = { requestedBy: actor.userId, requestedAt: now };
  await insertReport(tx, { id, template, title, parameters, words, areas, ...asked });
  // One more run than attempts: the last run finds that the others died, and records the failure.
  await addJob(tx, 'report.generate', { id }, { key: `report ${id}`, attempts: MOST_ATTEMPTS + 1 });
  await write.audit({
    event: 'report.requested',
    resourceId: id,
    areaId: areas[0],
    next: { template, title, parameters },
  });
  await write.emit(reportChanged({ id, requested_by: actor.userId, areas: [...areas] }));
  return await answerOf(tx, actor, id);
}

export async function requestReport(
  write: WriteContext,
  actor: Actor,
  request: GenerateReportRequest,
): Promise<GeneratedReport> {
  return await enqueue(write, actor, request, areasAsked(actor, request.parameters.geographic_scope));
}

/** Requests the same report again for the same areas, also for a report of another user. */
export async function repeatReport(write: WriteContext, actor: Actor, id: ReportId): Promise<GeneratedReport> {
  const { template, parameters, areas } = await requireReport(write.tx, actor, id);
  return await enqueue(write, actor, { template, parameters }, areas);
}

export async function removeReport(
  write: WriteContext,
  actor: Actor,
  id: ReportId,
  store: FileStore,
): Promise<{ id: ReportId }> {
  const row = await requireReport(write.tx, actor, id);
  if (row.requested_by !== actor.userId && actor.role !== 'national_admin') {
    throw new AppError('NOT_PERMITTED', { action: 'remove a report that another user requested' });
  }
  await deleteReport(write.tx, id);
  const { template, title, status, files } = row;
  await write.audit({
    event: 'report.removed',
    resourceId: id,
    areaId: row.areas[0],
    previous: { template, title, status, files },
  });
  await write.emit(reportChanged(row));
  write.afterCommit(() => void removeFiles(store, row));
  return { id };
}

/** Opens the requested file and records the download in the audit log. */
export async function openDownload(
  write: WriteContext,
  actor: Actor,
  id: ReportId,
  { format, inline }: ReportDownloadQuery,
  store: FileStore,
): Promise<{ file: Readable; size: number; title: string }> {
  const row = await requireReport(write.tx, actor, id);
  if (row.status === 'expired') throw new AppError('REPORT_EXPIRED');
  const file = row.files.find((each) => each.format === format);
  if (row.status !== 'completed' || !file) throw new AppError('REPORT_NOT_READY', { status: row.status });
  const next = { title: row.title, format, sha256: file.sha256, ...(inline && { inline }) };
  await write.audit({ event: 'report.downloaded', resourceId: id, areaId: row.areas[0], next });
  return { file: await openFile(store, keyOf(row, format)), size: file.size, title: row.title };
}
