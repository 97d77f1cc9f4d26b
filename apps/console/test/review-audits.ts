import { countedWrong, SHEET_OUTCOMES, unsettled } from '@ec/contract/review-audits/outcomes';
import { auditBound } from '@ec/contract/review-audits/bound';
import { type AuditCounts, ReviewAudit, ReviewAuditList } from '@ec/contract/review-audits/schemas';
import type * as z from 'zod/mini';
import { freshId } from './results.ts';
import { ok } from './server.ts';

type Draft = z.input<typeof ReviewAudit>;

/** An open audit of 100 of 4,210 sheets with these counts, or as changed. */
export function auditOf(some: Partial<AuditCounts>, change: Partial<Draft> = {}): ReviewAudit {
  const counts = Object.fromEntries(SHEET_OUTCOMES.map((outcome) => [outcome, some[outcome] ?? 0])) as AuditCounts;
  const found = { sheets: 100, wrong: countedWrong(counts), population: 4210 };
  return ReviewAudit.parse({
    id: freshId(),
    electionId: freshId(),
    number: 1,
    seed: 'six dice: 4 4 1 6 2 5',
    seedMade: false,
    sheets: 100,
    first: 100,
    population: 4210,
    drawnBy: { id: freshId(), name: 'Ada Obi', role: 'national_admin' },
    drawnAt: '2027-02-21T08:00:00.000Z',
    extensions: [],
    closed: null,
    counts,
    asked: auditBound({ ...found, wrong: 0 }),
    bound: unsettled(counts) === 0 ? auditBound(found) : null,
    needed: null,
    can: { extend: false, close: true },
    ...change,
  });
}

/** The audits of an election of 4,210 verified sheets, or as changed. */
export const auditsAnswer = (audits: ReviewAudit[], change: Partial<z.input<typeof ReviewAuditList>> = {}) =>
  ok(ReviewAuditList, {
    audits,
    verified: 4210,
    transcribers: 12,
    can: { draw: audits.every(({ closed }) => closed !== null) },
    asOf: '2027-02-21T09:00:00.000Z',
    ...change,
  });
