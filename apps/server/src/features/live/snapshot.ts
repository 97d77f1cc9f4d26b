import type { ElectionId } from '@ec/contract/common';
import type { Source } from '@ec/contract/elections';
import { areaRange, isInside, type LocationId, type LocationType, NATION } from '@ec/contract/location-id';
import { LRUCache } from 'lru-cache';
import type { Platform } from '../../platform/context.ts';
import { type ElectionRow, findElectionRow } from '../elections/queries.ts';
import { type AreaTally, listLgaTallies, listPlaces, type Place } from './queries.ts';

/** Changes are told to screens 250 ms after they happen; a picture this young may be served again before that. */
const FRESH_MS = 200;
const MAX_AGE_MS = 1000;
/** At half its life the next picture is read while this one is still served, so that hardly anybody waits for it. */
const EARLY = 0.5;

/** All of an election's LGA tallies at one moment; every wider area's figures are sums over it. */
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

interface Entry {
  picture: Promise<Snapshot | undefined>;
  readAt: number;
  /** Something changed since the picture was read. */
  dirty: boolean;
  /** The one that will take its place, while that is being read. */
  next: Entry | undefined;
}

/** Notes that the picture lacks something, and so may the one that is just being read. */
function soil(entry: Entry | undefined): void {
  for (let each = entry; each; each = each.next) each.dirty = true;
}

/** Keeps one picture per election and source; many readers of one moment share one reading of the database. */
export function createSnapshots(platform: Platform): Snapshots {
  const entries = new LRUCache<string, Entry>({ max: 50 });
  platform.events.subscribe((events) => {
    for (const { event } of events) {
      if (event.type === 'result.changed') {
        soil(entries.get(`${event.electionId} ${event.source}`));
      } else if (event.type === 'election.changed' || event.type === 'geography.changed') {
        for (const entry of entries.values()) soil(entry);
      }
    }
  });

  async function load(electionId: ElectionId, source: Source): Promise<Snapshot | undefined> {
    const { db } = platform.database;
    const asOf = platform.clock.now();
    const readAfter = platform.events.told;
    const [election, tallies, places] = await Promise.all([
      findElectionRow(db, electionId, [NATION]),
      listLgaTallies(db, electionId, source),
      listPlaces(db),
    ]);
    return (
      election && { election, tallies, places: new Map(places.map((place) => [place.id, place])), asOf, readAfter }
    );
  }

  function read(electionId: ElectionId, source: Source): Entry {
    return { picture: load(electionId, source), readAt: performance.now(), dirty: false, next: undefined };
  }

  /** Reads the next picture beside the one that is served. */
  function renew(key: string, entry: Entry, electionId: ElectionId, source: Source): Entry {
    if (entry.next) return entry.next;
    const next = read(electionId, source);
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
    const life = entry.dirty ? FRESH_MS : MAX_AGE_MS;
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
