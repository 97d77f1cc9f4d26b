import { randomBytes } from 'node:crypto';
import { LoginAnswer } from '@ec/contract/auth/schemas';
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import { DASHBOARD } from '../pages/dashboard.ts';
import type { Account } from './accounts.ts';
import { startRehearsal } from './rehearsal.ts';

interface People {
  /** A separate browser without a session. */
  someone(): Promise<Page>;
  /** The same, signed in, on the dashboard. */
  enter(account: Account): Promise<Page>;
  /** Another tab of the same browser. */
  anotherTab(page: Page): Promise<Page>;
  /** Names what the browser's console may complain of in this journey. */
  mayComplain(pattern: RegExp): void;
}

/** Signs in by the API as the page does, and opens the dashboard. The journeys of signing in type. */
async function signIn(page: Page, { phone, password }: Account): Promise<void> {
  const device = randomBytes(32).toString('base64url');
  const data = { phoneNumber: phone, password, device };
  const response = await page.request.post('/api/auth/login', { data });
  const { accessToken, refreshToken, user } = LoginAnswer.parse(await response.json());
  const kept = {
    'ec.device': device,
    'ec.user': JSON.stringify(user),
    'ec.refreshToken': refreshToken,
    'ec.accessToken': accessToken,
  };
  await page.goto('/api/health');
  await page.evaluate(`Object.assign(localStorage, ${JSON.stringify(kept)})`);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: DASHBOARD })).toBeVisible();
}

interface Place {
  firstPort: number;
  /** Address of the worker's own rehearsal: what fails is tried again by another worker, with another one. */
  rehearsal: string;
}

/** Journeys with several people at once. What any browser's console complains of fails the journey. */
export const test = base.extend<{ people: People }, Place>({
  firstPort: [3123, { scope: 'worker', option: true }],
  rehearsal: [
    async ({ firstPort }, use, { parallelIndex }) => {
      const settings = { REHEARSAL_SCALE: 'small', REHEARSAL_PACE: '0' };
      const rehearsal = await startRehearsal(firstPort + parallelIndex, settings);
      await use(rehearsal.address);
      await rehearsal.stop();
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
  baseURL: ({ rehearsal }, use) => use(rehearsal),
  people: async ({ browser, rehearsal, contextOptions, viewport, isMobile, hasTouch, colorScheme }, use) => {
    const look = { viewport, isMobile, hasTouch, colorScheme, locale: 'en-NG', timezoneId: 'Africa/Lagos' };
    const contexts: BrowserContext[] = [];
    const complaints: string[] = [];
    const expected: RegExp[] = [];

    const watch = (page: Page) => {
      page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        const { url } = message.location();
        if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()} (${url})`);
      });
      return page;
    };
    const someone = async () => {
      const context = await browser.newContext({ ...contextOptions, ...look, baseURL: rehearsal });
      contexts.push(context);
      return watch(await context.newPage());
    };
    await use({
      someone,
      async enter(account) {
        const page = await someone();
        await signIn(page, account);
        return page;
      },
      anotherTab: async (page) => watch(await page.context().newPage()),
      mayComplain: (pattern) => void expected.push(pattern),
    });
    for (const context of contexts) await context.close();
    expect(complaints.filter((line) => !expected.some((pattern) => pattern.test(line)))).toEqual([]);
  },
});

export { expect };
