import * as z from 'zod/mini';
import { AreaReference, ElectionId, ListQuery, PersonLink, Timestamp } from '../base/common.ts';
import { ConstituencyId } from '../constituencies/schemas.ts';
import { LocationLink } from '../geography/schemas.ts';
import { type HeldPrivileges, holdsPrivilege, type Privilege } from '../permissions/privileges.ts';
import { isOneOf, type Role, ROLE_IDS } from '../permissions/roles.ts';

export const ReportId = z.uuid().brand<'ReportId'>();
export type ReportId = z.infer<typeof ReportId>;

export const REPORT_PARAMETERS = [
  'election_id',
  'date_range',
  'geographic_scope',
  'constituency_id',
  'user_roles',
  'activity_types',
  'approval_status',
  'approver_role',
  'variance_threshold',
  'security_events',
  'ip_ranges',
] as const;
export type ReportParameter = (typeof REPORT_PARAMETERS)[number];

/** The report templates: their content, the roles that run them (and read and download the reports), and their parameters. */
export const REPORT_TEMPLATES = {
  election_summary: {
    name: 'Election summary',
    description:
      'Votes by party, turnout and coverage of an election, area by area, with what is disputed or cancelled.',
    type: 'election',
    requiredRole: ['national_admin', 'regional_admin', 'state_admin'],
    privilege: null,
    parameters: ['election_id', 'geographic_scope'],
  },
  user_activity: {
    name: 'User activity',
    description: 'What people did in a period: by kind of activity, by role and by day, and who was most active.',
    type: 'user',
    requiredRole: ['national_admin', 'global_moderator'],
    privilege: 'canAccessAuditLogs',
    parameters: ['date_range', 'geographic_scope', 'user_roles', 'activity_types'],
  },
  approval_audit: {
    name: 'Approval audit',
    description: 'Requests of a period, how they were decided, by whom, and how long that took.',
    type: 'approval',
    requiredRole: ['national_admin', 'global_moderator', 'regional_admin'],
    privilege: null,
    parameters: ['date_range', 'geographic_scope', 'approval_status', 'approver_role'],
  },
  result_comparison: {
    name: 'Result comparison',
    description:
      'The official count against the grassroots count, or one election against another, with every unit or area that differs by more than the threshold.',
    type: 'result',
    requiredRole: ['national_admin', 'regional_admin', 'state_admin'],
    privilege: null,
    parameters: ['election_id', 'geographic_scope', 'variance_threshold'],
  },
  collation_gap: {
    name: 'Collation gap',
    description:
      'Where the declared votes of each party differ from our own sheets: by collation form, and every row, total and carried figure that changed.',
    type: 'result',
    requiredRole: ['national_admin', 'regional_admin', 'state_admin'],
    privilege: null,
    parameters: ['election_id', 'geographic_scope', 'constituency_id'],
  },
  security_audit: {
    name: 'Security audit',
    description: 'Sign-ins, refused attempts, lock-outs, ended sessions and changes of rights in a period.',
    type: 'security',
    requiredRole: ['national_admin', 'global_moderator'],
    privilege: 'canAccessAuditLogs',
    parameters: ['date_range', 'security_events', 'ip_ranges'],
  },
} as const satisfies Record<
  string,
  {
    name: string;
    description: string;
    type: string;
    requiredRole: readonly Role[];
    /** The privilege a restricted moderator needs in addition to those of reports. */
    privilege: Privilege | null;
    parameters: readonly ReportParameter[];
  }
>;
export type ReportTemplateId = keyof typeof REPORT_TEMPLATES;
export const REPORT_TEMPLATE_IDS = Object.keys(REPORT_TEMPLATES) as [ReportTemplateId, ...ReportTemplateId[]];
export const ReportTemplateIdSchema = z.enum(REPORT_TEMPLATE_IDS);

/** The roles that can run at least one template. */
export const REPORT_ROLES = ROLE_IDS.filter((role) =>
  Object.values(REPORT_TEMPLATES).some(({ requiredRole }) => isOneOf(requiredRole, role)),
);

/** True if the user can run the template, and read and download its reports. */
export function mayRun(
  person: { role: Role; privileges: Pick<HeldPrivileges, 'granted'> | null },
  template: ReportTemplateId,
): boolean {
  const { requiredRole, privilege } = REPORT_TEMPLATES[template];
  return isOneOf(requiredRole, person.role) && (!privilege || holdsPrivilege(person, privilege));
}

export const ReportTemplate = z.object({
  id: ReportTemplateIdSchema,
  name: z.string(),
  description: z.string(),
  type: z.string(),
  requiredRole: z.array(z.enum(ROLE_IDS)),
  parameters: z.array(z.enum(REPORT_PARAMETERS)),
});
export type ReportTemplate = z.infer<typeof ReportTemplate>;
export const ReportTemplateList = z.object({ templates: z.array(ReportTemplate), total: z.number() });
export type ReportTemplateList = z.infer<typeof ReportTemplateList>;

/** Nothing was recorded in other years, and some cannot be counted in calendar days. */
const day = z.iso
  .date('Give the date as year-month-day')
  .check(z.regex(/^2\d{3}-/, 'Give a day of the years 2000 to 2999'));
/** Days in the organisation's time zone; `custom` needs both, inclusive; a week starts on Monday. */
export const DateRange = z
  .strictObject({
    period: z.enum(['today', 'week', 'month', 'custom']),
    from: z.optional(day),
    to: z.optional(day),
  })
  .check(
    z.refine(({ period, from, to }) => period !== 'custom' || (from !== undefined && to !== undefined), {
      error: 'Choose the first and the last day',
      path: ['from'],
    }),
    z.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      error: 'The last day lies before the first',
      path: ['to'],
    }),
  );
export type DateRange = z.infer<typeof DateRange>;

/** The activity types, each a set of audit events (by the part before the dot). */
export const ACTIVITY_TYPES = {
  sign_in: { title: 'Signing in and out', events: ['auth'] },
  results: {
    title: 'Results',
    events: ['result', 'dispute', 'file', 'second_entry', 'review_audit', 'unusual', 'margin'],
  },
  collation: { title: 'Collation', events: ['collation', 'collation_agent'] },
  people: { title: 'People', events: ['user', 'moderator', 'permission', 'transcriber'] },
  approvals: { title: 'Approvals', events: ['approval'] },
  elections: { title: 'Elections', events: ['election', 'election_mode', 'contest_day', 'law', 'form_codes'] },
  geography: { title: 'Geography', events: ['geography'] },
  communication: { title: 'Communication', events: ['chat', 'announcement'] },
  oversight: {
    title: 'Oversight',
    events: ['alert', 'report', 'settings', 'audit', 'security', 'delivery', 'wall', 'live'],
  },
} as const;
export type ActivityType = keyof typeof ACTIVITY_TYPES;
const ACTIVITY_TYPE_IDS = Object.keys(ACTIVITY_TYPES) as [ActivityType, ...ActivityType[]];

/** The security event kinds with their audit events. */
export const SECURITY_EVENTS = {
  sign_ins: { title: 'Sign-ins', events: ['auth.signed_in', 'auth.invite_accepted'] },
  failed_sign_ins: {
    title: 'Refused sign-ins',
    events: ['auth.sign_in_failed', 'auth.invite_failed', 'auth.reset_failed'],
  },
  lock_outs: { title: 'Lock-outs', events: ['auth.locked', 'security.unlocked'] },
  passwords: {
    title: 'Passwords and second steps',
    events: [
      'auth.password_reset',
      'auth.password_changed',
      'auth.password_reset_by_admin',
      'auth.two_factor_enabled',
      'auth.two_factor_disabled',
      'auth.recovery_codes_made',
    ],
  },
  sessions: {
    title: 'Ended sessions',
    events: ['auth.session_ended', 'auth.refresh_reused', 'security.session_ended'],
  },
  rights: {
    title: 'Changes of rights',
    events: [
      'permission.changed',
      'permission.reset',
      'moderator.created',
      'moderator.privileges_changed',
      'moderator.deactivated',
      'transcriber.assigned',
      'transcriber.ended',
      'collation_agent.assigned',
      'collation_agent.ended',
      'user.status_changed',
      'user.deleted',
    ],
  },
  settings: { title: 'Settings', events: ['settings.updated', 'election_mode.changed'] },
  exports: {
    title: 'Exports',
    events: [
      'audit.exported',
      'report.downloaded',
      'user.exported',
      'alert.exported',
      'live.exported',
      'live.silent_units_exported',
      'collation.exported',
      'collation.gains_exported',
      'review_audit.exported',
    ],
  },
} as const;
export type SecurityEvent = keyof typeof SECURITY_EVENTS;
const SECURITY_EVENT_IDS = Object.keys(SECURITY_EVENTS) as [SecurityEvent, ...SecurityEvent[]];

/** An address or a network, such as 10.1.0.0/16. */
const network = z.union([z.ipv4(), z.cidrv4(), z.ipv6(), z.cidrv6()], 'This is not an address or a network');

const points = 'Give a number from 0 to 100';

export const ApprovalStatusFilter = z.enum(['PENDING', 'APPROVED', 'REJECTED', 'CANCELLED']);

/**
 * The parameters of a report. Each template takes its own (REPORT_TEMPLATES); others are refused. Without an area the requester's whole area is used;
 * an empty or absent list means everything.
 */
export const ReportParameters = z.strictObject({
  election_id: z.optional(ElectionId),
  /** For the result comparison: the second election; absent compares the two counts of the first. */
  other_election_id: z.optional(ElectionId),
  /** Of an election held in constituencies: the one meant, where the area has wards of several. */
  constituency_id: z.optional(ConstituencyId),
  date_range: z.optional(DateRange),
  geographic_scope: z.optional(AreaReference),
  user_roles: z.optional(z.array(z.enum(ROLE_IDS)).check(z.maxLength(13))),
  activity_types: z.optional(z.array(z.enum(ACTIVITY_TYPE_IDS)).check(z.maxLength(ACTIVITY_TYPE_IDS.length))),
  approval_status: z.optional(ApprovalStatusFilter),
  approver_role: z.optional(z.enum(ROLE_IDS)),
  /** Percentage points; default is the setting resultDiscrepancy. */
  variance_threshold: z.optional(z.number(points).check(z.minimum(0, points), z.maximum(100, points))),
  security_events: z.optional(z.array(z.enum(SECURITY_EVENT_IDS)).check(z.maxLength(SECURITY_EVENT_IDS.length))),
  ip_ranges: z.optional(z.array(network).check(z.maxLength(50))),
});
export type ReportParameters = z.infer<typeof ReportParameters>;

export const GenerateReportRequest = z.strictObject({ template: ReportTemplateIdSchema, parameters: ReportParameters });
export type GenerateReportRequest = z.infer<typeof GenerateReportRequest>;

export const ReportFormat = z.enum(['pdf', 'xlsx', 'csv']);
export type ReportFormat = z.infer<typeof ReportFormat>;

/** `expired`: its files were removed after their time; the record is kept. */
export const ReportStatus = z.enum(['queued', 'running', 'completed', 'failed', 'expired']);
export type ReportStatus = z.infer<typeof ReportStatus>;
/** How long files are kept, in days. */
export const REPORT_KEPT_DAYS = 90;

export const GeneratedReport = z.object({
  id: ReportId,
  template: ReportTemplateIdSchema,
  title: z.string(),
  /** The parameters as text with names: label and value. */
  parameters: z.array(z.object({ label: z.string(), value: z.string() })),
  area: z.nullable(LocationLink),
  status: ReportStatus,
  /** 0 to 1. */
  progress: z.number(),
  requestedBy: PersonLink,
  requestedAt: Timestamp,
  generatedAt: z.nullable(Timestamp),
  expiresAt: z.nullable(Timestamp),
  /** The downloadable files; empty until it is completed. */
  files: z.array(z.object({ format: ReportFormat, size: z.number(), sha256: z.string() })),
  downloadUrl: z.nullable(z.string()),
  /** Why it failed and what to do, as a sentence. */
  error: z.nullable(z.string()),
  auditHead: z.nullable(z.object({ position: z.number(), hash: z.string() })),
  can: z.object({ repeat: z.boolean(), remove: z.boolean() }),
});
export type GeneratedReport = z.infer<typeof GeneratedReport>;

export const ReportListQuery = z.extend(ListQuery, {
  template: z.optional(ReportTemplateIdSchema),
  status: z.optional(ReportStatus),
  mine: z.optional(z.stringbool()),
});
export type ReportListQuery = z.infer<typeof ReportListQuery>;
export const ReportList = z.object({ reports: z.array(GeneratedReport), total: z.number() });
export type ReportList = z.infer<typeof ReportList>;
/** `inline` displays it in the browser instead of saving it. */
export const ReportDownloadQuery = z.object({
  format: z._default(ReportFormat, 'pdf'),
  inline: z.optional(z.stringbool()),
});
export type ReportDownloadQuery = z.infer<typeof ReportDownloadQuery>;
