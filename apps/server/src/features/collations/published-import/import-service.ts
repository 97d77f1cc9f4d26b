import {
  type ImportPublishedRequest,
  PUBLISHED_STATES,
  type PublishedImport,
  type PublishedState,
} from '@ec/contract/collations/published';
import type { ElectionId } from '@ec/contract/base/common';
import { ballotOf } from '@ec/contract/elections/parties';
import { ancestorOf } from '@ec/contract/geography/location-id';
import { parse } from 'csv-parse/sync';
import type { Tx } from '../../../platform/database/database.ts';
import { type Actor, areaOf, areasOf, isInsideOwn } from '../../../platform/http/actor.ts';
import type { WriteContext } from '../../../platform/http/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { sha256 } from '../../../platform/runtime/ids.ts';
import { requireElection } from '../form-service.ts';
import { listCoveredOf, newestPublished, type NewestPublished } from '../published-queries.ts';
import { isOpen } from '../published-service.ts';
import { insertPublishedSheets } from '../repository.ts';
import {
  addFault,
  type FileLine,
  type Problems,
  type PublishedLine,
  type PublishedLines,
  readPublishedLines,
} from './file-rules.ts';

/** The lines of the text; of a record over several lines the last one counts. */
function linesOf(text: string): FileLine[] | { line: number; message: string } {
  try {
    const records = parse(text, {
      trim: true,
      bom: true,
      relax_column_count: true,
      on_record: (record: string[], { lines }) => [String(lines), ...record],
    });
    return records.map(([line, ...fields]) => ({ line: Number(line), fields }));
  } catch (error) {
    const { lines } = error as { lines?: number };
    return { line: lines ?? 1, message: 'A quotation mark is not closed, or stands in the middle of a field' };
  }
}

function readText(text: string, parties: readonly string[]): PublishedLines {
  const lines = linesOf(text);
  if (Array.isArray(lines)) return readPublishedLines(lines, parties);
  return { rows: [], absent: [], problems: { count: 1, lines: [lines] } };
}

/** Refuses units that the election does not cover or that lie outside the person's areas: which of the two is not said. */
async function refuseOthers(tx: Tx, actor: Actor, electionId: ElectionId, rows: PublishedLine[], problems: Problems) {
  const inside = rows.filter(({ unit }) => isInsideOwn(actor, unit));
  const covered = await listCoveredOf(
    tx,
    electionId,
    inside.map(({ unit }) => unit),
  );
  for (const { line, code, unit } of rows)
    if (!covered.has(unit)) addFault(problems, line, `${code} is no polling unit of this election in your area`);
  problems.lines.sort((a, b) => a.line - b.line);
}

const sameList = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((value, index) => value === b[index]);

function isSame(held: NewestPublished, row: PublishedLine, parties: readonly string[]): boolean {
  return (
    held.state === row.state &&
    held.registered === row.registered &&
    held.accredited === row.accredited &&
    held.rejected === row.rejected &&
    held.note === row.note &&
    sameList(held.parties, parties) &&
    sameList(held.votes, row.votes)
  );
}

function countStates(rows: readonly PublishedLine[]): Record<PublishedState, number> {
  const count = (state: PublishedState) => rows.filter((row) => row.state === state).length;
  return Object.fromEntries(PUBLISHED_STATES.map((state) => [state, count(state)])) as Record<PublishedState, number>;
}

/**
 * Imports what the portal shows of many units, or says what an import would store. Results and totals stay as they are: the newest
 * entry of a unit counts, and one that is held already is not stored again. Throws IMPORT_INVALID with the bad lines.
 */
export async function importPublished(
  write: WriteContext,
  actor: Actor,
  request: ImportPublishedRequest,
): Promise<PublishedImport> {
  const { tx, now } = write;
  areasOf(actor);
  const election = await requireElection(tx, request.electionId);
  if (!isOpen(election)) throw new AppError('ELECTION_NOT_LIVE', { status: election.status });
  const parties = ballotOf(election.parties);
  const { rows, absent, problems: refused } = readText(request.text, parties);
  await refuseOthers(tx, actor, election.id, rows, refused);
  const held = await newestPublished(tx, election.id, refused.count > 0 ? [] : rows.map(({ unit }) => unit));
  const known = new Map(held.map((each) => [each.unit, each]));
  const unchanged = new Set(
    rows.filter((row) => {
      const before = known.get(row.unit);
      return before !== undefined && isSame(before, row, parties);
    }),
  );
  const fresh = rows.filter((row) => !unchanged.has(row));
  const states = countStates(rows);
  const changed = fresh.filter(({ unit }) => known.has(unit)).length;
  const counts = { added: fresh.length - changed, changed, unchanged: unchanged.size };
  const answer = { rows: rows.length, states, ...counts, absent, refused };
  if (refused.count > 0 && request.store) throw new AppError('IMPORT_INVALID', refused);
  if (refused.count > 0 || !request.store || fresh.length === 0) {
    write.noChange();
    return { stored: request.store, ...answer };
  }
  await insertPublishedSheets(tx, { electionId: election.id, parties, by: actor.userId, at: now }, fresh);
  await write.audit({
    event: 'collation.published_imported',
    resourceId: election.id,
    areaId: areaOf(actor),
    next: { rows: rows.length, states, ...counts, sha256: sha256(request.text).toString('hex') },
  });
  const wards = new Set(fresh.flatMap(({ unit }) => ancestorOf(unit, 'ward') ?? []));
  await write.emitAll(
    [...wards].map((area) => ({
      type: 'collation.changed' as const,
      electionId: election.id,
      collationId: String(area),
      area,
    })),
  );
  return { stored: true, ...answer };
}
