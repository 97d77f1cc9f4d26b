import * as z from 'zod/mini';

const none = z.object({});

/** The errors of access and of role permissions (see base/errors.ts). */
export const PERMISSION_ERRORS = {
  ROLE_DENIED: {
    status: 403,
    text: "You don't have permission to access this section.",
    details: z.object({ required: z.array(z.string()) }),
  },
  MODULE_DENIED: {
    status: 403,
    text: "You don't have permission to access this module: {module}",
    details: z.object({ module: z.string() }),
  },
  LEVEL_DENIED: {
    status: 403,
    text: 'You have {held} access but {needed} access is required for this module.',
    details: z.object({ held: z.string(), needed: z.string() }),
  },
  NOT_PERMITTED: {
    status: 403,
    text: "You don't have permission to {action}.",
    details: z.object({ action: z.string() }),
  },
  NO_PRIVILEGES: {
    status: 403,
    text: 'Only your own account is open to you, because {reason}. Ask the super admin to grant you privileges.',
    details: z.object({ reason: z.string() }),
  },
  PRIVILEGE_DENIED: {
    status: 403,
    text: "You don't have permission to {action} {resource}.",
    details: z.object({ action: z.string(), resource: z.string() }),
  },
  ELECTION_MODE_REQUIRED: {
    status: 403,
    text: 'This section is only available when election mode is active.',
    details: none,
  },
  ROLE_NOT_FOUND: { status: 404, text: 'Role not found', details: none },
  ROLE_NOT_MANAGED: {
    status: 404,
    text: 'The permissions of {role} cannot be changed here.',
    details: z.object({ role: z.string() }),
  },
  GRANT_EXCEEDS: {
    status: 403,
    text: 'You cannot grant {what}: you do not hold it yourself.',
    details: z.object({ what: z.string() }),
  },
  GRANT_EMPTY: {
    status: 409,
    text: 'The user would have no right at all: what you are narrowed to, and what the user or the requester is narrowed to, have nothing in common. Ask the super admin.',
    details: none,
  },
  GRANT_NOT_USABLE: {
    status: 400,
    text: 'The role {role} cannot be granted {what}.',
    details: z.object({ role: z.string(), what: z.string() }),
  },
} as const;
