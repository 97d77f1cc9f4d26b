import { Me } from '@ec/contract/auth/schemas';
import { DEFAULT_SETTINGS, type Settings, SettingsAnswer } from '@ec/contract/settings/schemas';
import type * as z from 'zod/mini';
import { meOf } from './people.ts';

type AnswerInput = z.input<typeof SettingsAnswer>;
type Change = { [G in keyof Settings]?: Partial<Settings[G]> };

/** The settings as delivered, saved three times, or as changed. */
export function settingsOf(change: Change = {}, answer: Partial<AnswerInput> = {}): SettingsAnswer {
  const { general, security, notifications, election } = DEFAULT_SETTINGS;
  return SettingsAnswer.parse({
    general: { ...general, ...change.general },
    security: { ...security, ...change.security },
    notifications: { ...notifications, ...change.notifications },
    election: { ...election, ...change.election },
    version: 3,
    updatedAt: '2026-02-03T10:00:00.000Z',
    updatedBy: 'Ngozi Eze',
    can: { edit: true },
    ...answer,
  });
}

/** Who is signed in, in an organisation with these settings. */
export function meWith(role: Parameters<typeof meOf>[0], { general, security }: Settings): Me {
  const me = meOf(role);
  return Me.parse({
    ...me,
    system: {
      ...me.system,
      name: general.systemName,
      timezone: general.timezone,
      dateFormat: general.dateFormat,
      language: general.language,
      sessionTimeoutMinutes: security.sessionTimeout,
      passwordMinLength: security.passwordMinLength,
    },
  });
}
