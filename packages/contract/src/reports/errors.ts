import * as z from 'zod/mini';

const none = z.object({});

/** The errors of reports (see base/errors.ts). */
export const REPORT_ERRORS = {
  REPORT_ROLE: {
    status: 403,
    text: 'Your role may not run the report {report}.',
    details: z.object({ report: z.string() }),
  },
  REPORT_PARAMETER: {
    status: 400,
    text: '{parameter}: {problem}',
    details: z.object({ parameter: z.string(), problem: z.string() }),
  },
  REPORT_NOT_READY: {
    status: 409,
    text: 'This report is {status}. It can be downloaded once it is completed.',
    details: z.object({ status: z.string() }),
  },
  REPORT_EXPIRED: {
    status: 410,
    text: 'The files of this report were removed at the end of their time. Run it again.',
    details: none,
  },
  REPORT_LIMIT: {
    status: 429,
    text: 'You already have {limit} reports in the queue. Wait until one has ended.',
    details: z.object({ limit: z.number() }),
  },
} as const;
