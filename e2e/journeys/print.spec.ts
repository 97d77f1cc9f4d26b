import type { Page } from '@playwright/test';
import { Shell } from '../pages/shell.ts';
import { GOOD_SHEET, SubmitPage } from '../pages/submit.ts';
import { accountOf } from '../support/accounts.ts';
import { atRest } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

// What runs in the page is text: the journeys are compiled without the browser's types.
/** Tables that would lose their headings on the next page, rows that would be cut, and what is wider than the paper. */
const TORN = `(() => {
  const main = document.querySelector('main');
  const all = (selector) => [...main.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  const heads = all('thead').filter((each) => getComputedStyle(each).display !== 'table-header-group');
  const rows = all('tr').filter((each) => getComputedStyle(each).breakInside !== 'avoid');
  const wide = all('table, img').filter((each) => each.getBoundingClientRect().right > innerWidth + 1);
  return [...heads, ...rows, ...wide].map((each) => each.outerHTML.slice(0, 120));
})()`;
const COLOURS = `[...document.querySelectorAll('main h1, main td, main th, main p')].filter((each) => each.checkVisibility())
  .map((each) => getComputedStyle(each).color)`;
/** The room across a sheet of A4 between its margins, in px. */
const PAPER = { width: 710, height: 1000 };

/** The page as it comes out of a printer: whole, readable, distinguishable from later ones, and without controls. */
async function expectOnPaper(page: Page, title: string | RegExp, mostPages: number): Promise<void> {
  await atRest(page);
  await page.setViewportSize(PAPER);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const main = page.getByRole('main');
  await expect(new Shell(page).title(title)).toBeVisible();
  await expect(main.getByText(/printed \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d \(WAT\) by .+, National Admin/)).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button').first()).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(main.locator('.mantine-Button-root, input, select').filter({ visible: true })).toHaveCount(0);
  const colours: string[] = await page.evaluate(COLOURS);
  expect([...new Set(colours)].filter((colour) => !/^rgb\((0, 0, 0|34, 34, 34)\)$/.test(colour))).toEqual([]);
  expect(await page.evaluate(TORN)).toEqual([]);
  const pages = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g) ?? [];
  expect(pages.length).toBeGreaterThan(0);
  expect(pages.length).toBeLessThanOrEqual(mostPages);
  await page.emulateMedia({ media: null, colorScheme: null });
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('results go on paper: the unit, its sheet under review, the live count, the elections', async ({ people }) => {
  test.setTimeout(120_000);
  const account = accountOf('grassroot_puo');
  const officer = new SubmitPage(await people.enter(account));
  await officer.open();
  await officer.fill(GOOD_SHEET);
  await officer.attachPhoto();
  await officer.check();
  await officer.send();
  await expect(officer.received).toBeVisible();

  const page = await people.enter(accountOf('national_admin'));
  await page.goto(`/pu/${account.area}`);
  await expect(page.getByRole('heading', { name: 'Register', exact: true })).toBeVisible();
  const photo = page.getByRole('main').getByRole('img').first();
  await expect(photo).not.toHaveJSProperty('naturalWidth', 0);
  await expectOnPaper(page, /^Polling Unit \d+$/, 4);

  await page
    .getByRole('link', { name: /result review|Review this result/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /^Review, / })).toBeVisible();
  await expect(photo).not.toHaveJSProperty('naturalWidth', 0);
  // Whatever the zoom on the screen.
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expectOnPaper(page, /^Review, /, 3);

  await page.goto('/live-results?basis=provisional&rows=state');
  await expect(page.getByRole('link', { name: 'Lagos' }).first()).toBeVisible();
  await expectOnPaper(page, 'Live Election Results', 4);

  await page.goto('/elections');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectOnPaper(page, 'Election Management', 3);

  await page.goto('/state/24');
  await expect(new Shell(page).title('Lagos')).toBeVisible();
  await expectOnPaper(page, 'Lagos', 4);
});
