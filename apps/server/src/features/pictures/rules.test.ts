import type { UserId } from '@ec/contract/base/common';
import { type LocationId, locationIdOf, NATION } from '@ec/contract/geography/location-id';
import { ROLE_IDS, type Role } from '@ec/contract/permissions/roles';
import { expect, it } from 'vitest';
import { isAskedForPicture, maySeePicture } from './rules.ts';

const OFFICERS: Role[] = ['polling_unit_officer', 'gpuo', 'grassroot_puo'];
const asked: [Role, boolean, boolean][] = ROLE_IDS.flatMap((role): [Role, boolean, boolean][] => [
  [role, false, role !== 'super_admin'],
  [role, true, role !== 'super_admin' && !OFFICERS.includes(role)],
]);
it.each(asked)('%s, election mode %s: must add a picture %s', (role, electionMode, expected) => {
  expect(isAskedForPicture(role, electionMode)).toBe(expected);
});

const at = (code: string): LocationId => locationIdOf(code) ?? NATION;
const seen: [string, string[], string | null, boolean][] = [
  ['the nation sees everybody', ['NG'], '24-11-05', true],
  ['the nation sees unassigned users', ['NG'], null, true],
  ['a state sees its ward', ['24'], '24-11-05', true],
  ['a state sees no other state', ['24'], '19-01', false],
  ['a state sees no unassigned user', ['24'], null, false],
  ['a ward sees the LGA above it', ['24-11-05'], '24-11', true],
  ['a ward sees the nation above it', ['24-11-05'], 'NG', true],
  ['a ward does not see its neighbour', ['24-11-05'], '24-11-06', false],
  ['an office sees the users of its place', ['24-11-05'], '24-11-05', true],
  ['any of several areas serves', ['19', '24'], '24-11', true],
  ['a user assigned nowhere sees no one', [], '24-11', false],
];
it.each(seen)('%s', (_, viewer, owner, expected) => {
  const areas = viewer.map(at);
  const area = owner === null ? null : at(owner);
  expect(maySeePicture({ userId: 'a' as UserId, areas }, { id: 'b' as UserId, area })).toBe(expected);
});

it('shows everybody their own, assigned or not', () => {
  expect(maySeePicture({ userId: 'a' as UserId, areas: [] }, { id: 'a' as UserId, area: null })).toBe(true);
});
