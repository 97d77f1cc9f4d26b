import { setTimeout as delay } from 'node:timers/promises';
import type { Role } from '@ec/contract/permissions/roles';
import type { RoutePath } from '@ec/contract/permissions/pages';
import type { Database } from '@ec/server/platform/database/database';
import { hashPassword } from '@ec/server/platform/identity/passwords';
import type { Browser, BrowserContext } from '@playwright/test';
import { quietMoment } from './machine.ts';
import {
  openBrowser,
  openPhoneContext,
  openPhonePage,
  painted,
  personOnPhone,
  tapSignIn,
  typeCredentials,
} from './phone.ts';
import { OBSERVE, readVitals, settled, type Vitals } from './vitals.ts';

const PASSWORD = 'Emulated-Phone-1';
/** The element that makes a screen useful: its figures, the rows of its list, or its form. */
const ROWS = 'main tbody td, main ul[aria-label="Users"] li, main ul[aria-label="Audit logs"] li';
const USEFUL = {
  '/dashboard': 'main [data-beside]',
  '/live-results': 'main [role="group"][aria-label]',
  '/review': 'main ul[aria-label="Polling units"] li',
  '/submit-results': 'main form input',
  '/users': ROWS,
  '/audit-logs': ROWS,
  '/reports': 'main ul[aria-label="Report templates"] li',
  '/situation-room': 'main [role="group"][aria-label]',
} as const satisfies Partial<Record<RoutePath, string>>;
type Path = keyof typeof USEFUL;

/** What the address says beside the path: a list of what waits may be empty, one of all units is not. */
const QUERIES: Partial<Record<Path, string>> = { '/review': '?status=all' };

const SCREENS: Partial<Record<Role, readonly Path[]>> = {
  national_admin: ['/dashboard', '/live-results', '/review', '/users', '/audit-logs', '/reports', '/situation-room'],
  super_admin: ['/dashboard', '/users'],
  regional_admin: ['/dashboard', '/review', '/users'],
  state_admin: ['/dashboard', '/review', '/users'],
  lga_admin: ['/dashboard', '/review', '/users'],
  ward_admin: ['/dashboard', '/review', '/users'],
  polling_unit_officer: ['/dashboard', '/submit-results'],
};
/** Their phones are beside those of the first paint. */
const FIRST_NUMBER = 100;

export interface ScreenTimes {
  role: Role | 'anonymous';
  path: string;
  /** Its own code is not on the phone yet; what all pages share is, but on the sign-in page. */
  first: Vitals;
  /** The same page loaded again. */
  again: Vitals;
}

/** Time without loading after which the screen counts as finished. */
const CALM_MS = 500;

/** Opens the screen in a new tab of the phone, and loads it once more. */
async function visit(
  context: BrowserContext,
  path: string,
  useful: string,
): Promise<Pick<ScreenTimes, 'first' | 'again'>> {
  const { page, session } = await openPhonePage(context);
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.addInitScript(OBSERVE);
  const measure = async (load: () => Promise<unknown>): Promise<Vitals> => {
    bytes = 0;
    await load();
    const shown = await painted(page, useful);
    await settled(page);
    await delay(CALM_MS);
    return await readVitals(page, { shown, bytes });
  };
  try {
    return {
      first: await measure(() => page.goto(path, { waitUntil: 'commit' })),
      again: await measure(() => page.reload({ waitUntil: 'commit' })),
    };
  } catch (error) {
    const shown = await page.evaluate<string>("document.body.innerText.replaceAll(/\\s+/g, ' ').slice(0, 300)");
    throw new Error(`${path} could not be measured; it shows: ${shown}`, { cause: error });
  } finally {
    await page.close();
  }
}

async function visitAll(context: BrowserContext, role: Role, phone: string): Promise<ScreenTimes[]> {
  const { page } = await openPhonePage(context);
  await typeCredentials(page, phone, PASSWORD, 0);
  await tapSignIn(page);
  await painted(page, USEFUL['/dashboard']);
  await settled(page);
  await delay(CALM_MS);
  // A role that works without a network has the background worker within seconds of its first sign-in, and from then on.
  await page.evaluate(
    'navigator.serviceWorker.getRegistration().then((own) => own && navigator.serviceWorker.ready.then(() => null))',
  );
  await page.close();
  const times: ScreenTimes[] = [];
  for (const path of SCREENS[role] ?? [])
    times.push({ role, path, ...(await visit(context, `${path}${QUERIES[path] ?? ''}`, USEFUL[path])) });
  return times;
}

async function onPhone<T>(browser: Browser, origin: string, work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const context = await openPhoneContext(browser, origin);
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

/** The sign-in page, and the main screens of each role, on phones at their first visit. */
export async function runScreens(database: Database, origin: string): Promise<ScreenTimes[] | undefined> {
  const browser = await openBrowser('Screens');
  if (!browser) return undefined;
  try {
    const passwordHash = await hashPassword(PASSWORD);
    await quietMoment();
    const signIn = await onPhone(browser, origin, (context) => visit(context, '/login', 'form input'));
    const times: ScreenTimes[] = [{ role: 'anonymous', path: '/login', ...signIn }];
    for (const [place, role] of (Object.keys(SCREENS) as Role[]).entries()) {
      const { phone } = await personOnPhone(database, role, { passwordHash, number: FIRST_NUMBER + place });
      await quietMoment();
      times.push(...(await onPhone(browser, origin, (context) => visitAll(context, role, phone))));
    }
    return times;
  } finally {
    await browser.close();
  }
}
