import * as z from 'zod/mini';
import { SessionId, Timestamp } from '../base/common.ts';
import { requiredName } from '../base/names.ts';
import { PASSWORD_CEILING } from './password-rule.ts';

const password = z.string().check(z.minLength(1, 'Password is required'), z.maxLength(PASSWORD_CEILING));
/** A 6-digit code of the authenticator app, or one of the recovery codes. */
const proof = z.string().check(z.trim(), z.minLength(1, 'The code is required'), z.maxLength(32));

/** The colours of the console; `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const;
export const Theme = z.enum(THEMES);
export type Theme = z.infer<typeof Theme>;

/** A user's own preferences; null if not set. */
export const Preferences = z.object({ theme: z.nullable(Theme) });
export type Preferences = z.infer<typeof Preferences>;
export const PreferencesRequest = z.strictObject({ theme: Theme });
export type PreferencesRequest = z.infer<typeof PreferencesRequest>;

/** Saved views of one list, at most. */
export const MOST_VIEWS = 20;
/** A list as it was narrowed and sorted: the query of its address, under a name. */
const savedView = {
  name: requiredName(40, 'Name is required'),
  query: z.string().check(z.maxLength(1000), z.regex(/^[^?#\s]*$/, 'Give the query of the address alone')),
};
const listPath = z.string().check(z.regex(/^(?:\/[a-z-]{1,40}){1,3}$/, 'Give the path of the list'));
export const SavedViewsQuery = z.object({ list: listPath });
export const SavedViews = z.object({ views: z.array(z.object(savedView)) });
export type SavedViews = z.infer<typeof SavedViews>;
/** All views of one list, in place of the stored ones. */
export const SavedViewsRequest = z.strictObject({
  list: listPath,
  views: z.array(z.strictObject(savedView)).check(
    z.maxLength(MOST_VIEWS, `Keep at most ${MOST_VIEWS} views of a list`),
    z.refine((views) => new Set(views.map(({ name }) => name)).size === views.length, 'A name is given twice'),
  ),
});
export type SavedViewsRequest = z.infer<typeof SavedViewsRequest>;

/** The state of the user's second step at sign-in. */
export const TwoFactorState = z.object({
  /** The organisation requires it of all users. */
  required: z.boolean(),
  /** The user has switched it on. */
  optedIn: z.boolean(),
  /** The source of the code at the next sign-in. */
  method: z.enum(['none', 'sms', 'authenticator']),
  /** When the authenticator was enrolled; null if there is none. */
  enrolledAt: z.nullable(Timestamp),
  recoveryCodesLeft: z.number(),
});
export type TwoFactorState = z.infer<typeof TwoFactorState>;

export const Account = z.object({ twoFactor: TwoFactorState, preferences: Preferences });
export type Account = z.infer<typeof Account>;

export const EnrollRequest = z.strictObject({ password });
/** The enrolment for an authenticator app: as a QR code's URL, and for typing in groups of four. */
export const EnrollAnswer = z.object({ otpauthUrl: z.string(), secret: z.string() });
export type EnrollAnswer = z.infer<typeof EnrollAnswer>;
/** Time limit for confirming an enrolment, in minutes. */
export const ENROLMENT_MINUTES = 10;

export const ConfirmEnrolmentRequest = z.strictObject({
  code: z.string().check(z.trim(), z.regex(/^\d{6}$/, 'The code has 6 digits')),
});
export const RECOVERY_CODES = 10;
/** The recovery codes, shown only once: only their hashes are stored. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/** Both proofs of the user, for actions that weaken the second step. */
export const ProofRequest = z.strictObject({ password, code: proof });
export type ProofRequest = z.infer<typeof ProofRequest>;
export const OptInRequest = z.strictObject({ on: z.boolean(), password });
export type OptInRequest = z.infer<typeof OptInRequest>;

/** The time and address of a session's last renewal; null for a session that was never renewed. */
export const SessionRenewal = z.object({ at: Timestamp, ip: z.nullable(z.string()), device: z.string() });
export type SessionRenewal = z.infer<typeof SessionRenewal>;

/** One of the user's open sessions; `device` is a description such as "Chrome on Android". */
export const OwnSession = z.object({
  id: SessionId,
  device: z.string(),
  ip: z.nullable(z.string()),
  createdAt: Timestamp,
  lastSeenAt: Timestamp,
  renewed: z.nullable(SessionRenewal),
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;
export const OwnSessionList = z.object({ sessions: z.array(OwnSession), total: z.number() });
export type OwnSessionList = z.infer<typeof OwnSessionList>;
export const EndedSessions = z.object({ ended: z.number() });
export type EndedSessions = z.infer<typeof EndedSessions>;

/** The first password of an invited user; the code has the form XXXXX-XXXXX. */
export const AcceptInviteRequest = z.strictObject({
  phoneNumber: z.string().check(z.trim(), z.minLength(1, 'Phone number is required'), z.maxLength(32)),
  inviteCode: z.string().check(z.trim(), z.minLength(1, 'Invite code is required'), z.maxLength(32)),
  newPassword: password,
});
export type AcceptInviteRequest = z.infer<typeof AcceptInviteRequest>;
