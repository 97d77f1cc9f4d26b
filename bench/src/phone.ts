import { existsSync } from 'node:fs';
import path from 'node:path';
import type { UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import type { Database } from '@ec/server/platform/database/database';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { sql } from 'kysely';

/** A mid-range phone: a quarter of this machine's speed, on fast 3G as WebPageTest has it. */
export const PHONE = { slowdown: 4, kilobitsDown: 1600, kilobitsUp: 768, roundTripMs: 150 } as const;

const DIST = path.join(import.meta.dirname, '../../apps/console/dist/index.html');

/** The browser; undefined, with a message, if there is none or the console is not built. */
export async function openBrowser(what: string): Promise<Browser | undefined> {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  if (!existsSync(executablePath) || !existsSync(DIST)) {
    console.log(`${what}: skipped, it needs chromium and the built console (npm run build)`);
    return undefined;
  }
  return await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] });
}

/** Slows the page's processor and network down to the phone's. */
async function emulate(session: CDPSession): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowdown });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: PHONE.roundTripMs,
    downloadThroughput: (PHONE.kilobitsDown * 1000) / 8,
    uploadThroughput: (PHONE.kilobitsUp * 1000) / 8,
  });
}

export async function openPhoneContext(browser: Browser, origin: string): Promise<BrowserContext> {
  return await browser.newContext({
    baseURL: origin,
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
  });
}

export async function openPhonePage(context: BrowserContext): Promise<{ page: Page; session: CDPSession }> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await emulate(session);
  return { page, session };
}

/** A phone at its first visit. */
export async function openPhone(browser: Browser, origin: string): Promise<Page> {
  return (await openPhonePage(await openPhoneContext(browser, origin))).page;
}

/** Types with this many milliseconds between keys. */
export async function typeCredentials(page: Page, phone: string, password: string, delay: number): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Phone number').pressSequentially(phone.replace('+234', '0'), { delay });
  await page.getByRole('textbox', { name: 'Password' }).pressSequentially(password, { delay });
}

/** Returns the moment (of the page's clock) of the tap. */
export async function tapSignIn(page: Page): Promise<number> {
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  const tapped = button.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        element.addEventListener('click', () => resolve(performance.timeOrigin + performance.now()), { once: true });
      }),
  );
  await button.tap();
  return await tapped;
}

const PATIENCE_MS = 60_000;

/** Resolves with the moment (of the page's clock) at which what the selector finds is painted: in the frame after it came. */
export const painted = (page: Page, selector: string) =>
  page.evaluate<number>(`new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(${JSON.stringify(`${selector} was never there`)})), ${PATIENCE_MS});
    const look = () => {
      if (!document.querySelector(${JSON.stringify(selector)})) return void requestAnimationFrame(look);
      clearTimeout(late);
      requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())));
    };
    look();
  })`);

export interface PhonePerson {
  id: UserId;
  phone: string;
  area: LocationId;
}

/** A user of the role, of one area where it is named, who signs in with a password and has a profile picture; `number` makes their phone's. */
export async function personOnPhone(
  { db }: Database,
  role: Role,
  { passwordHash, number, area }: { passwordHash: string; number: number; area?: LocationId },
): Promise<PhonePerson> {
  const where = area === undefined ? sql`true` : sql`u.area_id = ${area}`;
  const { rows } = await sql<PhonePerson>`select u.id, u.phone, u.area_id as area from users u
    where u.role = ${role} and ${where} order by exists (select from results r where r.polling_unit_id = u.area_id), md5(u.id::text)
    limit 1`.execute(db);
  const [person] = rows;
  if (!person) throw new Error(`no account has the role ${role}`);
  // Not every made-up number is one that sign-in takes.
  const phone = `+234803999${String(number).padStart(4, '0')}`;
  // A picture is one person's: a row of its own over the content that is there.
  await sql`with picture as (
      insert into files (id, sha256, size, type, width, height, purpose)
      select gen_random_uuid(), sha256, size, type, width, height, 'profile_picture' from files limit 1 returning id)
    update users set password_hash = ${passwordHash}, phone = ${phone},
      profile_picture_id = (select id from picture) where id = ${person.id}`.execute(db);
  return { ...person, phone };
}
