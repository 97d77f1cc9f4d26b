import type { ElectionId } from '@ec/contract/common';
import type { Source } from '@ec/contract/elections';
import { areaRange, isInside, type LocationId, NATION } from '@ec/contract/location-id';
import { LRUCache } from 'lru-cache';
import type { Platform } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { type ElectionRow, findElectionRow } from '../elections/queries.ts';
import { type AreaTally, listLgaTallies, listPlaces, type Place } from './queries.ts';

/** Changes are told to screens 250 ms after they happen; a picture this young may be served again before that. */
const FRESH_MS = 200;
const MAX_AGE_MS = 1000;

/** All of an election's LGA tallies at one moment; every wider area's figures are sums over it. */
export interface Snapshot {
  election: ElectionRow;
  tallies: readonly AreaTally[];
  places: ReadonlyMap<LocationId, Place>;
  asOf: Date;
}

export interface Snapshots {
  /** The picture of the election, at most a second old; undefined where there is no such election in the area. */
  get(electionId: ElectionId, source: Source, area: LocationId): Promise<Snapshot | undefined>;
}

interface Entry {
  loadedAt: number;
  dirty: boolean;
  loading: Promise<Snapshot | undefined>;
}

async function load(db: Db, electionId: ElectionId, source: Source, now: Date): Promise<Snapshot | undefined> {
  const [election, tallies, places] = await Promise.all([
    findElectionRow(db, electionId, NATION),
    listLgaTallies(db, electionId, source),
    listPlaces(db),
  ]);
  if (!election) return undefined;
  return { election, tallies, places: new Map(places.map((place) => [place.id, place])), asOf: now };
}

/** Keeps one picture per election and source; many readers of one moment share one reading of the database. */
export function createSnapshots(platform: Platform): Snapshots {
  const entries = new LRUCache<string, Entry>({ max: 50 });
  platform.events.subscribe((events) => {
    for (const { event } of events) {
      if (event.type === 'result.changed') {
        const entry = entries.get(`${event.electionId} ${event.source}`);
        if (entry) entry.dirty = true;
      } else if (event.type === 'election.changed' || event.type === 'geography.changed') {
        for (const entry of entries.values()) entry.dirty = true;
      }
    }
  });

  function current(electionId: ElectionId, source: Source): Promise<Snapshot | undefined> {
    const key = `${electionId} ${source}`;
    const entry = entries.get(key);
    const age = entry ? performance.now() - entry.loadedAt : Number.POSITIVE_INFINITY;
    if (entry && age < (entry.dirty ? FRESH_MS : MAX_AGE_MS)) return entry.loading;
    const loading = load(platform.database.db, electionId, source, platform.clock.now());
    entries.set(key, { loadedAt: performance.now(), dirty: false, loading });
    loading.catch(() => entries.delete(key));
    return loading;
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

/** The tallies of all LGAs in the area. */
export function talliesIn(snapshot: Snapshot, area: LocationId): AreaTally[] {
  const { first, last } = areaRange(area);
  return snapshot.tallies.filter((tally) => tally.areaId >= first && tally.areaId <= last);
}
