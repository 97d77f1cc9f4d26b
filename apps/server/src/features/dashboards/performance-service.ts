import type {
  LgaPerformance,
  NationalOverview,
  PerformanceQuery,
  RegionalPerformance,
  StatePerformance,
} from '@ec/contract/dashboards/schemas';
import { isInside, type LocationId, locationType, type LocationType, NATION } from '@ec/contract/geography/location-id';
import { type Actor, requireInside } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { findByName, resolveReference } from '../geography/queries.ts';
import { type AreaTally } from '../live/queries.ts';
import { placesIn } from '../live/snapshot.ts';
import { coverageOf } from '../live/totals.ts';
import { countPeople } from '../users/summary-service.ts';
import { contactsOf, type Reading, withContacts } from './contacts.ts';
import { headOf, once, type AreaSnapshot, takeAreaSnapshot, wardsOf, wardTallies } from './area-snapshot.ts';
import { countLiveElections, countWards, listWardStandings } from './queries.ts';
import { shared, type Sources } from './sources.ts';
import { childUnits, progressOf, tallied, toRow, unitsOf } from './standing.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The head, with the holder in charge of the area. */
async function headWithContact(reading: Reading, areaSnapshot: AreaSnapshot) {
  const [head, contacts] = await Promise.all([
    once(areaSnapshot, 'head', () => headOf(reading.db, areaSnapshot)),
    contactsOf(reading, [areaSnapshot.area]),
  ]);
  // The list of elections depends on the reader and is current; the rest is shared and may be cached.
  const { election, elections } = areaSnapshot;
  const asOf = areaSnapshot.asOf.toISOString();
  return { ...head, election, elections, asOf, contact: contacts.get(areaSnapshot.area) ?? null };
}

function statesOf({ snapshot, places, area }: AreaSnapshot) {
  return placesIn(places, area, 'state').map((place) => {
    const row = toRow(
      snapshot,
      place,
      tallied(snapshot, place.id),
      progressOf(childUnits(snapshot, places, place.id, 'lga')),
    );
    return { ...row, state: place.name, submittedLGAs: row.complete, totalLGAs: row.children };
  });
}

/** A zone with its states. */
export async function regionalPerformance(reading: Reading, areaSnapshot: AreaSnapshot): Promise<RegionalPerformance> {
  const [head, { rows }] = await Promise.all([
    headWithContact(reading, areaSnapshot),
    once(areaSnapshot, 'states', async () => ({ rows: statesOf(areaSnapshot) })),
  ]);
  return {
    ...head,
    statePerformance: await withContacts(reading, rows),
    regionalTotals: {
      totalStates: rows.length,
      totalLGAs: sum(rows.map(({ totalLGAs }) => totalLGAs)),
      submittedLGAs: sum(rows.map(({ submittedLGAs }) => submittedLGAs)),
      overallSubmissionRate: head.submissionRate,
    },
  };
}

async function lgasOf(db: Db, areaSnapshot: AreaSnapshot) {
  const { snapshot, places, area, election, source } = areaSnapshot;
  const [wards, standings] = await Promise.all([
    wardsOf(db, areaSnapshot, area),
    election ? listWardStandings(db, election.id, source, area) : [],
  ]);
  const reported = new Map(standings.map((ward) => [ward.areaId, ward.reported]));
  return placesIn(places, area, 'lga').map((place) => {
    const own = wards.filter(({ id }) => isInside(id, place.id));
    const units = own.map((ward) => ({
      units: unitsOf(snapshot, ward).units,
      reported: reported.get(ward.id) ?? 0,
    }));
    const row = toRow(snapshot, place, tallied(snapshot, place.id), progressOf(units));
    return { ...row, lga: place.name, submittedWards: row.complete, totalWards: row.children };
  });
}

/** A state with its LGAs. */
export async function statePerformance(reading: Reading, areaSnapshot: AreaSnapshot): Promise<StatePerformance> {
  const [head, { rows }] = await Promise.all([
    headWithContact(reading, areaSnapshot),
    once(areaSnapshot, 'lgas', async () => ({ rows: await lgasOf(reading.db, areaSnapshot) })),
  ]);
  return {
    ...head,
    lgaPerformance: await withContacts(reading, rows),
    stateTotals: {
      totalLGAs: rows.length,
      totalWards: sum(rows.map(({ totalWards }) => totalWards)),
      submittedWards: sum(rows.map(({ submittedWards }) => submittedWards)),
      overallSubmissionRate: head.submissionRate,
    },
  };
}

async function wardRowsOf(db: Db, areaSnapshot: AreaSnapshot) {
  const { snapshot, area } = areaSnapshot;
  const [wards, tallies] = await Promise.all([wardsOf(db, areaSnapshot, area), wardTallies(db, areaSnapshot, area)]);
  const byWard = Map.groupBy(tallies, ({ areaId }: AreaTally) => areaId);
  return wards.map((ward) => {
    const own = byWard.get(ward.id) ?? [];
    const { units } = unitsOf(snapshot, ward);
    const { reported } = coverageOf(own, units);
    const progress = { complete: reported, started: reported, children: units };
    return { ...toRow(snapshot, ward, own, progress), ward: ward.name, submittedUnits: reported, totalUnits: units };
  });
}

/** An LGA with its wards. */
export async function lgaPerformance(reading: Reading, areaSnapshot: AreaSnapshot): Promise<LgaPerformance> {
  const [head, { rows }] = await Promise.all([
    headWithContact(reading, areaSnapshot),
    once(areaSnapshot, 'wardRows', async () => ({ rows: await wardRowsOf(reading.db, areaSnapshot) })),
  ]);
  return {
    ...head,
    wardPerformance: await withContacts(reading, rows),
    lgaTotals: {
      totalWards: rows.length,
      totalUnits: sum(rows.map(({ totalUnits }) => totalUnits)),
      submittedUnits: sum(rows.map(({ submittedUnits }) => submittedUnits)),
      overallSubmissionRate: head.submissionRate,
    },
  };
}

function zonesOf({ snapshot, places, area }: AreaSnapshot) {
  return placesIn(places, area, 'region').map((place) => {
    const progress = progressOf(childUnits(snapshot, places, place.id, 'state'));
    const row = toRow(snapshot, place, tallied(snapshot, place.id), progress);
    const count = (type: 'state' | 'lga') => placesIn(places, place.id, type).length;
    return { ...row, region: place.name, states: count('state'), lgas: count('lga') };
  });
}

async function countOrganisation(db: Db) {
  const [users, activeElections, wards] = await Promise.all([
    countPeople(db, [NATION]),
    countLiveElections(db),
    countWards(db),
  ]);
  return { users, activeElections, wards };
}

/** The nation with its zones, and the totals of the organisation. */
export async function nationalOverview(reading: Reading, areaSnapshot: AreaSnapshot): Promise<NationalOverview> {
  const [head, { rows }, counts] = await Promise.all([
    headWithContact(reading, areaSnapshot),
    once(areaSnapshot, 'zones', async () => ({ rows: zonesOf(areaSnapshot) })),
    shared(reading.sources, 'organisation', () => countOrganisation(reading.db)),
  ]);
  const count = (type: 'region' | 'state' | 'lga') => placesIn(areaSnapshot.places, NATION, type).length;
  return {
    ...head,
    regions: await withContacts(reading, rows),
    totals: {
      ...counts,
      regions: count('region'),
      states: count('state'),
      lgas: count('lga'),
      pollingUnits: areaSnapshot.places.get(NATION)?.units ?? 0,
    },
  };
}

/** Takes the snapshot of an area and computes the answer from it. */
export async function performanceOf<T>(
  context: ReadContext,
  sources: Sources,
  actor: Actor,
  request: { area: LocationId; query: PerformanceQuery },
  work: (reading: Reading, areaSnapshot: AreaSnapshot) => Promise<T>,
): Promise<T> {
  const areaSnapshot = await takeAreaSnapshot(context, sources, actor, request.area, request.query);
  return await work({ db: context.db, sources, actor }, areaSnapshot);
}

/** Finds a place of a type by its code, its id, or a name that is unique for the type. Throws NOT_FOUND outside the caller's area. */
export async function requirePlace(db: Db, actor: Actor, type: LocationType, reference: string): Promise<LocationId> {
  const named = (await resolveReference(db, reference)) ?? (await byName(db, type, reference));
  if (named === undefined || locationType(named) !== type) throw new AppError('NOT_FOUND');
  requireInside(actor, named);
  return named;
}

async function byName(db: Db, type: LocationType, name: string): Promise<LocationId | undefined> {
  const found = await findByName(db, type, name, undefined);
  return found.length === 1 ? found[0] : undefined;
}
