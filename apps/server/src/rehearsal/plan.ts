import { childId, isInside, type LocationId, locationIdOf } from '@ec/contract/geography/location-id';
import { LGAS, type StateFact, STATES } from '@ec/contract/geography/reference-data';
import { RESULTS_2023 } from './facts-2023.ts';
import { around, seeded, spread } from './random.ts';

/** `small`: about 400 units, loads in two seconds, for tests and trials. */
export type Scale = 'full' | 'small';

export interface PlannedUnit {
  id: LocationId;
  registered: number;
}

export interface PlannedWard {
  id: LocationId;
  units: PlannedUnit[];
}

export interface PlannedState {
  fact: StateFact;
  wards: PlannedWard[];
  /** The share of the state's units in the plan; 1 at full scale. */
  share: number;
}

function area(code: string): LocationId {
  const id = locationIdOf(code);
  if (id === undefined) throw new RangeError(`No location ${code}`);
  return id;
}

/** The chain of areas with one account of every role: South West, Lagos, Ikeja, its ward 5. */
export const DEMO = { region: area('SW'), state: area('24'), lga: area('24-11'), ward: area('24-11-05') } as const;

/** Number of units of the demo ward without a result, for trying the submission. */
const FREE_UNITS = 23;

/** The first units of the demo ward: the feeder does not send their results. */
export function isFree(unit: LocationId): boolean {
  return isInside(unit, DEMO.ward) && unit - DEMO.ward <= FREE_UNITS;
}

const SMALL: Record<string, [lga: string, units: number[]][]> = {
  '19': [['19-01', [35, 35]]],
  '24': [
    ['24-01', [35]],
    ['24-11', [45, 45, 45, 45, 50]],
  ],
  '32': [['32-01', [35, 35]]],
};

function smallWards(state: string): { id: LocationId; units: number }[] {
  return (SMALL[state] ?? []).flatMap(([lga, wards]) =>
    wards.map((units, index) => ({ id: childId(area(lga), index + 1), units })),
  );
}

/** Wards spread evenly over the LGAs, units over the wards with some variation; the sums equal the published ones. */
function fullWards(fact: StateFact): { id: LocationId; units: number }[] {
  const random = seeded(`wards ${fact.code}`);
  const lgas = LGAS.filter((lga) => isInside(lga.id, fact.id));
  const counts = spread(
    fact.wards,
    lgas.map(() => 1),
  );
  const ids = lgas.flatMap((lga, index) =>
    Array.from({ length: counts[index] ?? 0 }, (_, ward) => childId(lga.id, ward + 1)),
  );
  const weights = ids.map((id) => (id === DEMO.ward ? 1 : around(random, 0.4)));
  return spread(fact.units, weights).map((units, index) => ({ id: ids[index] ?? fact.id, units }));
}

function planState(fact: StateFact, scale: Scale): PlannedState {
  const wards = scale === 'full' ? fullWards(fact) : smallWards(fact.code);
  const count = wards.reduce((sum, ward) => sum + ward.units, 0);
  const share = count / fact.units;
  const registered = Math.round((RESULTS_2023.get(fact.code)?.registered ?? 0) * share);
  const random = seeded(`registered ${fact.code}`);
  const weights = wards.flatMap(({ units }) => {
    const ward = around(random, 0.3);
    return Array.from({ length: units }, () => ward * around(random, 0.5));
  });
  const voters = spread(registered, weights);
  let next = 0;
  return {
    fact,
    share,
    wards: wards.map(({ id, units }) => ({
      id,
      units: Array.from({ length: units }, (_, index) => ({
        id: childId(id, index + 1),
        registered: voters[next++] ?? 0,
      })),
    })),
  };
}

/** Wards, units and registered voters of every state; the same at every call. */
export function planStates(scale: Scale): PlannedState[] {
  return STATES.filter(({ code }) => scale === 'full' || Object.hasOwn(SMALL, code)).map((fact) =>
    planState(fact, scale),
  );
}
