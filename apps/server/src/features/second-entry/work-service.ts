import type { UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { atLeast } from '@ec/contract/permissions/default-levels';
import { entryFields, fieldWords, figuresOf } from '@ec/contract/second-entry/figures';
import type {
  ClaimAnswer,
  EntryRequest,
  SecondEntryId,
  UnreadableRequest,
  Work,
  WorkDesk,
} from '@ec/contract/second-entry/schemas';
import { LEASE_MINUTES, type SecondEntryState, SHEETS_HELD } from '@ec/contract/second-entry/states';
import { chainLinks, loadNames } from '../../platform/database/places.ts';
import type { Db } from '../../platform/database/database.ts';
import { systemWrite } from '../../platform/database/transact.ts';
import { type Actor, isInsideOwn } from '../../platform/http/actor.ts';
import type { ReadContext, SystemWrite, WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { ballotAt } from '../elections/ballot-queries.ts';
import { formCodesFor } from '../form-codes/queries.ts';
import { notify } from '../notifications/notify.ts';
import { NEAREST_FIRST } from '../results/decision-rules.ts';
import { nearestResolvers } from '../users/in-charge-queries.ts';
import {
  countsOfPerson,
  countWaiting,
  type EntryRow,
  findEntry,
  findRegisterThen,
  listHeld,
  stakesOf,
  takeNext,
} from './queries.ts';
import { ANEW, changeEntry, insertStep, lockEntry } from './repository.ts';
import { compareEntry, entryFaults, formOf, notArbiters, stands } from './rules.ts';

const MINUTE_MS = 60_000;

/** What is entered now: the whole sheet, or the fields that are corrected. */
const askedFields = (row: EntryRow): string[] => (row.state === 'correcting' ? row.fields : entryFields(formOf(row)));

/** The sheet as a transcriber sees it: nothing of the first entry. */
async function toWork(db: Db, row: EntryRow): Promise<Work | null> {
  const { id, state, photoFileId, pollingUnitId, figures } = row;
  if (photoFileId === null || (state !== 'claimed' && state !== 'correcting')) return null;
  const [names, { looks, candidates }, codes] = await Promise.all([
    loadNames(db, [pollingUnitId]),
    ballotAt(db, { id: row.electionId, parties: row.parties }, pollingUnitId),
    formCodesFor(db, row.electionId),
  ]);
  const fields = askedFields(row);
  const kept = state === 'correcting' ? Object.entries(figures ?? {}) : [];
  return {
    id,
    state,
    leaseUntil: row.leaseUntil?.toISOString() ?? null,
    photoFileId,
    unit: { code: row.code, name: row.name, chain: chainLinks(pollingUnitId, names) },
    election: { name: row.electionName, type: row.electionType },
    formCode: codes.polling_unit,
    parties: row.parties,
    looks,
    candidates,
    fields,
    kept: Object.fromEntries(
      kept.flatMap(([field, value]) => (fields.includes(field) || value === null ? [] : [[field, value] as const])),
    ),
  };
}

/** Whether the sheet lies where the person has a stake: they see the results, or work at the collation centre. */
const hasStake = (stakes: readonly LocationId[], { pollingUnitId }: EntryRow) =>
  isInsideOwn({ areas: stakes }, pollingUnitId);

async function heldBy(db: Db, { userId }: Actor, stakes: readonly LocationId[]): Promise<Work[]> {
  const rows = (await listHeld(db, userId)).filter((row) => !hasStake(stakes, row));
  return (await Promise.all(rows.map((row) => toWork(db, row)))).filter((work) => work !== null);
}

export async function workDesk({ db, now, organisation }: ReadContext, actor: Actor): Promise<WorkDesk> {
  const areas = await stakesOf(db, actor);
  const [held, waiting, counts] = await Promise.all([
    heldBy(db, actor, areas),
    countWaiting(db, { ...actor, areas }, now),
    countsOfPerson(db, actor.userId, organisation.settings.general.timezone),
  ]);
  return { held, waiting, counts };
}

/** A sheet goes to another transcriber; `by`: who held it, or ended their work. */
async function release(write: SystemWrite, { id, pollingUnitId }: EntryRow, by: UserId): Promise<void> {
  await changeEntry(write.tx, id, { state: 'waiting', ...ANEW });
  await insertStep(write.tx, id, { step: 'released', by, at: write.now });
  await write.audit({ event: 'second_entry.released', resourceId: id, areaId: pollingUnitId });
}

/** Releases the sheets that a person holds: all of them, or those where they have a stake. Answers those that they keep. */
export async function releaseHeld(
  write: SystemWrite,
  userId: UserId,
  { by, stakes }: { by: UserId; stakes?: readonly LocationId[] },
): Promise<EntryRow[]> {
  const kept: EntryRow[] = [];
  for (const row of await listHeld(write.tx, userId, { lock: true })) {
    if (stakes && !hasStake(stakes, row)) kept.push(row);
    else await release(write, row, by);
  }
  return kept;
}

/** Gives the next sheet of the queue to the person, for the time of the lease; one who holds two gets the first of them again. */
export async function claimSheet(write: WriteContext, actor: Actor): Promise<ClaimAnswer> {
  const { tx, now } = write;
  const { userId, device } = actor;
  const stakes = await stakesOf(tx, actor);
  const held = await releaseHeld(write, userId, { by: userId, stakes });
  if (held.length >= SHEETS_HELD) {
    write.noChange();
    return { work: held[0] ? await toWork(tx, held[0]) : null };
  }
  const id = await takeNext(tx, { userId, device, areas: stakes }, now);
  if (id === undefined) {
    write.noChange();
    return { work: null };
  }
  const leaseUntil = new Date(now.getTime() + LEASE_MINUTES * MINUTE_MS);
  await changeEntry(tx, id, { state: 'claimed', ...ANEW, transcriber: userId, leaseUntil });
  await insertStep(tx, id, { step: 'claimed', by: userId, at: now });
  const row = await findEntry(tx, id);
  if (!row) throw new Error('a claimed sheet without its version');
  await write.audit({
    event: 'second_entry.claimed',
    resourceId: id,
    areaId: row.pollingUnitId,
    next: { resultId: row.resultId, version: row.version, leaseUntil: leaseUntil.toISOString() },
  });
  return { work: await toWork(tx, row) };
}

/** The sheet, locked. Throws NOT_FOUND. */
async function lockSheet(write: WriteContext, id: SecondEntryId): Promise<EntryRow> {
  const row = (await lockEntry(write.tx, id)) ? await findEntry(write.tx, id) : undefined;
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** Throws ENTRY_NOT_HELD where it is not with the person (any more), ENTRY_VOID where its version no longer counts. */
function requireHeld(actor: Actor, row: EntryRow): void {
  // Who it was taken from or who gave it back reads the same as who never had it.
  if (row.transcriber?.id !== actor.userId) throw new AppError('ENTRY_NOT_HELD');
  if (row.state === 'void' || !stands(row)) throw new AppError('ENTRY_VOID');
  if (row.state !== 'claimed' && row.state !== 'correcting') throw new AppError('ENTRY_NOT_HELD');
}

/** Throws ENTRY_NOT_HELD where the person came to have a stake since they took the sheet, which goes to another then. */
async function requireBlind(write: WriteContext, actor: Actor, row: EntryRow): Promise<void> {
  const { userId } = actor;
  const stakes = await stakesOf(write.tx, actor);
  if (!hasStake(stakes, row)) return;
  const { platform, origin } = write;
  write.afterRollback(async () => {
    await systemWrite(platform, (again) => releaseHeld(again, userId, { by: userId, stakes }), { origin });
  });
  throw new AppError('ENTRY_NOT_HELD');
}

/** For reviewers alone: news of the result would tell its officer that the unit is drawn. */
async function emitChange(write: WriteContext, { pollingUnitId }: EntryRow): Promise<void> {
  await write.emit({ type: 'second_entry.changed', pollingUnitId });
}

/** The administrators of the LGA or, where none of them can decide between the entries, the nearest above who can. */
async function nearestArbiters(write: WriteContext, row: EntryRow): Promise<UserId[]> {
  const { levels } = write.organisation;
  return await nearestResolvers(write.tx, {
    pollingUnitId: row.pollingUnitId,
    roles: NEAREST_FIRST.filter((role) => role !== 'ward_admin' && atLeast(levels[role].disputes, 'write')),
    except: notArbiters(row),
    privilege: 'canManageResults',
    now: write.now,
  });
}

/** Tells the nearest arbiters that one must look at the paper. */
async function askArbiters(write: WriteContext, row: EntryRow, what: string): Promise<void> {
  await notify(write, {
    userIds: await nearestArbiters(write, row),
    topic: 'results',
    type: 'warning',
    title: 'A second entry needs a decision',
    message: `${row.name} (${row.code}), ${row.electionName}: ${what}.`,
    actionUrl: `/second-entries?entry=${row.id}`,
  });
}

/** Gives a sheet back: it goes to another transcriber. */
export async function releaseSheet(write: WriteContext, actor: Actor, id: SecondEntryId): Promise<void> {
  const row = await lockSheet(write, id);
  requireHeld(actor, row);
  await release(write, row, actor.userId);
}

const sameFields = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((field) => other.includes(field));

/** True where the person sent the same before, and the answer was lost on its way. */
function isSentAgain(actor: Actor, { state, transcriber, figures }: EntryRow, sent: EntryRequest['figures']): boolean {
  if ((state !== 'matched' && state !== 'differs') || transcriber?.id !== actor.userId) return false;
  return Object.entries(sent).every(([field, value]) => (figures?.[field] ?? null) === value);
}

/**
 * Stores what the person read from the photo, and compares it with the officer's figures; the person does not learn the outcome. After the end of
 * the lease it is taken as long as no other transcriber has the sheet. Throws ENTRY_FIELDS, ENTRY_NOT_HELD and ENTRY_VOID.
 */
export async function enterSheet(
  write: WriteContext,
  actor: Actor,
  id: SecondEntryId,
  { figures }: EntryRequest,
): Promise<void> {
  const { tx, now } = write;
  const row = await lockSheet(write, id);
  if (isSentAgain(actor, row, figures)) return write.noChange();
  requireHeld(actor, row);
  await requireBlind(write, actor, row);
  const asked = askedFields(row);
  const faults = entryFaults(figures, asked);
  if (faults.length > 0) throw new AppError('ENTRY_FIELDS').at(...faults);
  const form = formOf(row);
  const before = row.state === 'correcting' ? (row.figures ?? {}) : {};
  const entered = { ...before, ...figures };
  // A blank box 1 means what it meant for the officer: the register of that moment, and nothing where that had none.
  const registeredVoters =
    entered['registeredVoters'] ?? (row.registered === null ? null : await findRegisterThen(tx, id));
  const read = { ...entered, registeredVoters };
  const { state, fields } = compareEntry(read, figuresOf(row, form), entryFields(form));
  await changeEntry(tx, id, { state, figures: entered, fields, leaseUntil: null });
  await insertStep(tx, id, { step: 'entered', by: actor.userId, at: now, figures: entered, fields });
  await write.audit({
    event: 'second_entry.entered',
    resourceId: id,
    areaId: row.pollingUnitId,
    next: { resultId: row.resultId, version: row.version, state, fields },
  });
  await emitChange(write, row);
  if (state === 'differs') {
    await askArbiters(
      write,
      row,
      fields.length > 0 ? `the two entries differ in ${fields.map(fieldWords).join(', ')}` : 'both entries are empty',
    );
  }
}

/** Stores which fields of the photo cannot be read. */
export async function reportUnreadable(
  write: WriteContext,
  actor: Actor,
  id: SecondEntryId,
  { fields }: UnreadableRequest,
): Promise<void> {
  const { tx, now } = write;
  const row = await lockSheet(write, id);
  if (row.state === 'unreadable' && row.transcriber?.id === actor.userId && sameFields(row.fields, fields)) {
    return write.noChange();
  }
  requireHeld(actor, row);
  await requireBlind(write, actor, row);
  const known = entryFields(formOf(row));
  const unknown = fields.filter((field) => !known.includes(field));
  if (unknown.length > 0) {
    throw new AppError('ENTRY_FIELDS').at(
      ...unknown.map((field) => ({ path: 'fields', message: `No field ${field}` })),
    );
  }
  const state: SecondEntryState = 'unreadable';
  await changeEntry(tx, id, { state, fields, leaseUntil: null });
  await insertStep(tx, id, { step: 'unreadable', by: actor.userId, at: now, fields });
  await write.audit({
    event: 'second_entry.unreadable',
    resourceId: id,
    areaId: row.pollingUnitId,
    next: { resultId: row.resultId, version: row.version, fields },
  });
  await emitChange(write, row);
  await askArbiters(write, row, `the photo cannot be read in ${fields.map(fieldWords).join(', ')}`);
}
