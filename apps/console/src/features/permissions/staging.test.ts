import {
  DEFAULT_LEVELS,
  type Level,
  type ManagedRole,
  type Module,
  MODULE_IDS,
  MODULES,
} from '@ec/contract/permissions/default-levels';
import { describe, expect, it } from 'vitest';
import { isClosed, matching } from './labels.ts';
import { begin, choose, pendingOf, type Staging, takeOver } from './staging.ts';

const levels = (change: Partial<Record<Module, Level>> = {}) =>
  MODULE_IDS.map((moduleId) => ({
    moduleId,
    moduleName: MODULES[moduleId].name,
    category: MODULES[moduleId].category,
    description: MODULES[moduleId].description,
    permission: change[moduleId] ?? DEFAULT_LEVELS.ward_admin[moduleId],
    default: DEFAULT_LEVELS.ward_admin[moduleId],
  }));
const brief = (moves: Staging['moved']) => moves.map(({ moduleId, from, to }) => [moduleId, from, to]);

/** Alerts (write) staged as none, Settings (read) staged as write. */
const staged = choose(choose(begin(levels()), 'alerts', 'none'), 'settings', 'write');

describe('staging', () => {
  it('holds each choice beside what it was', () => {
    expect(brief(pendingOf(staged))).toEqual([
      ['settings', 'read', 'write'],
      ['alerts', 'write', 'none'],
    ]);
  });

  it('lets go of a module whose level is chosen again', () => {
    expect(brief(pendingOf(choose(staged, 'alerts', 'write')))).toEqual([['settings', 'read', 'write']]);
  });

  it('keeps choices when another user changed a level, and remembers from what to what', () => {
    const now = takeOver(staged, levels({ alerts: 'read', reports: 'none' }));
    expect(brief(pendingOf(now))).toEqual([
      ['settings', 'read', 'write'],
      ['alerts', 'read', 'none'],
    ]);
    expect(brief(now.moved)).toEqual([
      ['reports', 'write', 'none'],
      ['alerts', 'write', 'read'],
    ]);
    expect(brief(takeOver(now, levels({ alerts: 'write', reports: 'read' })).moved)).toEqual([
      ['reports', 'write', 'read'],
    ]);
  });

  it('is done with a choice that another user made as well, without a word', () => {
    const now = takeOver(staged, levels({ alerts: 'none' }));
    expect(brief(pendingOf(now))).toEqual([['settings', 'read', 'write']]);
    expect(now.moved).toEqual([]);
  });

  it('reports nothing of others while nothing is staged', () => {
    expect(takeOver(begin(levels()), levels({ alerts: 'read' })).moved).toEqual([]);
  });

  it('takes a new choice for a module as having seen what others made of it', () => {
    const now = choose(takeOver(staged, levels({ alerts: 'read' })), 'alerts', 'write');
    expect(brief(pendingOf(now))).toContainEqual(['alerts', 'read', 'write']);
    expect(now.moved).toEqual([]);
  });
});

it.each([
  ['live', '', ['live_results']],
  ['PINS', '', ['announcements']],
  ['', 'security', ['audit_logs', 'alerts']],
  ['raises', 'security', ['alerts']],
  ['raises', 'settings', []],
])('search %j in category %j finds %j', (text, category, found) => {
  expect(matching(levels(), text, category).map(({ moduleId }) => moduleId)).toEqual(found);
});

it.each<[Module, ManagedRole, boolean]>([
  ['settings', 'ward_admin', true],
  ['user_management', 'ward_admin', false],
  ['user_management', 'moderator', true],
  ['dashboard', 'moderator', false],
  ['alerts', 'moderator', false],
])('the pages of %s are closed to a %s whatever the level: %s', (module, role, closed) => {
  expect(isClosed(module, role)).toBe(closed);
});
