import {
  chainOf,
  codeOf,
  type LocationId,
  type LocationType,
  NATION,
  parentOf,
} from '@ec/contract/geography/location-id';
import {
  type GeographicalData,
  GEOGRAPHY_TYPES,
  type GeographyItem,
  type GeographyQuery,
  GeographySort,
  type GeographyType,
  type PollingUnitStats,
} from '@ec/contract/geography/schemas';
import { GEOGRAPHY_EDITORS } from '@ec/contract/permissions/pages';
import type { Role } from '@ec/contract/permissions/roles';
import { type Actor, areasOf } from '../../platform/http/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { countsKnownSince, type KnownCounts, userChanges } from '../../platform/database/known-counts.ts';
import { pageOf } from '../../platform/http/requests.ts';
import {
  countGaps,
  countPlaces,
  countUsersIn,
  listPlaces,
  placeAndUserChanges,
  placeChanges,
  type PlaceFilter,
  tallyUsersByLga,
} from './list-queries.ts';
import { resolveReference, tallyUnits, type UnitTally } from './queries.ts';
import { loadNames } from '../../platform/database/places.ts';

const TYPES = Object.keys(GEOGRAPHY_TYPES) as GeographyType[];
const MOST = 1000;

const readsLists = ({ role }: Pick<Actor, 'role'>) => (GEOGRAPHY_EDITORS.roles as readonly Role[]).includes(role);

function byType<T>(valueOf: (key: GeographyType) => T): Record<GeographyType, T> {
  return Object.fromEntries(TYPES.map((key) => [key, valueOf(key)])) as Record<GeographyType, T>;
}

/** Loads the value of each type in parallel. */
async function eachType<T>(load: (key: GeographyType) => Promise<T>): Promise<Record<GeographyType, T>> {
  const loaded = new Map(await Promise.all(TYPES.map(async (key) => [key, await load(key)] as const)));
  return byType((key) => loaded.get(key) as T);
}

async function narrowedTo(db: Db, reference: string | undefined): Promise<LocationId | undefined> {
  if (reference === undefined) return undefined;
  const id = await resolveReference(db, reference);
  if (id === undefined) throw new AppError('UNKNOWN_LOCATION', { reference });
  return id;
}

/** Users in each LGA and in each area above it; users without assignment belong to the nation. Read once for all lists. */
async function usersByArea(db: Db): Promise<ReadonlyMap<LocationId, number>> {
  const sums = new Map<LocationId, number>();
  for (const { area, count } of await tallyUsersByLga(db)) {
    for (const above of chainOf(area ?? NATION)) sums.set(above, (sums.get(above) ?? 0) + count);
  }
  return sums;
}

const isWide = (type: LocationType) => type !== 'ward' && type !== 'polling_unit';

/** Counts are cached until something changes, so that a page costs only its rows. */
function counter(places: KnownCounts, users: KnownCounts, db: Db) {
  const byArea = () => users.get('users by area', () => usersByArea(db));
  return {
    places: (filter: PlaceFilter) => places.get(JSON.stringify(filter), () => countPlaces(db, filter)),
    gapsIn: (areas: readonly LocationId[]) => places.get(`gaps ${JSON.stringify(areas)}`, () => countGaps(db, areas)),
    usersByArea: byArea,
    usersIn: async (areas: readonly LocationId[]) =>
      areas.includes(NATION)
        ? ((await byArea()).get(NATION) ?? 0)
        : await users.get(`users ${JSON.stringify(areas)}`, () => countUsersIn(db, areas)),
  };
}

/** Totals of the reader's areas, and one page of each requested list; the super admin gets the totals alone. */
export async function geographicalData(db: Db, actor: Actor, query: GeographyQuery): Promise<GeographicalData> {
  const sort = GeographySort.safeParse(query.sort ?? 'code');
  if (!sort.success) {
    throw new AppError('VALIDATION_FAILED').at({ path: 'sort', message: 'The list cannot be sorted so' });
  }
  const lists = readsLists(actor);
  const named = query.type ?? query.q ?? query.parentId;
  if (!lists && named !== undefined) throw new AppError('ROLE_DENIED', { required: [...GEOGRAPHY_EDITORS.roles] });
  const within = areasOf(actor);
  const [inside, ...known] = await Promise.all([
    narrowedTo(db, query.parentId),
    countsKnownSince(db, placeChanges),
    countsKnownSince(db, userChanges),
  ]);
  const counts = counter(...known, db);
  const asked = (key: GeographyType) => lists && (query.type === undefined || query.type === key);
  const filterOf = (key: GeographyType): PlaceFilter => ({ within, type: GEOGRAPHY_TYPES[key], inside, q: query.q });

  const [totals, users, register, matching] = await Promise.all([
    eachType((key) => counts.places({ within, type: GEOGRAPHY_TYPES[key] })),
    counts.usersIn(within),
    counts.gapsIn(within),
    eachType(async (key) => (asked(key) ? await counts.places(filterOf(key)) : null)),
  ]);
  const pages = await eachType(async (key): Promise<GeographyItem[]> => {
    const total = matching[key];
    if (total === null) return [];
    const rows = await listPlaces(db, filterOf(key), { sort: sort.data, ...pageOf(query, MOST), total });
    if (!isWide(GEOGRAPHY_TYPES[key])) return rows;
    const sums = await counts.usersByArea();
    return rows.map((row) => ({ ...row, count: sums.get(row.id) ?? 0 }));
  });
  return { totals: { ...totals, users }, register, matching, ...pages };
}

const inactiveOf = ({ total, active, suspended }: Omit<UnitTally, 'state'>) => total - active - suspended;

function addUp(tallies: readonly Omit<UnitTally, 'state'>[]) {
  const sum = (of: 'total' | 'active' | 'suspended') => tallies.reduce((all, tally) => all + tally[of], 0);
  const counts = { total: sum('total'), active: sum('active'), suspended: sum('suspended') };
  return { ...counts, inactive: inactiveOf(counts) };
}

/** The polling units of the reader's areas by the state of their office, in total and by state and region. */
export async function pollingUnitStats(db: Db, actor: Actor): Promise<PollingUnitStats> {
  const areas = areasOf(actor);
  const counts = await countsKnownSince(db, placeAndUserChanges);
  const tallies = await counts.get(`units ${JSON.stringify(areas)}`, () => tallyUnits(db, areas));
  const regions = Map.groupBy(tallies, ({ state }) => parentOf(state) ?? state);
  const names = await loadNames(
    db,
    tallies.map(({ state }) => state),
  );
  const named = (id: LocationId, of: readonly UnitTally[]) => ({
    id,
    name: names.get(id) ?? '',
    code: codeOf(id),
    ...addUp(of),
  });
  return {
    ...addUp(tallies),
    byState: tallies.map((tally) => named(tally.state, [tally])),
    byRegion: [...regions].map(([region, inside]) => named(region, inside)),
  };
}
