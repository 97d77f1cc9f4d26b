import { DEFAULT_SETTINGS } from '@ec/contract/settings/schemas';
import { expect, it } from 'vitest';
import { settingsFrom } from './stored-settings.ts';

it('lays what is stored over the defaults, to the innermost group', () => {
  const stored = { security: { sessionTimeout: 45 }, notifications: { alertThresholds: { highTurnout: 80 } } };
  const { settings, faults } = settingsFrom(stored);
  expect(faults).toEqual([]);
  expect(settings).toEqual({
    ...DEFAULT_SETTINGS,
    security: { ...DEFAULT_SETTINGS.security, sessionTimeout: 45 },
    notifications: {
      ...DEFAULT_SETTINGS.notifications,
      alertThresholds: { ...DEFAULT_SETTINGS.notifications.alertThresholds, highTurnout: 80 },
    },
  });
});

it('takes the default for what is out of bounds or of another kind, keeps the rest, and names each', () => {
  const { settings, faults } = settingsFrom({
    general: { systemName: 'Our Console', timezone: 'Mars/Olympus', unknown: 1 },
    security: { sessionTimeout: 100_000, maxLoginAttempts: 4 },
    notifications: { alertThresholds: { lowTurnout: 'few' } },
    election: 'none',
  });
  expect(settings).toEqual({
    ...DEFAULT_SETTINGS,
    general: { ...DEFAULT_SETTINGS.general, systemName: 'Our Console' },
    security: { ...DEFAULT_SETTINGS.security, maxLoginAttempts: 4 },
  });
  expect(faults).toEqual([
    'general.timezone cannot be "Mars/Olympus"',
    'security.sessionTimeout cannot be 100000',
    'notifications.alertThresholds.lowTurnout cannot be "few"',
  ]);
});

it.each([undefined, null, [], 'text', 7])('answers the defaults for %j', (stored) => {
  expect(settingsFrom(stored)).toEqual({ settings: DEFAULT_SETTINGS, faults: [] });
});
