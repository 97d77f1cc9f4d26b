import { askToPersist, forget, isDurable, keep, kept } from './device-store.ts';

/** A photo as chosen; the turn is applied when it is sent. */
export interface KeptPhoto {
  blob: Blob;
  name: string;
  turn: number;
}

/** Typed work that is not sent yet: texts by field, as typed. */
export interface Draft {
  values: Record<string, string>;
  ticks: Record<string, boolean>;
  photo: KeptPhoto | null;
  savedAt: string;
}

type Words = Omit<Draft, 'photo'>;

/** One draft a person, subject and place: two officers who share a phone never see each other's. */
export function draftSlot(userId: string, electionId: string, unitId: number): string {
  return `${userId}/${electionId}/${unitId}`;
}

/**
 * The newest text until IndexedDB has written it: that takes a moment, and leaving the page in that moment would lose it.
 * This store writes synchronously, and holds at most one draft in progress.
 */
const onTheWay = {
  put(slot: string, words: string): void {
    try {
      localStorage.setItem(`draft:${slot}`, words);
    } catch {
      // A full or refused store: IndexedDB writes the text a moment later.
    }
  },
  get(slot: string): Words | undefined {
    try {
      const words = localStorage.getItem(`draft:${slot}`);
      return words === null ? undefined : (JSON.parse(words) as Words);
    } catch {
      return undefined;
    }
  },
  /** Takes the words away, or whatever is there; newer ones stay. */
  remove(slot: string, words?: string): void {
    try {
      if (words === undefined || localStorage.getItem(`draft:${slot}`) === words) {
        localStorage.removeItem(`draft:${slot}`);
      }
    } catch {
      // Nothing to remove if it was never written there.
    }
  },
};

export async function loadDraft(slot: string): Promise<Draft | null> {
  const newest = onTheWay.get(slot);
  const [written, photo] = await Promise.all([kept<Words>(`draft:${slot}`), kept<KeptPhoto>(`draft-photo:${slot}`)]);
  const words = newest ?? written;
  if (!words && !photo) return null;
  return { values: {}, ticks: {}, savedAt: '', ...words, photo: photo ?? null };
}

/** Deletes a draft, once the sent record is safe elsewhere. */
export async function dropDraft(slot: string): Promise<void> {
  onTheWay.remove(slot);
  await Promise.all([forget(`draft:${slot}`), forget(`draft-photo:${slot}`)]);
}

export interface DraftKeeper {
  saveWords: (values: Draft['values'], ticks: Draft['ticks']) => void;
  savePhoto: (photo: KeptPhoto | null) => void;
  /** True while closing the browser would lose something typed. */
  atRisk: () => boolean;
}

/**
 * Writes a draft as it is typed. Writes follow one another and the newest wins, so a slow phone is never more than one write
 * behind; the photo has a key of its own, so a keystroke does not write megabytes.
 */
export function draftKeeper(slot: string): DraftKeeper {
  const waiting = new Map<string, () => Promise<void>>();
  let running: Promise<void> | null = null;

  const drain = async () => {
    for (let next = waiting.entries().next(); !next.done; next = waiting.entries().next()) {
      const [key, write] = next.value;
      waiting.delete(key);
      await write();
    }
    running = null;
  };
  const write = (key: string, work: () => Promise<void>) => {
    waiting.set(key, work);
    running ??= drain();
  };

  return {
    saveWords: (values, ticks) => {
      const words: Words = { values, ticks, savedAt: new Date().toISOString() };
      const text = JSON.stringify(words);
      onTheWay.put(slot, text);
      write('words', async () => {
        await keep(`draft:${slot}`, words);
        // Where the device keeps nothing, this store is better than the tab's memory.
        if (isDurable()) onTheWay.remove(slot, text);
      });
    },
    savePhoto: (photo) => {
      askToPersist();
      write('photo', () => (photo ? keep(`draft-photo:${slot}`, photo) : forget(`draft-photo:${slot}`)));
    },
    atRisk: () => running !== null || !isDurable(),
  };
}
