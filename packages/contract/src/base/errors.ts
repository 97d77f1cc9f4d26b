import * as z from 'zod/mini';
import { ALERT_ERRORS } from '../alerts/errors.ts';
import { ANNOUNCEMENT_ERRORS } from '../announcements/errors.ts';
import { APPROVAL_ERRORS } from '../approvals/errors.ts';
import { AUTH_ERRORS } from '../auth/errors.ts';
import { CHAT_ERRORS } from '../chat/errors.ts';
import { COLLATION_ERRORS } from '../collations/errors.ts';
import { DELIVERY_ERRORS } from '../deliveries/errors.ts';
import { DISPUTE_ERRORS } from '../disputes/errors.ts';
import { CONSTITUENCY_ERRORS } from '../constituencies/errors.ts';
import { CONTEST_DAY_ERRORS } from '../contest-days/errors.ts';
import { ELECTION_ERRORS } from '../elections/errors.ts';
import { filledText } from './error-text.ts';
import { FILE_ERRORS } from '../files/errors.ts';
import { GEOGRAPHY_ERRORS } from '../geography/errors.ts';
import { MARGIN_OF_LEAD_ERRORS } from '../margin-of-lead/errors.ts';
import { MODERATOR_ERRORS } from '../moderators/errors.ts';
import { PERMISSION_ERRORS } from '../permissions/errors.ts';
import { REPORT_ERRORS } from '../reports/errors.ts';
import { RESULT_ERRORS } from '../results/errors.ts';
import { REVIEW_AUDIT_ERRORS } from '../review-audits/errors.ts';
import { SECOND_ENTRY_ERRORS } from '../second-entry/errors.ts';
import { SETTING_ERRORS } from '../settings/errors.ts';
import { WALL_ERRORS } from '../walls/errors.ts';
import { UNUSUAL_ERRORS } from '../unusual/errors.ts';
import { UPLOAD_ERRORS } from '../uploads/errors.ts';
import { USER_ERRORS } from '../users/errors.ts';

const none = z.object({});
const seconds = z.object({ seconds: z.number() });

interface ErrorRow {
  status: number;
  /** What happened and what to do; `{detail}` is replaced from the details, and a part in brackets is left out without its detail. */
  text: string;
  details: z.ZodMiniObject;
}

/** Every error of the API: HTTP status, sentence, and schema of its details. */
export const ERRORS = {
  VALIDATION_FAILED: {
    status: 400,
    text: 'Some of what was sent is not valid. Check the marked fields.',
    details: none,
  },
  MALFORMED_REQUEST: {
    status: 400,
    text: 'The request could not be read. Check its form and try again.',
    details: none,
  },
  BODY_TOO_COMPLEX: {
    status: 400,
    text: 'What was sent is nested deeper, or holds more values, than any call takes.',
    details: none,
  },
  BODY_TOO_LARGE: { status: 413, text: 'The request is larger than the server accepts.', details: none },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, text: 'The server does not read this kind of content here.', details: none },
  NOT_FOUND: { status: 404, text: 'This does not exist, or it is outside your area.', details: none },
  TOO_MANY_REQUESTS: { status: 429, text: 'Too many attempts. Try again in {seconds} seconds.', details: seconds },
  INTERNAL: {
    status: 500,
    text: 'Something went wrong on the server. Nothing was stored. Try again; if it stays, give the administrator the request number.',
    details: none,
  },
  UNAVAILABLE: {
    status: 503,
    text: 'The service is not available for the moment. Nothing was stored. Try again shortly.',
    details: none,
  },
  CONFLICT: { status: 409, text: 'Another user changed this at the same time. Reload and try again.', details: none },
  IN_USE: {
    status: 409,
    text: '{name} is still in use: {reason}.',
    details: z.object({
      name: z.string(),
      reason: z.string(),
      /** The number of references of each kind. */
      uses: z.optional(z.record(z.string(), z.number())),
    }),
  },

  ...ALERT_ERRORS,
  ...ANNOUNCEMENT_ERRORS,
  ...APPROVAL_ERRORS,
  ...AUTH_ERRORS,
  ...CHAT_ERRORS,
  ...COLLATION_ERRORS,
  ...DELIVERY_ERRORS,
  ...DISPUTE_ERRORS,
  ...CONSTITUENCY_ERRORS,
  ...CONTEST_DAY_ERRORS,
  ...ELECTION_ERRORS,
  ...FILE_ERRORS,
  ...GEOGRAPHY_ERRORS,
  ...MARGIN_OF_LEAD_ERRORS,
  ...MODERATOR_ERRORS,
  ...PERMISSION_ERRORS,
  ...REPORT_ERRORS,
  ...RESULT_ERRORS,
  ...REVIEW_AUDIT_ERRORS,
  ...SECOND_ENTRY_ERRORS,
  ...SETTING_ERRORS,
  ...WALL_ERRORS,
  ...UNUSUAL_ERRORS,
  ...UPLOAD_ERRORS,
  ...USER_ERRORS,
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];
export type ErrorDetails<C extends ErrorCode> = z.infer<(typeof ERRORS)[C]['details']>;

/** The sentence of an error with its details inserted. The console takes it from the table of a noun, since this one is of all. */
export function errorText(code: ErrorCode, details: Record<string, unknown> = {}): string {
  return filledText(ERRORS[code], details);
}
