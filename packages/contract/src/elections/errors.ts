import * as z from 'zod/mini';

const none = z.object({});

/** The errors of elections (see base/errors.ts). */
export const ELECTION_ERRORS = {
  ELECTION_NOT_FOUND: {
    status: 404,
    text: 'This election does not exist, or it does not cover your area.',
    details: none,
  },
  DECLARATION_BEYOND_AREA: {
    status: 403,
    text: 'The test needs all figures of {name}, and your area holds only a part of it. Ask for the live summary of your area instead.',
    details: z.object({ name: z.string() }),
  },
  CONTEST_NOT_FOUND: {
    status: 404,
    text: 'This election holds no contest there. Choose one of its contests.',
    details: none,
  },
  ELECTION_TRANSITION: {
    status: 409,
    text: 'An election that is {from} cannot become {to}.',
    details: z.object({ from: z.string(), to: z.string() }),
  },
  ELECTION_REASON_REQUIRED: { status: 400, text: 'Say why the election is reopened.', details: none },
  ELECTION_LOCKED: {
    status: 409,
    text: 'An election that is {status} cannot be changed in this way: {what}.',
    details: z.object({ status: z.string(), what: z.string() }),
  },
  BALLOT_COUNTED: {
    status: 409,
    text: '{results} results hold votes for the parties in their present order. No party can be added, removed or moved any more.',
    details: z.object({ results: z.number(), list: z.string() }),
  },
  BALLOT_REASON_REQUIRED: {
    status: 409,
    text: '{results} results were sent on the present ballot. Give a reason for the new version.',
    details: z.object({ results: z.number(), list: z.string() }),
  },
  RUNOFF_PARTIES: {
    status: 409,
    text: 'A run-off lists exactly the two parties that go into it, both from the ballot of {election}. Choose these two.',
    details: z.object({ election: z.string() }),
  },
  ELECTION_OVERLAPS: {
    status: 409,
    text: '{name} is of the same type, on the same day, and covers some of the same polling units. Change the date or the coverage, or make this one a re-run of it.',
    details: z.object({ name: z.string() }),
  },
  ELECTION_NOT_LIVE: {
    status: 409,
    text: 'This election is {status}. Results are taken while it is live.',
    details: z.object({ status: z.string() }),
  },
  DEADLINE_PASSED: {
    status: 409,
    text: 'The deadline for this election passed at {deadline}. Call your ward administrator.',
    details: z.object({ deadline: z.string() }),
  },
} as const;
