import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ancestorOf,
  areaRange,
  chainOf,
  childId,
  childType,
  codeOf,
  isInside,
  type LocationId,
  locationIdOf,
  locationType,
  MAX_CHILD_NUMBER,
  NATION,
  parentOf,
  zoneOfState,
} from './location-id.ts';

const unitCode = fc
  .tuple(
    fc.integer({ min: 1, max: 37 }),
    fc.integer({ min: 1, max: 99 }),
    fc.integer({ min: 1, max: 99 }),
    fc.integer({ min: 1, max: 999 }),
  )
  .map(
    ([state, lga, ward, unit]) =>
      [state, lga, ward].map((part) => String(part).padStart(2, '0')).join('-') + `-${String(unit).padStart(3, '0')}`,
  );

const idOf = (code: string): LocationId => {
  const id = locationIdOf(code);
  if (id === undefined) throw new Error(`${code} is no code`);
  return id;
};

describe('a location id', () => {
  it('is the place itself: Lagos, Ikeja, ward 05, unit 003', () => {
    expect(idOf('24-11-05-003')).toBe(1_6_24_011_005_0003);
    expect(chainOf(idOf('24-11-05-003')).map(codeOf)).toEqual(['NG', 'SW', '24', '24-11', '24-11-05', '24-11-05-003']);
    expect(chainOf(idOf('24-11-05-003')).map(locationType)).toEqual([
      'national',
      'region',
      'state',
      'lga',
      'ward',
      'polling_unit',
    ]);
  });

  it('goes to its code and back, for every unit', () => {
    fc.assert(fc.property(unitCode, (code) => codeOf(idOf(code)) === code));
    fc.assert(fc.property(unitCode, (code) => idOf(String(idOf(code))) === idOf(code)));
  });

  it('lies inside each of its ancestors and in no other area of their kind', () => {
    fc.assert(
      fc.property(unitCode, unitCode, (a, b) => {
        for (const type of ['region', 'state', 'lga', 'ward'] as const) {
          const area = ancestorOf(idOf(a), type);
          if (area === undefined || !isInside(idOf(a), area)) return false;
          if (isInside(idOf(b), area) !== (ancestorOf(idOf(b), type) === area)) return false;
        }
        return true;
      }),
    );
  });

  it('spans exactly its children: the last child of an area is inside, the next area is not', () => {
    for (const code of ['NG', 'SW', '24', '24-11', '24-11-05']) {
      const area = idOf(code);
      const type = childType(locationType(area));
      const last = childId(area, type ? MAX_CHILD_NUMBER[type] : 1);
      expect(isInside(last, area)).toBe(true);
      expect(isInside((areaRange(area).last + 1) as LocationId, area)).toBe(false);
      expect(parentOf(last)).toBe(area);
    }
  });

  it('stays a whole number that JavaScript holds exactly', () => {
    expect(Number.isSafeInteger(areaRange(NATION).last)).toBe(true);
  });
});

it.each(['', 'lagos', '00', '38', '24-00', '24-11-05-000', '24-11-05-003-1', '99999999999999', "24' or 1=1", '24--11'])(
  'takes %j for no place',
  (text) => {
    expect(locationIdOf(text)).toBeUndefined();
  },
);

it('knows the zone of each of the 37 states', () => {
  expect([1, 19, 24, 32, 37].map(zoneOfState)).toEqual(['SE', 'NW', 'SW', 'SS', 'NC']);
  expect(zoneOfState(38)).toBeUndefined();
});
