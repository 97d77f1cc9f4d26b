import { errorText } from '@ec/contract/base/errors';
import { ROLES } from '@ec/contract/permissions/roles';
import { fieldWords, figuresOf } from '@ec/contract/second-entry/figures';
import type {
  SecondEntry,
  SecondEntryDetail,
  SecondEntryId,
  SecondEntryList,
  SecondEntryQuery,
  VerdictRequest,
} from '@ec/contract/second-entry/schemas';
import { CORRECTION_MINUTES, SECOND_ENTRY_STATES, type Verdict, VERDICT_MOVES } from '@ec/contract/second-entry/states';
import { STATE_WORDS } from '@ec/contract/second-entry/words';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Db } from '../../platform/database/database.ts';
import { chainLinks, loadNames } from '../../platform/database/places.ts';
import { type Actor, areasOf, boundedArea } from '../../platform/http/actor.ts';
import { AppError } from '../../platform/http/errors.ts';
import { areaFromReference, pageOf } from '../../platform/http/requests.ts';
import { ballotAt } from '../elections/ballot-queries.ts';
import { notify } from '../notifications/notify.ts';
import { applyDecision, type DecisionContext, refuse, requireGround } from '../results/decision-service.ts';
import { CONTROL_WORDS } from '../results/refusal-answers.ts';
import { answerDue, deskOffer } from './desk-offer-service.ts';
import { countEntries, type EntryRow, findEntry, findShown, listEntries, listSteps, type StepRow } from './queries.ts';
import { ANEW, changeEntry, insertStep, lockEntry } from './repository.ts';
import { arbiterRefusal, type ArbiterRefusal, formOf, verdictsOf } from './rules.ts';
import { waitsFor } from './waiting-queries.ts';

/** What keeps disputes in step with a result that is returned. */
export type ArbiterHooks = DecisionContext['disputes'];

/** The refusal in a sentence, where the reader should know it; null where deciding is simply not theirs. */
function refusalWords(refusal: ArbiterRefusal | null): string | null {
  switch (refusal?.code) {
    case 'OWN_ENTRY':
    case 'OWN_REVIEW':
    case 'OWN_RESULT':
    case 'SENT_FROM_YOUR_DEVICE':
    case 'DESK_DECIDED':
      return errorText(refusal.code, {});
    case 'CONTROLS_SENDER':
      return errorText(refusal.code, { act: CONTROL_WORDS[refusal.act] });
    default:
      return null;
  }
}

function toEntry(actor: Actor, row: EntryRow, names: ReadonlyMap<LocationId, string>): SecondEntry {
  const waits = verdictsOf(row).length > 0 && row.version === row.newest && row.electionStatus !== 'archived';
  const refusal = arbiterRefusal(actor, row);
  return {
    id: row.id,
    resultId: row.resultId,
    version: row.version,
    electionId: row.electionId,
    electionName: row.electionName,
    pollingUnitId: row.pollingUnitId,
    code: row.code,
    name: row.name,
    chain: chainLinks(row.pollingUnitId, names),
    ground: row.ground,
    state: row.state,
    fields: row.fields,
    desk: row.desk,
    answerDue: answerDue(row),
    updatedAt: row.updatedAt.toISOString(),
    can: { decide: waits && refusal === null, refusal: waits ? refusalWords(refusal) : null },
  };
}

/** Second entries of the reader's areas. */
export async function entryList(db: Db, actor: Actor, query: SecondEntryQuery): Promise<SecondEntryList> {
  const asked = areaFromReference(query.area);
  const areas = asked === undefined ? areasOf(actor) : [boundedArea(actor, asked)];
  const { electionId, q } = query;
  const reader = { ...actor, areas };
  const mine = query.mine === true ? waitsFor(reader) : undefined;
  const state = mine ? undefined : query.state;
  const [{ rows, counted }, forMe] = await Promise.all([
    listEntries(db, { reader: actor, areas, electionId, state, q, mine }, pageOf(query, 50)),
    countEntries(db, { reader: actor, areas, electionId, q, mine: waitsFor(reader) }),
  ]);
  const names = await loadNames(
    db,
    rows.map((row) => row.pollingUnitId),
  );
  const counts = Object.fromEntries(
    SECOND_ENTRY_STATES.map((each) => [each, counted[each] ?? 0]),
  ) as SecondEntryList['counts'];
  const all = SECOND_ENTRY_STATES.reduce((sum, each) => (state && each !== state ? sum : sum + counts[each]), 0);
  const total = mine ? forMe : all;
  return { entries: rows.map((row) => toEntry(actor, row, names)), total, counts, forMe };
}

/** A second entry that the reader may see. Throws NOT_FOUND. */
export async function requireShown(db: Db, actor: Actor, id: SecondEntryId): Promise<EntryRow> {
  const row = await findShown(db, actor, id);
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** The steps without who has the sheet now: who takes it, or had it last, is shown once they entered it. */
function shownSteps(steps: readonly StepRow[]): StepRow[] {
  const entered = steps.findLastIndex(({ step }) => step === 'entered' || step === 'unreadable');
  return steps.filter(({ step }, place) => place < entered || (step !== 'claimed' && step !== 'released'));
}

/** One second entry that the reader may see, with the fields that differ and no others. Throws NOT_FOUND. */
export async function entryDetail(db: Db, actor: Actor, id: SecondEntryId): Promise<SecondEntryDetail> {
  const row = await requireShown(db, actor, id);
  const [names, steps, { looks }, offer] = await Promise.all([
    loadNames(db, [row.pollingUnitId]),
    listSteps(db, id),
    ballotAt(db, { id: row.electionId, parties: row.parties }, row.pollingUnitId),
    deskOffer(db, actor, row),
  ]);
  const officer = figuresOf(row, formOf(row));
  const entry = toEntry(actor, row, names);
  const differing = ['differs', 'officer_asked', 'wrong'].includes(row.state);
  return {
    ...entry,
    photoFileId: row.photoFileId,
    looks,
    transcriber: row.transcriber && row.entered.includes(row.transcriber.id) ? row.transcriber : null,
    differences:
      differing && row.figures
        ? row.fields.map((field) => ({
            field,
            officer: officer[field] ?? null,
            entry: row.figures?.[field] ?? null,
          }))
        : [],
    steps: shownSteps(steps).map((step) => ({ ...step, at: step.at.toISOString() })),
    verdicts: entry.can.decide ? verdictsOf(row) : [],
    deskOffer: offer,
  };
}

/** The verdicts that move the result, and the beginning of its reason. What is verified is disputed: others decide on it. */
const MOVES_RESULT: Partial<Record<Verdict, { decision: 'return' | 'dispute'; reason: string }>> = {
  officer_wrong: { decision: 'return', reason: 'The figures differ from the paper in' },
  verified_wrong: {
    decision: 'dispute',
    reason: 'An audit of our own reviewing found that the verified figures differ from the paper in',
  },
  new_photo: { decision: 'return', reason: 'The photo cannot be read. Send a new one that shows' },
};

/** Throws what keeps the person from deciding between the entries. */
export function requireArbiter(actor: Actor, row: EntryRow, ground: Awaited<ReturnType<typeof requireGround>>): void {
  const refusal = arbiterRefusal(actor, row);
  if (refusal?.code === 'OWN_ENTRY' || refusal?.code === 'OWN_REVIEW') throw new AppError(refusal.code);
  if (refusal) refuse(refusal, ground, 'decided on');
}

/**
 * Decides between the entries. The result's row is locked first, as for every decision on it. Throws NOT_FOUND, CONFLICT where the entry changed,
 * ENTRY_TRANSITION, and what arbiterRefusal says.
 */
export async function decideEntry(
  write: DecisionContext,
  actor: Actor,
  id: SecondEntryId,
  { verdict, updatedAt, reason = '' }: VerdictRequest,
): Promise<SecondEntryDetail> {
  const { tx, now } = write;
  const seen = await requireShown(tx, actor, id);
  const ground = await requireGround(tx, seen.resultId);
  await lockEntry(tx, id);
  const row = await findEntry(tx, id);
  if (!row) throw new AppError('NOT_FOUND');
  if (row.electionStatus === 'archived') throw new AppError('ELECTION_NOT_LIVE', { status: row.electionStatus });
  requireArbiter(actor, row, ground);
  if (row.version !== ground.version) throw new AppError('ENTRY_VOID');
  if (row.updatedAt.toISOString() !== new Date(updatedAt).toISOString()) throw new AppError('CONFLICT');
  if (!verdictsOf(row).includes(verdict)) throw new AppError('ENTRY_TRANSITION', { state: STATE_WORDS[row.state] });
  const moved = MOVES_RESULT[verdict];
  const taker = ground.takenOver?.by;
  // Who took the result over decides on it: its return would end the takeover.
  if (moved !== undefined && taker && taker.id !== actor.userId)
    throw new AppError('TAKEN_OVER', { name: taker.name, role: ROLES[taker.role].title });
  const { to } = VERDICT_MOVES[verdict];
  const anew = to === 'waiting' ? ANEW : {};
  const leaseUntil = new Date(now.getTime() + CORRECTION_MINUTES * 60_000);
  const correction = to === 'correcting' ? { corrections: row.corrections + 1, leaseUntil } : {};
  // Who sends a sheet on to others has not said which figures are right, and may decide on the result.
  const arbiter = to === 'waiting' ? {} : { arbiter: actor.userId };
  await changeEntry(tx, id, { state: to, ...anew, ...correction, ...arbiter });
  await insertStep(tx, id, {
    step: verdict,
    by: actor.userId,
    at: now,
    transcriber: row.transcriber?.id ?? null,
    fields: row.fields,
    reason: reason || null,
  });
  await write.audit({
    event: 'second_entry.decided',
    resourceId: id,
    areaId: row.pollingUnitId,
    previous: { state: row.state },
    next: { state: to, verdict, fields: row.fields, ...(reason && { reason }) },
  });
  await write.emit({ type: 'second_entry.changed', pollingUnitId: row.pollingUnitId });
  if (moved !== undefined) {
    const fields = row.fields.map(fieldWords).join(', ') || 'all fields';
    await applyDecision(write, actor, ground, moved.decision, {
      version: ground.version,
      reason: `${moved.reason} ${fields}.${reason ? ` ${reason}` : ''}`,
    });
  } else if (to === 'correcting' && row.transcriber) {
    await notify(write, {
      userIds: [row.transcriber.id],
      topic: 'results',
      type: 'info',
      title: 'Enter fields again',
      message: `An arbiter asks you to enter fields of ${row.code} again from the photo.`,
      actionUrl: '/second-entry',
    });
  }
  return await entryDetail(tx, actor, id);
}
