import { ancestorOf, type LocationId } from '@ec/contract/geography/location-id';
import type { SituationRoom } from '@ec/contract/situation-room/schemas';
import type { Db } from '../../platform/database/database.ts';
import { loadNames } from '../../platform/database/places.ts';
import { countOpenDisputes, listOpenDisputes } from '../disputes/queries.ts';
import { type CheckCount, type Counted, listFlagged } from './queries.ts';

const DISPUTES = 10;
const ALERTS = 20;

type Names = ReadonlyMap<LocationId, string>;

function placeOf(unit: LocationId, code: string, names: Names) {
  const name = (id: LocationId | undefined) => names.get(id ?? unit) ?? '';
  return {
    unit: name(unit),
    code,
    ward: name(ancestorOf(unit, 'ward')),
    lga: name(ancestorOf(unit, 'lga')),
    state: name(ancestorOf(unit, 'state')),
  };
}

const unitsOf = (rows: readonly { pollingUnitId: LocationId }[]) => rows.map(({ pollingUnitId }) => pollingUnitId);

/** The open disputes of the official count: their number, and the latest ones. */
export async function openDisputes(db: Db, which: Counted): Promise<SituationRoom['disputes']> {
  const filter = { ...which, source: 'official' } as const;
  const [counts, rows] = await Promise.all([
    countOpenDisputes(db, filter),
    listOpenDisputes(db, { ...filter, limit: DISPUTES }),
  ]);
  const names = await loadNames(db, unitsOf(rows));
  const newest = rows.map(({ id, reason, raisedAt, assignee, pollingUnitId, unitCode }) => ({
    ...placeOf(pollingUnitId, unitCode, names),
    id,
    reason,
    raisedAt: raisedAt.toISOString(),
    assigned: assignee !== null,
  }));
  return { ...counts, newest };
}

/** Results flagged by a check: their number by check, and the latest ones. */
export async function flaggedResults(
  db: Db,
  which: Counted,
  counting: Promise<readonly CheckCount[]>,
): Promise<SituationRoom['alerts']> {
  const [counts, rows] = await Promise.all([counting, listFlagged(db, which, ALERTS)]);
  const names = await loadNames(db, unitsOf(rows));
  return {
    total: counts.find(({ code }) => code === null)?.results ?? 0,
    byCheck: counts.flatMap(({ code, results }) => (code === null ? [] : { code, results })),
    newest: rows.map(({ id, pollingUnitId, code, codes, status, desk, at }) => ({
      ...placeOf(pollingUnitId, code, names),
      id,
      codes,
      status,
      desk,
      at: at.toISOString(),
    })),
  };
}
