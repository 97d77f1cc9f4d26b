import type { AuditEntry, AuditEntryDetail } from '@ec/contract/audit-log';
import { codeOf, locationIdOf, locationType } from '@ec/contract/location-id';
import { mayRun, REPORT_ROLES, ReportTemplateIdSchema } from '@ec/contract/reports';
import type { Role } from '@ec/contract/roles';
import { areaPath } from '../../lib/area-path.ts';
import { type AuditFilters, FILTERS } from './filters.ts';

type About = Pick<AuditEntry, 'resourceType' | 'resourceId'>;

function placePath(reference: string): string | null {
  const id = locationIdOf(reference);
  return id === undefined ? null : areaPath({ type: locationType(id), code: codeOf(id) });
}

/** Pages of single records, by their ids. */
const PAGES: Record<string, (id: string) => string | null> = {
  alert: (id) => `/alerts?alert=${id}`,
  announcement: (id) => `/announcements?announcement=${id}`,
  approval: (id) => `/approvals?request=${id}`,
  dispute: (id) => `/disputes/${id}`,
  election: (id) => `/elections?view=${id}`,
  location: placePath,
  register_import: (id) => `/geographical-data/import/${id}`,
  report: (id) => `/reports?report=${id}`,
  result: (id) => `/review/${id}`,
  user: (id) => `/users/${id}`,
};

/** Pages on which all records of a kind stand. */
const LISTS: Record<string, string> = {
  message: '/deliveries',
  role: '/permissions',
  settings: '/settings',
  wall: '/situation-room',
};

/** The page of the record that an entry is about; null where the console has none. */
function resourcePath({ resourceType, resourceId }: About): string | null {
  const page = resourceId === null ? undefined : PAGES[resourceType]?.(encodeURIComponent(resourceId));
  return page ?? LISTS[resourceType] ?? null;
}

/** Reports are shown to the roles that run their template; entries about them name it. */
function seesReport(role: Role, { newValues, previousValues }: Values): boolean {
  const template = ReportTemplateIdSchema.safeParse(newValues?.['template'] ?? previousValues?.['template']).data;
  return template ? mayRun(role, template) : REPORT_ROLES.includes(role);
}

type Values = Pick<AuditEntryDetail, 'newValues' | 'previousValues'>;

/** Events after which the record is not there any more. */
const GONE = /\.(?:deleted|removed)$/;

/** The page of the record for whoever reads the entry; null where they would find nothing on it. */
export function pathFor(role: Role, entry: About & Values & Pick<AuditEntry, 'event'>): string | null {
  if (GONE.test(entry.event)) return null;
  if (entry.resourceType === 'report' && !seesReport(role, entry)) return null;
  return resourcePath(entry);
}

/** The address of the list with the given filters alone. */
export function logsAddress(filters: Partial<AuditFilters>): string {
  const given = Object.entries(filters).filter(([key, value]) => value !== FILTERS[key as keyof AuditFilters]);
  return given.length > 0 ? `/audit-logs?${new URLSearchParams(given)}` : '/audit-logs';
}
