import { REPORT_TEMPLATES, ReportStatus, ReportTemplateIdSchema } from '@ec/contract/reports/schemas';
import { isFilteredFrom } from '../../lib/hooks/use-url-state.ts';
import { PAGE_SIZE, pageNumber } from '../../lib/hooks/paging.ts';
import { STATUSES } from './labels.ts';

export const NOTHING_NARROWED = { q: '', template: '', status: '', whose: '' };

/** The list as it stands in the address. */
export const FILTERS = { ...NOTHING_NARROWED, page: '1' };
export type ReportFilters = typeof FILTERS;

/** What else the address says: the template whose form is open, and the report whose details are. */
export const SHOWN = { run: '', report: '' };

export const TEMPLATE_CHOICES = [
  { value: '', label: 'All templates' },
  ...Object.entries(REPORT_TEMPLATES).map(([value, { name }]) => ({ value, label: name })),
];

export const STATUS_CHOICES = [
  { value: '', label: 'All statuses' },
  ...Object.entries(STATUSES).map(([value, { label }]) => ({ value, label })),
];

export const WHOSE_CHOICES = [
  { value: '', label: 'Everybody’s' },
  { value: 'mine', label: 'Mine' },
];

/** The query of the list's call; unknown values in the address are ignored. */
export function parametersOf({ q, template, status, whose, page }: ReportFilters) {
  return {
    q,
    template: ReportTemplateIdSchema.safeParse(template).data,
    status: ReportStatus.safeParse(status).data,
    ...(whose === 'mine' && { mine: true }),
    page: pageNumber(page),
    pageSize: PAGE_SIZE,
  };
}

export const isNarrowed = (filters: ReportFilters): boolean => isFilteredFrom(filters, NOTHING_NARROWED);
