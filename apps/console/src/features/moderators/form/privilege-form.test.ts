import { NATION } from '@ec/contract/geography/location-id';
import { flags, PRIVILEGE_IDS } from '@ec/contract/permissions/privileges';
import { describe, expect, it } from 'vitest';
import { areaOf, granted } from '../../../../test/moderators.ts';
import { at } from '../../../../test/users.ts';
import { fitting, privilegeProblems, requestOf, sameValues, valuesOf, withAreas } from './privilege-form.ts';
import { inWords, isExpired, lacksRoles, shortSummary } from '../summary.ts';

const lagosAndOgun = { allowedStates: [areaOf('24'), areaOf('27')] };
const NATIONAL = 'the whole nation';

describe('the summary of a row', () => {
  it.each([
    [null, 'All of the role'],
    [granted([]), 'None'],
    [granted(['canEditUsers']), 'Edit users'],
    [granted(['canCreateUsers', 'canEditUsers', 'canDeleteUsers']), 'Create users, Edit users, Delete users'],
    [granted(PRIVILEGE_IDS), 'Create users, Edit users, Delete users +16 more'],
  ])('names three and counts the rest', (privileges, text) => {
    expect(shortSummary(privileges)).toBe(text);
  });

  it('knows that the time is over, also where it came after the list was read', () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    expect(isExpired(null, now)).toBe(false);
    expect(isExpired(granted([]), now)).toBe(false);
    expect(isExpired(granted([], { validUntil: '2026-11-21T12:00:01.000Z' }), now)).toBe(false);
    expect(isExpired(granted([], { validUntil: '2026-11-21T11:59:59.000Z' }), now)).toBe(true);
    expect(isExpired(granted([], { expired: true }), now)).toBe(true);
  });
});

describe('the sentence', () => {
  it.each([
    [valuesOf(null), 'May do all that a Global Moderator may, in the whole nation.'],
    [
      valuesOf(
        granted(['canCreateUsers', 'canEditUsers'], { ...lagosAndOgun, validUntil: '2026-11-21T17:00:00.000Z' }),
      ),
      'May create and edit users in Lagos and Ogun until 21/11/2026 18:00.',
    ],
    [
      valuesOf(granted(['canResetPasswords', 'canManageElections', 'canAccessAuditLogs'])),
      'May reset passwords, manage elections, access audit logs in the whole nation.',
    ],
    [valuesOf(granted([], lagosAndOgun)), 'Grants nothing: only their own account is open to them.'],
  ])('says what it comes to', (values, sentence) => {
    expect(inWords(values, 'global_moderator', NATIONAL)).toBe(sentence);
  });

  it('leaves out what the role has no use for, and counts places beyond five', () => {
    const allowedLGAs = ['24-01', '24-02', '24-03', '24-04', '24-05', '24-06', '24-07'].map(areaOf);
    const values = valuesOf(granted(['canEditUsers', 'canManageElections'], { allowedLGAs }));
    expect(inWords(values, 'state_admin', 'Lagos')).toBe(
      'May edit users in 24-01, 24-02, 24-03, 24-04, 24-05 and 2 more.',
    );
  });

  it('warns where privileges over people reach no user', () => {
    expect(lacksRoles(valuesOf(granted(['canEditUsers'])))).toBe(true);
    expect(lacksRoles(valuesOf(granted(['canEditUsers'], { canManageRoles: ['ward_admin'] })))).toBe(false);
    expect(lacksRoles(valuesOf(granted(['canManageElections'])))).toBe(false);
    expect(lacksRoles(valuesOf(null))).toBe(false);
  });
});

describe('what is sent', () => {
  it('is null for all that the role has', () => {
    expect(requestOf(valuesOf(null), 'state_admin')).toBeNull();
  });

  it('is the ticks, the lists by their kind, and the end as a moment', () => {
    const values = valuesOf(granted(['canEditUsers'], { ...lagosAndOgun, canManageRoles: ['ward_admin'] }));
    expect(requestOf({ ...values, until: '2026-11-21 18:00:00' }, 'global_moderator')).toEqual({
      ...flags((id) => id === 'canEditUsers'),
      allowedRegions: [],
      allowedStates: [at('24'), at('27')],
      allowedLGAs: [],
      allowedWards: [],
      canManageRoles: ['ward_admin'],
      validUntil: '2026-11-21T17:00:00.000Z',
    });
  });

  it('never holds what the role has no use for', () => {
    const values = valuesOf(granted(PRIVILEGE_IDS));
    expect(requestOf(values, 'state_admin')).toMatchObject({ canEditUsers: true, canManageElections: false });
  });
});

describe('the values', () => {
  it('drop areas inside one that is added', () => {
    const values = valuesOf(granted([], { ...lagosAndOgun, allowedLGAs: [areaOf('20-01')] }));
    const codes = withAreas(values, 'allowedRegions', [areaOf('SW')]).areas.map(({ code }) => code);
    expect(codes.toSorted((a, b) => a.localeCompare(b))).toEqual(['20-01', 'SW']);
  });

  it('keep of areas and roles what fits another role and place', () => {
    const values = valuesOf(granted([], { ...lagosAndOgun, canManageRoles: ['state_admin', 'ward_admin'] }));
    const next = fitting(values, { role: 'state_admin', area: at('24') });
    expect(next.areas.map(({ code }) => code)).toEqual(['24']);
    expect(next.roles).toEqual(['ward_admin']);
    expect(fitting(values, { role: 'state_admin', area: null }).areas).toEqual([]);
    expect(fitting(values, { role: 'global_moderator', area: NATION })).toEqual(values);
  });

  it('are the same however they came about, and all that the role has is always the same', () => {
    const one = valuesOf(granted(['canEditUsers'], lagosAndOgun));
    expect(sameValues(one, { ...one, areas: one.areas.toReversed() })).toBe(true);
    expect(sameValues(one, { ...one, until: '2026-11-21 18:00:00' })).toBe(false);
    expect(sameValues({ ...one, narrowed: false }, valuesOf(null))).toBe(true);
  });

  it('are refused with an end that has passed', () => {
    const values = { ...valuesOf(granted([])), until: '2026-11-21 18:00:00' };
    const message = 'Choose a time in the future, or leave it empty for no end';
    expect(privilegeProblems(values, new Date('2026-11-21T17:00:00Z'))).toEqual({ validUntil: message });
    expect(privilegeProblems(values, new Date('2026-11-21T16:59:59Z'))).toEqual({});
    expect(privilegeProblems({ ...values, narrowed: false }, new Date('2026-11-22T17:00:00Z'))).toEqual({});
  });
});
