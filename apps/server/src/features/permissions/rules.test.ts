import { DEFAULT_LEVELS, type Level } from '@ec/contract/permissions/default-levels';
import { describe, expect, it } from 'vitest';
import { actionOf, beyond, changesOf, changesToDefault, managedRole, overtaken } from './rules.ts';

const wardAdmin = DEFAULT_LEVELS.ward_admin;

it.each<[Level, Level, string]>([
  ['none', 'read', 'grant'],
  ['none', 'write', 'grant'],
  ['read', 'write', 'grant'],
  ['write', 'read', 'modify'],
  ['write', 'none', 'revoke'],
  ['read', 'none', 'revoke'],
])('calls %s to %s a %s', (from, to, action) => {
  expect(actionOf(from, to)).toBe(action);
});

it.each([
  ['ward_admin', 'ward_admin'],
  ['WARD ADMIN', 'ward_admin'],
  ['Lga-Admin', 'lga_admin'],
  ['moderator', 'moderator'],
  ['global_moderator', undefined],
  ['super_admin', undefined],
  ['polling_unit_officer', undefined],
  ['emperor', undefined],
])('reads the managed role %j as %j', (spelling, role) => {
  expect(managedRole(spelling)).toBe(role);
});

describe('a request', () => {
  it('is overtaken where its editor saw another level', () => {
    const changes = [
      { moduleId: 'alerts', permission: 'none', expected: 'write' },
      { moduleId: 'settings', permission: 'none', expected: 'write' },
    ] as const;
    expect(overtaken(wardAdmin, changes)).toEqual([1]);
  });

  it('changes only what is not so already', () => {
    const changes = [
      { moduleId: 'alerts', permission: 'write', expected: 'write' },
      { moduleId: 'settings', permission: 'none', expected: 'read' },
    ] as const;
    expect(changesOf(wardAdmin, changes)).toEqual([{ module: 'settings', from: 'read', to: 'none' }]);
  });
});

it('goes back to what was delivered in the modules that differ', () => {
  expect(changesToDefault('ward_admin', { ...wardAdmin, alerts: 'none', settings: 'write' })).toEqual([
    { module: 'settings', from: 'write', to: 'read' },
    { module: 'alerts', from: 'none', to: 'write' },
  ]);
  expect(changesToDefault('ward_admin', wardAdmin)).toEqual([]);
});

it.each<[held: Level, from: Level, to: Level, allowed: boolean]>([
  ['write', 'none', 'write', true],
  ['read', 'none', 'read', true],
  ['read', 'none', 'write', false],
  ['read', 'read', 'write', false],
  ['none', 'none', 'read', false],
  ['none', 'write', 'read', true],
  ['none', 'read', 'none', true],
])('a user who holds %s may move %s to %s: %s', (held, from, to, allowed) => {
  const granter = { ...DEFAULT_LEVELS.national_admin, alerts: held };
  expect(beyond(granter, [{ module: 'alerts', from, to }]) === undefined).toBe(allowed);
});
