import type { DisputeId, ElectionId, ResultId, UserId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Bulk, Cell } from '../platform/database/bulk.ts';
import { newId } from '../platform/runtime/ids.ts';

export interface DisputeRows {
  disputes: Cell[][];
  entries: Cell[][];
}

/** A dispute about the first version of a result, with its resolution if there is one. */
export interface RehearsedDispute {
  resultId: ResultId;
  electionId: ElectionId;
  source: Source;
  unit: LocationId;
  reason: string;
  wardAdmin: UserId | null;
  lgaAdmin: UserId | null;
  /** When it was raised, as a share of the period that `at` converts to a time. */
  raised: number;
  verified: { share: number; reason: string } | null;
  at: (share: number) => Date;
  /** Between 0 and 1; decides how far the dispute got. */
  chance: number;
}

interface Step {
  kind: 'raised' | 'assigned' | 'comment';
  by: UserId | null;
  text: string | null;
  to: UserId | null;
  at: Date;
}

const DISPUTE_COLUMNS =
  'id result_id election_id source polling_unit_id version reason raised_by raised_role raised_at assignee_id resolved_as resolved_by resolved_at updated_at'.split(
    ' ',
  );
const ENTRY_COLUMNS = 'dispute_id kind by_user_id text assignee_id resolved_as created_at'.split(' ');

const QUESTIONS = [
  'Which party’s agent contests it, and which figure? Please attach a photo of the agent’s copy.',
  'I have asked the presiding officer to look at box 2 again. Please keep the original sheet at hand.',
  'The agents of two parties bring their copies to the LGA office tonight.',
];
const ANSWER =
  'The agent’s copy shows the same votes but another number of accredited voters. I send it with the next car.';

/** About two thirds of the open disputes are assigned to the LGA admin; most of these have a question, and some of those an answer. */
const ASSIGNED = 0.65;
const ASKED = 0.55;
const ANSWERED = 0.25;

/** The steps before the resolution, in order. */
function courseOf(dispute: RehearsedDispute, assigned: boolean): Step[] {
  const { wardAdmin, lgaAdmin, raised, at, chance } = dispute;
  const course: Step[] = [{ kind: 'raised', by: wardAdmin, text: dispute.reason, to: null, at: at(raised) }];
  if (!assigned) return course;
  course.push({ kind: 'assigned', by: lgaAdmin, text: null, to: lgaAdmin, at: at(raised + 0.005) });
  if (chance >= ASKED) return course;
  const question = QUESTIONS[Math.floor(chance * 100) % QUESTIONS.length] ?? ANSWER;
  course.push({ kind: 'comment', by: lgaAdmin, text: question, to: null, at: at(raised + 0.01) });
  if (wardAdmin && chance < ANSWERED)
    course.push({ kind: 'comment', by: wardAdmin, text: ANSWER, to: null, at: at(raised + 0.02) });
  return course;
}

/** Adds the dispute with its steps. */
export function addDispute(rows: DisputeRows, dispute: RehearsedDispute): void {
  const { resultId, electionId, source, unit, reason, wardAdmin, lgaAdmin, verified, at, chance } = dispute;
  const id = newId<DisputeId>();
  const assignee = verified || chance < ASSIGNED ? lgaAdmin : null;
  const course = courseOf(dispute, assignee !== null);
  for (const step of course) rows.entries.push([id, step.kind, step.by, step.text, step.to, null, step.at]);
  const last = verified ? at(verified.share) : (course.at(-1)?.at ?? null);
  if (verified) rows.entries.push([id, 'resolved', lgaAdmin, verified.reason, null, 'verified', last]);
  const raised: Cell[] = [wardAdmin, wardAdmin && 'ward_admin', at(dispute.raised)];
  const resolved: Cell[] = verified ? ['verified', lgaAdmin, last] : [null, null, null];
  rows.disputes.push([id, resultId, electionId, source, unit, 1, reason, ...raised, assignee, ...resolved, last]);
}

export async function storeDisputes(bulk: Bulk, { disputes, entries }: DisputeRows): Promise<void> {
  await bulk.copy('disputes', DISPUTE_COLUMNS, disputes);
  await bulk.copy('dispute_entries', ENTRY_COLUMNS, entries);
}
