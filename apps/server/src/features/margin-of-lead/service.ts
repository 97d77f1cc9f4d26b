import type { FileId } from '@ec/contract/base/common';
import { locationType } from '@ec/contract/geography/location-id';
import { countsForMargin, votersAtStake } from '@ec/contract/margin-of-lead/kinds';
import type {
  AffectedUnit,
  AffectedUnitDetail,
  AffectedUnitId,
  AffectedUnitList,
  AffectedUnitListQuery,
  EditAffectedUnitRequest,
  RecordAffectedUnitRequest,
  WithdrawAffectedUnitRequest,
} from '@ec/contract/margin-of-lead/schemas';
import { type Actor, areasOf, boundedArea, requireInside } from '../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../platform/http/context.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { chainLinks, loadNames } from '../../platform/database/places.ts';
import { AppError } from '../../platform/http/errors.ts';
import { areaFromReference, pageOf } from '../../platform/http/requests.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { coveredUnits, findElectionRow, listElectionsById } from '../elections/queries.ts';
import { takesFigures } from '../elections/rules.ts';
import { ownFiles } from '../files/queries.ts';
import { type AffectedRow, findAffected, isAffectedSort, listAffected, listAffectedEntries } from './queries.ts';
import { type Entry, findUnitOf, insertAffected, insertEntry, lockAffected, updateAffected } from './repository.ts';
import { mayRecord, mayRecordUnit } from './rules.ts';

const PAGE = 50;

async function toUnits(db: Db, actor: Actor, rows: readonly AffectedRow[]): Promise<AffectedUnit[]> {
  const [names, elections] = await Promise.all([
    loadNames(
      db,
      rows.map(({ unit }) => unit),
    ),
    listElectionsById(db, [...new Set(rows.map(({ electionId }) => electionId))]),
  ]);
  const counted = new Set(elections.filter(({ status }) => takesFigures(status)).map(({ id }) => id));
  return rows.map((row) => ({
    id: row.id,
    electionId: row.electionId,
    pollingUnitId: row.unit,
    code: row.code,
    name: row.name,
    chain: chainLinks(row.unit, names),
    kind: row.kind,
    ground: row.ground,
    pvcCollected: row.pvcCollected,
    registeredVoters: row.registered,
    countsForMargin: countsForMargin(row.kind),
    atStake: votersAtStake(row),
    upperBound: countsForMargin(row.kind) && row.pvcCollected === null && row.registered !== null,
    resultId: row.resultId,
    resultStatus: row.status,
    fileIds: row.fileIds,
    version: row.version,
    recordedBy: row.recordedBy,
    updatedAt: row.updatedAt.toISOString(),
    can: {
      edit: row.id !== null && !row.withdrawn && counted.has(row.electionId) && mayRecordUnit(actor, row.unit),
    },
  }));
}

/** One page of the units in the person's areas. Throws ELECTION_NOT_FOUND where the election covers none of them. */
export async function affectedList(
  { db }: Pick<ReadContext, 'db'>,
  actor: Actor,
  query: AffectedUnitListQuery,
): Promise<AffectedUnitList> {
  const asked = areaFromReference(query.area);
  const areas = asked === undefined ? areasOf(actor) : [boundedArea(actor, asked)];
  const { electionId, kind, q, sort = 'code' } = query;
  if (!isAffectedSort(sort))
    throw new AppError('VALIDATION_FAILED').at({ path: 'sort', message: 'The list cannot be sorted so' });
  if (!(await findElectionRow(db, electionId, areas))) throw new AppError('ELECTION_NOT_FOUND');
  const { rows, total } = await listAffected(db, { electionId, areas, kind, q }, { sort, ...pageOf(query, PAGE) });
  return { units: await toUnits(db, actor, rows), total, can: { record: mayRecord(actor) } };
}

/** A record with its history. Throws NOT_FOUND outside the person's areas. */
export async function affectedDetail(db: Db, actor: Actor, id: AffectedUnitId): Promise<AffectedUnitDetail> {
  const row = await findAffected(db, areasOf(actor), id);
  if (!row) throw new AppError('NOT_FOUND');
  const [[unit], entries] = await Promise.all([toUnits(db, actor, [row]), listAffectedEntries(db, id)]);
  if (!unit) throw new AppError('NOT_FOUND');
  const history = entries.map((entry) => ({ ...entry, at: entry.at.toISOString() }));
  return { ...unit, withdrawn: row.withdrawn, entries: history };
}

/** Throws ATTACHMENT_NOT_FOUND for a picture that the person did not upload and that the record does not hold already. */
async function requireFiles(tx: Tx, actor: Actor, fileIds: readonly FileId[], held: readonly FileId[]): Promise<void> {
  const added = fileIds.filter((id) => !held.includes(id));
  const own = await ownFiles(
    tx,
    added.map((fileId) => ({ fileId, userId: actor.userId })),
  );
  if (own.includes(undefined)) throw new AppError('ATTACHMENT_NOT_FOUND').atField('fileIds');
}

/** Records that a unit did not hold, or the like, for a live or completed election that covers it. */
export async function recordUnit(
  write: WriteContext,
  actor: Actor,
  request: RecordAffectedUnitRequest,
): Promise<AffectedUnitDetail> {
  const { tx, now } = write;
  const { electionId, kind, ground, pvcCollected = null } = request;
  const fileIds = [...new Set(request.fileIds)];
  const unit = areaFromReference(request.pollingUnitId);
  if (unit === undefined || locationType(unit) !== 'polling_unit')
    throw new AppError('UNKNOWN_LOCATION', { reference: request.pollingUnitId });
  requireInside(actor, unit);
  const [place, election] = await Promise.all([findUnitOf(tx, unit), findElectionRow(tx, electionId, areasOf(actor))]);
  if (!place) throw new AppError('UNKNOWN_LOCATION', { reference: request.pollingUnitId });
  if (!election) throw new AppError('ELECTION_NOT_FOUND');
  if ((await coveredUnits(tx, electionId, unit)) === 0)
    throw new AppError('UNIT_NOT_IN_ELECTION').atField('pollingUnitId');
  if (!takesFigures(election.status)) throw new AppError('ELECTION_NOT_COUNTED', { status: election.status });
  await requireFiles(tx, actor, fileIds, []);
  const id = newId<AffectedUnitId>();
  const entry: Entry = {
    id,
    change: 'recorded',
    kind,
    ground,
    pvcCollected,
    fileIds,
    reason: null,
    by: actor.userId,
    at: now,
  };
  await insertAffected(tx, { id, electionId, pollingUnitId: unit }, entry);
  await insertEntry(tx, entry);
  await write.audit({
    event: 'margin.unit_recorded',
    resourceId: id,
    areaId: unit,
    next: { electionId, unit: place.code, kind, ground, pvcCollected, fileIds },
  });
  await write.emit({ type: 'margin.changed', electionId, pollingUnitId: unit });
  return await affectedDetail(tx, actor, id);
}

/** Edits or withdraws a record, as a further entry of its history. Throws CONFLICT if it changed meanwhile, ELECTION_NOT_COUNTED once the election is archived. */
async function changeUnit(
  write: WriteContext,
  actor: Actor,
  id: AffectedUnitId,
  version: number,
  entryOf: (row: AffectedRow) => Pick<Entry, 'change' | 'kind' | 'ground' | 'pvcCollected' | 'fileIds' | 'reason'>,
): Promise<AffectedUnitDetail> {
  const { tx, now } = write;
  const before = await findAffected(tx, areasOf(actor), id);
  if (!before) throw new AppError('NOT_FOUND');
  const locked = await lockAffected(tx, id);
  if (!locked || locked.withdrawn) throw new AppError('AFFECTED_UNIT_WITHDRAWN');
  if (locked.version !== version) throw new AppError('CONFLICT');
  const [election] = await listElectionsById(tx, [before.electionId]);
  if (election && !takesFigures(election.status))
    throw new AppError('ELECTION_NOT_COUNTED', { status: election.status });
  const entry: Entry = { id, ...entryOf(before), by: actor.userId, at: now };
  await requireFiles(tx, actor, entry.fileIds, before.fileIds);
  await updateAffected(tx, entry);
  await insertEntry(tx, entry);
  const { change, kind, ground, pvcCollected, fileIds, reason } = entry;
  await write.audit({
    event: change === 'withdrawn' ? 'margin.unit_withdrawn' : 'margin.unit_edited',
    resourceId: id,
    areaId: before.unit,
    previous: {
      kind: before.kind,
      ground: before.ground,
      pvcCollected: before.pvcCollected,
      fileIds: before.fileIds,
    },
    next: change === 'withdrawn' ? { reason } : { kind, ground, pvcCollected, fileIds, reason },
  });
  await write.emit({ type: 'margin.changed', electionId: before.electionId, pollingUnitId: before.unit });
  return await affectedDetail(tx, actor, id);
}

export async function editUnit(
  write: WriteContext,
  actor: Actor,
  id: AffectedUnitId,
  { version, kind, ground, pvcCollected = null, fileIds, reason }: EditAffectedUnitRequest,
): Promise<AffectedUnitDetail> {
  return await changeUnit(write, actor, id, version, () => ({
    change: 'edited',
    kind,
    ground,
    pvcCollected,
    fileIds: [...new Set(fileIds)],
    reason,
  }));
}

export async function withdrawUnit(
  write: WriteContext,
  actor: Actor,
  id: AffectedUnitId,
  { version, reason }: WithdrawAffectedUnitRequest,
): Promise<AffectedUnitDetail> {
  return await changeUnit(write, actor, id, version, ({ kind, ground, pvcCollected, fileIds }) => ({
    change: 'withdrawn',
    kind,
    ground,
    pvcCollected,
    fileIds,
    reason,
  }));
}
