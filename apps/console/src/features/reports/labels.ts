import type { GeneratedReport, ReportFormat, ReportStatus } from '@ec/contract/reports/schemas';
import {
  type Icon,
  IconArchive,
  IconCircleCheck,
  IconClockHour4,
  IconPlayerPlay,
  IconCircleX,
} from '@tabler/icons-react';
import type { Tone } from '../../components/figure/StatusChip.tsx';
import { formatPercent, inZone } from '../../lib/format/format.ts';

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
