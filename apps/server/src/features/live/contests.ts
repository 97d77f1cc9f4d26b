import type { Contest } from '@ec/contract/elections/declaration';
import { type DeclarationKind, testOf } from '@ec/contract/elections/declaration-test';
import { KIND_OF_ELECTION } from '@ec/contract/constituencies/kinds';
import type { FollowKind } from '@ec/contract/elections/schemas';
import {
  ancestorOf,
  isInside,
  type LocationId,
  locationType,
  type LocationType,
  NATION,
} from '@ec/contract/geography/location-id';
import type { Db } from '../../platform/database/database.ts';
import { countUnassignedByState, listParts, namesOfConstituencies } from '../constituencies/queries.ts';
import type { ElectionRow } from '../elections/queries.ts';
import type { Place } from './queries.ts';
import { placesIn, type Snapshot } from './snapshot.ts';

/** A part of a contest: an area of the test's spread, or a piece of a constituency. */
export interface ContestPart {
  area: LocationId;
  code: string;
  name: string;
  /** False where the election covers none or not all of it: what is voted there is not in the election's figures. */
  whole: boolean;
}

/** What one winner is returned for, and the areas that make it up. */
export interface ContestOf extends Contest {
  test: DeclarationKind;
  /** The name of its state; empty for the nation. */
  state: string;
  parts: readonly ContestPart[];
  /** Covered wards of its state that belong to no constituency of its kind, so to no contest. */
  unplaced: number;
}

type Places = ReadonlyMap<LocationId, Place>;

/** True where the election covers the area: by itself, by an area that holds it, or by those inside it together. */
function coversWhole({ areas }: Pick<ElectionRow, 'areas'>, area: LocationId, units: number): boolean {
  if (areas.some(({ id }) => isInside(area, id))) return true;
  const inside = areas.filter(({ id }) => isInside(id, area));
  return inside.length > 0 && inside.reduce((sum, part) => sum + part.units, 0) === units;
}

const partOf =
  (election: ElectionRow) =>
  ({ id, code, name, units }: Pick<Place, 'id' | 'code' | 'name' | 'units'>): ContestPart => ({
    area: id,
    code,
    name,
    whole: coversWhole(election, id, units),
  });

function stateName(places: Places, area: LocationId): string {
  return places.get(ancestorOf(area, 'state') ?? area)?.name ?? '';
}

/** The places of a kind that the election covers at least in part. */
function touched(election: ElectionRow, places: Places, type: LocationType): Place[] {
  return placesIn(places, NATION, type).filter(({ id }) =>
    election.areas.some((area) => isInside(id, area.id) || isInside(area.id, id)),
  );
}

/** All that is covered, as one contest of the most votes. */
function covered({ election, places }: Pick<Snapshot, 'election' | 'places'>): ContestOf {
  const [first] = election.areas;
  return {
    code: 'covered',
    name: election.areas.length === 1 && first ? first.name : 'All covered areas',
    kind: 'covered',
    test: 'plurality',
    state: election.areas.length === 1 && first ? stateName(places, first.id) : '',
    parts: election.areas.map(({ id, name }) => ({ area: id, code: String(id), name, whole: true })),
    unplaced: 0,
  };
}

/** The contests of an election, and its covered wards that belong to none, by state. */
export interface Contests {
  contests: ContestOf[];
  unplaced: ReadonlyMap<LocationId, number>;
}

const alone = (contests: ContestOf[]): Contests => ({ contests, unplaced: new Map() });

async function constituencies(db: Db, snapshot: Pick<Snapshot, 'election' | 'places'>): Promise<Contests> {
  const { election } = snapshot;
  const kind = KIND_OF_ELECTION[election.type];
  if (!kind) return alone([covered(snapshot)]);
  const parts = Map.groupBy(await listParts(db, kind), ({ constituencyId }) => constituencyId);
  const held = [...parts].filter(([id, areas]) =>
    election.constituencies.length > 0
      ? election.constituencies.includes(id)
      : areas.some(({ areaId }) =>
          election.areas.some((area) => isInside(areaId, area.id) || isInside(area.id, areaId)),
        ),
  );
  // Before the constituencies are imported there is no way to tell the contests apart.
  if (held.length === 0) return alone([covered(snapshot)]);
  const [names, unplaced] = await Promise.all([
    namesOfConstituencies(
      db,
      held.map(([id]) => id),
    ),
    countUnassignedByState(
      db,
      kind,
      election.areas.map(({ id }) => id),
    ),
  ]);
  const contests = names.map(
    ({ id, name, state, stateId }): ContestOf => ({
      code: id,
      name,
      kind: 'constituency',
      test: 'plurality',
      state,
      parts: (parts.get(id) ?? []).map(({ areaId, units }) => ({
        area: areaId,
        code: String(areaId),
        name: '',
        whole: coversWhole(election, areaId, units),
      })),
      unplaced: unplaced.get(stateId) ?? 0,
    }),
  );
  return { contests, unplaced };
}

/** The contests of an election, in the order of states and names. `followed`: what it and those before it follow as. */
export async function contestsOf(
  db: Db,
  snapshot: Pick<Snapshot, 'election' | 'places'>,
  followed: readonly FollowKind[],
): Promise<Contests> {
  const { election, places } = snapshot;
  const test = testOf(election.type, followed);
  const spread = (area: LocationId, type: LocationType) => placesIn(places, area, type).map(partOf(election));
  switch (election.type) {
    case 'presidential':
      return alone([
        { code: 'NG', name: 'Nigeria', kind: 'nation', test, state: '', parts: spread(NATION, 'state'), unplaced: 0 },
      ]);
    case 'gubernatorial':
      return alone(
        touched(election, places, 'state').map(({ id, code, name }) => ({
          code,
          name,
          kind: 'state',
          test,
          state: name,
          parts: spread(id, 'lga'),
          unplaced: 0,
        })),
      );
    case 'local_government':
      return alone(
        touched(election, places, 'lga').map((lga) => ({
          code: lga.code,
          name: lga.name,
          kind: 'lga',
          test,
          state: stateName(places, lga.id),
          parts: [partOf(election)(lga)],
          unplaced: 0,
        })),
      );
    default:
      return await constituencies(db, snapshot);
  }
}

/** True where the areas hold the whole contest. */
export function isWhole({ parts, kind }: Pick<ContestOf, 'parts' | 'kind'>, areas: readonly LocationId[]): boolean {
  if (kind === 'nation') return areas.includes(NATION);
  return parts.every(({ area }) => areas.some((own) => isInside(area, own)));
}

/** True where the area lies in the contest, or is it. */
export function holds({ parts, kind }: ContestOf, area: LocationId): boolean {
  if (kind === 'nation') return true;
  return (
    parts.some((part) => isInside(area, part.area)) ||
    (isWhole({ parts, kind }, [area]) && locationType(area) !== 'national')
  );
}
