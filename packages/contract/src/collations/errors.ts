import * as z from 'zod/mini';

const none = z.object({});

/** The errors of collations (see base/errors.ts). */
export const COLLATION_ERRORS = {
  COLLATION_ROWS: {
    status: 400,
    text: 'Some rows do not belong on this form. Check the marked rows.',
    details: none,
  },
  FORM_NOT_OF_ELECTION: {
    status: 400,
    text: '{formCode} is no form of this election. Its forms are {forms}.',
    details: z.object({ formCode: z.string(), forms: z.string() }),
  },
  FORM_NOT_OF_AREA: {
    status: 400,
    text: '{formCode} is filled in for {level}. Name the code of one.',
    details: z.object({ formCode: z.string(), level: z.string() }),
  },
  CONSTITUENCY_NEEDED: {
    status: 400,
    text: 'Several constituencies lie in this area. Name the one that is meant.',
    details: none,
  },
  AREA_NOT_COVERED: { status: 409, text: 'This area is not part of the election.', details: none },
  CENTRE_NOT_YOURS: {
    status: 403,
    text: 'You do not enter forms of this collation centre. Its administrator enters them, or an agent who is assigned to it.',
    details: none,
  },
  COLLATION_KEY_USED: {
    status: 409,
    text: 'This entry was stored before as {submissionId}, with other figures or photos. What was sent now was not stored. Compare both; after a change it can be sent as a new version.',
    details: z.object({ submissionId: z.string() }),
  },
  COLLATION_FINAL: {
    status: 409,
    text: 'This form is {status}. It can only be changed after it was disputed and returned.',
    details: z.object({ status: z.string() }),
  },
  COLLATION_LOCKED: {
    status: 409,
    text: '{formCode} of {area} above it is verified, so this form is locked. Dispute this form to open it again.',
    details: z.object({ formCode: z.string(), area: z.string() }),
  },
  COLLATION_TRANSITION: {
    status: 409,
    text: 'The form is {status} now. It cannot be {action}.',
    details: z.object({ status: z.string(), action: z.string() }),
  },
  OWN_COLLATION: {
    status: 403,
    text: 'You entered this form or a page of it, so another administrator decides on it.',
    details: none,
  },
  PAGES_NOT_YOURS: {
    status: 403,
    text: 'Pages are added by the person who entered the form, or by an agent of its centre.',
    details: none,
  },
  VERIFY_WITHOUT_PHOTO: {
    status: 409,
    text: 'This form has no photo. Say in a comment by what you verified it.',
    details: none,
  },
  PUBLISHED_BALLOT_CHANGED: {
    status: 409,
    text: 'The ballot changed since the file was checked. Choose the file again; nothing was stored.',
    details: none,
  },
  NOT_OUT_OF_DATE: { status: 409, text: 'Nothing below this form was opened again. Reload the page.', details: none },
  AGENT_UNFIT: {
    status: 409,
    text: '{name} cannot be a collation agent here. Choose an active person of the area who has taken up the account, and not yourself.',
    details: z.object({ name: z.string() }),
  },
} as const;
