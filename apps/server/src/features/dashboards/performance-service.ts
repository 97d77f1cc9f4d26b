import type {
  LgaPerformance,
  NationalOverview,
  PerformanceQuery,
  RegionalPerformance,
  StatePerformance,
} from '@ec/contract/dashboards/schemas';
import { isInside, type LocationId, NATION } from '@ec/contract/geography/location-id';
import type { Actor } from '../../platform/http/actor.ts';
import type { ReadContext } from '../../platform/http/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { type AreaTally } from '../live/queries.ts';
import { placesIn } from '../live/snapshot.ts';
import { coverageOf } from '../live/totals.ts';
import { countPeople } from '../users/summary-service.ts';
import { contactsOf, type Reading, withContacts } from './contacts.ts';
import { headOf, once, type Picture, takePicture, wardsOf, wardTallies } from './picture.ts';
import { countLiveElections, countWards, listWardStandings } from './queries.ts';
import { shared, type Sources } from './sources.ts';
import { childUnits, progressOf, tallied, toRow, unitsOf } from './standing.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The head, with the holder in charge of the area. */
async function headWithContact(reading: Reading, picture: Picture) {
  const [head, contacts] = await Promise.all([
    once(picture, 'head', () => headOf(reading.db, picture)),
    contactsOf(reading, [picture.area]),
  ]);
  // The list of elections depends on the reader and is current; the rest is shared and may be cached.
  const { election, elections } = picture;
  const asOf = picture.asOf.toISOString();
  return { ...head, election, elections, asOf, contact: contacts.get(picture.area) ?? null };
}

function statesOf({ snapshot, places, area }: Picture) {
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
export async function regionalPerformance(reading: Reading, picture: Picture): Promise<RegionalPerformance> {
  const [head, { rows }] = await Promise.all([
    headWithContact(reading, picture),
    once(picture, 'states', async () => ({ rows: statesOf(picture) })),
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

async function lgasOf(db: Db, picture: Picture) {
  const { snapshot, places, area, election, source } = picture;
  const [wards, standings] = await Promise.all([
    wardsOf(db, picture, area),
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
export async function statePerformance(reading: Reading, picture: Picture): Promise<StatePerformance> {
  const [head, { rows }] = await Promise.all([
    headWithContact(reading, picture),
    once(picture, 'lgas', async () => ({ rows: await lgasOf(reading.db, picture) })),
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

async function wardRowsOf(db: Db, picture: Picture) {
  const { snapshot, area } = picture;
  const [wards, tallies] = await Promise.all([wardsOf(db, picture, area), wardTallies(db, picture, area)]);
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
export async function lgaPerformance(reading: Reading, picture: Picture): Promise<LgaPerformance> {
  const [head, { rows }] = await Promise.all([
    headWithContact(reading, picture),
    once(picture, 'wardRows', async () => ({ rows: await wardRowsOf(reading.db, picture) })),
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

function zonesOf({ snapshot, places, area }: Picture) {
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
export async function nationalOverview(reading: Reading, picture: Picture): Promise<NationalOverview> {
  const [head, { rows }, counts] = await Promise.all([
    headWithContact(reading, picture),
    once(picture, 'zones', async () => ({ rows: zonesOf(picture) })),
    shared(reading.sources, 'organisation', () => countOrganisation(reading.db)),
  ]);
  const count = (type: 'region' | 'state' | 'lga') => placesIn(picture.places, NATION, type).length;
  return {
    ...head,
    regions: await withContacts(reading, rows),
    totals: {
      ...counts,
      regions: count('region'),
      states: count('state'),
      lgas: count('lga'),
      pollingUnits: picture.places.get(NATION)?.units ?? 0,
    },
  };
}

/** Takes the snapshot of an area and computes the answer from it. */
export async function performanceOf<T>(
  context: ReadContext,
  sources: Sources,
  actor: Actor,
  request: { area: LocationId; query: PerformanceQuery },
  work: (reading: Reading, picture: Picture) => Promise<T>,
): Promise<T> {
  const picture = await takePicture(context, sources, actor, request.area, request.query);
  return await work({ db: context.db, sources, actor }, picture);
}
