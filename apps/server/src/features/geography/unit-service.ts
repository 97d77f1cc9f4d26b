import { codeOf, type LocationId, parentOf } from '@ec/contract/geography/location-id';
import type { PollingUnitStats } from '@ec/contract/geography/schemas';
import { type Actor, areasOf } from '../../platform/http/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { countsKnownSince } from '../../platform/database/known-counts.ts';
import { loadNames } from '../../platform/database/locations.ts';
import { placeAndUserChanges } from './list-queries.ts';
import { tallyUnits, type UnitTally } from './queries.ts';

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
