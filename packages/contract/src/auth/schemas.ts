import * as z from 'zod/mini';
import { Preferences } from './account.ts';
import { LocationIdSchema, LocationTypeSchema, Timestamp, UserId } from '../base/common.ts';
import { DeviceKey } from './devices.ts';
import { LEVELS, MODULE_IDS } from '../permissions/levels.ts';
import { EffectivePrivileges } from '../permissions/privileges.ts';
import { ROLE_IDS } from '../permissions/roles.ts';

const phone = z.string().check(z.trim(), z.minLength(1, 'Phone number is required'), z.maxLength(32));
const password = z.string().check(z.minLength(1, 'Password is required'), z.maxLength(200));
/** The least length that the screens check; the server enforces the larger of this and the setting. */
export const PASSWORD_FLOOR = 6;
const code = z.string().check(z.regex(/^\d{6}$/, 'The code has 6 digits'));

export const LoginRequest = z.strictObject({
  phoneNumber: phone,
  password,
  /** A 6-digit code, or a recovery code where an authenticator is enrolled. */
  twoFactorCode: z.optional(z.string().check(z.trim(), z.maxLength(32))),
  /** The key of the browser; the server stores its hash with the session. Clients without a browser leave it out. */
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

/** The signed-in person. Location fields are names; null where not assigned. */
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
  /** Where the person acts; null while they are not assigned. */
  scope: z.nullable(
    z.object({ type: LocationTypeSchema, locationId: LocationIdSchema, name: z.string(), code: z.string() }),
  ),
  profilePictureUrl: z.nullable(z.string()),
  lastLogin: z.nullable(Timestamp),
});
export type SessionUser = z.infer<typeof SessionUser>;

/** The sign-in answer keeps its fields at the top level. */
export const LoginAnswer = z.object({
  success: z.literal(true),
  requires2FA: z.optional(z.boolean()),
  /** Where the code comes from, when one is needed. */
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

/** The device that asks for a reset code alone can use it. */
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

/** Everything the console needs to know of the person and the moment. */
export const Me = z.object({
  user: SessionUser,
  mustChangePassword: z.boolean(),
  levels: z.record(z.enum(MODULE_IDS), z.enum(LEVELS)),
  /** What a narrowed moderator was granted; null for whoever has all that their role has. */
  privileges: z.nullable(EffectivePrivileges),
  electionMode: z.boolean(),
  preferences: Preferences,
  /** The organisation's name and formats, and whether this is a rehearsal with made-up data. */
  system: z.object({
    name: z.string(),
    rehearsal: z.boolean(),
    timezone: z.string(),
    dateFormat: z.string(),
    language: z.string(),
    sessionTimeoutMinutes: z.number(),
    version: z.string(),
  }),
});
export type Me = z.infer<typeof Me>;
