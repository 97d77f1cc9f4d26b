import { looksOf } from '@ec/contract/elections/parties';
import { ancestorOf, type LocationId, locationType } from '@ec/contract/geography/location-id';
import type { LiveArea } from '@ec/contract/live/schemas';
import type { SituationRoom } from '@ec/contract/situation-room/schemas';
import type { Db } from '../../platform/database/database.ts';
import { withoutNested } from '../elections/rules.ts';
import { listWards, listWardTallies, type Place } from '../live/queries.ts';
import { coveredPart, placesIn, type Snapshot, talliesIn } from '../live/snapshot.ts';
import { coverageOf, leadingOf, type Tally, totalsOf } from '../live/totals.ts';

type Places = ReadonlyMap<LocationId, Place>;

/** A state, or its part in the reader's areas, with tallies and covered units. */
interface StatePart {
  state: Place;
  tallies: readonly Tally[];
  units: number;
  registered: number;
}

const NOTHING = { tallies: [], units: 0, registered: 0 };

function wholeStates(snapshot: Snapshot | null, places: Places, area: LocationId): StatePart[] {
  return placesIn(places, area, 'state').map((state) => ({
    state,
    ...(snapshot ? { tallies: talliesIn(snapshot, state.id), ...coveredPart(snapshot, state.id, state) } : NOTHING),
  }));
}

async function partOfState(
  db: Db,
  snapshot: Snapshot | null,
  places: Places,
  area: LocationId,
): Promise<StatePart | undefined> {
  const state = places.get(ancestorOf(area, 'state') ?? area);
  if (!state || !snapshot) return state && { state, ...NOTHING };
  const known = places.get(area);
  if (known) return { state, tallies: talliesIn(snapshot, area), ...coveredPart(snapshot, area, known) };
  const [[ward], tallies] = await Promise.all([
    listWards(db, area),
    listWardTallies(db, snapshot.election.id, 'official', area),
  ]);
  return { state, tallies, ...(ward ? coveredPart(snapshot, area, ward) : NOTHING) };
}

/** All parts of the areas, each unit once, in the order of states. */
async function partsOf(
  db: Db,
  snapshot: Snapshot | null,
  places: Places,
  areas: readonly LocationId[],
): Promise<StatePart[]> {
  const parts = await Promise.all(
    withoutNested(areas).map(async (area) =>
      ['national', 'region', 'state'].includes(locationType(area))
        ? wholeStates(snapshot, places, area)
        : await partOfState(db, snapshot, places, area),
    ),
  );
  const states = new Map<LocationId, StatePart>();
  for (const part of parts.flat()) {
    if (!part) continue;
    const other = states.get(part.state.id);
    states.set(part.state.id, {
      state: part.state,
      tallies: [...(other?.tallies ?? []), ...part.tallies],
      units: (other?.units ?? 0) + part.units,
      registered: (other?.registered ?? 0) + part.registered,
    });
  }
  return [...states.values()].toSorted((a, b) => (a.state.code < b.state.code ? -1 : 1));
}

function standingOf(tallies: readonly Tally[], units: number, parties: readonly string[]) {
  const verified = totalsOf(tallies, 'verified', parties);
  const provisional = totalsOf(tallies, 'provisional', parties);
  return { coverage: coverageOf(tallies, units), verified, provisional, leading: leadingOf(verified, provisional) };
}

export type Figures = Pick<
  SituationRoom,
  'parties' | 'looks' | 'basis' | 'coverage' | 'registeredInArea' | 'leading' | 'states'
>;

/** The states of the areas (only the part inside them), and their sums; zeros without an election. */
export async function figuresOf(
  db: Db,
  snapshot: Snapshot | null,
  places: Places,
  areas: readonly LocationId[],
): Promise<Figures> {
  const parties = snapshot?.election.parties ?? [];
  const parts = await partsOf(db, snapshot, places, areas);
  const sum = (of: (part: StatePart) => number) => parts.reduce((total, part) => total + of(part), 0);
  const { verified, provisional, coverage, leading } = standingOf(
    parts.flatMap(({ tallies }) => tallies),
    sum(({ units }) => units),
    parties,
  );
  const states = parts.map(({ state, tallies, units }): LiveArea => {
    const { id, type, name, code } = state;
    return { area: { id, type, name, code }, ...standingOf(tallies, units, parties) };
  });
  return {
    parties,
    looks: looksOf(parties, snapshot?.election.ballot ?? []),
    basis: { verified, provisional },
    coverage,
    registeredInArea: sum(({ registered }) => registered),
    leading,
    states,
  };
}
