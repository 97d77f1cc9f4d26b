import { inDigits } from '@ec/contract/base/wording';
import { rm, stat } from 'node:fs/promises';
import type { UserId } from '@ec/contract/base/common';
import { type FileImportRole, MAX_USER_FILE_ROWS, type UserImport } from '@ec/contract/users/import';
import { type AuditOrigin, saveAudit } from '../../platform/audit/audit.ts';
import type { Bulk } from '../../platform/database/bulk.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Refusal } from '../../platform/database/tables/users.ts';
import { saveEvent } from '../../platform/events/events.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Platform } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { requireStill } from '../../platform/http/require-still.ts';
import { createProgress, type Progress, startFollowedWork } from '../../platform/jobs/followed-work.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { fileImportRoles, holdsArea, IMPORTERS } from '../users/rules.ts';
import type { Columns } from './file-rules.ts';
import { type FileHead, readRows } from './csv-file.ts';
import { type Candidate, createRowCheck, importedPhones, type RowCheck } from './row-check.ts';
import { firstSignIn, type FirstSignIn, type Sender, statesOf, storePeople } from './people-service.ts';
import { insertImport, insertRefusals, lockImportsOf, noteFailed, noteProgress } from './repository.ts';
import { undoable } from '../../platform/database/transact.ts';
import { requireImport } from './text-service.ts';

type Step = Pick<UserImport, 'state' | 'done'>;

/** The counts of a running import, which are written with its progress. */
interface Notes extends Progress<Step> {
  rows: number;
  accepted: number;
  refused: number;
  /** Keeps refused rows, whatever becomes of the import. */
  refuse(refusals: readonly Refusal[]): Promise<void>;
}

function createNotes(db: Db, id: string): Notes {
  const { say, settle } = createProgress<Parameters<typeof noteProgress>[2]>((step) => noteProgress(db, id, step));
  const notes: Notes = {
    rows: 0,
    accepted: 0,
    refused: 0,
    async refuse(refusals) {
      notes.refused += refusals.length;
      await insertRefusals(db, id, refusals);
    },
    say({ state, done }) {
      const { rows, accepted, refused } = notes;
      say({ state, done, rows, accepted, refused });
    },
    settle,
  };
  return notes;
}

export interface FileImportJob {
  platform: Platform;
  actor: Actor;
  origin: AuditOrigin;
  sender: Sender;
  file: { path: string; name: string; head: FileHead; columns: Columns };
  role: FileImportRole;
  /** Stores no one if any row is refused. */
  allOrNothing: boolean;
}

export interface StartedUserImport {
  id: string;
  /** Settles when the import has ended well, or fails with why it did not. */
  finished: Promise<void>;
}

const BATCH = 1000;
/** An audit entry holds so many ids at most, so that each can still be read. */
const IDS_AN_ENTRY = 1000;
const MAX_TRIES = 5;

const inBatches = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));

/** Reads the whole file and returns who can be stored; every other row is noted with its reason. */
async function readPeople(job: FileImportJob, check: RowCheck, notes: Notes): Promise<Candidate[]> {
  const { path, head } = job.file;
  const { size } = await stat(path);
  const candidates: Candidate[] = [];
  let bytes = 0;
  for await (const rows of readRows(path, head, (read) => void (bytes = read))) {
    const { accepted, refused } = await check.take(rows);
    candidates.push(...accepted);
    notes.rows += rows.length;
    if (notes.rows > MAX_USER_FILE_ROWS) {
      const most = inDigits(MAX_USER_FILE_ROWS);
      throw new AppError('USER_IMPORT_UNREADABLE', { reason: `The file has more than ${most} rows.` });
    }
    await notes.refuse(refused);
    notes.say({ state: 'checking', done: size > 0 ? Math.min(0.5, bytes / size / 2) : 0.5 });
  }
  if (notes.rows === 0)
    throw new AppError('USER_IMPORT_UNREADABLE', { reason: 'The file has no rows below the headings.' });
  return candidates;
}

/** Stores the people batch by batch; answers those whose phone or office was taken while the file was read. */
async function storeAll(
  bulk: Bulk,
  people: readonly Candidate[],
  how: Parameters<typeof storePeople>[2],
  notes: Notes,
): Promise<Candidate[]> {
  const lost: Candidate[] = [];
  notes.accepted = 0;
  for (const batch of inBatches(people, BATCH)) {
    const stored = await storePeople(bulk.tx, batch, how);
    lost.push(...batch.filter(({ id }) => !stored.has(id)));
    notes.accepted += stored.size;
    notes.say({ state: 'storing', done: 0.5 + (notes.accepted / people.length) * 0.5 });
  }
  return lost;
}

/** Two imports, or an import and a form, can deadlock on phones and offices: then this one stores again from the start. */
async function storeUntilFree(...[bulk, people, how, notes]: Parameters<typeof storeAll>): Promise<Candidate[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await undoable(bulk.tx, () => storeAll(bulk, people, how, notes));
    } catch (error) {
      if ((error as { code?: unknown } | null)?.code !== '40P01' || attempt === MAX_TRIES) throw error;
    }
  }
}

async function notifyAllStored(bulk: Bulk, job: FileImportJob, id: string, stored: readonly Candidate[], notes: Notes) {
  const parts = inBatches(
    stored.map((person) => person.id),
    IDS_AN_ENTRY,
  );
  const { rows, accepted, refused } = notes;
  const about = { role: job.role, file: job.file.name, rows, accepted, refused };
  for (const [index, userIds] of (parts.length > 0 ? parts : [[] as UserId[]]).entries()) {
    const part = parts.length > 1 ? { part: index + 1, parts: parts.length } : {};
    const next = { ...about, ...part, userIds };
    await saveAudit(bulk.tx, job.origin, { event: 'user.imported', resourceId: id, areaId: job.actor.area, next });
  }
  for (const area of statesOf(stored.map((person) => person.area)))
    await saveEvent(bulk.tx, { type: 'people.changed', area, requesterId: null });
}

/** Refuses the whole import where its person may not store all of these people any more. */
async function requireStillTheirs({ platform, actor, role }: FileImportJob, stored: readonly Candidate[]) {
  const present = await requireStill(platform, actor.userId, IMPORTERS);
  requireImport(present, role, fileImportRoles(present));
  if (stored.some(({ area }) => !holdsArea(present, area)))
    throw new AppError('NOT_PERMITTED', { action: 'import people outside your area' });
}

function refuseAll(notes: Notes): never {
  throw new AppError('USER_IMPORT_REFUSED', { rows: notes.rows, refused: notes.refused });
}

async function run(bulk: Bulk, job: FileImportJob, id: string, notes: Notes, signIn: FirstSignIn): Promise<void> {
  const { file, role, actor, platform, sender, allOrNothing } = job;
  const headings = file.head.headings.length;
  const { inviteCode, passwordHash } = signIn;
  const reading = { role, columns: file.columns, headings, inviteCode };
  const check = await createRowCheck(bulk.tx, actor, reading, importedPhones(platform, actor));
  const candidates = await readPeople(job, check, notes);
  if (allOrNothing && notes.refused > 0) refuseAll(notes);

  const now = platform.clock.now();
  const how = { by: actor.userId, passwordHash, sender, secrets: platform.secrets, now };
  const lost = await storeUntilFree(bulk, candidates, how, notes);
  await notes.refuse(await Promise.all(lost.map((candidate) => check.lost(candidate))));
  if (allOrNothing && lost.length > 0) refuseAll(notes);

  const gone = new Set(lost);
  const stored = candidates.filter((candidate) => !gone.has(candidate));
  await requireStillTheirs(job, stored);
  await notifyAllStored(bulk, job, id, stored, notes);
}

function describe(thrown: unknown): NonNullable<UserImport['error']> {
  const { code, message } = thrown instanceof AppError ? thrown : new AppError('INTERNAL');
  return { code, message };
}

/**
 * Starts an import of a file of people: one transaction that stores every good row, or none where that is requested.
 * Answers as soon as it is the person's only one; refuses with USER_IMPORT_RUNNING while another of theirs runs.
 */
export async function startFileImport(job: FileImportJob): Promise<StartedUserImport> {
  const { platform, actor, file, role } = job;
  const { database, clock } = platform;
  const id = newId<string>();
  const notes = createNotes(database.db, id);
  const { finished } = await startFollowedWork(database, {
    begin: async ({ tx }) => {
      if (!(await lockImportsOf(tx, actor.userId))) throw new AppError('USER_IMPORT_RUNNING');
      const row = { id, file_name: file.name, role, started_by: actor.userId, headings: file.head.headings };
      await insertImport(database.db, row);
    },
    work: async (bulk) => await run(bulk, job, id, notes, await firstSignIn(platform.config)),
    complete: async ({ tx }) => {
      const { rows, accepted, refused } = notes;
      await noteProgress(tx, id, { state: 'completed', done: 1, rows, accepted, refused }, clock.now());
    },
    progress: notes,
    failed: async (error) => {
      const { rows, refused } = notes;
      await noteFailed(database.db, id, { error: describe(error), rows, refused }, clock.now());
    },
  });
  return { id, finished: finished.finally(() => void rm(file.path, { force: true })) };
}
