import { flags } from '@ec/contract/permissions/privileges';
import type { Role } from '@ec/contract/permissions/roles';
import { describe, expect, it } from 'vitest';
import { idOf } from '../../../test/dashboards.ts';
import { meOf, person } from '../../../test/people.ts';
import { mayOpen } from './may-open.ts';

describe('a page may be opened', () => {
  it.each([
    ['national_admin', '/regional/SW', true],
    ['national_admin', '/users?role=ward_admin', true],
    ['national_admin', '/live-results', false],
    ['state_admin', '/elections', false],
    ['state_admin', '/state/24', true],
    ['state_admin', '/state/25', false],
    ['state_admin', '/regional/SW', false],
    ['state_admin', '/lga/24-11', true],
    ['state_admin', '/lga/25-11', false],
    ['ward_admin', '/lga/24-11', false],
    ['ward_admin', '/lga/24-11?ward=24-11-05', true],
    ['ward_admin', '/lga/24-11?ward=24-11-06', false],
    ['ward_admin', '/pu/24-11-05-001?source=grassroots', true],
    ['polling_unit_officer', '/pu/24-11-05-003', true],
    ['polling_unit_officer', '/pu/24-11-05-004', false],
    ['polling_unit_officer', '/review/1', false],
    ['moderator', '/state/24', false],
    ['super_admin', '/state/nowhere', false],
    ['super_admin', '/no-such-page', false],
    ['super_admin', '/geographical-data?tab=states', false],
    ['national_admin', '/geographical-data?tab=states', true],
  ] as [Role, string, boolean][])('%s: %s %s', (role, path, expected) => {
    expect(mayOpen(meOf(role), path)).toBe(expected);
  });

  it('as far as election mode and the assignment reach', () => {
    expect(mayOpen(meOf('national_admin', { electionMode: true }), '/live-results')).toBe(true);
    expect(mayOpen(meOf('state_admin', { user: person('state_admin', { scope: null }) }), '/state/24')).toBe(false);
  });

  it('in each area of a moderator of several, and in no other', () => {
    const areas = ['24', '27'].map((code) => ({ id: idOf(code), type: 'state' as const, name: code, code }));
    const privileges = { granted: flags(() => true), lapse: null, canManageRoles: [], areas, validUntil: null };
    const moderator = meOf('global_moderator', { privileges });
    const open = ['/state/24', '/lga/27-01', '/state/25', '/regional/SW'].map((path) => mayOpen(moderator, path));
    expect(open).toEqual([true, true, false, false]);
  });
});
