import * as z from 'zod/mini';

/** The errors of settings (see base/errors.ts). */
export const SETTING_ERRORS = {
  SETTINGS_CHANGED: {
    status: 409,
    text: '{name} saved the settings in the meantime. Reload them; what you typed is not stored.',
    details: z.object({ name: z.string() }),
  },
} as const;
