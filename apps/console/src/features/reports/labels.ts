import {
  type GeneratedReport,
  REPORT_TEMPLATES,
  type ReportFormat,
  ReportStatus,
  ReportTemplateIdSchema,
} from '@ec/contract/reports/schemas';
import {
  type Icon,
  IconArchive,
  IconCircleCheck,
  IconCircleX,
  IconClockHour4,
  IconPlayerPlay,
} from '@tabler/icons-react';
import type { Tone } from '../../components/figure/StatusChip.tsx';
import { formatPercent, inZone } from '../../lib/format/format.ts';
import { isFilteredFrom } from '../../lib/hooks/use-url-state.ts';
import { PAGE_SIZE, pageNumber } from '../../lib/hooks/paging.ts';

export const STATUSES: Record<ReportStatus, { label: string; tone: Tone; icon: Icon }> = {
  queued: { label: 'Queued', tone: 'wait', icon: IconClockHour4 },
  running: { label: 'Running', tone: 'info', icon: IconPlayerPlay },
  completed: { label: 'Completed', tone: 'ok', icon: IconCircleCheck },
  failed: { label: 'Failed', tone: 'bad', icon: IconCircleX },
  expired: { label: 'Expired', tone: 'off', icon: IconArchive },
};

export const FORMATS: Record<ReportFormat, string> = { pdf: 'PDF', xlsx: 'XLSX', csv: 'CSV' };

export const isUnderWay = ({ status }: Pick<GeneratedReport, 'status'>): boolean =>
  status === 'queued' || status === 'running';

/** How far a report that is under way has come, in words. */
export function progressText({ status, progress }: GeneratedReport): string {
  return status === 'queued' ? 'Waits for its turn' : `${formatPercent(progress, 0)} done`;
}

/** Where a report is found again. */
export const reportAddress = ({ id }: Pick<GeneratedReport, 'id'>): string => `/reports?report=${id}`;

/** What a file is saved as: its title and day. */
export function fileName({ title, generatedAt, requestedAt }: GeneratedReport, format: ReportFormat): string {
  const words = title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const day = inZone(generatedAt ?? requestedAt).format('YYYY-MM-DD');
  return `${words || 'report'}-${day}.${format}`;
}

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
