import * as z from 'zod/mini';
import { Preferences } from './account.ts';
import { LocationIdSchema, LocationTypeSchema, Timestamp, UserId } from '../base/common.ts';
import { DeviceKey } from './devices.ts';
import { PASSWORD_CEILING } from './password-rule.ts';
import { LEVELS, MODULE_IDS } from '../permissions/default-levels.ts';
import { EffectivePrivileges } from '../permissions/privileges.ts';
import { ROLE_IDS } from '../permissions/roles.ts';

const phone = z.string().check(z.trim(), z.minLength(1, 'Phone number is required'), z.maxLength(32));
const password = z.string().check(z.minLength(1, 'Password is required'), z.maxLength(PASSWORD_CEILING));
const code = z.string().check(z.regex(/^\d{6}$/, 'The code has 6 digits'));

export const LoginRequest = z.strictObject({
  phoneNumber: phone,
  password,
  /** A 6-digit code, or a recovery code if an authenticator is enrolled. */
  twoFactorCode: z.optional(z.string().check(z.trim(), z.maxLength(32))),
  /** The browser's key; the server stores its hash with the session. Other clients omit it. */
  device: z.optional(DeviceKey),
});
export type LoginRequest = z.infer<typeof LoginRequest>;

export const UserStatus = z.enum([
  'ACTIVE',
  'INACTIVE',
  'SUSPENDED',
  'PENDING',
  'PENDING_NATIONAL_APPROVAL',
  'PENDING_DELETION',
  'DELETED',
]);
export type UserStatus = z.infer<typeof UserStatus>;

/** The signed-in user. Location fields are names; null if not assigned. */
export const SessionUser = z.object({
  id: UserId,
  name: z.string(),
  phone: z.string(),
  email: z.nullable(z.string()),
  role: z.enum(ROLE_IDS),
  status: UserStatus,
  assignedRegion: z.nullable(z.string()),
  assignedState: z.nullable(z.string()),
  assignedLga: z.nullable(z.string()),
  assignedWard: z.nullable(z.string()),
  assignedPollingUnit: z.nullable(z.string()),
  /** The user's area; null if not assigned. */
  scope: z.nullable(
    z.object({ type: LocationTypeSchema, locationId: LocationIdSchema, name: z.string(), code: z.string() }),
  ),
  profilePictureUrl: z.nullable(z.string()),
  lastLogin: z.nullable(Timestamp),
});
export type SessionUser = z.infer<typeof SessionUser>;

/** The sign-in answer has its fields at the top level. */
export const LoginAnswer = z.object({
  success: z.literal(true),
  requires2FA: z.optional(z.boolean()),
  /** The source of the code, if one is required. */
  twoFactorMethod: z.optional(z.enum(['authenticator', 'sms'])),
  accessToken: z.optional(z.string()),
  refreshToken: z.optional(z.string()),
  user: z.optional(SessionUser),
  mustChangePassword: z.optional(z.boolean()),
});
export type LoginAnswer = z.infer<typeof LoginAnswer>;

export const RefreshRequest = z.strictObject({ refreshToken: z.string().check(z.minLength(1), z.maxLength(200)) });
export const RefreshAnswer = z.object({ accessToken: z.string(), refreshToken: z.string() });
export type RefreshAnswer = z.infer<typeof RefreshAnswer>;

/** Only the device that requests a reset code can use it. */
const device = z.optional(DeviceKey);
export const ForgotPasswordRequest = z.strictObject({ phoneNumber: phone, device });
export const ResetPasswordRequest = z.strictObject({
  phoneNumber: phone,
  resetCode: code,
  newPassword: password,
  device,
});
export const ChangePasswordRequest = z.strictObject({ currentPassword: password, newPassword: password });
export const MessageAnswer = z.object({ message: z.string() });

/** Everything the console needs about the user and the current state. */
export const Me = z.object({
  user: SessionUser,
  mustChangePassword: z.boolean(),
  levels: z.record(z.enum(MODULE_IDS), z.enum(LEVELS)),
  /** The granted privileges of a restricted moderator; null for users with all rights of their role. */
  privileges: z.nullable(EffectivePrivileges),
  /** May enter sheets a second time. */
  transcriber: z.boolean(),
  electionMode: z.boolean(),
  preferences: Preferences,
  /** The organisation's name and formats, and whether this is a rehearsal with invented data. */
  system: z.object({
    name: z.string(),
    rehearsal: z.boolean(),
    timezone: z.string(),
    dateFormat: z.string(),
    language: z.string(),
    sessionTimeoutMinutes: z.number(),
    /** The minimum length of new passwords in characters. */
    passwordMinLength: z.number(),
    /** Whether an SMS leaves the system; without a gateway nothing is said to be on its way. */
    sms: z.boolean(),
    version: z.string(),
  }),
});
export type Me = z.infer<typeof Me>;
