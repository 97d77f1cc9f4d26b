import { setTimeout as delay } from 'node:timers/promises';
import type { ElectionId } from '@ec/contract/base/common';
import { codeOf, type LocationId } from '@ec/contract/geography/location-id';
import { hashPassword } from '@ec/server/platform/identity/passwords';
import type { Database } from '@ec/server/platform/database/database';
import { quietMoment } from './machine.ts';
import { openBrowser, openPhonePage, painted, personOnPhone, typeCredentials } from './phone.ts';
import { type Latency, latency } from './statistics.ts';

const PASSWORD = 'Emulated-Phone-1';
/** Their number is beside those of the screens. */
const NUMBER = 300;
/** Rows that are typed in full, of all that the form has. */
const TYPED_ROWS = 6;
/** Between two keys: ten a second, more than a practised typist keeps up. */
const PAUSE_MS = 100;
/** Shorter ones are not reported by the browser; they count as this long. */
const SHORTEST_MS = 16;

export interface KeyTimes {
  rows: number;
  fields: number;
  /** Milliseconds from a key until the frame with what it changed is painted, as the browser reports it (in steps of 8). */
  keys: Latency;
}

/** It is text: these programs are compiled without the browser's types. */
const OBSERVE = `(() => {
  window.ecKeys = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === 'keydown') window.ecKeys.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: ${SHORTEST_MS}, buffered: true });
})()`;

/** Types rows of a ward's EC8B on a computer with a quarter of this machine's speed. */
export async function runKeys(
  database: Database,
  { origin, election, ward }: { origin: string; election: ElectionId; ward: LocationId },
): Promise<KeyTimes | undefined> {
  const browser = await openBrowser('Keys');
  if (!browser) return undefined;
  try {
    const passwordHash = await hashPassword(PASSWORD);
    const { phone } = await personOnPhone(database, 'ward_admin', { passwordHash, number: NUMBER, area: ward });
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width: 1280, height: 800 },
      locale: 'en-NG',
    });
    const { page } = await openPhonePage(context);
    await typeCredentials(page, phone, PASSWORD, 0);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await painted(page, 'main [data-beside]');
    await page.addInitScript(OBSERVE);
    const query = new URLSearchParams({ election, area: codeOf(ward), form: 'EC8B' });
    await page.goto(`/collations/enter?${query.toString()}`);
    await painted(page, '[data-field] input');
    const [rows, fields] = await page.evaluate<[number, number]>(`[
      document.querySelectorAll('table[data-cells] tbody tr').length, document.querySelectorAll('[data-at^="0-"]').length]`);
    await quietMoment();
    await page.locator('[data-field] input').focus();
    await delay(PAUSE_MS);
    let sent = 0;
    for (let cell = 0; cell < TYPED_ROWS * fields; cell++) {
      for (const key of [String(1 + (cell % 9)), String(cell % 10), 'Enter']) {
        await page.keyboard.press(key);
        await delay(PAUSE_MS);
        sent++;
      }
    }
    // What the last key changed is painted, and reported, by then.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 500)))');
    const reported = await page.evaluate<number[]>('window.ecKeys');
    const short = Array.from({ length: Math.max(0, sent - reported.length) }, () => SHORTEST_MS);
    return { rows, fields, keys: latency([...reported, ...short]) };
  } finally {
    await browser.close();
  }
}
