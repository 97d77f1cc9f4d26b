import { codeOf } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { hashPassword } from '@ec/server/platform/identity/passwords';
import type { Database } from '@ec/server/platform/database/database';
import type { Browser } from '@playwright/test';
import { quietMoment } from './machine.ts';
import {
  openBrowser,
  openPhone,
  painted,
  type PhonePerson,
  personOnPhone,
  tapSignIn,
  typeCredentials,
} from './phone.ts';
import { rounded, type Spread, spread } from './statistics.ts';

const PASSWORD = 'Emulated-Phone-1';
const ROLES = [
  'super_admin',
  'regional_admin',
  'state_admin',
  'lga_admin',
  'ward_admin',
  'polling_unit_officer',
] as const;

export interface Paint {
  role: Role;
  area: string;
  /** Milliseconds from the tap on Sign in until the figures of the dashboard are painted. */
  afterSignIn: Spread;
  /** The same from the beginning of a reload of /dashboard. */
  reload: Spread;
}

const FIGURES = 'main [data-beside]';
/** From key to key, as people type. */
const KEY_MS = 80;

/** One user on a phone's first visit: types for a while, signs in, and later reloads the page. */
async function once(
  browser: Browser,
  origin: string,
  person: PhonePerson,
): Promise<{ afterSignIn: number; reload: number }> {
  const page = await openPhone(browser, origin);
  try {
    await typeCredentials(page, person.phone, PASSWORD, KEY_MS);
    const shown = painted(page, FIGURES);
    const tapped = await tapSignIn(page);
    const afterSignIn = (await shown) - tapped;
    await page.reload({ waitUntil: 'commit' });
    const seen = await painted(page, FIGURES);
    const reload = seen - (await page.evaluate(() => performance.timeOrigin));
    return { afterSignIn, reload };
  } finally {
    await page.context().close();
  }
}

/** First useful paint of each role's dashboard on the emulated phone, several times. */
export async function measurePaint(database: Database, origin: string, times: number): Promise<Paint[] | undefined> {
  const browser = await openBrowser('First paint');
  if (!browser) return undefined;
  const passwordHash = await hashPassword(PASSWORD);
  try {
    const paints: Paint[] = [];
    for (const [number, role] of ROLES.entries()) {
      const person = await personOnPhone(database, role, { passwordHash, number });
      const runs: { afterSignIn: number; reload: number }[] = [];
      for (let run = 0; run < times; run++) {
        await quietMoment();
        runs.push(await once(browser, origin, person));
      }
      const of = (pick: (run: (typeof runs)[number]) => number) =>
        spread(
          runs.map((run) => rounded(pick(run), 0)),
          0,
        );
      const area = codeOf(person.area);
      paints.push({ role, area, afterSignIn: of((run) => run.afterSignIn), reload: of((run) => run.reload) });
    }
    return paints;
  } finally {
    await browser.close();
  }
}
