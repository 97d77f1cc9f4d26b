import * as z from 'zod/mini';

const none = z.object({});
const named = z.object({ name: z.string() });

/** The errors of places and register imports (see base/errors.ts). */
export const GEOGRAPHY_ERRORS = {
  UNKNOWN_LOCATION: {
    status: 404,
    text: 'There is no location {reference}, or it is outside your area.',
    details: z.object({ reference: z.string() }),
  },
  LOCATION_EXISTS: { status: 409, text: '{name} already exists there.', details: named },
  LOCATION_FULL: { status: 409, text: '{name} cannot hold more locations.', details: named },
  LOCATION_AMBIGUOUS: {
    status: 409,
    text: '{count} locations are named {name}. Say which one by its id or its parent.',
    details: z.object({ count: z.number(), name: z.string() }),
  },
  IMPORT_INVALID: {
    status: 400,
    text: 'Lines that cannot be imported: {count}. Nothing was imported.',
    details: z.object({ count: z.number(), lines: z.array(z.object({ line: z.number(), message: z.string() })) }),
  },
  IMPORT_INTERRUPTED: {
    status: 500,
    text: 'The import was interrupted. Nothing was imported; start it again.',
    details: none,
  },
  IMPORT_RUNNING: { status: 409, text: 'An import is already running. Wait until it has ended.', details: none },
  IMPORT_STALE: {
    status: 409,
    text: 'Locations changed since the file was checked, so it is being checked anew. Nothing was imported.',
    details: none,
  },
  IMPORT_NOT_WAITING: {
    status: 409,
    text: 'This import is {state}, so it does not wait for a decision.',
    details: z.object({ state: z.string() }),
  },
  IMPORT_FILE_GONE: {
    status: 409,
    text: 'The file is no longer kept. Choose it again; nothing was imported.',
    details: none,
  },
  PLACEHOLDERS_NOT_NEEDED: {
    status: 409,
    text: 'Every LGA has wards and every ward has polling units, so no placeholder is needed.',
    details: none,
  },
} as const;
