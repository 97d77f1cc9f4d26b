import type { ElectionId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import {
  ancestorOf,
  areaRange,
  isInside,
  type LocationId,
  type LocationType,
  NATION,
} from '@ec/contract/geography/location-id';
import { LRUCache } from 'lru-cache';
import type { Platform } from '../../platform/http/context.ts';
import { type ElectionRow, findElectionRow } from '../elections/queries.ts';
import {
  type AreaTally,
  listChangedLgaTallies,
  listLgaTallies,
  listPlaces,
  type Place,
  type TallyChanges,
} from './queries.ts';

/** Changes are told to screens 250 ms after they happen; a picture this young may be served again before that. */
const FRESH_MS = 200;
const MAX_AGE_MS = 1000;
/** At half its life the next picture is read while this one is still served, so that hardly anybody waits for it. */
const EARLY = 0.5;
/** As often everything is read again; in between, what changed. */
const WHOLE_MS = 10_000;
/** As often what moved lately is read whether or not an event has told of it yet: on a bad day events come late. */
const LATELY_MS = 800;
/** A total is stamped when it is moved, and seen when that is committed: so much later at most, unless an event tells of it. */
const LATE_SECONDS = 2;

/**
 * An election's LGA tallies, each as it was committed at the reading or, where nothing has told of a change since, at one
 * before; every wider area's figures are sums over them.
 */
export interface Snapshot {
  election: ElectionRow;
  tallies: readonly AreaTally[];
  places: ReadonlyMap<LocationId, Place>;
  asOf: Date;
  /** How many events had been told when its reading began: what they tell of is in it. */
  readAfter: number;
}

export interface Snapshots {
  /** The picture of the election, at most a second old; undefined where there is no such election in the area. */
  get(electionId: ElectionId, source: Source, area: LocationId): Promise<Snapshot | undefined>;
}

type Figures = Pick<Snapshot, 'tallies' | 'places'>;

interface Entry {
  picture: Promise<Snapshot | undefined>;
  readAt: number;
  /** When all of it was last read, and when what had moved lately. */
  wholeAt: number;
  latelyAt: number;
  /** Where something changed since the picture was read: LGAs, or anywhere. */
  changed: Set<LocationId> | 'anywhere';
  /** The one that will take its place, while that is being read. */
  next: Entry | undefined;
}

/** Notes that the picture lacks something, and so may the one that is just being read. */
function soil(entry: Entry | undefined, where: LocationId | 'anywhere'): void {
  for (let each = entry; each; each = each.next) {
    if (where === 'anywhere') each.changed = where;
    else if (each.changed !== 'anywhere') each.changed.add(where);
  }
}

const isDirty = ({ changed }: Entry) => changed === 'anywhere' || changed.size > 0;

const rowOf = ({ areaId, status }: AreaTally) => `${areaId} ${status}`;

/** The tallies with the newer ones in place of theirs, in the order of their areas. */
function withNewer(tallies: readonly AreaTally[], newer: readonly AreaTally[]): readonly AreaTally[] {
  if (newer.length === 0) return tallies;
  const left = new Map(newer.map((tally) => [rowOf(tally), tally]));
  const all = tallies.map((tally) => {
    const row = rowOf(tally);
    const changed = left.get(row);
    left.delete(row);
    return changed ?? tally;
  });
  return left.size === 0 ? all : [...all, ...left.values()].toSorted((a, b) => a.areaId - b.areaId);
}

/** Keeps one picture per election and source; many readers of one moment share one reading of the database. */
export function createSnapshots(platform: Platform): Snapshots {
  const entries = new LRUCache<string, Entry>({ max: 50 });
  platform.events.subscribe((events) => {
    for (const { event } of events) {
      if (event.type === 'result.changed') {
        const lga = ancestorOf(event.pollingUnitId, 'lga') ?? 'anywhere';
        soil(entries.get(`${event.electionId} ${event.source}`), lga);
      } else if (event.type === 'election.changed' || event.type === 'geography.changed') {
        for (const entry of entries.values()) soil(entry, 'anywhere');
      }
    }
  });

  /** All of it, as it is at one moment. */
  async function readWhole(electionId: ElectionId, source: Source): Promise<Figures> {
    const [tallies, places] = await platform.reads.shared((db) =>
      Promise.all([listLgaTallies(db, electionId, source), listPlaces(db)]),
    );
    return { tallies, places: new Map(places.map((place) => [place.id, place])) };
  }

  /** The entry's figures, and those that have changed in place of what they were. */
  async function readOn(electionId: ElectionId, source: Source, entry: Entry, changes: TallyChanges): Promise<Figures> {
    const before = await entry.picture;
    if (!before) return await readWhole(electionId, source);
    const newer = await platform.reads.shared((db) => listChangedLgaTallies(db, electionId, source, changes));
    return { tallies: withNewer(before.tallies, newer), places: before.places };
  }

  async function load(electionId: ElectionId, reading: Promise<Figures>): Promise<Snapshot | undefined> {
    const asOf = new Date(platform.clock.now().getTime() - platform.reads.age());
    const readAfter = platform.events.told;
    const [election, figures] = await Promise.all([
      platform.reads.shared((db) => findElectionRow(db, electionId, [NATION])),
      reading,
    ]);
    return election && { election, ...figures, asOf, readAfter };
  }

  /** Begins to read the picture that follows on the entry's, or the first one. */
  function read(electionId: ElectionId, source: Source, entry?: Entry): Entry {
    // So old it may be already: a replica shows a moment shortly before.
    const now = performance.now() - platform.reads.age();
    const begun = { readAt: now, changed: new Set<LocationId>(), next: undefined };
    if (!entry || entry.changed === 'anywhere' || now - entry.wholeAt > WHOLE_MS) {
      const picture = load(electionId, readWhole(electionId, source));
      return { ...begun, picture, wholeAt: now, latelyAt: now };
    }
    const since = performance.now() - entry.latelyAt;
    const lately = since >= LATELY_MS;
    const changes = { lgas: [...entry.changed], seconds: lately ? since / 1000 + LATE_SECONDS : 0 };
    const picture = load(electionId, readOn(electionId, source, entry, changes));
    return { ...begun, picture, wholeAt: entry.wholeAt, latelyAt: lately ? now : entry.latelyAt };
  }

  /** Reads the next picture beside the one that is served. */
  function renew(key: string, entry: Entry, electionId: ElectionId, source: Source): Entry {
    if (entry.next) return entry.next;
    const next = read(electionId, source, entry);
    entry.next = next;
    const take = () => entries.get(key) === entry && entries.set(key, next);
    const keep = () => (entry.next = undefined);
    next.picture.then(take, keep);
    return next;
  }

  function current(electionId: ElectionId, source: Source): Promise<Snapshot | undefined> {
    const key = `${electionId} ${source}`;
    const entry = entries.get(key);
    if (!entry) {
      const first = read(electionId, source);
      entries.set(key, first);
      first.picture.catch(() => entries.get(key) === first && entries.delete(key));
      return first.picture;
    }
    const age = performance.now() - entry.readAt;
    const life = isDirty(entry) ? FRESH_MS : MAX_AGE_MS;
    if (age < life * EARLY) return entry.picture;
    const next = renew(key, entry, electionId, source);
    return age < life ? entry.picture : next.picture;
  }

  return {
    async get(electionId, source, area) {
      const snapshot = await current(electionId, source);
      const visible = snapshot?.election.areas.some(({ id }) => isInside(id, area) || isInside(area, id));
      return visible ? snapshot : undefined;
    },
  };
}

/** Polling units and registered voters of the area that the election covers. Coverage ends at LGAs. */
export function coveredPart(snapshot: Snapshot, area: LocationId, own: Pick<Place, 'units' | 'registered'>) {
  const covers = snapshot.election.areas.map(({ id }) => id);
  if (covers.some((covered) => isInside(area, covered))) return { units: own.units, registered: own.registered };
  const inside = covers.filter((covered) => isInside(covered, area)).map((covered) => snapshot.places.get(covered));
  return {
    units: inside.reduce((sum, place) => sum + (place?.units ?? 0), 0),
    registered: inside.reduce((sum, place) => sum + (place?.registered ?? 0), 0),
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
export function talliesIn(snapshot: Snapshot, area: LocationId): AreaTally[] {
  const { first, last } = areaRange(area);
  const { tallies } = snapshot;
  return tallies.slice(placeOf(tallies, first), placeOf(tallies, (last + 1) as LocationId));
}
