import { create } from 'zustand';

export type StreamState = 'connecting' | 'open' | 'closed';

export interface Connection {
  stream: StreamState;
  /** False while the browser knows that there is no network. */
  network: boolean;
  /** When the server was last heard: an answer, an event or a heartbeat. Milliseconds. */
  lastSync: number | null;
  /** Milliseconds by which this device's clock is ahead of the server's, behind if negative, as far as its last answer says; 0 before any. */
  clockAhead: number;
  /** Since when no live updates arrive, by the stream or by the network; null while they do, and before the first did. */
  downSince: number | null;
}

export const useConnection = create<Connection>(() => ({
  stream: 'connecting',
  network: typeof navigator === 'undefined' || navigator.onLine,
  lastSync: null,
  clockAhead: 0,
  downSince: null,
}));

function change(next: Partial<Pick<Connection, 'stream' | 'network'>>, at = Date.now()): void {
  useConnection.setState((now) => {
    const { stream, network } = { ...now, ...next };
    const down = !network || stream === 'closed';
    return { stream, network, downSince: down ? (now.downSince ?? at) : null };
  });
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => change({ network: true }));
  window.addEventListener('offline', () => change({ network: false }));
}

/** Call for every answer or message of the server; `date` is the header of that name, if there is one. */
export function markSynced(date: string | null = null): void {
  const now = Date.now();
  const servers = date === null ? Number.NaN : Date.parse(date);
  useConnection.setState({ lastSync: now, ...(!Number.isNaN(servers) && { clockAhead: now - servers }) });
}

/** `since` is when the stream was last heard, where it was found silent only later. */
export function setStreamState(stream: StreamState, since?: number): void {
  if (useConnection.getState().stream !== stream) change({ stream }, since);
}

export type ConnectionWord = 'Online' | 'Connecting' | 'Offline';

/** Online means that live updates really arrive. */
export function connectionWord(state: Pick<Connection, 'stream' | 'network'>): ConnectionWord {
  if (!state.network || state.stream === 'closed') return 'Offline';
  return state.stream === 'open' ? 'Online' : 'Connecting';
}

/** Calls `again` whenever the network may be back; returns the function that stops it. */
export function onNetworkBack(again: () => void): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') again();
  };
  window.addEventListener('online', again);
  document.addEventListener('visibilitychange', onVisible);
  const unsubscribe = useConnection.subscribe((now, before) => {
    if (now.stream === 'open' && before.stream !== 'open') again();
  });
  return () => {
    window.removeEventListener('online', again);
    document.removeEventListener('visibilitychange', onVisible);
    unsubscribe();
  };
}
