import type { Call } from '@ec/contract/endpoints';
import { create } from 'zustand';
import { saveBlob } from '../device/save-file.ts';
import { formatBytes, formatCount } from '../format/format.ts';
import { notifyError, notifySuccess } from '../hooks/notify.ts';
import { sessionBound } from '../session/session-store.ts';
import { api } from './api.ts';
import type { Sending } from './http.ts';
import { receiveFile, type ReceiveOptions } from './receive-file.ts';

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

export interface Download {
  id: number;
  /** What it holds, for people. */
  title: string;
  fileName: string;
  state: 'running' | 'done' | 'failed' | 'cancelled';
  bytes: number;
  /** Lines of a CSV file without its header; null for other files. */
  rows: number | null;
  /** How much of it has come, from 0 to 1; null while that is not known. */
  share: number | null;
  error: unknown;
  content: Blob | null;
}

/** The downloads of this visit, the newest first. They go on while their reader is elsewhere in the console. */
export const useDownloads = create<{ list: readonly Download[] }>(() => ({ list: [] }));

/** Older ones are forgotten. */
const MOST = 10;
/** Shortest time between two updates of the progress on screen. */
const PROGRESS_MS = 250;

const running = new Map<number, AbortController>();
let latest = 0;

function change(id: number, to: Partial<Download>, { onChange }: DownloadOf): void {
  useDownloads.setState(({ list }) => ({ list: list.map((each) => (each.id === id ? { ...each, ...to } : each)) }));
  const changed = useDownloads.getState().list.find((each) => each.id === id);
  if (changed) onChange?.(changed);
}

export const sizeText = ({ rows, bytes }: Pick<Download, 'rows' | 'bytes'>): string =>
  rows === null ? formatBytes(bytes) : `${formatCount(rows, 'line')}, ${formatBytes(bytes)}`;

export interface DownloadOf {
  title: string;
  /** By the headers too, where they say something of the file. */
  fileName: string | (() => string);
  /** How many lines it will have, as far as the page knows. */
  expectedRows?: number | undefined;
  onHeaders?: ReceiveOptions['onHeaders'];
  /** Gets each change of its state. */
  onChange?: (download: Download) => void;
  /** Another user is signed in: what was kept of it belongs to the former one. */
  onForget?: () => void;
}

/** Receives a file with progress and saves it once it is complete; undefined where it failed or was cancelled. */
export async function download<C extends Call>(
  call: C,
  of: DownloadOf,
  parts: Sending<C>,
): Promise<Download | undefined> {
  const controller = sessionBound(() => {
    useDownloads.setState({ list: [] });
    of.onForget?.();
  });
  const id = ++latest;
  const nameOf = () => (typeof of.fileName === 'string' ? of.fileName : of.fileName());
  const csv = nameOf().endsWith('.csv');
  const start = { bytes: 0, rows: csv ? 0 : null, share: null, error: null, content: null };
  const first: Download = { id, title: of.title, fileName: nameOf(), state: 'running', ...start };
  running.set(id, controller);
  useDownloads.setState(({ list }) => ({ list: [first, ...list].slice(0, MOST) }));
  of.onChange?.(first);
  const count = countRecords();
  let bytes = 0;
  let total: number | null = null;
  let shownAt = 0;
  const soFar = () => {
    const rows = csv ? count.entries() : null;
    const share = total ? bytes / total : of.expectedRows && rows !== null ? rows / of.expectedRows : null;
    return { bytes, rows, share: share === null ? null : Math.min(1, share) };
  };
  const onHeaders = (headers: Headers) => {
    total = headers.has('content-encoding') ? null : Number(headers.get('content-length')) || null;
    of.onHeaders?.(headers);
  };
  const onPart = (part: Uint8Array) => {
    bytes += part.length;
    if (csv) count.add(part);
    if (Date.now() - shownAt < PROGRESS_MS) return;
    shownAt = Date.now();
    change(id, soFar(), of);
  };
  try {
    const content = await api.withSession((token) =>
      receiveFile(call, token, { ...parts, signal: controller.signal, onHeaders, onPart }),
    );
    const done = { ...first, ...soFar(), share: 1, state: 'done' as const, fileName: nameOf(), content };
    saveBlob(done.fileName, content);
    change(id, done, of);
    notifySuccess(`Saved as ${done.fileName}: ${sizeText(done)}.`, { title: of.title });
    return done;
  } catch (error) {
    const cancelled = controller.signal.aborted;
    change(id, cancelled ? { state: 'cancelled' } : { state: 'failed', error }, of);
    if (!cancelled) notifyError(error, `${of.title}: the file could not be received`);
    return undefined;
  } finally {
    running.delete(id);
  }
}

export const cancelDownload = (id: number): void => running.get(id)?.abort();

/** Forgets what is over. */
export const clearDownloads = (): void =>
  useDownloads.setState(({ list }) => ({ list: list.filter(({ state }) => state === 'running') }));
