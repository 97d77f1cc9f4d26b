import * as z from 'zod/mini';

const none = z.object({});

/** The errors of second entries (see base/errors.ts). */
export const SECOND_ENTRY_ERRORS = {
  SECOND_ENTRY_MISSING: {
    status: 409,
    text: 'This result is verified after its sheet was entered a second time and both entries match. Second entry: {state}.',
    details: z.object({ state: z.string() }),
  },
  ARBITRATED: {
    status: 403,
    text: 'You entered this version a second time or decided between its entries, so another administrator verifies it.',
    details: none,
  },
  TRANSCRIBER_REQUIRED: {
    status: 403,
    text: 'Second entry is open to transcribers. Ask your administrator to make you one.',
    details: none,
  },
  ENTRY_NOT_HELD: {
    status: 409,
    text: 'This sheet is with another transcriber now. Your entry was not stored. Take the next sheet.',
    details: none,
  },
  ENTRY_VOID: {
    status: 409,
    text: 'The officer sent new figures or a new photo, so this sheet is no longer entered. Take the next one.',
    details: none,
  },
  ENTRY_FIELDS: {
    status: 400,
    text: 'Some fields do not belong on this sheet, or are missing. Check the marked fields.',
    details: none,
  },
  ENTRY_TRANSITION: {
    status: 409,
    text: 'This second entry is in the state “{state}” now. Reload the page.',
    details: z.object({ state: z.string() }),
  },
  OWN_ENTRY: {
    status: 403,
    text: 'You entered this sheet, so another administrator decides between the entries.',
    details: none,
  },
  DESK_DECIDED: {
    status: 403,
    text: 'You had this version entered at the desk, so another administrator decides on it.',
    details: none,
  },
  DESK_OVERTAKEN: {
    status: 409,
    text: 'The result changed in the meantime: the officer sent a new version, or the result was decided on. No desk version was made. Reload the page.',
    details: none,
  },
  DESK_TOO_EARLY: {
    status: 409,
    text: 'The officer has {minutes} minutes to answer, until {due}. Before that, give the reason why they cannot be reached.',
    details: z.object({ minutes: z.number(), due: z.string() }),
  },
  DESK_NOT_POSSIBLE: {
    status: 409,
    text: 'A desk version needs a readable photo, a complete second entry that differs, and a result that was returned to its officer for that. Wait for the officer.',
    details: none,
  },
  OWN_REVIEW: {
    status: 403,
    text: 'You verified these figures, or entered or decided on this sheet before, so another administrator decides.',
    details: none,
  },
  TRANSCRIBER_UNFIT: {
    status: 409,
    text: '{name} cannot be a transcriber: the account must be active and taken up, another person’s, and not one that sees the results of the whole nation.',
    details: z.object({ name: z.string() }),
  },
} as const;
