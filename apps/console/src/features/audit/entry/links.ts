import type { AccessSubject } from '@ec/contract/permissions/decide-access';
import type { AuditEntry, AuditEntryDetail } from '@ec/contract/audit/schemas';
import { codeOf, locationIdOf, locationType } from '@ec/contract/geography/location-id';
import { mayRun, REPORT_ROLES, ReportTemplateIdSchema } from '@ec/contract/reports/schemas';
import { areaPath } from '../../../domain/places/area-path.ts';
import { type AuditFilters, FILTERS } from '../filters.ts';

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
  earlier_election: (id) => `/unusual-results/earlier?import=${id}`,
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

/** Reports are shown to those who may run their template; entries about them name it. */
function seesReport(reader: Reader, { newValues, previousValues }: Values): boolean {
  const template = ReportTemplateIdSchema.safeParse(newValues?.['template'] ?? previousValues?.['template']).data;
  return template ? mayRun(reader, template) : REPORT_ROLES.includes(reader.role);
}

type Reader = Pick<AccessSubject, 'role' | 'privileges'>;
type Values = Pick<AuditEntryDetail, 'newValues' | 'previousValues'>;

/** Events after which the record is not there any more. */
const GONE = /\.(?:deleted|removed)$/;

/** The page of the record for the reader of the entry; null where that page would show them nothing. */
export function pathFor(reader: Reader, entry: About & Values & Pick<AuditEntry, 'event'>): string | null {
  if (GONE.test(entry.event)) return null;
  if (entry.resourceType === 'report' && !seesReport(reader, entry)) return null;
  return resourcePath(entry);
}

/** The address of the list with the given filters alone. */
export function logsAddress(filters: Partial<AuditFilters>): string {
  const given = Object.entries(filters).filter(([key, value]) => value !== FILTERS[key as keyof AuditFilters]);
  return given.length > 0 ? `/audit-logs?${new URLSearchParams(given)}` : '/audit-logs';
}
