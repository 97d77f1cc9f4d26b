import { ApiError } from '../http/api-error.ts';
import { askToPersist, forget, isDurable, keep, keptOrThrow, keptUnder } from './device-store.ts';
import { type Attempt, judge, type OutboxItem, type Photo, toProblem, waitAfter } from './outbox-item.ts';

export interface Transport<Item, Answer> {
  /** Who is signed in on this device now: nothing is ever sent in another person's name. */
  person: () => string | null;
  upload: (photo: Photo, onProgress: (share: number) => void, item: Item) => Promise<string>;
  post: (item: Item) => Promise<Answer>;
}

interface OutboxOptions<Item, Answer> extends Transport<Item, Answer> {
  /** Key in the device store: one for each item, below `prefix` of its author. */
  storeKey: (item: Item) => string;
  prefix: (person: string) => string;
  /**
   * Items of one lane are sent one after the other; lanes do not wait for each other. It names the lock that all tabs share,
   * so tabs with different versions of the console must agree on it.
   */
  lane: (item: Item) => string;
  /** What is kept of the answer until the item is removed. Without it the device store forgets what was acknowledged. */
  receipt?: (answer: Answer) => Partial<Item>;
  /** Reads what an earlier version of the console kept. */
  upgrade?: (kept: Item) => Item;
}

const IDLE: Attempt = { sending: false, progress: null, nextTry: null, signedOut: false };
const DAMAGED = 'FILE_NOT_ANNOUNCED';
/** The server keeps uploads only for a while unless something refers to them, and none that arrived damaged. */
const LOST_PHOTO = new Set<string>([
  'ATTACHMENT_NOT_FOUND',
  DAMAGED,
  'SHEET_NOT_FOUND',
  'UPLOAD_NOT_FOUND',
  'UPLOAD_ELSEWHERE',
]);

/** Keeps items on the device and sends them until the server has acknowledged or refused each. One for a kind of item. */
export function createOutbox<Item extends OutboxItem, Answer>(options: OutboxOptions<Item, Answer>) {
  const { storeKey, lane, upgrade = (kept) => kept } = options;
  const items = new Map<string, Item>();
  const attempts = new Map<string, Attempt>();
  const saving = new Map<string, Promise<void>>();
  const removed = new Set<string>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const busy = new Set<string>();
  const listeners = new Set<() => void>();
  let shown: readonly (Item & Attempt)[] = [];

  const notify = () => {
    shown = [...items]
      .map(([id, item]) => ({ ...item, ...(attempts.get(id) ?? IDLE) }))
      .toSorted((a, b) => (a.madeAt < b.madeAt ? -1 : 1));
    for (const listener of listeners) listener();
  };
  const note = (id: string, change: Partial<Attempt>) => {
    attempts.set(id, { ...(attempts.get(id) ?? IDLE), ...change });
    notify();
  };
  const save = async (item: Item): Promise<Item> => {
    const id = storeKey(item);
    removed.delete(id);
    items.set(id, item);
    notify();
    const done = keep(id, item);
    saving.set(id, done);
    await done;
    if (saving.get(id) === done) saving.delete(id);
    notify();
    return item;
  };
  const drop = (id: string) => {
    items.delete(id);
    attempts.delete(id);
    notify();
  };
  /** False once the item was replaced or removed while an attempt was under way. */
  const isCurrent = (item: Item) => items.get(storeKey(item))?.key === item.key;
  /** False once its author signed out, also while an attempt was under way: it then waits for their next sign-in. */
  const isAuthors = (item: Item) => item.userId === options.person();

  /** The item as the device store has it: another tab may have sent, replaced or removed it. */
  async function newest(item: Item): Promise<Item | undefined> {
    const id = storeKey(item);
    await saving.get(id);
    try {
      const kept = await keptOrThrow<Item>(id);
      return kept && upgrade(kept);
    } catch {
      // A store that cannot be read says nothing about other tabs.
      return items.get(id);
    }
  }

  /** One attempt. True when the next item of the lane may follow. */
  async function attempt(known: Item): Promise<boolean> {
    const id = storeKey(known);
    let item: Item | undefined = known;
    note(id, { ...IDLE, sending: true });
    try {
      item = await newest(known);
      // Replaced or removed in this tab meanwhile.
      if (!isCurrent(known)) return true;
      if (!item) {
        drop(id);
        return true;
      }
      items.set(id, item);
      if (item.state !== 'waiting' || !isAuthors(item)) return true;
      if (item.photo && !item.fileId) {
        const fileId = await options.upload(item.photo, (progress) => note(id, { progress }), item);
        if (!isCurrent(item)) return true;
        // Kept before the item is posted: a repeated attempt must carry the same photo id under the same key.
        item = await save({ ...item, fileId });
        note(id, { progress: null });
        if (!isAuthors(item)) return true;
      }
      const answer = await options.post(item);
      if (!isCurrent(item)) return true;
      const received: Item = { ...item, ...options.receipt?.(answer), state: 'received', photo: null, problem: null };
      if (options.receipt) await save(received);
      else {
        items.set(id, received);
        await forget(id);
      }
      return true;
    } catch (error) {
      const latest = items.get(id);
      return !latest || !item || !isCurrent(item) || (await fail(latest, error));
    } finally {
      if (items.has(id)) note(id, { sending: false, progress: null });
    }
  }

  /** True when the server has refused the item: the next one may follow. */
  async function fail(item: Item, error: unknown): Promise<boolean> {
    const tries = item.attempts + 1;
    const code = error instanceof ApiError ? error.code : null;
    // Twice in a row, it is damaged on this phone.
    const again = code === DAMAGED && item.problem?.code === DAMAGED;
    const lost = code !== null && LOST_PHOTO.has(code) && item.photo !== null && !again;
    const verdict = lost ? 'retry' : judge(error);
    if (verdict === 'retry') schedule(item, tries, error);
    if (verdict === 'sign-in') note(storeKey(item), { signedOut: true });
    await save({
      ...item,
      ...(lost && { fileId: null }),
      problem: toProblem(error),
      attempts: tries,
      state: verdict === 'refused' ? 'refused' : item.state,
    });
    return verdict === 'refused';
  }

  function schedule(item: Item, tries: number, error: unknown): void {
    const asked = error instanceof ApiError ? error.waitSeconds * 1000 : 0;
    const wait = Math.max(waitAfter(tries), asked);
    const name = lane(item);
    clearTimeout(timers.get(name));
    timers.set(
      name,
      setTimeout(() => void sendLane(name), wait),
    );
    note(storeKey(item), { nextTry: Date.now() + wait });
  }

  const next = (name: string): Item | undefined =>
    shown.find((item) => item.state === 'waiting' && lane(item) === name && isAuthors(item));

  async function sendLane(name: string): Promise<void> {
    clearTimeout(timers.get(name));
    if (busy.has(name) || !next(name)) return;
    busy.add(name);
    let mayFollow = true;
    try {
      await withLock(name, async () => {
        for (let item = next(name); item && mayFollow; item = next(name)) mayFollow = await attempt(item);
      });
    } finally {
      busy.delete(name);
    }
    // Put while the lock was being given back.
    if (mayFollow) await sendLane(name);
  }

  const sendAll = async (): Promise<void> => {
    await Promise.all([...new Set([...items.values()].map(lane))].map(sendLane));
  };

  /**
   * Removes the item as it is shown, after what goes with it, and says whether it did: one that another tab replaced or sent
   * again stays, and is shown.
   */
  const remove = async (id: string, first?: () => Promise<void>): Promise<boolean> => {
    const known = items.get(id);
    if (known) {
      const stored = await newest(known);
      if (!isCurrent(known)) return false;
      if (stored && (stored.key !== known.key || stored.state !== known.state)) {
        items.set(id, stored);
        notify();
        return false;
      }
    }
    await first?.();
    removed.add(id);
    drop(id);
    await forget(id);
    return true;
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** All items in the order in which they were made; the same list until something changes. */
    list: () => shown,
    item: (id: string) => shown.find((item) => storeKey(item) === id) ?? null,
    /** Reads what is kept for the person, whichever tab wrote it, and sends what waits. */
    start: async (person: string): Promise<void> => {
      for (const kept of await keptUnder<Item>(options.prefix(person))) {
        const item = upgrade(kept);
        const id = storeKey(item);
        if (item.userId === person && !items.has(id) && !removed.has(id)) items.set(id, item);
      }
      notify();
      await sendAll();
    },
    /** Keeps an item, then sends it; resolves when it is kept. An item with the same store key is replaced. */
    put: async (item: Item): Promise<void> => {
      askToPersist();
      await save(item);
      void sendLane(lane(item));
    },
    sendAll,
    /** Sends at once; what was refused goes under the same key, since nothing was stored under it. */
    sendNow: async (id: string): Promise<void> => {
      const item = items.get(id);
      if (!item) return;
      if (item.state === 'refused') await save({ ...item, state: 'waiting', problem: null });
      await sendLane(lane(item));
    },
    /** Sends what was held back. */
    release: async (id: string): Promise<void> => {
      const item = items.get(id);
      if (item?.state !== 'held') return;
      await save({ ...item, state: 'waiting' });
      await sendLane(lane(item));
    },
    /** Stops sending so that the author can change what it says. */
    hold: async (id: string): Promise<void> => {
      const item = items.get(id);
      if (item?.state === 'waiting') await save({ ...item, state: 'held' });
    },
    /** Takes an item out: its receipt was read, or its author discards it. */
    remove,
    /** True while something unsent would be lost with the tab. */
    atRisk: (): boolean => !isDurable() && [...items.values()].some(({ state }) => state !== 'received'),
  };
}

function withLock(name: string, work: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request(name, work) : work();
}
