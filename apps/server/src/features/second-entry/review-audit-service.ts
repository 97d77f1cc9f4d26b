import { Readable } from 'node:stream';
import type { ElectionId } from '@ec/contract/base/common';
import { unsettled } from '@ec/contract/review-audits/outcomes';
import type {
  AuditSheetList,
  AuditSheetQuery,
  CloseRequest,
  DrawRequest,
  ExtendRequest,
  ReviewAudit,
  ReviewAuditId,
  ReviewAuditList,
} from '@ec/contract/review-audits/schemas';
import { OUTCOME_WORDS } from '@ec/contract/review-audits/words';
import { stringify } from 'csv-stringify/sync';
import type { Db, Tx } from '../../platform/database/database.ts';
import { chainLinks, loadNames } from '../../platform/database/places.ts';
import { type Actor, areasOf, isInsideOwn } from '../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { pageOf } from '../../platform/http/requests.ts';
import { newId, readableSecret } from '../../platform/runtime/ids.ts';
import { type ElectionRow, findElectionRow } from '../elections/queries.ts';
import { auditsOf, toAudit } from './review-audit-answers.ts';
import {
  type AuditRow,
  countOutcomes,
  countTranscribers,
  countVerified,
  findAudit,
  listAudits,
  listDrawn,
  listForFile,
  listRanks,
} from './review-audit-queries.ts';
import {
  closeAudit,
  insertAudit,
  insertAuditStep,
  insertDrawn,
  lockAudit,
  resizeAudit,
  voidDrawn,
} from './review-audit-repository.ts';
import { auditCan, mayDraw } from './rules.ts';

/** An audit speaks of all sheets of an election. Throws ELECTION_NOT_FOUND, and REVIEW_AUDIT_BEYOND_AREA for who sees a part of it. */
async function requireWhole(db: Db, actor: Actor, id: ElectionId): Promise<ElectionRow> {
  const election = await findElectionRow(db, id, areasOf(actor));
  if (!election) throw new AppError('ELECTION_NOT_FOUND');
  if (!election.areas.every((area) => isInsideOwn(actor, area.id))) throw new AppError('REVIEW_AUDIT_BEYOND_AREA');
  return election;
}

/** Throws REVIEW_AUDIT_NOT_FOUND, for an election outside the reader's areas too. */
async function requireAudit(db: Db, actor: Actor, id: ReviewAuditId): Promise<AuditRow> {
  const row = await findAudit(db, id);
  if (!row || !(await findElectionRow(db, row.electionId, areasOf(actor))))
    throw new AppError('REVIEW_AUDIT_NOT_FOUND');
  await requireWhole(db, actor, row.electionId);
  return row;
}

async function answer(db: Db, actor: Actor, row: AuditRow): Promise<ReviewAudit> {
  const counts = await countOutcomes(db, row.state === 'open' ? [row.id] : []);
  const audit = toAudit(row, counts.get(row.id) ?? {});
  return { ...audit, can: auditCan(actor, row, audit) };
}

export async function reviewAudits(
  { db, now }: ReadContext,
  actor: Actor,
  electionId: ElectionId,
): Promise<ReviewAuditList> {
  const election = await requireWhole(db, actor, electionId);
  const [audits, verified, transcribers] = await Promise.all([
    auditsOf(db, electionId),
    countVerified(db, electionId),
    countTranscribers(db),
  ]);
  const at = { electionStatus: election.status };
  return {
    audits: audits.map((audit) => ({ ...audit, can: auditCan(actor, at, audit) })),
    verified,
    transcribers,
    can: { draw: mayDraw(actor, at) && verified > 0 && audits.every(({ closed }) => closed !== null) },
    asOf: now.toISOString(),
  };
}

/** Letters and digits of a seed that the server makes. */
const SEED_LENGTH = 24;

/** The sheets of the ranks after `from` join the queue of second entries. */
async function enqueue(
  tx: Tx,
  audit: Pick<AuditRow, 'id' | 'electionId'>,
  ranks: { from: number; to: number },
): Promise<void> {
  await insertDrawn(tx, audit, await listRanks(tx, audit.id, ranks));
}

/**
 * Draws verified sheets of an election; they are entered again like any other second entry. Throws ELECTION_NOT_LIVE, REVIEW_AUDIT_NOTHING and
 * REVIEW_AUDIT_SIZE; of two draws at once the second one is REVIEW_AUDIT_OPEN.
 */
export async function drawAudit(
  write: WriteContext,
  actor: Actor,
  { electionId, sheets, seed }: DrawRequest,
): Promise<ReviewAudit> {
  const { tx, now } = write;
  const election = await requireWhole(tx, actor, electionId);
  if (!mayDraw(actor, { electionStatus: election.status })) {
    throw new AppError('ELECTION_NOT_LIVE', { status: election.status });
  }
  if ((await listAudits(tx, electionId)).some(({ state }) => state === 'open')) throw new AppError('REVIEW_AUDIT_OPEN');
  const id = newId<ReviewAuditId>();
  const draw = { id, electionId, sheets, seed: seed ?? readableSecret(SEED_LENGTH), seedMade: seed === null };
  const population = await insertAudit(tx, draw);
  if (population === 0) throw new AppError('REVIEW_AUDIT_NOTHING');
  if (population < sheets) throw new AppError('REVIEW_AUDIT_SIZE', { verified: population }).atField('sheets');
  await insertAuditStep(tx, id, { step: 'drawn', sheets, by: actor.userId, at: now });
  await enqueue(tx, draw, { from: 0, to: sheets });
  await write.audit({
    event: 'review_audit.drawn',
    resourceId: id,
    areaId: null,
    next: { electionId, sheets, population, seed: draw.seed, seedMade: draw.seedMade },
  });
  return await answer(tx, actor, await requireAudit(tx, actor, id));
}

/** The audit, locked, as its reader saw it. Throws REVIEW_AUDIT_CLOSED, and CONFLICT where another person extended it. */
async function lockOpen(write: WriteContext, actor: Actor, id: ReviewAuditId, from: number): Promise<AuditRow> {
  await requireAudit(write.tx, actor, id);
  await lockAudit(write.tx, id);
  const row = await requireAudit(write.tx, actor, id);
  if (row.state === 'closed') throw new AppError('REVIEW_AUDIT_CLOSED');
  if (row.sheets !== from) throw new AppError('CONFLICT');
  return row;
}

/** Draws the next ranks of the seed, from the sheets of the first draw. Throws ELECTION_NOT_LIVE, REVIEW_AUDIT_EXTENSION and REVIEW_AUDIT_SIZE. */
export async function extendAudit(
  write: WriteContext,
  actor: Actor,
  id: ReviewAuditId,
  { from, to }: ExtendRequest,
): Promise<ReviewAudit> {
  const { tx, now } = write;
  const row = await lockOpen(write, actor, id, from);
  if (!mayDraw(actor, row)) throw new AppError('ELECTION_NOT_LIVE', { status: row.electionStatus });
  const { can } = await answer(tx, actor, row);
  if (to > row.population) throw new AppError('REVIEW_AUDIT_SIZE', { verified: row.population }).atField('to');
  if (!can.extend || to <= row.sheets)
    throw new AppError('REVIEW_AUDIT_EXTENSION', { sheets: row.sheets }).atField('to');
  await resizeAudit(tx, id, to);
  await insertAuditStep(tx, id, { step: 'extended', sheets: to, by: actor.userId, at: now });
  await enqueue(tx, row, { from: row.sheets, to });
  await write.audit({
    event: 'review_audit.extended',
    resourceId: id,
    areaId: null,
    previous: { sheets: row.sheets },
    next: { sheets: to },
  });
  return await answer(tx, actor, await requireAudit(tx, actor, id));
}

/** Ends the audit: what is not settled leaves the queue, and what was found is stored. Throws REVIEW_AUDIT_REASON. */
export async function endAudit(
  write: WriteContext,
  actor: Actor,
  id: ReviewAuditId,
  { from, reason = '' }: CloseRequest,
): Promise<ReviewAudit> {
  const { tx, now } = write;
  const row = await lockOpen(write, actor, id, from);
  await voidDrawn(tx, id);
  await closeAudit(tx, id);
  const counts = await countOutcomes(tx, [id]);
  const found = toAudit(row, counts.get(id) ?? {});
  const met = found.bound !== null && found.bound <= found.asked;
  if (!met && !reason) throw new AppError('REVIEW_AUDIT_REASON').atField('reason');
  const closing = { sheets: row.sheets, reason: reason || null, counts: found.counts };
  await insertAuditStep(tx, id, { step: 'closed', by: actor.userId, at: now, ...closing });
  await write.audit({
    event: 'review_audit.closed',
    resourceId: id,
    areaId: null,
    next: { ...closing, left: unsettled(found.counts) },
  });
  return await answer(tx, actor, await requireAudit(tx, actor, id));
}

/** The drawn sheets, a page of them. */
export async function auditSheets(
  db: Db,
  actor: Actor,
  id: ReviewAuditId,
  query: AuditSheetQuery,
): Promise<AuditSheetList> {
  await requireAudit(db, actor, id);
  const { rows, total } = await listDrawn(db, id, { outcome: query.outcome, ...pageOf(query, 50) });
  const names = await loadNames(
    db,
    rows.map(({ pollingUnitId }) => pollingUnitId),
  );
  return { sheets: rows.map((row) => ({ ...row, chain: chainLinks(row.pollingUnitId, names) })), total };
}

/** Rows that are read and written at once. */
const STRETCH = 2000;

async function* fileText(db: Db, row: AuditRow, of: 'drawn' | 'all'): AsyncGenerator<string> {
  yield stringify([['rank', 'pu_code', 'version', 'sha256', ...(of === 'drawn' ? ['outcome'] : [])]], { bom: true });
  for (let after = 0; ; ) {
    const rows = await listForFile(db, row, { of, after, limit: STRETCH });
    yield stringify(
      rows.map(({ rank, code, version, hash, outcome }) => [
        rank,
        code,
        version,
        hash,
        ...(outcome ? [OUTCOME_WORDS[outcome]] : []),
      ]),
    );
    if (rows.length < STRETCH) return;
    after = rows.at(-1)?.rank ?? after;
  }
}

/** The drawn sheets, or all that they were drawn from, as CSV in the order of the draw. */
export async function auditFile(
  db: Db,
  actor: Actor,
  id: ReviewAuditId,
  of: 'drawn' | 'all',
): Promise<{ row: AuditRow; content: Readable }> {
  const row = await requireAudit(db, actor, id);
  return { row, content: Readable.from(fileText(db, row, of)) };
}
