import type { ElectionId } from '@ec/contract/base/common';
import { auditBound, sheetsNeeded } from '@ec/contract/review-audits/bound';
import { countedWrong, SHEET_OUTCOMES, unsettled } from '@ec/contract/review-audits/outcomes';
import { type AuditCounts, MOST_SHEETS, type ReviewAudit } from '@ec/contract/review-audits/schemas';
import { auditTitle, statementOf } from '@ec/contract/review-audits/words';
import type { Db } from '../../platform/database/database.ts';
import type { Formats } from '../../platform/runtime/format.ts';
import { type AuditRow, countOutcomes, listAudits } from './review-audit-queries.ts';

const iso = (at: string) => new Date(at).toISOString();

export const wholeCounts = (counts: Partial<AuditCounts>): AuditCounts =>
  Object.fromEntries(SHEET_OUTCOMES.map((outcome) => [outcome, counts[outcome] ?? 0])) as AuditCounts;

/** An audit with what it found: of an open one as its sheets stand, of a closed one as it was closed. */
export function toAudit(row: AuditRow, live: Partial<AuditCounts>): Omit<ReviewAudit, 'can'> {
  const { sheets, population, steps } = row;
  const drawn = steps.find(({ step }) => step === 'drawn');
  if (!drawn) throw new Error(`the review audit ${row.id} without its draw`);
  const closed = steps.find(({ step }) => step === 'closed');
  const counts = wholeCounts(closed?.counts ?? live);
  const found = { sheets, wrong: countedWrong(counts), population };
  const asked = auditBound({ sheets: drawn.sheets, wrong: 0, population });
  const bound = unsettled(counts) === 0 ? auditBound(found) : null;
  const size = found.wrong === 0 ? null : sheetsNeeded(asked, found, MOST_SHEETS);
  return {
    id: row.id,
    electionId: row.electionId,
    number: row.number,
    seed: row.seed,
    seedMade: row.seedMade,
    sheets,
    first: drawn.sheets,
    population,
    drawnBy: drawn.by,
    drawnAt: iso(drawn.at),
    extensions: steps
      .filter(({ step }) => step === 'extended')
      .map(({ sheets: to, by, at }) => ({ to, by, at: iso(at) })),
    closed: closed ? { by: closed.by, at: iso(closed.at), reason: closed.reason } : null,
    counts,
    asked,
    bound,
    needed: size !== null && size > sheets ? size : null,
  };
}

/** The audits of an election, the newest first, with what each found. */
export async function auditsOf(db: Db, electionId: ElectionId): Promise<Omit<ReviewAudit, 'can'>[]> {
  const rows = await listAudits(db, electionId);
  const open = rows.filter(({ state }) => state === 'open').map(({ id }) => id);
  const counts = await countOutcomes(db, open);
  return rows.map((row) => toAudit(row, counts.get(row.id) ?? {}));
}

/**
 * What the audits of our own reviewing found, for every file that has totals of the elections. All of them are in it, so that none is drawn until one looks
 * well.
 */
export async function auditNotes(
  db: Db,
  elections: readonly { id: ElectionId; name: string }[],
  formats: Formats,
): Promise<{ label: string; text: string }[]> {
  const notes = await Promise.all(
    elections.map(async ({ id, name }) =>
      (await auditsOf(db, id)).toReversed().map((audit) => {
        const of = elections.length > 1 ? ` of ${name}` : '';
        const moment = (at: string) => formats.exact(new Date(at));
        const until = audit.closed ? ` Closed ${moment(audit.closed.at)}.` : '';
        return {
          label: `Review audit ${audit.number}`,
          text: `${auditTitle(audit)}${of}. ${statementOf(audit, moment)}${until}`,
        };
      }),
    ),
  );
  return notes.flat();
}
