import { expect, type Page } from '@playwright/test';
import { expectNoOverlaps } from './overlaps.ts';
import { atRest, expectGoodAtRest } from './screen.ts';

/** Goes there as a link of the page would, without reloading the console. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );
}

/** Where the first row of the page's list begins, as its text: the journeys are compiled without the browser's types. */
const FIRST_ROW = `(() => {
  const rows = [...document.querySelectorAll('main :is(tbody tr, ul > li)')].filter((row) => {
    const { width, height } = row.getBoundingClientRect();
    return row.checkVisibility() && width > 200 && height > 8 && !row.closest('nav, [role=search], [role=tablist], [role=dialog]');
  });
  return rows.length === 0 ? 0 : Math.round(rows[0].getBoundingClientRect().top + scrollY);
})()`;

/** A list begins high on a screen of a desk. */
export async function expectHighList(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 1280) return;
  expect(await page.evaluate(FIRST_ROW), `the first row on ${page.url()}`).toBeLessThanOrEqual(260);
}

/** The page is there: one heading of the first level, and a title of its own for the tab. */
export async function expectWholePage(page: Page, title?: RegExp): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading, page.url()).toHaveCount(1);
  if (title) await expect(heading, page.url()).toHaveText(title);
  await expect(page, page.url()).toHaveTitle(/^.+ · .+$/);
  await expect(page.getByRole('main').getByRole('button', { name: 'Retry' }), page.url()).toHaveCount(0);
}

/** Scrolls past what is drawn when it comes near the screen (Near), so that it is there, and back to the top: how many were drawn, and how many not. */
const DRAW_ALL = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  let drawn = 0;
  for (let later; drawn < 20 && (later = document.querySelector('main [data-later]')); drawn++) {
    later.scrollIntoView();
    await frame();
  }
  if (scrollY > 0) scrollTo(0, 0);
  await frame();
  return { drawn, left: document.querySelectorAll('main [data-later]').length };
})()`;

/** Looks at a screen with what it draws later: good, and nothing lies over anything else. */
export async function lookAt(page: Page): Promise<void> {
  await atRest(page);
  const { drawn, left }: { drawn: number; left: number } = await page.evaluate(DRAW_ALL);
  expect(left, `what is drawn later on ${page.url()}`).toBe(0);
  if (drawn > 0) await atRest(page);
  await expectGoodAtRest(page);
  await expectNoOverlaps(page);
}
