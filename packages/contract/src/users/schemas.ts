import * as z from 'zod/mini';
import { PASSWORD_CEILING } from '../auth/password-rule.ts';
import { UserStatus } from '../auth/schemas.ts';
import { AreaReference, ListQuery, LocationIdSchema, LocationTypeSchema, Timestamp, UserId } from '../base/common.ts';
import type { LocationType } from '../geography/location-id.ts';
import { LocationLink } from '../geography/schemas.ts';
import { hidesCharacters, nameChecks } from '../base/names.ts';
import { isSecondPersonRole, normaliseRole, ROLE_IDS, type Role } from '../permissions/roles.ts';

/** How an action is done: directly, through a request that another user decides on, or not at all. */
export const Path = z.enum(['direct', 'request', 'no']);
export type Path = z.infer<typeof Path>;

/** The statuses that can be set. */
export const SETTABLE_STATUSES = ['ACTIVE', 'INACTIVE', 'SUSPENDED'] as const;
export type SettableStatus = (typeof SETTABLE_STATUSES)[number];

/** The text of each status. */
export const STATUS_LABELS: Record<UserStatus, string> = {
  ACTIVE: 'Active',
  INACTIVE: 'Inactive',
  SUSPENDED: 'Suspended',
  PENDING: 'Pending',
  PENDING_NATIONAL_APPROVAL: 'Pending National',
  PENDING_DELETION: 'Pending Deletion',
  DELETED: 'Deleted',
};

/** The roles with at most one holder per location. */
export const OFFICES = [
  'regional_admin',
  'state_admin',
  'lga_admin',
  'ward_admin',
  'polling_unit_officer',
] as const satisfies readonly Role[];

/** The fields of a user that open their account or define its rights. */
export interface Holding {
  role: Role;
  phone: string;
  status: UserStatus;
}

/**
 * True if a second approver is required: a user becomes a national or super admin, or the account of one gets another phone number (to which codes
 * are sent) or is reactivated. `before` is null for a new user.
 */
export function needsSecondPerson(before: Holding | null, after: Holding): boolean {
  if (!isSecondPersonRole(after.role)) return false;
  if (!before || before.role !== after.role || before.phone !== after.phone) return true;
  return after.status === 'ACTIVE' && before.status !== 'ACTIVE';
}

/** True where a person joins the national office from below: what opened the account until then is void (ADR 0044). */
export function joinsOffice(before: Pick<Holding, 'role'>, after: Pick<Holding, 'role'>): boolean {
  return isSecondPersonRole(after.role) && !isSecondPersonRole(before.role);
}

/** What each kind of place is called in forms and messages. */
export const PLACE_TITLES: Record<LocationType, string> = {
  national: 'Nation',
  region: 'Region',
  state: 'State',
  lga: 'LGA',
  ward: 'Ward',
  polling_unit: 'Polling Unit',
};

/** The five fields of a chain of places, widest first, with their place types. */
export const PLACE_FIELDS = {
  region: 'region',
  state: 'state',
  lga: 'lga',
  ward: 'ward',
  pollingUnit: 'polling_unit',
} as const satisfies Record<string, LocationType>;
export type PlaceField = keyof typeof PLACE_FIELDS;

export const ASSIGNED_FIELDS = {
  region: 'assignedRegion',
  state: 'assignedState',
  lga: 'assignedLga',
  ward: 'assignedWard',
  pollingUnit: 'assignedPollingUnit',
} as const satisfies Record<PlaceField, string>;

/** True for a readable name: it contains a letter and no invisible characters. */
export const isReadableName = (name: string): boolean => /\p{L}/u.test(name) && !hidesCharacters(name);
const personName = (longest: number) =>
  z.optional(
    z.nullable(
      z.string().check(
        ...nameChecks(),
        z.maxLength(longest, `At most ${longest} characters`),
        z.refine(
          (name) => name === '' || hidesCharacters(name) || isReadableName(name),
          'The name is not one that can be read',
        ),
      ),
    ),
  );
/** True for text in the form of an e-mail address, without characters that cannot be seen or that turn the direction. */
export const isEmailAddress = (text: string): boolean =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) && text.length <= 200 && !hidesCharacters(text);

const email = z.optional(
  z.nullable(
    z.string().check(
      z.trim(),
      z.refine((text) => text === '' || isEmailAddress(text), 'Enter an e-mail address, like name@example.org'),
    ),
  ),
);

/** A role in any spelling (SUPERADMIN, Ward Admin, ward-admin). */
export const RoleInput = z.pipe(
  z.string('Role is required').check(z.refine((text) => normaliseRole(text) !== undefined, 'Role is required')),
  z.transform((text): Role => normaliseRole(text) ?? 'polling_unit_officer'),
);

/** A place by its name below the previous one, its INEC code, or its id; null clears it. */
const place = z.optional(
  z.nullable(
    z.pipe(
      z.union([z.string().check(z.trim(), z.minLength(1), z.maxLength(200)), z.number()]),
      z.transform((value) => String(value)),
    ),
  ),
);

/**
 * The places of a user. The plain fields are the personal location; the assigned fields, if any is given, the office. Of a new user plain fields
 * alone are also the office, down to the role's level; a change of a user moves the office by the assigned fields only.
 */
const places = {
  region: place,
  state: place,
  lga: place,
  ward: place,
  pollingUnit: place,
  assignedRegion: place,
  assignedState: place,
  assignedLga: place,
  assignedWard: place,
  assignedPollingUnit: place,
};
export type PlacesInput = { [Key in keyof typeof places]?: string | null | undefined };

/** A status in any case (active, ACTIVE). */
const statusInput = z.pipe(
  z
    .string()
    .check(
      z.refine((text) => (SETTABLE_STATUSES as readonly string[]).includes(text.toUpperCase()), 'Choose a status'),
    ),
  z.transform((text) => text.toUpperCase() as SettableStatus),
);

const phoneText = z.string('Phone number is required').check(z.trim(), z.maxLength(32));
/** An initial password, with an optional repetition. */
export const initialPassword = {
  password: z.optional(z.string().check(z.minLength(1, 'Password is required'), z.maxLength(PASSWORD_CEILING))),
  confirmPassword: z.optional(z.string()),
};

export const withPasswordConfirmed = z.check<{
  password?: string | undefined;
  confirmPassword?: string | undefined;
}>(({ value, issues }) => {
  if (value.confirmPassword === undefined || value.confirmPassword === value.password) return;
  issues.push({ code: 'custom', path: ['confirmPassword'], message: 'Passwords do not match', input: value });
});

/** The form fields of a user. The name may be first and last name, the phone `phoneNumber`. */
export const userFields = {
  name: personName(120),
  firstName: personName(60),
  lastName: personName(60),
  phone: z.optional(phoneText),
  phoneNumber: z.optional(phoneText),
  email,
  status: z.optional(statusInput),
  ...places,
};

type NameAndPhone = {
  name?: string | null | undefined;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  phone?: string | undefined;
  phoneNumber?: string | undefined;
};

/** The full name: the whole name, else first and last name. */
export function fullName(input: NameAndPhone): string {
  return (
    input.name?.trim() ||
    [input.firstName, input.lastName]
      .map((part) => part?.trim())
      .filter(Boolean)
      .join(' ')
  );
}

export const phoneOf = (input: NameAndPhone): string => (input.phone ?? input.phoneNumber ?? '').trim();

export const withNameAndPhone = z.check<NameAndPhone>(({ value, issues }) => {
  const missing = (path: string, message: string) =>
    issues.push({ code: 'custom', path: [path], message, input: value });
  if (fullName(value) === '') missing('name', 'Name is required');
  if (phoneOf(value) === '') missing('phone', 'Phone number is required');
});

/** 10 to 1000 characters after trimming. */
export const Justification = z
  .string('Justification is required')
  .check(
    z.trim(),
    z.minLength(1, 'Justification is required'),
    z.minLength(10, 'Justification must be at least 10 characters long'),
    z.maxLength(1000, 'Justification must be no more than 1000 characters long'),
  );

/** Required if the action becomes a request; checked by the server. */
const justification = z.optional(
  z.string().check(z.trim(), z.maxLength(1000, 'Justification must be no more than 1000 characters long')),
);

export const CreateUserRequest = z
  .strictObject({ ...userFields, role: RoleInput, ...initialPassword, justification })
  .check(withNameAndPhone, withPasswordConfirmed);
export type CreateUserRequest = z.infer<typeof CreateUserRequest>;

/** Absent fields stay; null clears. `updatedAt` is what the editor saw: if the user was changed since, 409. */
export const UpdateUserRequest = z.strictObject({
  ...userFields,
  role: z.optional(RoleInput),
  justification,
  updatedAt: z.optional(Timestamp),
});
export type UpdateUserRequest = z.infer<typeof UpdateUserRequest>;

export const DeleteUserRequest = z._default(z.strictObject({ justification }), {});

/** A place with its chain from the nation down. */
export const UserPlace = z.object({
  id: LocationIdSchema,
  type: LocationTypeSchema,
  name: z.string(),
  code: z.string(),
  chain: z.array(LocationLink),
});
export type UserPlace = z.infer<typeof UserPlace>;

const name = z.nullable(z.string());

/** A user in lists; `can` says what the reader can do with them. */
export const User = z.object({
  id: UserId,
  name: z.string(),
  firstName: name,
  lastName: name,
  phone: z.string(),
  email: name,
  role: z.enum(ROLE_IDS),
  status: UserStatus,
  region: name,
  state: name,
  lga: name,
  ward: name,
  pollingUnit: name,
  assignedRegion: name,
  assignedState: name,
  assignedLga: name,
  assignedWard: name,
  assignedPollingUnit: name,
  /** The assigned place; null if not assigned. */
  assignment: z.nullable(UserPlace),
  personalLocation: z.nullable(UserPlace),
  profilePictureUrl: name,
  lastLogin: z.nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  is2faEnabled: z.boolean(),
  /** The open request about the user, if any. */
  pendingRequest: z.nullable(z.object({ id: z.uuid(), type: z.string() })),
  can: z.object({ edit: Path, deactivate: Path, delete: Path, resetPassword: z.boolean() }),
});
export type User = z.infer<typeof User>;

export const Invite = z.object({
  expiresAt: Timestamp,
  /** The inviter. */
  by: name,
  /** True for the inviter, the only reader who can see the code (RevealedInvite). */
  mine: z.boolean(),
});

export const UserDetail = z.extend(User, {
  /** The open invite; null once used, and for readers who cannot manage the user. */
  invite: z.nullable(Invite),
  /** Of the sheets that they sent as an officer: how many were entered a second time, and how many of these an arbiter found wrong. Null for others. */
  sheetsChecked: z.nullable(z.object({ entered: z.number(), wrong: z.number() })),
  /** The roles that the reader can assign to them, their present one first. */
  roles: z.array(z.enum(ROLE_IDS)),
});
export type UserDetail = z.infer<typeof UserDetail>;

/** The code for setting the first password, as XXXXX-XXXXX. Each reading is audited. */
export const RevealedInvite = z.object({ code: z.string() });
export type RevealedInvite = z.infer<typeof RevealedInvite>;

export const UserSort = z.enum([
  'name',
  '-name',
  'role',
  '-role',
  'status',
  '-status',
  'lastLogin',
  '-lastLogin',
  'createdAt',
  '-createdAt',
]);
export type UserSort = z.infer<typeof UserSort>;

/** `role` and `status` take several, comma-separated; the place filters take an id or code, the narrowest applies. */
export const UserListQuery = z.extend(ListQuery, {
  role: z.optional(z.string().check(z.maxLength(300))),
  status: z.optional(z.string().check(z.maxLength(300))),
  regionId: z.optional(AreaReference),
  stateId: z.optional(AreaReference),
  lgaId: z.optional(AreaReference),
  wardId: z.optional(AreaReference),
  pollingUnitId: z.optional(AreaReference),
});
export type UserListQuery = z.infer<typeof UserListQuery>;

/** The filters of an export: those of the list, without its pages. */
export const UserExportQuery = z.omit(UserListQuery, { page: true, pageSize: true, limit: true, sort: true });
export type UserExportQuery = z.infer<typeof UserExportQuery>;

/** `total` is the number of matches, `inScope` the number of all users that the reader sees. */
export const UserList = z.object({ users: z.array(User), total: z.number(), inScope: z.number() });
export type UserList = z.infer<typeof UserList>;

const tally = z.array(z.object({ id: LocationIdSchema, name: z.string(), count: z.number() }));

/** The reader's scope, and what they can do in user management. */
export const UserSummary = z.object({
  scope: z.object({ description: z.string(), areas: z.array(UserPlace) }),
  totalUsers: z.number(),
  byRole: z.array(z.object({ role: z.enum(ROLE_IDS), count: z.number() })),
  byRegion: tally,
  byState: tally,
  can: z.object({
    create: Path,
    /** Whether the reader raises requests: all roles but the two highest, which act directly. */
    request: z.boolean(),
    import: z.boolean(),
    /** The roles that the reader can assign to a new user; the first is the form's default. */
    roles: z.array(z.enum(ROLE_IDS)),
    /** The roles that an import of names and LGAs can assign. */
    importRoles: z.array(z.enum(ROLE_IDS)),
  }),
  /**
   * The second approvers, for users who can raise such requests. `mayBegin`: there is none yet, and the first national admin is created without one.
   */
  secondPerson: z.nullable(
    z.object({
      mayBegin: z.boolean(),
      approvers: z.array(z.object({ id: UserId, name: z.string(), role: z.enum(ROLE_IDS) })),
    }),
  ),
});
export type UserSummary = z.infer<typeof UserSummary>;

/** The outcome of a create, change or deletion: done, or raised as a request. */
export const UserOutcome = z.object({
  outcome: z.enum(['done', 'requested']),
  user: z.nullable(UserDetail),
  requestId: z.nullable(z.uuid()),
});
export type UserOutcome = z.infer<typeof UserOutcome>;

export const AdminResetPasswordRequest = z.strictObject({
  userId: UserId,
  newPassword: z
    .string('New password is required')
    .check(
      z.minLength(1, 'New password is required'),
      z.maxLength(PASSWORD_CEILING, `At most ${PASSWORD_CEILING} characters`),
    ),
});
export type AdminResetPasswordRequest = z.infer<typeof AdminResetPasswordRequest>;
