import { isInside, type LocationId } from '@ec/contract/geography/location-id';
import { allRefused, noneRefused, refuseLine } from '@ec/contract/geography/register-import';
import type { AffectedUnitId } from '@ec/contract/margin-of-lead/schemas';
import type { ImportPvcRequest, PvcImport } from '@ec/contract/margin-of-lead/pvc-import';
import { type Actor, areasOf } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { findElectionRow } from '../elections/queries.ts';
import { takesFigures } from '../elections/rules.ts';
import { type PvcLine, readPvcFile } from './pvc-file.ts';
import { type AffectedRow, listAffectedAt, registeredAt } from './queries.ts';
import { type Entry, insertAffected, insertEntry, lockAffectedAt, updateAffected } from './repository.ts';

/** A line that changes the number of a recorded unit. */
interface Change {
  row: AffectedRow;
  pvc: number;
}

interface Read {
  rows: number;
  changes: Change[];
  unchanged: number;
  notRecorded: number;
  warned: PvcImport['warned'];
  refused: PvcImport['refused'];
}

/** Compares the lines with what is recorded. The records are locked until the transaction ends. */
async function readLines(write: WriteContext, actor: Actor, { electionId, text }: ImportPvcRequest): Promise<Read> {
  const { tx } = write;
  const [refused, warned] = [noneRefused(), noneRefused()];
  const { rows, lines } = readPvcFile(text, refused);
  const units = lines.map(({ unit }) => unit);
  const registered = await registeredAt(tx, units);
  const mine = (unit: LocationId) => registered.has(unit) && areasOf(actor).some((area) => isInside(unit, area));
  const known: PvcLine[] = [];
  for (const one of lines) {
    if (mine(one.unit)) known.push(one);
    else refuseLine(refused, one.line, `There is no polling unit ${one.code} in your area`);
  }
  await lockAffectedAt(tx, electionId, units);
  const recorded = await listAffectedAt(tx, electionId, units);
  const byUnit = new Map(recorded.map((row) => [row.unit, row]));
  const changes: Change[] = [];
  let [unchanged, notRecorded] = [0, 0];
  for (const { line, code, unit, pvc } of known) {
    const row = byUnit.get(unit);
    const voters = registered.get(unit) ?? null;
    if (!row) notRecorded++;
    else if (row.pvcCollected === pvc) unchanged++;
    else changes.push({ row, pvc });
    if (row && voters !== null && pvc > voters)
      refuseLine(warned, line, `${code}: ${pvc} PVCs collected, and the register has ${voters} voters`);
  }
  return { rows, changes, unchanged, notRecorded, warned: allRefused(warned), refused: allRefused(refused) };
}

/** The next version of a record; the first one of a result that a review cancelled. */
async function storeChange(write: WriteContext, actor: Actor, { row, pvc }: Change, reason: string): Promise<void> {
  const { tx, now } = write;
  const { kind, ground, fileIds, unit, electionId, code } = row;
  const id = row.id ?? newId<AffectedUnitId>();
  const change = row.id ? 'edited' : 'recorded';
  const entry: Entry = { id, change, kind, ground, pvcCollected: pvc, fileIds, reason, by: actor.userId, at: now };
  if (row.id) await updateAffected(tx, entry);
  else await insertAffected(tx, { id, electionId, pollingUnitId: unit }, entry);
  await insertEntry(tx, entry);
  await write.audit({
    event: row.id ? 'margin.unit_edited' : 'margin.unit_recorded',
    resourceId: id,
    areaId: unit,
    previous: { kind, ground, pvcCollected: row.pvcCollected },
    next: { electionId, unit: code, kind, ground, pvcCollected: pvc, reason },
  });
  await write.emit({ type: 'margin.changed', electionId, pollingUnitId: unit });
}

/**
 * Saves the PVCs collected of recorded units from a CSV file, or says what it holds. Units of which nothing is recorded are left out and counted;
 * more PVCs than registered voters are taken with a warning, as the form takes them. Throws IMPORT_INVALID with the bad lines.
 */
export async function importPvc(write: WriteContext, actor: Actor, request: ImportPvcRequest): Promise<PvcImport> {
  const election = await findElectionRow(write.tx, request.electionId, areasOf(actor));
  if (!election) throw new AppError('ELECTION_NOT_FOUND');
  if (!takesFigures(election.status)) throw new AppError('ELECTION_NOT_COUNTED', { status: election.status });
  const { changes, ...read } = await readLines(write, actor, request);
  const seen = changes.map(({ row: { code, name, pvcCollected }, pvc }) => ({
    code,
    name,
    before: pvcCollected,
    after: pvc,
  }));
  if (request.store && read.refused.count > 0) throw new AppError('IMPORT_INVALID', read.refused);
  if (!request.store || changes.length === 0) write.noChange();
  else for (const change of changes) await storeChange(write, actor, change, request.reason);
  return { stored: request.store, changes: seen, ...read };
}
