import { ApiError } from '../http/api-error.ts';
import { askToPersist, forget, isDurable, keep, kept, keptUnder } from './device-store.ts';

export interface Problem {
  code: string;
  message: string;
  fields: { path: string; message: string }[];
}

/** Something to be sent, kept on the device until the server has acknowledged it, and then with its receipt. */
export interface Parcel<Body, Receipt> {
  slot: string;
  userId: string;
  /** Made once for this body and used for every attempt, so the server stores it once. */
  key: string;
  body: Body;
  photo: { blob: Blob; name: string } | null;
  /** The photo's id once it has been received. */
  fileId: string | null;
  /** `held` is taken back for a change: sending the same again keeps the key, in case the server has it already. */
  state: 'waiting' | 'held' | 'refused' | 'received';
  problem: Problem | null;
  receipt: Receipt | null;
  madeAt: string;
  attempts: number;
}

/** What goes on with a parcel at this moment; not kept. */
export interface Attempt {
  sending: boolean;
  /** Share of the photo that has been sent; null while no photo is on its way. */
  progress: number | null;
  nextTry: number | null;
  /** True after the session has ended: sending goes on after the next sign-in. */
  signedOut: boolean;
}

export interface Transport<Body, Receipt> {
  /** Who is signed in on this device now: nothing is ever sent in another person's name. */
  person: () => string | null;
  upload: (photo: { blob: Blob; name: string }, onProgress: (share: number) => void) => Promise<string>;
  post: (body: Body, key: string, fileId: string | null) => Promise<Receipt>;
}

export type Posting<Body, Receipt> = Pick<Parcel<Body, Receipt>, 'slot' | 'userId' | 'body' | 'photo'>;

const IDLE: Attempt = { sending: false, progress: null, nextTry: null, signedOut: false };
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;

/** A fresh key. Phones reach a rehearsal by plain HTTP too, where randomUUID does not exist. */
export function makeKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Twice as long after each attempt, scattered: after an outage thousands of phones come back together. */
export function waitAfter(attempts: number, random = Math.random()): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, attempts - 1)) * (0.75 + random / 2);
}

/** What a failed attempt means: try again later, after the next sign-in, or not at all. */
export function judge(error: unknown): 'retry' | 'sign-in' | 'refused' {
  if (!(error instanceof ApiError)) return 'retry';
  if (error.status === 401 || error.code === 'PASSWORD_CHANGE_REQUIRED') return 'sign-in';
  return error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429
    ? 'refused'
    : 'retry';
}

function toProblem(error: unknown): Problem {
  if (error instanceof ApiError) return { code: error.code, message: error.message, fields: error.fields };
  return { code: 'UNREADABLE', message: 'Something went wrong on this phone. It will be tried again.', fields: [] };
}

export function createOutbox<Body, Receipt>(transport: Transport<Body, Receipt>) {
  type P = Parcel<Body, Receipt>;
  const parcels = new Map<string, P>();
  const attempts = new Map<string, Attempt>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();

  const tell = () => {
    for (const listener of listeners) listener();
  };
  const note = (slot: string, change: Partial<Attempt>) => {
    attempts.set(slot, { ...(attempts.get(slot) ?? IDLE), ...change });
    tell();
  };
  const store = async (parcel: P) => {
    parcels.set(parcel.slot, parcel);
    await keep(`parcel:${parcel.slot}`, parcel);
    tell();
  };
  /** False once the parcel was replaced or withdrawn while an attempt was on its way. */
  const current = (parcel: P) => parcels.get(parcel.slot)?.key === parcel.key;

  async function deliver(parcel: P): Promise<P> {
    let sent = parcel;
    if (sent.photo && !sent.fileId) {
      const fileId = await transport.upload(sent.photo, (progress) => note(sent.slot, { progress }));
      sent = { ...sent, fileId };
      // Kept before the figures leave: an attempt that is repeated must carry the same photo id under the same key.
      if (current(sent)) await store(sent);
      note(sent.slot, { progress: null });
    }
    const receipt = await transport.post(sent.body, sent.key, sent.fileId);
    return { ...sent, state: 'received', receipt, photo: null, problem: null };
  }

  function fail(parcel: P, error: unknown): Promise<void> {
    const latest = parcels.get(parcel.slot) ?? parcel;
    const problem = toProblem(error);
    const verdict = judge(error);
    if (problem.code === 'SHEET_NOT_FOUND' && latest.photo && latest.fileId) {
      schedule(parcel.slot, 1);
      return store({ ...latest, fileId: null, problem, attempts: latest.attempts + 1 });
    }
    if (verdict === 'retry') schedule(parcel.slot, latest.attempts + 1, error);
    if (verdict === 'sign-in') note(parcel.slot, { signedOut: true });
    return store({
      ...latest,
      problem,
      attempts: latest.attempts + 1,
      state: verdict === 'refused' ? 'refused' : 'waiting',
    });
  }

  function schedule(slot: string, tries: number, error?: unknown): void {
    const asked = error instanceof ApiError ? error.waitSeconds * 1000 : 0;
    const wait = Math.max(waitAfter(tries), asked);
    clearTimeout(timers.get(slot));
    timers.set(
      slot,
      setTimeout(() => void attempt(slot), wait),
    );
    note(slot, { nextTry: Date.now() + wait });
  }

  async function attempt(slot: string): Promise<void> {
    clearTimeout(timers.get(slot));
    const parcel = parcels.get(slot);
    if (!parcel || parcel.state !== 'waiting' || parcel.userId !== transport.person() || attempts.get(slot)?.sending)
      return;
    attempts.set(slot, { ...IDLE, sending: true });
    tell();
    await withLock(slot, async () => {
      // Another tab may have sent it in the meantime.
      const stored = await kept<P>(`parcel:${slot}`);
      const latest = stored?.key === parcel.key ? stored : parcel;
      if (latest.state !== 'waiting') return void parcels.set(slot, latest);
      try {
        const delivered = await deliver(latest);
        if (current(parcel)) await store(delivered);
      } catch (error) {
        if (current(parcel)) await fail(parcel, error);
      }
    });
    note(slot, { sending: false, progress: null });
    // A parcel put in its place while this one was on its way is sent now.
    if (!current(parcel)) void attempt(slot);
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    parcel: (slot: string): P | null => parcels.get(slot) ?? null,
    attempt: (slot: string): Attempt => attempts.get(slot) ?? IDLE,
    /** Reads what is kept for the person and sends what waits. */
    start: async (person: string): Promise<void> => {
      for (const parcel of await keptUnder<P>('parcel:')) {
        if (parcel.userId === person && !parcels.has(parcel.slot)) parcels.set(parcel.slot, parcel);
      }
      tell();
      await Promise.all([...parcels.keys()].map(attempt));
    },
    /** Keeps what is to be sent, then sends it. The same body again keeps its key; another one gets its own. */
    post: async (posting: Posting<Body, Receipt>): Promise<void> => {
      const old = parcels.get(posting.slot);
      const same = old && old.state !== 'received' && JSON.stringify(old.body) === JSON.stringify(posting.body);
      const samePhoto =
        same && old.photo?.blob.size === posting.photo?.blob.size && old.photo?.name === posting.photo?.name;
      askToPersist();
      await store({
        ...posting,
        key: samePhoto ? old.key : makeKey(),
        fileId: samePhoto ? old.fileId : null,
        state: 'waiting',
        problem: null,
        receipt: null,
        madeAt: new Date().toISOString(),
        attempts: 0,
      });
      void attempt(posting.slot);
    },
    sendNow: (slot: string): Promise<void> => attempt(slot),
    sendAll: (): Promise<void[]> => Promise.all([...parcels.keys()].map(attempt)),
    /** Stops sending so that the person can change what it says. */
    hold: async (slot: string): Promise<void> => {
      clearTimeout(timers.get(slot));
      const parcel = parcels.get(slot);
      if (parcel) await store({ ...parcel, state: 'held' });
    },
    /** Takes a parcel out, once its receipt was read. */
    remove: async (slot: string): Promise<void> => {
      clearTimeout(timers.get(slot));
      parcels.delete(slot);
      await forget(`parcel:${slot}`);
      tell();
    },
    /** True while something unsent would be lost with the tab. */
    atRisk: (): boolean => !isDurable() && [...parcels.values()].some((parcel) => parcel.state !== 'received'),
  };
}

function withLock(slot: string, work: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request(`ec.parcel.${slot}`, work) : work();
}
