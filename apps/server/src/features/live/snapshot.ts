import type { ElectionId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import {
  ancestorOf,
  areaRange,
  chainOf,
  isInside,
  type LocationId,
  type LocationType,
  NATION,
} from '@ec/contract/geography/location-id';
import type { Platform } from '../../platform/http/context.ts';
import { type PerSnapshot, perSnapshot } from '../../platform/runtime/per-snapshot.ts';
import { type Life, staleWhileRevalidate } from '../../platform/runtime/stale-while-revalidate.ts';
import { type ElectionRow, findElectionRow } from '../elections/queries.ts';
import { type CountKey, countKey, followChanges } from './changes.ts';
import { type AreaTally, listChangedLgaTallies, listLgaTallies, listPlaces, type Place } from './queries.ts';

/** Screens hear of a change 250 ms after it happened; a snapshot that lacks one is served this long. */
const DIRTY: Life = { renewMs: 170, serveMs: 200 };
/** Half of the life before the next one is read in the background, so that hardly any reader waits. */
const CLEAN: Life = { renewMs: 500, serveMs: 1000 };
/** How often everything is read again; in between only what changed is. */
const WHOLE_MS = 10_000;
/** How often totals that moved lately are read even if no event has arrived: under load events come late. */
const LATELY_MS = 800;
/** A total is stamped when it is moved and visible when that is committed: at most this much later, unless an event arrives. */
const LATE_SECONDS = 2;
/** How often the election itself is read even if no event says that it changed. */
const ELECTION_MS = 1000;
/** Answers of one snapshot are kept this long at most, even if no change is known. */
const ANSWER_MS = 2000;

/**
 * An election's LGA tallies, each as it was committed at the reading or, where no change was known, at one before; the figures
 * of every wider area are sums over them.
 */
export interface Snapshot {
  election: ElectionRow;
  tallies: readonly AreaTally[];
  places: ReadonlyMap<LocationId, Place>;
  asOf: Date;
  /** Computes an answer of this snapshot once for all readers. It is frozen, so that its JSON is made only once as well. */
  once<T extends object>(question: string, work: () => Promise<T>): Promise<T>;
  /** As `once`; an answer of an earlier snapshot serves too, if no result of the area and no figure of its LGA has changed since. */
  onceInArea<T extends object>(area: LocationId, question: string, work: () => Promise<T>): Promise<T>;
  /** As `onceInArea`, for rows that do not say of what time they are: they are kept longer. */
  rowsInArea<T extends object>(area: LocationId, question: string, work: () => Promise<T>): Promise<T>;
}

export interface Snapshots {
  /** The snapshot of the election, at most a second old; undefined if there is no such election in the area. */
  get(electionId: ElectionId, source: Source, area: LocationId): Promise<Snapshot | undefined>;
}

type Figures = Pick<Snapshot, 'tallies' | 'places'>;

/** The last reading that found other figures in an area, by performance.now(); in all of them, `everywhere`. */
interface Moved {
  everywhere: number;
  areas: Map<LocationId, number>;
}

/** What one reading of a count found, and what the next one needs to read only what changed. Times by performance.now(). */
interface Reading {
  /** Undefined if there is no such election. */
  snapshot: Snapshot | undefined;
  figures: Figures;
  readAt: number;
  /** When the election was read. */
  electionAt: number;
  wholeAt: number;
  latelyAt: number;
  moved: Moved;
}

const rowOf = ({ areaId, status }: AreaTally) => `${areaId} ${status}`;

const FIGURES = ['units', 'voidVotes', 'accredited', 'registered', 'registeredUnits', 'registeredAccredited'] as const;
const isSame = (one: AreaTally, other: AreaTally) =>
  FIGURES.every((figure) => one[figure] === other[figure]) &&
  one.votes.every((votes, place) => votes === other.votes[place]);

/** The tallies with the newer ones in place of theirs, in the order of their areas; `onMoved` hears of each that is another. */
function withNewer(
  tallies: readonly AreaTally[],
  newer: readonly AreaTally[],
  onMoved: (lga: LocationId) => void,
): readonly AreaTally[] {
  if (newer.length === 0) return tallies;
  const left = new Map(newer.map((tally) => [rowOf(tally), tally]));
  const all = tallies.map((tally) => {
    const row = rowOf(tally);
    const read = left.get(row);
    left.delete(row);
    if (!read || isSame(tally, read)) return tally;
    onMoved(read.areaId);
    return read;
  });
  for (const { areaId } of left.values()) onMoved(areaId);
  return left.size === 0 ? all : [...all, ...left.values()].toSorted((a, b) => a.areaId - b.areaId);
}

/** Of an area inside an LGA: when the LGA's figures did. */
const lastMoved = ({ everywhere, areas }: Moved, area: LocationId) =>
  Math.max(everywhere, areas.get(ancestorOf(area, 'lga') ?? area) ?? -Infinity);

/** Keeps one snapshot per election and source, which many readers share, and the answers that were computed from it. */
export function createSnapshots({
  events,
  database,
  clock,
}: Pick<Platform, 'events' | 'database' | 'clock'>): Snapshots {
  const answers = perSnapshot({ most: 20_000, maxAgeMs: ANSWER_MS });
  const rows = perSnapshot({ most: 20_000, maxAgeMs: WHOLE_MS });
  const changes = followChanges(events, () => {
    answers.forget();
    rows.forget();
  });
  const readings = staleWhileRevalidate<Reading>({
    ...CLEAN,
    most: 50,
    lifeOf: ({ startedAt }, key) => (changes.lastIn(key as CountKey) >= startedAt ? DIRTY : CLEAN),
  });

  /** The answers of the snapshot that was read at this moment. */
  function answersOf(
    count: CountKey,
    readAt: number,
    moved: Moved,
  ): Pick<Snapshot, 'once' | 'onceInArea' | 'rowsInArea'> {
    const frozen = <T extends object>(work: () => Promise<T>) => work().then((answer) => Object.freeze(answer));
    const ofThis = (madeOf: number) => madeOf >= readAt;
    const stillIn = (area: LocationId) => (madeOf: number) =>
      ofThis(madeOf) || (madeOf >= lastMoved(moved, area) && madeOf > changes.lastInArea(count, area));
    const inArea = <T extends object>(kept: PerSnapshot, area: LocationId, question: string, work: () => Promise<T>) =>
      kept.get({ key: `${count} ${area} ${question}`, of: readAt, valid: stillIn(area) }, () => frozen(work));
    return {
      once: async (question, work) =>
        await answers.get({ key: `${count} ${question}`, of: readAt, valid: ofThis }, async () => await frozen(work)),
      onceInArea: async (area, question, work) => await inArea(answers, area, question, work),
      rowsInArea: async (area, question, work) => await inArea(rows, area, question, work),
    };
  }

  /** Everything, as it is at one moment. */
  async function readWhole(electionId: ElectionId, source: Source): Promise<Figures> {
    const [tallies, places] = await Promise.all([
      listLgaTallies(database.db, electionId, source),
      listPlaces(database.db),
    ]);
    return { tallies, places: new Map(places.map((place) => [place.id, place])) };
  }

  /** The election: as before, if that is young and nothing has changed since but results. */
  async function readElection(electionId: ElectionId, source: Source, before: Reading | undefined, now: number) {
    const known = before?.snapshot?.election;
    const changed = before && changes.placesSince(countKey(electionId, source), 'lga', before.readAt) === 'anywhere';
    if (known && !changed && now - before.electionAt < ELECTION_MS)
      return { election: known, electionAt: before.electionAt };
    return { election: await findElectionRow(database.db, electionId, [NATION]), electionAt: now };
  }

  /** Reads the figures: only what changed since the reading before, where there is one that is young enough. */
  async function readFigures(electionId: ElectionId, source: Source, before: Reading | undefined, now: number) {
    const lgas = before ? changes.placesSince(countKey(electionId, source), 'lga', before.readAt) : 'anywhere';
    const moved =
      before && lgas !== 'anywhere' ? before.moved : { everywhere: now, areas: new Map<LocationId, number>() };
    const note = (lga: LocationId) => {
      for (const area of chainOf(lga)) moved.areas.set(area, now);
    };
    if (!before || lgas === 'anywhere' || now - before.wholeAt > WHOLE_MS) {
      const { tallies, places } = await readWhole(electionId, source);
      withNewer(before?.figures.tallies ?? [], tallies, note);
      return { figures: { tallies, places }, wholeAt: now, latelyAt: now, moved };
    }
    const since = performance.now() - before.latelyAt;
    const lately = since >= LATELY_MS;
    const what = { lgas, seconds: lately ? since / 1000 + LATE_SECONDS : 0 };
    const newer = await listChangedLgaTallies(database.db, electionId, source, what);
    const { places, tallies } = before.figures;
    const figures = { tallies: withNewer(tallies, newer, note), places };
    return { figures, wholeAt: before.wholeAt, latelyAt: lately ? now : before.latelyAt, moved };
  }

  async function read(electionId: ElectionId, source: Source, previous?: Promise<Reading>): Promise<Reading> {
    const before = await previous;
    const asOf = clock.now();
    const readAt = performance.now();
    const [{ election, electionAt }, read] = await Promise.all([
      readElection(electionId, source, before, readAt),
      readFigures(electionId, source, before, readAt),
    ]);
    const snapshot = election && {
      election,
      ...read.figures,
      asOf,
      ...answersOf(countKey(electionId, source), readAt, read.moved),
    };
    return { snapshot, readAt, electionAt, ...read };
  }

  return {
    async get(electionId, source, area) {
      const key = countKey(electionId, source);
      const { snapshot } = await readings.get(key, (before) => read(electionId, source, before));
      const visible = snapshot?.election.areas.some(({ id }) => isInside(id, area) || isInside(area, id));
      return visible ? snapshot : undefined;
    },
  };
}

/** Polling units and registered voters of the area that the election covers. */
export function coveredPart(snapshot: Snapshot, area: LocationId, own: Pick<Place, 'units' | 'registered'>) {
  const covers = snapshot.election.areas;
  if (covers.some(({ id }) => isInside(area, id))) return { units: own.units, registered: own.registered };
  const inside = covers.filter(({ id }) => isInside(id, area));
  return {
    units: inside.reduce((sum, { units }) => sum + units, 0),
    registered: inside.reduce((sum, { registered }) => sum + registered, 0),
  };
}

/** The places of a kind in the area, in the order of their codes. */
export function placesIn(places: ReadonlyMap<LocationId, Place>, area: LocationId, type: LocationType): Place[] {
  return [...places.values()].filter((place) => place.type === type && isInside(place.id, area));
}

/** Where the first tally stands whose area is `id` or comes after it. */
function placeOf(tallies: readonly AreaTally[], id: LocationId): number {
  let [low, high] = [0, tallies.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((tallies[middle]?.areaId ?? id) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The tallies of all LGAs in the area; they are in the order of their areas. */
export function talliesIn(snapshot: Pick<Snapshot, 'tallies'>, area: LocationId): AreaTally[] {
  const { first, last } = areaRange(area);
  const { tallies } = snapshot;
  return tallies.slice(placeOf(tallies, first), placeOf(tallies, (last + 1) as LocationId));
}
