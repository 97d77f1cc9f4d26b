import type { Page } from '@playwright/test';
import { rounded } from './statistics.ts';

export interface Vitals {
  /** Milliseconds from the start of the load until what the screen is for is painted. */
  usefulPaint: number;
  firstPaint: number;
  largestPaint: number;
  /** What tasks took beyond 50 ms each after the first paint. */
  blocking: number;
  longestTask: number;
  /** How far what was shown moved by itself, as a share of the screen. */
  layoutShift: number;
  /** Bytes over the network, headers included. */
  kilobytes: number;
}

/** Runs before the page's own code. It is text: these programs are compiled without the browser's types. */
export const OBSERVE = `(() => {
  const seen = { largest: 0, shift: 0, tasks: [] };
  window.ecSeen = seen;
  const watch = (type, note) => new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) note(entry);
  }).observe({ type, buffered: true });
  watch('largest-contentful-paint', (entry) => { seen.largest = entry.startTime; });
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value; });
  watch('longtask', (entry) => { seen.tasks.push([entry.startTime, entry.duration]); });
})()`;

const PATIENCE_MS = 60_000;

/** Resolves when the screen shows no loading state. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('It loads and loads')), ${PATIENCE_MS});
    const look = () => {
      if (document.querySelector('.mantine-Skeleton-root, [aria-busy="true"]')) return void requestAnimationFrame(look);
      clearTimeout(late);
      resolve();
    };
    look();
  })`);
}

interface Seen {
  origin: number;
  first: number;
  largest: number;
  shift: number;
  tasks: [start: number, duration: number][];
}

const TASK_MS = 50;

export async function readVitals(page: Page, { shown, bytes }: { shown: number; bytes: number }): Promise<Vitals> {
  const seen = await page.evaluate<Seen>(`({
    ...window.ecSeen,
    origin: performance.timeOrigin,
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  })`);
  const after = seen.tasks.filter(([start, duration]) => start + duration > seen.first);
  return {
    usefulPaint: rounded(shown - seen.origin, 0),
    firstPaint: rounded(seen.first, 0),
    largestPaint: rounded(seen.largest, 0),
    blocking: rounded(
      after.reduce((sum, [, duration]) => sum + Math.max(0, duration - TASK_MS), 0),
      0,
    ),
    longestTask: rounded(Math.max(0, ...seen.tasks.map(([, duration]) => duration)), 0),
    layoutShift: rounded(seen.shift, 3),
    kilobytes: rounded(bytes / 1024),
  };
}
