import * as z from 'zod/mini';
import { UserStatus } from '../auth/schemas.ts';
import { ListQuery, Timestamp, UserId } from '../base/common.ts';
import { MODERATOR_ROLES, Privileges, PrivilegesRequest } from '../permissions/privileges.ts';
import type { Role } from '../permissions/roles.ts';
import {
  initialPassword,
  Invite,
  RoleInput,
  UserPlace,
  userFields,
  withNameAndPhone,
  withPasswordConfirmed,
} from '../users/schemas.ts';

const words = z.nullable(z.string());

/** A user whose role can be restricted by privileges; `privileges` is null without restriction. */
export const Moderator = z.object({
  id: UserId,
  name: z.string(),
  phone: z.string(),
  email: words,
  firstName: words,
  lastName: words,
  role: z.enum(MODERATOR_ROLES),
  status: UserStatus,
  region: words,
  state: words,
  lga: words,
  ward: words,
  pollingUnit: words,
  assignment: z.nullable(UserPlace),
  createdAt: Timestamp,
  lastLogin: z.nullable(Timestamp),
  profilePictureUrl: words,
  privileges: z.nullable(Privileges),
});
export type Moderator = z.infer<typeof Moderator>;

export const ModeratorListQuery = z.extend(ListQuery, {
  role: z.optional(z.enum(MODERATOR_ROLES)),
  status: z.optional(UserStatus),
});
export type ModeratorListQuery = z.infer<typeof ModeratorListQuery>;

export const ModeratorList = z.object({
  moderators: z.array(Moderator),
  total: z.number(),
  stats: z.object({
    totalModerators: z.number(),
    active: z.number(),
    globalModerators: z.number(),
    regionalAdmins: z.number(),
  }),
});
export type ModeratorList = z.infer<typeof ModeratorList>;

/** A new moderator: the fields of a new user, one of the three roles (default global moderator), and privileges. */
export const CreateModeratorRequest = z
  .strictObject({
    ...userFields,
    role: z._default(
      RoleInput.check(
        z.refine((role) => (MODERATOR_ROLES as readonly Role[]).includes(role), 'Choose one of the moderator roles'),
      ),
      'global_moderator',
    ),
    ...initialPassword,
    /** Absent or null: all rights of the role. */
    privileges: z.optional(z.nullable(PrivilegesRequest)),
  })
  .check(withNameAndPhone, withPasswordConfirmed);
export type CreateModeratorRequest = z.infer<typeof CreateModeratorRequest>;

/** The new moderator; `invite` is null where a first password was set. */
export const CreatedModerator = z.object({ moderator: Moderator, invite: z.nullable(Invite) });
export type CreatedModerator = z.infer<typeof CreatedModerator>;

/** The new privileges, at the top level or under `privileges`; null there removes the restriction. */
export const UpdatePrivilegesRequest = z.union([
  z.strictObject({ privileges: z.nullable(PrivilegesRequest) }),
  PrivilegesRequest,
]);
export type UpdatePrivilegesRequest = z.infer<typeof UpdatePrivilegesRequest>;

export const DeactivateModeratorRequest = z._default(
  z.strictObject({
    reason: z.optional(z.string().check(z.trim(), z.maxLength(1000, 'At most 1000 characters'))),
  }),
  {},
);

/** Each privilege as a permission on a resource, and whether it is granted now. */
export const ModeratorPrivileges = z.object({
  privilege: z.object({
    userId: UserId,
    permissions: z.array(z.object({ resource: z.string(), action: z.string(), granted: z.boolean() })),
    detail: z.nullable(Privileges),
  }),
});
export type ModeratorPrivileges = z.infer<typeof ModeratorPrivileges>;
