import { createHash } from 'node:crypto';
import { ReportFormat, type ReportId, type ReportTemplateId } from '@ec/contract/reports/schemas';
import { ROLES } from '@ec/contract/permissions/roles';
import type { Settings } from '@ec/contract/settings/schemas';
import { readAuditHead } from '../../platform/audit/audit-chain.ts';
import { fromDatabaseError } from '../../platform/http/constraints.ts';
import type { Platform } from '../../platform/http/context.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { AppError } from '../../platform/http/errors.ts';
import { formatsOf } from '../../platform/runtime/format.ts';
import { presentHolder } from '../../platform/http/require-still.ts';
import { type Db, inOneSnapshot } from '../../platform/database/database.ts';
import { systemWrite } from '../../platform/database/transact.ts';
import { reportChanged, requesterOf } from './answers.ts';
import type { Imprint, ReportDocument } from './documents/document.ts';
import { keyOf, removeFiles } from './documents/files.ts';
import { findReport, withMoreMemory } from './queries.ts';
import { Abandoned, complete, fail, type Making, ReportFailure } from './outcome-service.ts';
import { isTooLarge, rendered } from './documents/rendering.ts';
import { beginReport, noteProgress } from './repository.ts';
import { scopeText } from './templates/request-words.ts';
import { mayStillRun, MOST_ATTEMPTS } from './rules.ts';
import { findSubject } from './subject-service.ts';
import type { Template } from './templates/template.ts';
import { TEMPLATES } from './templates/templates.ts';
import type { ReportFile } from '../../platform/database/tables/reports.ts';

/** Minimum interval between progress messages. */
const PROGRESS_MS = 700;
/** Share of the work before the files are written. */
const READING = 0.7;
const TOO_LARGE = 'It is too large to be written into files. Run it for a smaller area or a shorter time.';

/** Reports progress. Throws if another process took the report over, it was removed, or the server stops. */
function stepper({ platform, row, attempt, signal }: Making): (done: number) => Promise<void> {
  let savedAt = 0;
  return async (done) => {
    // The server stops: the queue runs the job again.
    signal.throwIfAborted();
    const now = performance.now();
    if (now - savedAt < PROGRESS_MS) return;
    savedAt = now;
    const mine = await systemWrite(platform, async (write) => {
      const noted = await noteProgress(write.tx, row.id, attempt, Math.round(done * 100) / 100);
      if (noted) await write.emit(reportChanged(row));
      return noted;
    });
    if (!mine) throw new Abandoned();
  };
}

/** The user's present role and areas decide, not those at the time of the request. */
async function requireRequester({ platform, row }: Making) {
  const holder = await presentHolder(platform, row.requested_by);
  if (!holder || !mayStillRun(requesterOf(holder), row.template, row.areas)) {
    throw new ReportFailure(
      'The person who requested this report may not run it any more: their role, area, privileges or account changed in the meantime.',
    );
  }
  return holder;
}

interface Written {
  document: ReportDocument;
  imprint: Imprint;
}

/** Reads everything in one database snapshot and builds the document. */
async function write(making: Making, template: Template, settings: Settings, step: (done: number) => Promise<void>) {
  const { platform, row } = making;
  const requester = await requireRequester(making);
  // So that the audit log contains everything done before this moment.
  await platform.auditChain.linkNow();
  const startedAt = platform.clock.now().getTime();
  const read = async (db: Db, asOf: Date): Promise<Written> => {
    await withMoreMemory(db);
    const at = { areas: row.areas, askedAt: row.requested_at, settings };
    const subject = await findSubject(db, { template: row.template, parameters: row.parameters }, at);
    const { position, hash } = await readAuditHead(db);
    const document = await template({
      db,
      asOf,
      subject,
      formats: formatsOf(settings),
      zone: settings.general.timezone,
      requester: { userId: requester.userId, role: requester.role },
      step: (done) => step(done * READING),
    });
    return {
      document,
      imprint: {
        systemName: settings.general.systemName,
        generatedBy: `${requester.name}, ${ROLES[requester.role].title}`,
        generatedAt: asOf,
        auditHead: { position, hash },
        scope: scopeText(subject),
        parameters: row.words,
      },
    };
  };
  return await platform.reads.lagging((from, behindMs) =>
    inOneSnapshot(from, (db) => read(db, new Date(startedAt - behindMs))),
  );
}

async function storeFiles(
  { store, row, attempt, signal }: Making,
  written: Written,
  settings: Settings,
  step: (done: number) => Promise<void>,
): Promise<ReportFile[]> {
  const files: ReportFile[] = [];
  const formats = ReportFormat.options;
  for (const [index, format] of formats.entries()) {
    await step(READING + ((1 - READING) * index) / formats.length);
    const content = await rendered({ format, ...written, settings }, signal);
    await store.put(keyOf({ id: row.id, attempts: attempt }, format), content);
    files.push({ format, size: content.length, sha256: createHash('sha256').update(content).digest('hex') });
  }
  return files;
}

/** Handles a failure: a retry by the queue, a final failure, or nothing. */
async function settle(making: Making, error: unknown): Promise<void> {
  const { platform, row, attempt, signal, store } = making;
  const stands = await findReport(platform.database.db, row.id);
  // The commit succeeded and a later step failed: the record names the files, so they stay.
  if (stands?.status === 'completed' && stands.attempts === attempt) return making.onError(error);
  await removeFiles(store, { id: row.id, attempts: attempt });
  if (error instanceof Abandoned) return;
  const away = error instanceof AppError && error.code === 'UNAVAILABLE';
  const passing = signal.aborted || away || fromDatabaseError(error) !== undefined;
  if (passing && attempt < MOST_ATTEMPTS) throw error as Error;
  // The subject of the report may no longer exist, such as a deleted election or place.
  if (error instanceof ReportFailure || error instanceof AppError) return await fail(making, error.message);
  making.onError(new Error(`Report ${row.id} (${row.template}) could not be made`, { cause: error }));
  if (isTooLarge(error)) return await fail(making, TOO_LARGE);
  await fail(
    making,
    `It could not be made because something went wrong on the server. Run it again; if it stays so, give the administrator the number ${row.id}.`,
  );
}

/**
 * Generates a report from the beginning, whatever an earlier run left. The files are valid once the committed record names them; if a run dies
 * earlier, the report stays incomplete and the queue starts another attempt.
 */
export async function generate(
  platform: Platform,
  store: FileStore,
  id: ReportId,
  signal: AbortSignal,
  onError: (error: unknown) => void,
  templates: Record<ReportTemplateId, Template> = TEMPLATES,
): Promise<void> {
  const attempt = await systemWrite(platform, (write) => beginReport(write.tx, id));
  const row = await findReport(platform.database.db, id);
  if (attempt === undefined || !row) return;
  const making: Making = { platform, store, row, attempt, signal, onError };
  await removeFiles(store, { id, attempts: attempt - 1 });
  if (attempt > MOST_ATTEMPTS) {
    await fail(making, 'The server stopped each time while it was being made. Run it again.');
    return;
  }
  try {
    const { settings } = await platform.organisation.current();
    const step = stepper(making);
    await step(0);
    const written = await write(making, templates[row.template], settings, step);
    await complete(making, written.imprint, await storeFiles(making, written, settings, step));
  } catch (error) {
    await settle(making, error);
  }
}
