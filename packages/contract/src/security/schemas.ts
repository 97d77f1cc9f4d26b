import * as z from 'zod/mini';
import { SessionRenewal } from '../auth/account.ts';
import { Alert } from '../alerts/schemas.ts';
import { AuditHead } from '../audit/schemas.ts';
import { AreaReference, ListQuery, PersonLink, SessionId, Timestamp, UserId } from '../base/common.ts';
import { LocationLink } from '../geography/schemas.ts';
import { ROLE_IDS } from '../permissions/roles.ts';

/** `ok` works; `warning` works but needs attention; `down` does not work. */
export const PartState = z.enum(['ok', 'warning', 'down']);
export type PartState = z.infer<typeof PartState>;

/**
 * What prevents the application's database role from changing the audit log. `role`: it has no right to, and no way to get it. `triggers`: the
 * database refuses, but the role owns the tables and could disable the triggers.
 */
export const AuditProtection = z.enum(['role', 'triggers']);
export type AuditProtection = z.infer<typeof AuditProtection>;

/** The text of each protection. */
export const PROTECTION_TEXTS: Record<AuditProtection, string> = {
  role: 'The application’s database role can only add entries',
  triggers: 'Triggers alone protect entries: the application’s database role owns the tables',
};

const part = () => z.object({ state: PartState, text: z.string() });

/** The state of the answering server and its services. Sizes in bytes, times in milliseconds unless named. */
export const SecurityStatus = z.object({
  asOf: Timestamp,
  version: z.string(),
  /** Of the answering server; several may run. */
  startedAt: Timestamp,
  uptimeSeconds: z.number(),
  database: z.extend(part(), {
    version: z.string(),
    answerMs: z.number(),
    sizeBytes: z.number(),
    connections: z.object({ open: z.number(), most: z.number() }),
  }),
  queue: z.extend(part(), {
    /** Jobs waiting, running, and failed permanently. */
    waiting: z.number(),
    running: z.number(),
    failed: z.number(),
    oldestWaitingSeconds: z.nullable(z.number()),
  }),
  deliveries: z.extend(part(), {
    waiting: z.number(),
    failed: z.number(),
    gateways: z.object({ sms: z.string(), email: z.string() }),
  }),
  storage: z.extend(part(), { files: z.number(), bytes: z.number() }),
  disk: z.extend(part(), { freeBytes: z.number(), totalBytes: z.number() }),
  streams: z.extend(part(), { open: z.number() }),
  events: z.extend(part(), {
    /** Age of the oldest event that this server has not delivered. */
    lagMs: z.number(),
  }),
  audit: z.extend(part(), { head: AuditHead, unsealed: z.number(), protection: AuditProtection }),
  /** Counts for the cards. */
  sessions: z.object({ open: z.number() }),
  alerts: z.object({ open: z.number() }),
  failedSignIns24h: z.number(),
  lockedAccounts: z.number(),
});
export type SecurityStatus = z.infer<typeof SecurityStatus>;

/** An open session of a user inside the reader's area; `device` is a description such as "Chrome on Android". */
export const ActiveSession = z.object({
  id: SessionId,
  user: PersonLink,
  area: z.nullable(LocationLink),
  device: z.string(),
  ip: z.nullable(z.string()),
  createdAt: Timestamp,
  lastSeenAt: Timestamp,
  renewed: z.nullable(SessionRenewal),
  /** The reader's current session. */
  isCurrent: z.boolean(),
  can: z.object({ end: z.boolean() }),
});
export type ActiveSession = z.infer<typeof ActiveSession>;

export const ActiveSessionQuery = z.extend(ListQuery, {
  area: z.optional(AreaReference),
  role: z.optional(z.enum(ROLE_IDS)),
  userId: z.optional(UserId),
});
export type ActiveSessionQuery = z.infer<typeof ActiveSessionQuery>;
/**
 * Latest sign-in first, so that pages do not shift. `areas` counts the open sessions by the places one level below the requested area; without one,
 * by the reader's own areas if they have several.
 */
export const ActiveSessionList = z.object({
  sessions: z.array(ActiveSession),
  total: z.number(),
  areas: z.array(z.object({ area: LocationLink, sessions: z.number() })),
});
export type ActiveSessionList = z.infer<typeof ActiveSessionList>;

/** A refused sign-in attempt. `user` is null if no account has the phone number; the number is masked as `0803 *** **67`. */
export const FailedSignIn = z.object({
  at: Timestamp,
  phone: z.string(),
  user: z.nullable(PersonLink),
  ip: z.nullable(z.string()),
  device: z.string(),
  /** In words: wrong password, wrong code, locked, not active. */
  reason: z.string(),
});
export type FailedSignIn = z.infer<typeof FailedSignIn>;
/** Of the last hours, newest first; `q` searches phone numbers and names. */
export const FailedSignInQuery = z.extend(ListQuery, {
  hours: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(24 * 90)), 24),
});
export type FailedSignInQuery = z.infer<typeof FailedSignInQuery>;
export const FailedSignInList = z.object({ attempts: z.array(FailedSignIn), total: z.number() });
export type FailedSignInList = z.infer<typeof FailedSignInList>;

/**
 * The scope of a lock: attempts from one network (IPv4 /24, IPv6 /48), on one of the user's known devices, or from everywhere except their known
 * devices.
 */
export const LockedFrom = z.enum(['network', 'device', 'everywhere']);
export type LockedFrom = z.infer<typeof LockedFrom>;
/** One lock of an account. */
export const AccountLock = z.object({
  from: LockedFrom,
  network: z.nullable(z.string()),
  failures: z.number(),
  lockedUntil: Timestamp,
});
export type AccountLock = z.infer<typeof AccountLock>;

export const LockedAccount = z.object({
  /** The owner of the phone number; null if there is none. Unknown numbers are locked too, so that a lock reveals nothing. */
  user: z.nullable(PersonLink),
  area: z.nullable(LocationLink),
  phone: z.string(),
  /** The most failures of one lock. */
  failures: z.number(),
  lastFailureAt: Timestamp,
  /** The end of the last lock. */
  lockedUntil: Timestamp,
  locks: z.array(AccountLock),
  can: z.object({ unlock: z.boolean() }),
});
export type LockedAccount = z.infer<typeof LockedAccount>;
export const LockedAccountList = z.object({ accounts: z.array(LockedAccount), total: z.number() });
export type LockedAccountList = z.infer<typeof LockedAccountList>;

export const UnlockRequest = z.strictObject({ userId: UserId });
export type UnlockRequest = z.infer<typeof UnlockRequest>;

export const SecurityAlertList = z.object({ alerts: z.array(Alert), total: z.number() });
export type SecurityAlertList = z.infer<typeof SecurityAlertList>;
