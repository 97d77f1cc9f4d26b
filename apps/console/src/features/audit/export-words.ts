import { formatBytes, formatCount, inZone } from '../../lib/format.ts';
import { type AuditFilters, narrowedBy } from './filters.ts';

/** audit-log-2026-11-21-1432.csv; one that does not hold everything says so, since it is verified differently. */
export function exportName(filters: AuditFilters, now: number): string {
  const part = narrowedBy(filters).length > 0 ? '-filtered' : '';
  return `audit-log-${inZone(now).format('YYYY-MM-DD-HHmm')}${part}.csv`;
}

export const exportedText = ({ filename, entries, bytes }: { filename: string; entries: number; bytes: number }) =>
  `Saved as ${filename}: ${formatCount(entries, 'entry', 'entries')}, ${formatBytes(bytes)}.`;

/** The command that checks an export away from the server. */
export function verifyCommand(filename: string, filtered: boolean): string {
  return `npm run verify-audit -- ${filename}${filtered ? ' --filtered' : ''}`;
}
