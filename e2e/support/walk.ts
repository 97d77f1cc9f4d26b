import { expect, type Page } from '@playwright/test';
import { expectNoOverlaps } from './overlaps.ts';
import { atRest, expectGoodScreen, expectNoSidewaysScroll } from './screen.ts';

// What runs in the page is text: the journeys are compiled without the browser's types.
const SHAPES = `(() => {
  const of = (element) => {
    const classes = [...element.classList].filter((name) => !name.startsWith('__m__')).sort().join('.');
    const states = [...element.attributes]
      .filter(({ name }) => name === 'role' || name === 'disabled' || name.startsWith('data-'))
      .map(({ name, value }) => name + '=' + value.replace(/\\d+/g, '0'));
    const named = [...element.attributes].filter(({ name }) => name.startsWith('aria-')).map(({ name }) => name);
    return [element.localName, classes, ...states, ...named].join(' ');
  };
  const shown = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility());
  return [...new Set(shown.map((element) => of(element.parentElement) + ' > ' + of(element)))];
})()`;

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

/** Scrolls past what is drawn when it comes near the screen (Near), so that it is there, and back to the top. */
const DRAW_ALL = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  for (let later, tries = 0; tries < 20 && (later = document.querySelector('main [data-later]')); tries++) {
    later.scrollIntoView();
    await frame();
  }
  if (scrollY > 0) scrollTo(0, 0);
  await frame();
  return document.querySelectorAll('main [data-later]').length;
})()`;

/** Looks at a screen: axe only where it shows anything that axe has not seen yet at this size, the rest each time. */
export function onlooker(): (page: Page) => Promise<void> {
  const seen = new Set<string>();
  return async (page) => {
    await atRest(page);
    expect(await page.evaluate(DRAW_ALL), `what is drawn later on ${page.url()}`).toBe(0);
    await atRest(page);
    const shapes: string[] = await page.evaluate(SHAPES);
    if (shapes.every((shape) => seen.has(shape))) await expectNoSidewaysScroll(page);
    else await expectGoodScreen(page);
    await expectNoOverlaps(page);
    for (const shape of shapes) seen.add(shape);
  };
}
