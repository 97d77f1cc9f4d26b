import { flags, MODERATOR_ROLES, PRIVILEGE_IDS, type Privilege } from '@ec/contract/permissions/privileges';
import { NATION } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { describe, expect, it } from 'vitest';
import { place } from '../../../test/builders.ts';
import { areasToStore, type Grant, type Grantee, grantFaults, type Granter } from './rules.ts';

const LATER = new Date('2027-03-01T00:00:00Z');
const LATEST = new Date('2027-04-01T00:00:00Z');
const superAdmin: Granter = { role: 'super_admin', areas: [NATION], privileges: null };
/** A restricted user: edits users and manages ward admins, in Lagos and Ogun, until March. */
const narrowed: Granter = {
  role: 'global_moderator',
  areas: [place('24'), place('27')],
  privileges: {
    granted: flags((privilege) => privilege === 'canEditUsers'),
    roles: ['ward_admin'],
    validUntil: LATER,
  },
};
const globalModerator: Grantee = { role: 'global_moderator', area: NATION };
const ofLagos: Grantee = { role: 'state_admin', area: place('24') };

const grant = (parts: { granted?: Privilege[]; areas?: string[]; roles?: Role[]; until?: Date | null }): Grant => ({
  granted: parts.granted ?? [],
  areas: (parts.areas ?? []).map((code) => ({ field: code, id: place(code) })),
  roles: parts.roles ?? [],
  validUntil: parts.until ?? null,
});
const found = (what: Grant, granter: Granter, grantee: Grantee) =>
  grantFaults(what, granter, grantee).map(({ code, field }) => `${code} ${field}`);

describe('a grant', () => {
  it.each(MODERATOR_ROLES)('may hold every privilege for a %s where the granter is not narrowed', (role) => {
    const grantee: Grantee = { role, area: NATION };
    expect(grantFaults(grant({ granted: [...PRIVILEGE_IDS], areas: ['24', 'SW'] }), superAdmin, grantee)).toEqual([]);
  });

  it.each<[string, Grant, Granter, Grantee, string[]]>([
    ['what the granter holds', grant({ granted: ['canEditUsers'], until: LATER }), narrowed, ofLagos, []],
    [
      'a privilege that the granter lacks',
      grant({ granted: ['canEditUsers', 'canDeleteUsers'], until: LATER }),
      narrowed,
      ofLagos,
      ['GRANT_EXCEEDS canDeleteUsers'],
    ],
    ['an area of the granter', grant({ areas: ['24-11'], until: LATER }), narrowed, ofLagos, []],
    [
      'an area that the granter lacks',
      grant({ areas: ['24-11', '20'], until: LATER }),
      narrowed,
      globalModerator,
      ['GRANT_EXCEEDS 20'],
    ],
    [
      'the area that holds those of the granter',
      grant({ areas: ['SW'], until: LATER }),
      narrowed,
      globalModerator,
      ['GRANT_EXCEEDS SW'],
    ],
    ['a role that the granter manages', grant({ roles: ['ward_admin'], until: LATER }), narrowed, ofLagos, []],
    [
      'a role that the granter does not manage',
      grant({ roles: ['ward_admin', 'lga_admin'], until: LATER }),
      narrowed,
      ofLagos,
      ['GRANT_EXCEEDS canManageRoles.1'],
    ],
    ['an end after the granter’s own', grant({ until: LATEST }), narrowed, ofLagos, ['GRANT_EXCEEDS validUntil']],
    ['no end, where the granter has one', grant({}), narrowed, ofLagos, ['GRANT_EXCEEDS validUntil']],
    [
      'the granter’s own role',
      grant({ roles: ['super_admin'] }),
      superAdmin,
      globalModerator,
      ['GRANT_EXCEEDS canManageRoles.0', 'GRANT_NOT_USABLE canManageRoles.0'],
    ],
    [
      'roles that are not below the moderator’s own',
      grant({ roles: ['national_admin', 'state_admin', 'lga_admin', 'gpuo'] }),
      superAdmin,
      ofLagos,
      ['GRANT_NOT_USABLE canManageRoles.0', 'GRANT_NOT_USABLE canManageRoles.1'],
    ],
    [
      'areas outside the moderator’s own',
      grant({ areas: ['24', '24-11', '27', 'SW', 'NG'] }),
      superAdmin,
      ofLagos,
      ['GRANT_NOT_USABLE 27', 'GRANT_NOT_USABLE SW', 'GRANT_NOT_USABLE NG'],
    ],
    [
      'an area to a user who is assigned nowhere',
      grant({ areas: ['24'] }),
      superAdmin,
      { role: 'global_moderator', area: null },
      ['GRANT_NOT_USABLE 24'],
    ],
  ])('of %s', (_name, what, granter, grantee, faults) => {
    expect(found(what, granter, grantee)).toEqual(faults);
  });

  it('is stored without areas that lie in others of it, and without any twice', () => {
    const areas = ['24-11', '27', '24', '24', 'SE', '25-01', '14'];
    expect(areasToStore(grant({ areas }))).toEqual(
      [place('24'), place('25-01'), place('27'), place('SE')].sort((a, b) => a - b),
    );
  });
});
