import {
  chainOf,
  childType,
  type LocationId,
  locationType,
  type LocationType,
  parentOf,
} from '@ec/contract/geography/location-id';
import { looksOf } from '@ec/contract/elections/parties';
import type { LiveArea, LiveAreas, LiveSummary } from '@ec/contract/live/schemas';
import type { Source } from '@ec/contract/elections/schemas';
import type { ElectionId } from '@ec/contract/base/common';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { chainLinks, loadNames } from '../../platform/database/places.ts';
import { listChildren, listUnitTallies, listWardTallies, type Place, type UnitTally } from './queries.ts';
import { coveredPart, placesIn, type Snapshot, type Snapshots, talliesIn } from './snapshot.ts';
import { coverageOf, leadingOf, type Tally, totalsOf } from './totals.ts';

export interface LiveRequest {
  electionId: ElectionId;
  source: Source;
  area: LocationId;
}

/** Throws ELECTION_NOT_FOUND where the election does not touch the area. */
export async function requireSnapshot(snapshots: Snapshots, request: LiveRequest): Promise<Snapshot> {
  const snapshot = await snapshots.get(request.electionId, request.source, request.area);
  if (!snapshot) throw new AppError('ELECTION_NOT_FOUND');
  return snapshot;
}

async function findPlace(db: Db, snapshot: Snapshot, area: LocationId): Promise<Place> {
  const known = snapshot.places.get(area);
  if (known) return known;
  const siblings = await listChildren(db, parentOf(area) ?? area);
  const place = siblings.find((sibling) => sibling.id === area);
  if (!place) throw new AppError('UNKNOWN_LOCATION', { reference: String(area) });
  return place;
}

async function chainNames(db: Db, snapshot: Snapshot, area: LocationId): Promise<ReadonlyMap<LocationId, string>> {
  const known = chainOf(area).flatMap((id) => snapshot.places.get(id) ?? []);
  const all = known.length === chainOf(area).length;
  return all ? new Map(known.map((place) => [place.id, place.name])) : await loadNames(db, [area]);
}

/** Tallies of the area itself, from the picture or, below LGAs, from the database. */
export async function talliesOf(db: Db, snapshot: Snapshot, request: LiveRequest): Promise<readonly Tally[]> {
  switch (locationType(request.area)) {
    case 'ward':
      return await listWardTallies(db, request.electionId, request.source, request.area);
    case 'polling_unit':
      return await listUnitTallies(db, request.electionId, request.source, request.area);
    default:
      return talliesIn(snapshot, request.area);
  }
}

export async function liveSummary(db: Db, snapshots: Snapshots, request: LiveRequest): Promise<LiveSummary> {
  const snapshot = await requireSnapshot(snapshots, request);
  return await snapshot.onceInArea(request.area, 'summary', () => summarise(db, snapshot, request));
}

async function summarise(db: Db, snapshot: Snapshot, request: LiveRequest): Promise<LiveSummary> {
  const [place, names] = await Promise.all([
    findPlace(db, snapshot, request.area),
    chainNames(db, snapshot, request.area),
  ]);
  const { parties } = snapshot.election;
  const isKept = snapshot.places.has(place.id);
  const { verified, provisional, coverage, leading } = isKept
    ? await keptArea(snapshot, place)
    : toArea(snapshot, place, await talliesOf(db, snapshot, request));
  return {
    electionId: request.electionId,
    source: request.source,
    area: { id: place.id, type: place.type, name: place.name, code: place.code, chain: chainLinks(place.id, names) },
    parties,
    looks: looksOf(parties, snapshot.election.ballot),
    basis: { verified, provisional },
    coverage,
    registeredInArea: coveredPart(snapshot, place.id, place).registered,
    leading,
    asOf: snapshot.asOf.toISOString(),
  };
}

function toArea(snapshot: Snapshot, place: Place, counted: readonly Tally[]): LiveArea {
  const { parties } = snapshot.election;
  const verified = totalsOf(counted, 'verified', parties);
  const provisional = totalsOf(counted, 'provisional', parties);
  return {
    area: { id: place.id, type: place.type, name: place.name, code: place.code },
    coverage: coverageOf(counted, coveredPart(snapshot, place.id, place).units),
    verified,
    provisional,
    leading: leadingOf(verified, provisional),
  };
}

/** The row of an LGA or a wider place, which many answers share. */
const keptArea = async (snapshot: Snapshot, place: Place): Promise<LiveArea> =>
  await snapshot.rowsInArea(place.id, 'row', async () => toArea(snapshot, place, talliesIn(snapshot, place.id)));

async function wardRows(db: Db, snapshot: Snapshot, request: LiveRequest): Promise<LiveArea[]> {
  const [wards, rows] = await Promise.all([
    listChildren(db, request.area),
    listWardTallies(db, request.electionId, request.source, request.area),
  ]);
  const groups = Map.groupBy(rows, ({ areaId }) => areaId);
  return wards.map((ward) => toArea(snapshot, ward, groups.get(ward.id) ?? []));
}

async function unitRows(db: Db, snapshot: Snapshot, request: LiveRequest): Promise<LiveArea[]> {
  const [units, rows] = await Promise.all([
    listChildren(db, request.area),
    listUnitTallies(db, request.electionId, request.source, request.area),
  ]);
  const byUnit = new Map(rows.map((row): [LocationId, UnitTally] => [row.areaId, row]));
  return units.map((unit) => {
    const row = byUnit.get(unit.id);
    return {
      ...toArea(snapshot, unit, row ? [row] : []),
      resultId: row?.resultId ?? null,
      status: row?.status ?? null,
    };
  });
}

/** One row a child of the area, all children; `level` asks for all descendants of that kind instead, down to LGAs. */
export async function liveAreas(
  db: Db,
  snapshots: Snapshots,
  request: LiveRequest,
  level: LocationType | undefined,
): Promise<LiveAreas> {
  const snapshot = await requireSnapshot(snapshots, request);
  const wanted = level ?? childType(locationType(request.area));
  return await snapshot.onceInArea(request.area, `${wanted} inside`, () => listAreas(db, snapshot, request, wanted));
}

async function listAreas(
  db: Db,
  snapshot: Snapshot,
  request: LiveRequest,
  wanted: LocationType | undefined,
): Promise<LiveAreas> {
  const asOf = snapshot.asOf.toISOString();
  const rowsOf = async (question: string, work: typeof wardRows) =>
    await snapshot.rowsInArea(request.area, question, () => work(db, snapshot, request));
  switch (wanted) {
    case undefined:
      return { areas: [], asOf };
    case 'ward':
      return { areas: await rowsOf('wards', wardRows), asOf };
    case 'polling_unit':
      return { areas: await rowsOf('units', unitRows), asOf };
    default: {
      const places = placesIn(snapshot.places, request.area, wanted);
      return { areas: await Promise.all(places.map((place) => keptArea(snapshot, place))), asOf };
    }
  }
}
