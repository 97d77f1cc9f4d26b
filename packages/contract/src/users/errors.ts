import * as z from 'zod/mini';

const none = z.object({});

/** The errors of users (see base/errors.ts). */
export const USER_ERRORS = {
  OFFICE_TAKEN: {
    status: 409,
    text: 'A {role} already exists for {level}: {place}. Please delete the existing admin first.',
    details: z.object({ role: z.string(), level: z.string(), place: z.string() }),
  },
  PHONE_IN_USE: { status: 409, text: 'This phone number is already in use by another user.', details: none },
  PHONES_TAKEN: {
    status: 429,
    text: 'Too many of the phone numbers that you gave today are in use by people outside your area. No other number can be given before tomorrow.',
    details: none,
  },
  ROLE_NOT_ASSIGNABLE: {
    status: 403,
    text: 'You may not give the role {role}.',
    details: z.object({ role: z.string() }),
  },
  LOCATION_CHAIN: {
    status: 400,
    text: '{place} does not lie in {parent}. Choose the location again.',
    details: z.object({ place: z.string(), parent: z.string() }),
  },
  ASSIGNMENT_INCOMPLETE: {
    status: 400,
    text: 'Choose the {level} of the {role}.',
    details: z.object({ role: z.string(), level: z.string() }),
  },
  INVITE_NOT_YOURS: {
    status: 403,
    text: 'The invite code is shown only to the person who invited. Ask them for it.',
    details: none,
  },
  NOT_BELOW_YOU: { status: 403, text: 'You may act only on people below your own level in your area.', details: none },
  USER_STATE: {
    status: 409,
    text: '{name} is {status}, so this cannot be done.',
    details: z.object({ name: z.string(), status: z.string() }),
  },
  JUSTIFICATION_REQUIRED: {
    status: 400,
    text: 'Justification is required and must be at least 10 characters long',
    details: none,
  },
  PICTURE_NOT_IMAGE: { status: 415, text: 'Please select an image file', details: none },
  USER_IMPORT_UNREADABLE: {
    status: 400,
    text: '{reason} Nothing was imported.',
    details: z.object({ reason: z.string() }),
  },
  USER_IMPORT_REFUSED: {
    status: 400,
    text: 'Of {rows} rows {refused} cannot be imported, so none was imported.',
    details: z.object({ rows: z.number(), refused: z.number() }),
  },
  USER_IMPORT_PHONES_TAKEN: {
    status: 429,
    text: 'Too many of these phone numbers are already in use by people outside your area. Nothing was imported. Check the list, and try again tomorrow.',
    details: none,
  },
  USER_IMPORT_RUNNING: {
    status: 409,
    text: 'An import of yours is still running. Wait until it has ended.',
    details: none,
  },
  NOT_LOCKED: { status: 409, text: 'This account is not locked any more.', details: none },
} as const;
