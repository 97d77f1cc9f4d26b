import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import { SignInPage } from '../pages/sign-in.ts';
import type { Account } from './accounts.ts';

interface People {
  /** A separate browser without a session. */
  someone(): Promise<Page>;
  /** The same, signed in by hand. */
  enter(account: Account): Promise<Page>;
  /** Another tab of the same browser. */
  anotherTab(page: Page): Promise<Page>;
  /** Names what the browser's console may complain of in this journey. */
  mayComplain(pattern: RegExp): void;
}

/** Journeys with several people at once. What any browser's console complains of fails the journey. */
export const test = base.extend<{ people: People }>({
  people: async ({ browser, contextOptions, baseURL, viewport, isMobile, hasTouch, colorScheme }, use) => {
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
      const context = await browser.newContext({
        ...contextOptions,
        ...(baseURL && { baseURL }),
        viewport,
        isMobile,
        hasTouch,
        colorScheme,
        locale: 'en-NG',
        timezoneId: 'Africa/Lagos',
      });
      contexts.push(context);
      return watch(await context.newPage());
    };
    await use({
      someone,
      async enter(account) {
        const page = await someone();
        await new SignInPage(page).signIn(account);
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
