import { existsSync } from 'node:fs';
import path from 'node:path';
import type { UserId } from '@ec/contract/common';
import { codeOf, type LocationId } from '@ec/contract/location-id';
import type { Role } from '@ec/contract/roles';
import { hashPassword } from '@ec/server/platform/passwords';
import type { Database } from '@ec/server/platform/database';
import { type Browser, chromium, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { quietMoment } from './machine.ts';
import { rounded, type Spread, spread } from './statistics.ts';

/** A mid-range phone: a quarter of this machine's speed, on fast 3G as WebPageTest has it. */
export const PHONE = { slowdown: 4, kilobitsDown: 1600, kilobitsUp: 768, roundTripMs: 150 } as const;
const PASSWORD = 'Emulated-Phone-1';
const ROLES = [
  'super_admin',
  'regional_admin',
  'state_admin',
  'lga_admin',
  'ward_admin',
  'polling_unit_officer',
] as const;
const DIST = path.join(import.meta.dirname, '../../apps/console/dist/index.html');

export interface Paint {
  role: Role;
  area: string;
  /** Milliseconds from the tap on Sign in until the figures of the dashboard are painted. */
  afterSignIn: Spread;
  /** The same from the beginning of a reload of /dashboard. */
  reload: Spread;
}

interface Person {
  id: UserId;
  phone: string;
  area: LocationId;
}

/** Somebody of the role who signs in with a password and has a profile picture. */
async function personOf({ db }: Database, role: (typeof ROLES)[number], passwordHash: string): Promise<Person> {
  const { rows } = await sql<Person>`select id, phone, area_id as area from users where role = ${role}
    order by md5(id::text) limit 1`.execute(db);
  const [person] = rows;
  if (!person) throw new Error(`nobody is ${role}`);
  // Not every made-up number is one that sign-in takes.
  const phone = `+234803999${String(ROLES.indexOf(role)).padStart(4, '0')}`;
  // A picture is one person's: a row of its own over the content that is there.
  await sql`with picture as (
      insert into files (id, sha256, size, type, width, height, purpose)
      select gen_random_uuid(), sha256, size, type, width, height, 'profile_picture' from files limit 1 returning id)
    update users set password_hash = ${passwordHash}, phone = ${phone},
      profile_picture_id = (select id from picture) where id = ${person.id}`.execute(db);
  return { ...person, phone };
}

/** Resolves with the moment (of the page's clock) at which what the selector finds is painted: in the frame after it came. */
const painted = (page: Page, selector: string) =>
  page.evaluate<number>(`new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector(${JSON.stringify(selector)})) return void requestAnimationFrame(look);
      requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())));
    };
    look();
  })`);

async function openPhone(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowdown });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: PHONE.roundTripMs,
    downloadThroughput: (PHONE.kilobitsDown * 1000) / 8,
    uploadThroughput: (PHONE.kilobitsUp * 1000) / 8,
  });
  return page;
}

const FIGURES = 'main [data-beside]';

/** One person on a phone that has never been here: types for a while, signs in, and later loads the page again. */
async function once(
  browser: Browser,
  origin: string,
  person: Person,
): Promise<{ afterSignIn: number; reload: number }> {
  const page = await openPhone(browser, origin);
  try {
    await page.goto('/login');
    await page.getByLabel('Phone number').pressSequentially(person.phone.replace('+234', '0'), { delay: 80 });
    await page.getByRole('textbox', { name: 'Password' }).pressSequentially(PASSWORD, { delay: 80 });
    const button = page.getByRole('button', { name: 'Sign in', exact: true });
    const tapped = button.evaluate(
      (element) =>
        new Promise<number>((resolve) => {
          element.addEventListener('click', () => resolve(performance.timeOrigin + performance.now()), { once: true });
        }),
    );
    const shown = painted(page, FIGURES);
    await button.tap();
    const afterSignIn = (await shown) - (await tapped);
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
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  if (!existsSync(executablePath) || !existsSync(DIST)) {
    console.log('First paint: skipped, it needs chromium and the built console (npm run build)');
    return undefined;
  }
  const passwordHash = await hashPassword(PASSWORD);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] });
  try {
    const paints: Paint[] = [];
    for (const role of ROLES) {
      const person = await personOf(database, role, passwordHash);
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
