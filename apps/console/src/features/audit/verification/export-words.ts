import { formatBytes, formatCount, inZone } from '../../../lib/format/format.ts';
import { type AuditFilters, narrowedBy } from '../filters.ts';

/** A file that was saved. */
export interface Exported {
  filename: string;
  bytes: number;
  entries: number;
  /** Hash of the chain's head at that moment; null where the server did not send it. */
  head: string | null;
  /** What the server says is wrong with the chain; null where nothing is. */
  warning: string | null;
}

/** audit-log-2026-11-21-1432.csv; one that does not hold everything says so, since it is verified differently. */
export function exportName(filters: AuditFilters, now: number): string {
  const part = narrowedBy(filters).length > 0 ? '-filtered' : '';
  return `audit-log-${inZone(now).format('YYYY-MM-DD-HHmm')}${part}.csv`;
}

export const exportedText = ({ filename, entries, bytes }: Pick<Exported, 'filename' | 'entries' | 'bytes'>) =>
  `Saved as ${filename}: ${formatCount(entries, 'entry', 'entries')}, ${formatBytes(bytes)}.`;

/** The command that checks an export away from the server; with the head, nothing can be missing at its end. */
export function verifyCommand(
  filename: string,
  { filtered, head }: { filtered: boolean; head: string | null },
): string {
  const option = filtered ? ' --filtered' : head ? ` --head ${head}` : '';
  return `npm run verify-audit -- ${filename}${option}`;
}
