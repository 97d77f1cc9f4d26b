import type { Page } from '@playwright/test';
import { rounded } from '../statistics.ts';

/** Shorter ones are not reported by the browser; they count as this long. */
const SHORTEST_MS = 16;

/** One press of a key, a button of the mouse or a finger, up to the frame that shows what it changed. */
export interface Interaction {
  role: string;
  screen: string;
  what: string;
  /** As the browser reports it, in steps of 8. */
  milliseconds: number;
  /** Of these: before the page's code began, while it ran, and from then until the frame. */
  delay: number;
  work: number;
  frame: number;
}

interface Seen {
  id: number;
  duration: number;
  delay: number;
  work: number;
}

/**
 * The longest event of an interaction is its duration; what stands beside it is of all its events that one frame showed. It is text: these
 * programs are compiled without the browser's types.
 */
const OBSERVE = `(() => {
  const events = new Map();
  let fresh = new Set();
  const note = (event) => {
    const id = event.interactionId;
    if (!id) return;
    fresh.add(id);
    events.set(id, [...(events.get(id) ?? []), event]);
  };
  const inShort = (id) => {
    const all = events.get(id);
    const longest = all.reduce((a, b) => (b.duration > a.duration ? b : a));
    const end = longest.startTime + longest.duration;
    const shown = all.filter((event) => event.processingStart < end && event.processingEnd >= longest.processingStart);
    const begun = Math.min(...shown.map((event) => event.processingStart));
    const done = Math.max(...shown.map((event) => event.processingEnd));
    return { id, duration: longest.duration, delay: Math.max(0, begun - longest.startTime), work: Math.min(done, end) - begun };
  };
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(note));
  observer.observe({ type: 'event', durationThreshold: ${SHORTEST_MS}, buffered: true });
  window.ecTakeInteractions = () => {
    observer.takeRecords().forEach(note);
    const taken = [...fresh].map(inShort);
    fresh = new Set();
    return taken;
  };
})()`;

/** By then the frame is painted, and the browser has reported on it. */
const REPORTED = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(window.ecTakeInteractions()), 150)))`;

export interface Recorder {
  interactions: readonly Interaction[];
  /** Before the page is opened: every document that it loads is watched from its first moment. */
  watch(page: Page): Promise<void>;
  /** Notes what the page's interactions took since the last call; `sent` of them were sent. */
  note(page: Page, of: Pick<Interaction, 'role' | 'screen' | 'what'>, sent: number): Promise<void>;
  /** Forgets them: they are no part of what is measured. */
  skip(page: Page): Promise<void>;
}

export function createRecorder(): Recorder {
  const interactions: Interaction[] = [];
  /** Those of each page by the browser's number: the release of a button may be reported after its press. */
  const known = new WeakMap<Page, Map<number, Interaction>>();
  const take = (page: Page) => page.evaluate<Seen[]>(REPORTED);
  return {
    interactions,
    async watch(page) {
      await page.addInitScript(OBSERVE);
    },
    async note(page, of, sent) {
      const numbered = known.get(page) ?? new Map<number, Interaction>();
      known.set(page, numbered);
      let begun = 0;
      for (const { id, duration, delay, work } of await take(page)) {
        const times = {
          milliseconds: rounded(duration, 0),
          delay: rounded(delay, 0),
          work: rounded(work, 0),
          frame: rounded(Math.max(0, duration - delay - work), 0),
        };
        const before = numbered.get(id);
        if (before) {
          Object.assign(before, times);
          continue;
        }
        const interaction = { ...of, ...times };
        numbered.set(id, interaction);
        interactions.push(interaction);
        begun++;
      }
      for (; begun < sent; begun++)
        interactions.push({ ...of, milliseconds: SHORTEST_MS, delay: 0, work: 0, frame: SHORTEST_MS });
    },
    async skip(page) {
      await take(page);
    },
  };
}
