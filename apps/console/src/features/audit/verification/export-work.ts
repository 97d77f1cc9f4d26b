import { create } from 'zustand';
import { cancelDownload, download } from '../../../lib/http/downloads.ts';
import { type AuditFilters, filterParameters, narrowedBy } from '../filters.ts';
import { formatBytes, formatCount, inZone } from '../../../lib/format/format.ts';

/** A file that was saved. */
interface Exported {
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

export interface ExportWork {
  state: 'idle' | 'running' | 'cancelled' | 'failed' | 'done';
  bytes: number;
  entries: number;
  error: unknown;
  /** What was saved last. */
  saved: Exported | null;
}

/** The one export that runs or ran last; it goes on while its reader is elsewhere in the console. */
export const useExportWork = create<ExportWork>(() => ({
  state: 'idle',
  bytes: 0,
  entries: 0,
  error: null,
  saved: null,
}));

let running: number | null = null;

/** Receives everything that the filters let through, and saves it once it is complete. */
export async function exportLogs(filters: AuditFilters, filename: string): Promise<void> {
  if (useExportWork.getState().state === 'running') return;
  useExportWork.setState({ saved: null });
  let head: string | null = null;
  let warning: string | null = null;
  await download(
    'GET /audit-logs/export.csv',
    {
      title: 'Audit logs',
      fileName: () => (warning === null ? filename : filename.replace('.csv', '-not-whole.csv')),
      onHeaders: (headers) => {
        head = headers.get('x-audit-head');
        warning = headers.get('x-audit-warning');
      },
      onChange: ({ id, state, bytes, rows, error, fileName }) => {
        running = state === 'running' ? id : null;
        const entries = rows ?? 0;
        const saved = state === 'done' ? { filename: fileName, bytes, entries, head, warning } : null;
        useExportWork.setState({ state, bytes, entries, error, saved });
      },
      onForget: () => useExportWork.setState(useExportWork.getInitialState(), true),
    },
    { query: filterParameters(filters) },
  );
}

export const cancelExport = (): void => {
  if (running !== null) cancelDownload(running);
};
