import { type AccessNeed, type AccessSubject, decideAccess } from '@ec/contract/permissions/decide-access';
import type { UserId } from '@ec/contract/base/common';
import { isInside, type LocationId } from '@ec/contract/geography/location-id';
import {
  mayRun,
  REPORT_ROLES,
  REPORT_TEMPLATES,
  type ReportParameter,
  type ReportParameters,
  type ReportStatus,
  REPORT_TEMPLATE_IDS,
  type ReportTemplateId,
} from '@ec/contract/reports/schemas';
import { REPORT_READING } from '@ec/contract/permissions/privileges';
import { type Role, ROLE_IDS } from '@ec/contract/permissions/roles';
import { type ConsoleRoute, findRoute } from '@ec/contract/permissions/pages';
import { visibleRequesters } from '../users/rules.ts';

/** Readers of reports; a super admin can open the page even without templates of their own. */
export const READERS = {
  roles: ['super_admin', ...REPORT_ROLES],
  module: 'reports',
  privilege: REPORT_READING,
} as const satisfies AccessNeed;
/** Requesters of reports. */
export const WRITERS = {
  roles: REPORT_ROLES,
  module: 'reports',
  level: 'write',
  privilege: 'canManageReports',
} as const satisfies AccessNeed;

/** Maximum number of queued and running reports per user. */
export const OPEN_LIMIT = 5;
/** An equal request within this time counts as a double click. */
export const SAME_CLICK_MS = 1000;
/** A report is given up after this many attempts whose server died. */
export const MOST_ATTEMPTS = 3;

export function templatesOf(person: Pick<Requester, 'role' | 'privileges'>): ReportTemplateId[] {
  return REPORT_TEMPLATE_IDS.filter((template) => mayRun(person, template));
}

/** Templates of which the role sees only its own reports: what they hold depends on which requests the requester of the report sees. */
export function ownTemplatesOf({ role }: Pick<Requester, 'role'>): ReportTemplateId[] {
  return visibleRequesters(role).length < ROLE_IDS.length ? ['approval_audit'] : [];
}

/** The templates that take a parameter, under its own name or as part of another. */
const BELONGS_TO: Partial<Record<keyof ReportParameters, { template: ReportTemplateId }>> = {
  other_election_id: { template: 'result_comparison' },
};

/** The given parameters that the template does not take. */
export function foreignParameters(template: ReportTemplateId, given: ReportParameters): string[] {
  const asked = REPORT_TEMPLATES[template].parameters as readonly ReportParameter[];
  return (Object.keys(given) as (keyof ReportParameters)[]).filter((name) => {
    if (given[name] === undefined) return false;
    const owner = BELONGS_TO[name];
    return owner ? owner.template !== template : !asked.includes(name as ReportParameter);
  });
}

const NEEDED: readonly { parameter: ReportParameter; problem: string }[] = [
  { parameter: 'election_id', problem: 'Choose an election' },
  { parameter: 'date_range', problem: 'Choose a period' },
];

/** The missing required parameters. */
export function missingParameters(template: ReportTemplateId, given: ReportParameters) {
  const asked = REPORT_TEMPLATES[template].parameters as readonly ReportParameter[];
  return NEEDED.filter(({ parameter }) => asked.includes(parameter) && given[parameter] === undefined);
}

export interface Requester extends AccessSubject {
  userId: UserId;
  areas: readonly LocationId[];
}

/** The page that shows the report, for roles that can open it. */
export function pageOf(role: Role, report: string): string | null {
  const route: ConsoleRoute | undefined = findRoute('/reports');
  const opens = route?.roles === 'any' || (route?.roles.includes(role) ?? false);
  return opens ? `/reports?report=${report}` : null;
}

/** True if the user can currently run the template for the areas. */
export function mayStillRun(person: Requester, template: ReportTemplateId, areas: readonly LocationId[]): boolean {
  return (
    decideAccess(person, WRITERS).allowed &&
    mayRun(person, template) &&
    areas.every((area) => person.areas.some((own) => isInside(area, own)))
  );
}

/** What a reader of the report can do with it. */
export function abilities(
  person: Requester,
  report: { requestedBy: UserId; template: ReportTemplateId; status: ReportStatus; areas: readonly LocationId[] },
): { repeat: boolean; remove: boolean } {
  const writes = decideAccess(person, WRITERS).allowed;
  const open = report.status === 'queued' || report.status === 'running';
  return {
    repeat: !open && mayStillRun(person, report.template, report.areas),
    remove: writes && (report.requestedBy === person.userId || person.role === 'national_admin'),
  };
}
