import type { DashboardElection, PerformanceQuery } from '@ec/contract/dashboards/schemas';
import type { Source } from '@ec/contract/elections/schemas';
import { chainOf, type LocationId, locationType } from '@ec/contract/geography/location-id';
import type { Actor } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { chainLinks, loadNames } from '../../platform/database/places.ts';
import { type AreaTally, listPlaces, listWards, listWardTallies, type Place } from '../live/queries.ts';
import type { Snapshot } from '../live/snapshot.ts';
import type { Sources } from './sources.ts';
import { basisOf, standingOf, tallied, unitsOf } from './standing.ts';
import { sourceFor } from '../elections/rules.ts';

/** The inputs of an area's figures: the election's snapshot, if any, and the places. */
export interface AreaSnapshot {
  area: LocationId;
  election: DashboardElection | null;
  elections: DashboardElection[];
  source: Source;
  snapshot: Snapshot | null;
  places: ReadonlyMap<LocationId, Place>;
  asOf: Date;
}

/** Chooses the election and takes its snapshot. The caller has checked that the area is inside the user's own. */
export async function takeAreaSnapshot(
  context: ReadContext,
  { snapshots, elections }: Sources,
  actor: Actor,
  area: LocationId,
  query: PerformanceQuery,
): Promise<AreaSnapshot> {
  const { db, organisation, now } = context;
  const choice = await elections.choose(organisation.settings, [area], query.electionId);
  const source = sourceFor(actor.role, query.source);
  const { election } = choice;
  const snapshot = election ? ((await snapshots.get(election.id, source, area)) ?? null) : null;
  const places = snapshot?.places ?? new Map((await listPlaces(db)).map((place) => [place.id, place]));
  return { area, ...choice, source, snapshot, places, asOf: snapshot?.asOf ?? now };
}

/** Computes something once for all readers until a result of the area changes; without an election, for this reader. */
export async function once<T extends object>(
  areaSnapshot: AreaSnapshot,
  question: string,
  work: () => Promise<T>,
): Promise<T> {
  const { snapshot, area } = areaSnapshot;
  return snapshot ? await snapshot.onceInArea(area, question, work) : await work();
}

/** The wards of an area, which the snapshot does not contain. */
export async function wardsOf(db: Db, areaSnapshot: AreaSnapshot, area: LocationId): Promise<readonly Place[]> {
  return await once({ ...areaSnapshot, area }, 'wards', () => listWards(db, area));
}

/** The tallies of the wards of an LGA, or of one ward. */
export async function wardTallies(db: Db, areaSnapshot: AreaSnapshot, area: LocationId): Promise<readonly AreaTally[]> {
  const { election, source } = areaSnapshot;
  if (!election) return [];
  return await once({ ...areaSnapshot, area }, 'tallies', () => listWardTallies(db, election.id, source, area));
}

async function placeOf(db: Db, areaSnapshot: AreaSnapshot): Promise<Place> {
  const known = areaSnapshot.places.get(areaSnapshot.area);
  const place = known ?? (await listWards(db, areaSnapshot.area))[0];
  if (!place || place.id !== areaSnapshot.area) throw new AppError('NOT_FOUND');
  return place;
}

async function namesOf(db: Db, areaSnapshot: AreaSnapshot): Promise<ReadonlyMap<LocationId, string>> {
  const chain = chainOf(areaSnapshot.area).flatMap((id) => areaSnapshot.places.get(id) ?? []);
  const known = chain.length === chainOf(areaSnapshot.area).length;
  return known ? new Map(chain.map(({ id, name }) => [id, name])) : await loadNames(db, [areaSnapshot.area]);
}

/** The head of every answer about an area. */
export async function headOf(db: Db, areaSnapshot: AreaSnapshot) {
  const { area, election, elections, source, snapshot, asOf } = areaSnapshot;
  const [place, names] = await Promise.all([placeOf(db, areaSnapshot), namesOf(db, areaSnapshot)]);
  const tallies = locationType(area) === 'ward' ? await wardTallies(db, areaSnapshot, area) : tallied(snapshot, area);
  const covered = unitsOf(snapshot, place);
  const parties = snapshot?.election.parties ?? [];
  return {
    area: { id: place.id, type: place.type, name: place.name, code: place.code, chain: chainLinks(area, names) },
    election,
    elections,
    source,
    ...standingOf(tallies, covered.units, parties),
    parties,
    basis: basisOf(tallies, parties),
    registeredInArea: covered.registered,
    asOf: asOf.toISOString(),
  };
}
