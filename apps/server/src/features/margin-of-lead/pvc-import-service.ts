import { isInside, type LocationId, locationIdOf, locationType } from '@ec/contract/geography/location-id';
import { allRefused, noneRefused, type RefusedLines, refuseLine } from '@ec/contract/geography/register-import';
import {
  type AffectedUnitId,
  type ImportPvcRequest,
  MAX_PVC_LINES,
  PVC_COLUMNS,
  type PvcImport,
} from '@ec/contract/margin-of-lead/schemas';
import { type Actor, areasOf } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { findElectionRow } from '../elections/queries.ts';
import { takesFigures } from '../elections/rules.ts';
import { type AffectedRow, listAffectedAt, registeredAt } from './queries.ts';
import { type Entry, insertAffected, insertEntry, lockAffectedAt, updateAffected } from './repository.ts';
import { linesOf } from '../../platform/files/csv-lines.ts';

interface PvcLine {
  line: number;
  code: string;
  unit: LocationId;
  pvc: number;
}

/** Reads a file of PVCs collected: a unit a line, once. What is wrong with a line is noted. */
function readPvcFile(text: string, refused: RefusedLines): { rows: number; lines: PvcLine[] } {
  const all = linesOf(text, refused);
  const header = (all[0] ?? []).map((field) => field.toLowerCase().replaceAll(' ', '_'));
  const lacking = PVC_COLUMNS.filter((column) => !header.includes(column));
  if (all.length > 0 && lacking.length > 0) refuseLine(refused, 1, `The header lacks ${lacking.join(', ')}`);
  const rows = all.flatMap((fields, index) => (index > 0 && fields.some(Boolean) ? [{ fields, line: index + 1 }] : []));
  if (refused.count > 0) return { rows: rows.length, lines: [] };
  if (rows.length === 0) refuseLine(refused, 1, 'The file has no unit');
  if (rows.length > MAX_PVC_LINES) refuseLine(refused, 1, `A file has at most ${MAX_PVC_LINES} units: divide it`);
  const seen = new Map<LocationId, number>();
  const lines: PvcLine[] = [];
  for (const { fields, line } of rows.slice(0, MAX_PVC_LINES)) {
    const at = (column: (typeof PVC_COLUMNS)[number]) => fields[header.indexOf(column)] ?? '';
    const [code, figure] = [at('unit_code'), at('pvc_collected')];
    const unit = locationIdOf(code);
    const first = unit === undefined ? undefined : seen.get(unit);
    if (unit === undefined || locationType(unit) !== 'polling_unit')
      refuseLine(refused, line, `${code || 'An empty field'} is no code of a polling unit, such as 24-11-05-003`);
    else if (first !== undefined) refuseLine(refused, line, `${code} is on line ${first} already`);
    else if (!/^\d{1,5}$/.test(figure))
      refuseLine(
        refused,
        line,
        `${figure || 'An empty field'} is no number of PVCs: give a whole number from 0 to 99999`,
      );
    else lines.push({ line, code, unit, pvc: Number(figure) });
    if (unit !== undefined && first === undefined) seen.set(unit, line);
  }
  return { rows: rows.length, lines };
}

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
