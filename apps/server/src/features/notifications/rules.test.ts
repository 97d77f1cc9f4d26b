import { type LocationId, locationIdOf, NATION } from '@ec/contract/geography/location-id';
import { DEFAULT_LEVELS } from '@ec/contract/permissions/default-levels';
import type { Role } from '@ec/contract/permissions/roles';
import { describe, expect, it } from 'vitest';
import { changesInside, hearsOfResults, MAX_NAMED_LGAS } from './rules.ts';

const at = (code: string): LocationId => {
  const id = locationIdOf(code);
  if (id === undefined) throw new Error(`no location ${code}`);
  return id;
};
const sorted = (...codes: string[]) => codes.map(at).toSorted((a, b) => a - b);
const UNITS = sorted('24-11-05-003', '24-11-05-004', '24-12-01-001', '19-01-01-001');

const hears = (role: Role, area: string) => hearsOfResults({ role, levels: DEFAULT_LEVELS[role] }, at(area));

describe('changesInside', () => {
  it.each([
    ['NG', 4, ['19-01', '24-11', '24-12']],
    ['SW', 3, ['24-11', '24-12']],
    ['24', 3, ['24-11', '24-12']],
    ['24-11', 2, ['24-11']],
    ['24-11-05', 2, ['24-11']],
    ['24-11-05-003', 1, ['24-11']],
    ['19-01-01-001', 1, ['19-01']],
  ])('notifies %s of its own changes only', (area, count, lgas) => {
    expect(changesInside(UNITS, at(area))).toEqual({ count, lgas: sorted(...lgas) });
  });

  it.each(['24-11-05-005', '24-11-06', '24-10', '20', 'SE'])('does not notify %s', (area) => {
    expect(changesInside(UNITS, at(area))).toBeUndefined();
  });

  it('names no LGAs where there are too many', () => {
    const units = Array.from({ length: MAX_NAMED_LGAS + 1 }, (_, i) =>
      at(`19-${String(i + 1).padStart(2, '0')}-01-001`),
    );
    expect(changesInside(units, NATION)).toEqual({ count: MAX_NAMED_LGAS + 1, lgas: null });
    expect(changesInside(units.slice(1), NATION)?.lgas).toHaveLength(MAX_NAMED_LGAS);
  });
});

describe('hearsOfResults', () => {
  it.each<[Role, string]>([
    ['super_admin', 'NG'],
    ['ward_admin', '24-11-05'],
    ['moderator', 'NG'],
    ['polling_unit_officer', '24-11-05-003'],
    ['grassroot_puo', '24-11-05-003'],
  ])('%s does', (role, area) => expect(hears(role, area)).toBe(true));

  it.each<[Role, string]>([
    ['grassroot_admin', '24'],
    ['grassroot_moderator', '24-11'],
  ])('%s does not', (role, area) => expect(hears(role, area)).toBe(false));

  it('goes by the levels that hold now', () => {
    const levels = { ...DEFAULT_LEVELS.moderator, live_results: 'none' as const };
    expect(hearsOfResults({ role: 'moderator', levels }, NATION)).toBe(false);
  });
});
