import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { Shell } from '../pages/shell.ts';
import { SignInPage } from '../pages/sign-in.ts';
import { GOOD_SHEET, SHEET_PHOTO, SubmitPage } from '../pages/submit.ts';
import { accountOf, officerOf } from '../support/accounts.ts';
import { expectGoodScreen } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const KEPT = `(async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
  }
  return found;
})()`;
const WORKERS = `navigator.serviceWorker.getRegistrations().then((all) => all.filter(({ active }) => active).length)`;

const keptFiles = (page: Page) => page.evaluate<string[]>(KEPT);
const workers = (page: Page) => page.evaluate<number>(WORKERS);

/** The worker has kept everything and serves the tab. */
async function prepared(page: Page): Promise<void> {
  await expect.poll(() => keptFiles(page), 'the page is kept, which is the last').toContain('/index.html');
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
}

test('a phone that was signed in once opens the console without a network, from a closed browser', async ({
  baseURL,
  contextOptions,
  launchOptions,
  viewport,
  isMobile,
  hasTouch,
  colorScheme,
}) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ec-phone-'));
  const look = { viewport, isMobile, hasTouch, colorScheme, locale: 'en-NG', timezoneId: 'Africa/Lagos' };
  const open = async (offline: boolean): Promise<{ context: BrowserContext; page: Page }> => {
    const options = { ...launchOptions, ...contextOptions, ...look, ...(baseURL && { baseURL }), offline };
    const context = await chromium.launchPersistentContext(folder, options);
    return { context, page: context.pages()[0] ?? (await context.newPage()) };
  };
  try {
    const before = await open(false);
    await new SignInPage(before.page).signIn(officerOf('unplugged'));
    await new SubmitPage(before.page).open();
    await prepared(before.page);
    expect((await keptFiles(before.page)).filter((file) => file.startsWith('/api'))).toEqual([]);
    await before.context.close();

    const { context, page } = await open(true);
    const officer = new SubmitPage(page);
    const shell = new Shell(page);
    await page.goto('/');
    await expect(officer.field('Accredited voters')).toBeVisible();
    await expect(page.getByText(/^The server cannot be reached/)).toBeVisible();
    await officer.fill(GOOD_SHEET);
    const dark = await sharp(SHEET_PHOTO).linear(0.2, 0).toBuffer();
    await page
      .getByLabel('Image file of the result sheet')
      .setInputFiles({ name: 'sheet.jpg', mimeType: 'image/jpeg', buffer: dark });
    await expect(page.getByText('The photo is dark.')).toBeVisible();
    await expectGoodScreen(page);
    await page.getByRole('button', { name: 'Go on with this photo' }).click();
    await expect(page.getByText('You go on with this photo. The photo is dark.')).toBeVisible();
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
    await page.keyboard.press('Escape');
    const menu = await shell.menu();
    await expect(menu.getByRole('link', { name: 'Submit results' })).toBeVisible();
    if (isMobile) await page.keyboard.press('Escape');
    await expect(officer.field('LP')).toHaveValue('88');
    await expectGoodScreen(page);
    await officer.check();
    await officer.send();
    await expect(officer.waiting).toBeVisible();
    await page.reload();
    await expect(officer.waiting).toBeVisible();

    await context.setOffline(false);
    expect(await officer.submissionId()).not.toBe('');
    await expect(page.getByText('Photo received')).toBeVisible();
    await shell.logOut();
    await expect(new SignInPage(page).heading).toBeVisible();
    await expect.poll(async () => [await workers(page), await keptFiles(page)]).toEqual([0, []]);
    await context.close();
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('a page that cannot be loaded leaves the menu, and is loaded in place when the network is back', async ({
  people,
}) => {
  people.mayComplain(/ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/);
  const page = await people.enter(accountOf('national_admin'));
  const shell = new Shell(page);
  expect(await workers(page)).toBe(0);
  await shell.menu();
  await page.context().setOffline(true);
  await shell.go('Reports');
  const broken = page.getByRole('alert').filter({ hasText: 'This page could not be loaded' });
  await expect(broken).toBeVisible();
  await expectGoodScreen(page);
  await page.context().setOffline(false);
  await broken.getByRole('button', { name: 'Try again' }).click();
  await expect(shell.title('Report Generator')).toBeVisible();
});
