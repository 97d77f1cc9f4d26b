import type { ElectionId } from '@ec/contract/base/common';
import { KIND_OF_ELECTION, KIND_WORDS } from '@ec/contract/constituencies/kinds';
import type { ConstituencyId } from '@ec/contract/constituencies/schemas';
import { dateConcern } from '@ec/contract/elections/dates';
import { looksOf } from '@ec/contract/elections/parties';
import type {
  Coverage,
  CreateElectionRequest,
  Election,
  ElectionStatus,
  ElectionType,
  UpdateElectionRequest,
} from '@ec/contract/elections/schemas';
import { type LocationId, locationIdOf, locationType, NATION } from '@ec/contract/geography/location-id';
import { formCodesOf } from '@ec/contract/form-codes/codes';
import { lawOn } from '@ec/contract/law/profiles';
import type { Actor } from '../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../platform/http/context.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { shareTree } from '../../platform/database/advisory-locks.ts';
import { AppError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { followParties, requireElection } from './ballot-service.ts';
import { requireFollows } from './follow-service.ts';
import { areasOfConstituencies, namesOfConstituencies } from '../constituencies/queries.ts';
import {
  countByStatus,
  coveredUnits,
  type ElectionRow,
  existingLocations,
  hasResults,
  listOverlapping,
} from './queries.ts';
import {
  deleteElection,
  type ElectionFields,
  insertElection,
  isFollowed,
  lockCalendar,
  lockElection,
  setElectionMode,
  setStatus,
  updateElection,
} from './repository.ts';
import {
  changesOthers,
  deadlineOf,
  knowsSeed,
  lockedFields,
  mayEdit,
  mayTransition,
  needsReason,
  transitionsFrom,
  withoutNested,
  withoutSeed,
} from './rules.ts';

/** Default voting hours: 08:30 to 14:30 West Africa Time, INEC's usual hours. */
function usualHours(date: string): { opensAt: Date; closesAt: Date } {
  return { opensAt: new Date(`${date}T08:30:00+01:00`), closesAt: new Date(`${date}T14:30:00+01:00`) };
}

function hours(request: { electionDate: string; opensAt?: string | undefined; closesAt?: string | undefined }) {
  const usual = usualHours(request.electionDate);
  const opensAt = request.opensAt ? new Date(request.opensAt) : usual.opensAt;
  const closesAt = request.closesAt ? new Date(request.closesAt) : usual.closesAt;
  if (closesAt <= opensAt) {
    throw new AppError('VALIDATION_FAILED').at({ path: 'closesAt', message: 'Voting must close after it opens' });
  }
  return { opensAt, closesAt };
}

async function resolveAreas(db: Db, references: readonly string[]): Promise<LocationId[]> {
  const ids = references.map((reference) => locationIdOf(reference));
  const existing = await existingLocations(
    db,
    ids.filter((id) => id !== undefined),
  );
  const faults = references.flatMap((reference, index) => {
    const id = ids[index];
    if (id === undefined || !existing.has(id))
      return [{ path: `areas.${index}`, message: `There is no location ${reference}` }];
    const narrow = locationType(id) === 'ward' || locationType(id) === 'polling_unit';
    return narrow ? [{ path: `areas.${index}`, message: 'An election covers LGAs, states, zones or the nation' }] : [];
  });
  if (faults.length > 0) throw new AppError('VALIDATION_FAILED').at(...faults);
  return withoutNested(ids.filter((id) => id !== undefined));
}

/** Where an election takes place; for one in constituencies `areas` are what makes these up. */
interface Cover {
  areas: LocationId[];
  constituencies: ConstituencyId[];
}

/** No import moves wards between the constituencies until the election is stored. Throws IMPORT_RUNNING, VALIDATION_FAILED. */
async function resolveConstituencies(db: Tx, ids: readonly ConstituencyId[], type: ElectionType): Promise<Cover> {
  if (!(await shareTree(db))) throw new AppError('IMPORT_RUNNING');
  const kind = KIND_OF_ELECTION[type];
  const existing = new Set(
    (await namesOfConstituencies(db, ids)).filter((one) => one.kind === kind).map(({ id }) => id),
  );
  const what = kind ? KIND_WORDS[kind][0] : 'constituency for elections of this type';
  const faults = ids.flatMap((id, index) =>
    existing.has(id) ? [] : [{ path: `constituencies.${index}`, message: `There is no ${what} ${id}` }],
  );
  if (faults.length > 0) throw new AppError('VALIDATION_FAILED').at(...faults);
  const areas = await areasOfConstituencies(db, ids);
  if (areas.length === 0) {
    throw new AppError('VALIDATION_FAILED').at({ path: 'constituencies.0', message: 'It has no ward' });
  }
  return { areas, constituencies: [...new Set(ids)] };
}

/** Throws VALIDATION_FAILED for places that there are not, and unless either areas or constituencies are named. */
async function resolveCover(
  db: Tx,
  asked: { areas?: readonly string[] | undefined; constituencies?: readonly ConstituencyId[] | undefined },
  type: ElectionType,
): Promise<Cover> {
  const { areas = [], constituencies = [] } = asked;
  const fault = (message: string) => new AppError('VALIDATION_FAILED').at({ path: 'areas', message });
  if (areas.length > 0 && constituencies.length > 0) throw fault('Choose areas or constituencies, not both');
  if (constituencies.length > 0) return await resolveConstituencies(db, constituencies, type);
  if (areas.length === 0) throw fault('Choose at least one area');
  return { areas: await resolveAreas(db, areas), constituencies: [] };
}

/** The cover that a change asks for; undefined where it leaves it. A new type must suit the constituencies. */
async function changedCover(db: Tx, before: ElectionRow, request: UpdateElectionRequest): Promise<Cover | undefined> {
  const type = request.type ?? before.type;
  if (request.areas || request.constituencies) return await resolveCover(db, request, type);
  const moved = type !== before.type && before.constituencies.length > 0;
  return moved ? await resolveConstituencies(db, before.constituencies, type) : undefined;
}

/** Throws ELECTION_OVERLAPS where another election of the type takes place in one of its units on the day. */
async function requireDayFree(write: WriteContext, id: ElectionId): Promise<void> {
  await lockCalendar(write.tx);
  const [name] = await listOverlapping(write.tx, id);
  if (name !== undefined) throw new AppError('ELECTION_OVERLAPS', { name });
}

function requireEdit(actor: Actor, areas: readonly LocationId[]): void {
  if (!mayEdit(actor, areas)) throw new AppError('NOT_PERMITTED', { action: 'change elections outside your area' });
}

/** An election leaves its contest day only by a change of that day. */
function requireNoDay({ name, contestDay }: ElectionRow): void {
  if (contestDay) throw new AppError('ELECTION_IN_DAY', { election: name, day: contestDay.name });
}

export async function createElection(
  write: WriteContext,
  actor: Actor,
  request: CreateElectionRequest,
): Promise<ElectionId> {
  const { areas, constituencies } = await resolveCover(write.tx, request, request.type);
  requireEdit(actor, areas);
  const { name, description, type, electionDate, parties, configuration, follows } = request;
  await requireFollows(write, actor, { ...request, id: undefined }, follows);
  const lawProfile = request.lawProfile ?? lawOn(electionDate);
  const fields: ElectionFields = {
    name,
    description,
    type,
    electionDate,
    lawProfile,
    parties,
    configuration,
    constituencies,
    follows,
    ...hours(request),
  };
  const id = newId<ElectionId>();
  await insertElection(write.tx, { ...fields, id, createdBy: actor.userId, areas });
  await write.audit({ event: 'election.created', resourceId: id, next: { ...fields, areas } });
  await write.emit({ type: 'election.changed', electionId: id, status: 'draft' });
  return id;
}

export async function changeElection(
  write: WriteContext,
  actor: Actor,
  id: ElectionId,
  request: UpdateElectionRequest,
): Promise<void> {
  await lockElection(write.tx, id);
  const before = await requireElection(write, actor, id);
  const cover = await changedCover(write.tx, before, request);
  requireEdit(actor, [...before.areas.map((area) => area.id), ...(cover?.areas ?? [])]);
  const { opensAt, closesAt, areas: _references, constituencies: _ids, updatedAt, ...plain } = request;
  const previousHours = { opensAt: before.opensAt.toISOString(), closesAt: before.closesAt.toISOString() };
  const dateMoved = request.electionDate !== undefined && request.electionDate !== before.electionDate;
  const newHours = hours({
    electionDate: request.electionDate ?? before.electionDate,
    opensAt: opensAt ?? (dateMoved ? undefined : previousHours.opensAt),
    closesAt: closesAt ?? (dateMoved ? undefined : previousHours.closesAt),
  });
  const follows = before.follows && { id: before.follows.id, as: before.follows.as };
  const { type = before.type, electionDate = before.electionDate, parties = before.parties } = request;
  await requireFollows(
    write,
    actor,
    { id, type, electionDate, parties },
    request.follows === undefined ? follows : request.follows,
  );
  const current: Record<string, unknown> = { ...before, follows, areas: before.areas.map((area) => area.id) };
  const wanted: Record<string, unknown> = { ...plain, ...newHours, ...cover };
  const changed = Object.keys(wanted).filter(
    (field) => JSON.stringify(wanted[field]) !== JSON.stringify(current[field]),
  );
  if (changed.length === 0) return write.noChange();
  // After what a repeated call would change, which is nothing.
  if (updatedAt !== undefined && updatedAt !== before.updatedAt.toISOString()) throw new AppError('CONFLICT');
  const locked = lockedFields(before.status, changed);
  if (locked.length > 0) throw new AppError('ELECTION_LOCKED', { status: before.status, what: locked.join(', ') });
  if (changed.includes('electionDate')) requireNoDay(before);
  const results = await hasResults(write.tx, id);
  if (changed.includes('parties')) await followParties(write, actor, before, parties);
  if (results && changesOthers(before.configuration, request.configuration)) {
    throw new AppError('ELECTION_LOCKED', { status: before.status, what: 'parties (results exist)' });
  }
  // What was counted under another law stays known.
  if (changed.includes('lawProfile') && results) {
    wanted['formerLawProfiles'] = [...new Set([...before.formerLawProfiles, before.lawProfile])];
    changed.push('formerLawProfiles');
  }
  const pick = (values: Record<string, unknown>) => Object.fromEntries(changed.map((field) => [field, values[field]]));
  await updateElection(write.tx, id, pick(wanted));
  const moves = ['type', 'electionDate', 'areas', 'constituencies', 'follows'].some((field) => changed.includes(field));
  if (moves && before.status !== 'draft') await requireDayFree(write, id);
  await write.audit({ event: 'election.updated', resourceId: id, previous: pick(current), next: pick(wanted) });
  await write.emit({ type: 'election.changed', electionId: id, status: before.status });
}

export async function transitionElection(
  write: WriteContext,
  actor: Actor,
  id: ElectionId,
  to: ElectionStatus,
  reason: string | undefined,
): Promise<void> {
  await lockElection(write.tx, id);
  const before = await requireElection(write, actor, id);
  requireEdit(
    actor,
    before.areas.map((area) => area.id),
  );
  if (!mayTransition(before.status, to)) throw new AppError('ELECTION_TRANSITION', { from: before.status, to });
  if (needsReason(before.status, to) && !reason) {
    throw new AppError('ELECTION_REASON_REQUIRED').at({ path: 'reason', message: 'Say why the election is reopened' });
  }
  await setStatus(write.tx, id, to);
  const begins = to === 'scheduled' || (to === 'live' && before.status === 'scheduled');
  // The ballot of the first election may have changed since.
  if (begins && before.follows?.as === 'runoff') await requireFollows(write, actor, before, before.follows);
  if (begins) await requireDayFree(write, id);
  const { resultSubmissionDeadline } = write.organisation.settings.election;
  const deadline = deadlineOf(before.closesAt, resultSubmissionDeadline);
  // A reopened election is over on purpose, and its reason says why.
  const concern = needsReason(before.status, to)
    ? null
    : dateConcern({ closesAt: before.closesAt, deadline }, to, write.now);
  await write.audit({
    event: 'election.transitioned',
    resourceId: id,
    previous: { status: before.status },
    next: { status: to, ...(reason && { reason }), ...(concern && { dateConcern: concern }) },
  });
  await write.emit({ type: 'election.changed', electionId: id, status: to });
}

export async function removeElection(write: WriteContext, actor: Actor, id: ElectionId): Promise<void> {
  await lockElection(write.tx, id);
  const before = await requireElection(write, actor, id);
  requireEdit(
    actor,
    before.areas.map((area) => area.id),
  );
  if (before.status !== 'draft')
    throw new AppError('ELECTION_LOCKED', { status: before.status, what: 'only a draft is deleted' });
  requireNoDay(before);
  if (await isFollowed(write.tx, id))
    throw new AppError('ELECTION_LOCKED', { status: before.status, what: 'another election follows it' });
  await deleteElection(write.tx, id);
  await write.audit({
    event: 'election.deleted',
    resourceId: id,
    previous: { name: before.name, status: before.status },
  });
  await write.emit({ type: 'election.changed', electionId: id, status: before.status });
}

/** Switches election mode for all users; it applies on this process at once, on the others when the event arrives. */
export async function switchElectionMode(write: WriteContext, actor: Actor, isElectionMode: boolean): Promise<void> {
  const was = await setElectionMode(write.tx, isElectionMode, actor.userId, write.now);
  await write.audit({ event: 'election_mode.changed', previous: { isElectionMode: was }, next: { isElectionMode } });
  await write.emit({ type: 'election_mode.changed', isElectionMode });
  write.afterCommit(() => write.platform.organisation.invalidate());
}

/** Elections as answers contain them, with the state of the official count of each. */
export async function toElections(
  context: ReadContext,
  actor: Actor,
  rows: readonly ElectionRow[],
): Promise<Election[]> {
  const { resultSubmissionDeadline } = context.organisation.settings.election;
  const [counts, units] = await Promise.all([
    countByStatus(
      context.db,
      rows.map((row) => row.id),
      'official',
    ),
    Promise.all(rows.map((row) => coveredUnits(context.db, row.id, NATION))),
  ]);
  const names = new Map(
    (await namesOfConstituencies(context.db, [...new Set(rows.flatMap((row) => row.constituencies))])).map(
      ({ id, name }): [ConstituencyId, string] => [id, name],
    ),
  );
  return rows.map((row, index) => {
    const of = (status: string) =>
      counts.find((count) => count.electionId === row.id && count.status === status)?.units ?? 0;
    const coverage: Coverage = {
      units: units[index] ?? 0,
      reported: of('pending') + of('verified') + of('disputed') + of('cancelled'),
      verified: of('verified'),
      pending: of('pending'),
      disputed: of('disputed'),
      cancelled: of('cancelled'),
    };
    const ids = row.areas.map((area) => area.id);
    const edit = mayEdit(actor, ids);
    const transitions = edit ? [...transitionsFrom(row.status)] : [];
    const { areas, createdAt, updatedAt, opensAt, closesAt, correctedForms, ballot, ...plain } = row;
    return {
      ...plain,
      opensAt: opensAt.toISOString(),
      closesAt: closesAt.toISOString(),
      deadline: deadlineOf(closesAt, resultSubmissionDeadline).toISOString(),
      configuration: knowsSeed(actor, row.status, ids) ? row.configuration : withoutSeed(row.configuration),
      areas: ids,
      areaNames: areas.map(({ id, name }) => ({ id, name })),
      constituencies: row.constituencies.map((id) => ({ id, name: names.get(id) ?? id })),
      coverage,
      looks: looksOf(row.parties, ballot),
      formCodes: formCodesOf(row.type, correctedForms),
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      can: {
        edit: edit && row.status !== 'archived',
        archive: transitions.includes('archived'),
        delete: edit && row.status === 'draft',
        transitions,
      },
    };
  });
}
