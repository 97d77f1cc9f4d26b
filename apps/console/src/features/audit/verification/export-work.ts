import { create } from 'zustand';
import { saveBlob } from '../../../lib/device/save-file.ts';
import { notifyError, notifySuccess } from '../../../lib/hooks/notify.ts';
import { receiveExport } from '../api.ts';
import type { AuditFilters } from '../filters.ts';
import { type Exported, exportedText } from './export-words.ts';
import { sessionBound } from './verification.ts';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Counts the records of a CSV file as its parts come: ends of lines outside quotes, without the header. */
export function countRecords(): { add: (part: Uint8Array) => void; entries: () => number } {
  let lines = 0;
  let quoted = false;
  let last = LINE_FEED;
  return {
    add(part) {
      for (const byte of part) {
        if (byte === QUOTE) quoted = !quoted;
        else if (byte === LINE_FEED && !quoted) lines += 1;
      }
      last = part.at(-1) ?? last;
    },
    entries: () => Math.max(0, lines - (last === LINE_FEED ? 1 : 0)),
  };
}

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

/** Shortest time between two updates of the progress on screen. */
const PROGRESS_MS = 250;

let running: AbortController | null = null;

/** Receives everything that the filters let through, and saves it once it is complete. */
export async function exportLogs(filters: AuditFilters, filename: string): Promise<void> {
  if (running) return;
  const controller = sessionBound(() => useExportWork.setState(useExportWork.getInitialState(), true));
  running = controller;
  useExportWork.setState({ state: 'running', bytes: 0, entries: 0, error: null, saved: null });
  const count = countRecords();
  let bytes = 0;
  let shownAt = 0;
  let head: string | null = null;
  let warning: string | null = null;
  const onHeaders = (headers: Headers) => {
    head = headers.get('x-audit-head');
    warning = headers.get('x-audit-warning');
  };
  const onPart = (part: Uint8Array) => {
    bytes += part.length;
    count.add(part);
    if (Date.now() - shownAt < PROGRESS_MS) return;
    shownAt = Date.now();
    useExportWork.setState({ bytes, entries: count.entries() });
  };
  try {
    const content = await receiveExport(filters, { signal: controller.signal, onHeaders, onPart });
    const name = warning === null ? filename : filename.replace('.csv', '-not-whole.csv');
    const saved = { filename: name, bytes, entries: count.entries(), head, warning };
    saveBlob(name, content);
    useExportWork.setState({ state: 'done', bytes, entries: saved.entries, saved });
    notifySuccess(exportedText(saved), { title: 'Audit logs exported' });
  } catch (error) {
    const cancelled = controller.signal.aborted;
    useExportWork.setState(cancelled ? { state: 'cancelled' } : { state: 'failed', error });
    if (!cancelled) notifyError(error, 'The audit logs could not be exported');
  } finally {
    running = null;
  }
}

export const cancelExport = (): void => running?.abort();
