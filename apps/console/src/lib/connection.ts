import { create } from 'zustand';

export type StreamState = 'connecting' | 'open' | 'closed';

interface Connection {
  stream: StreamState;
  /** False while the browser knows that there is no network. */
  network: boolean;
  /** When the server was last heard: an answer, an event or a heartbeat. Milliseconds. */
  lastSync: number | null;
}

export const useConnection = create<Connection>(() => ({
  stream: 'connecting',
  network: typeof navigator === 'undefined' || navigator.onLine,
  lastSync: null,
}));

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => useConnection.setState({ network: true }));
  window.addEventListener('offline', () => useConnection.setState({ network: false }));
}

/** To be called for every sign of life of the server. */
export function markSynced(): void {
  useConnection.setState({ lastSync: Date.now() });
}

export function setStreamState(stream: StreamState): void {
  if (useConnection.getState().stream !== stream) useConnection.setState({ stream });
}

export type ConnectionWord = 'Online' | 'Connecting' | 'Offline';

/** Online means that live updates really arrive. */
export function connectionWord(state: Pick<Connection, 'stream' | 'network'>): ConnectionWord {
  if (!state.network || state.stream === 'closed') return 'Offline';
  return state.stream === 'open' ? 'Online' : 'Connecting';
}
