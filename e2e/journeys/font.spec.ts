import type { Page } from '@playwright/test';
import { SignInPage } from '../pages/sign-in.ts';
import { accountOf } from '../support/accounts.ts';
import { atRest } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

// What runs in the page is text: the journeys are compiled without the browser's types.
const watch = (form: string) => `
  window.ec = { form: 0, shift: 0 };
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.ec.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  new MutationObserver((_, watch) => {
    if (document.querySelector('${form}') === null) return;
    window.ec.form = performance.now();
    watch.disconnect();
  }).observe(document, { childList: true, subtree: true });
`;
const HAS_FONT = `[...document.fonts].some(({ family, status }) => family.includes('Inter Console') && status === 'loaded')`;
const TIMES = `({
  ...window.ec,
  painted: performance.getEntriesByName('first-contentful-paint')[0].startTime,
  requested: performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.woff2')).startTime,
})`;
const BOXES = `[...document.querySelectorAll('h1, label, input, button')].map((each) => {
  const { x, y, height } = each.getBoundingClientRect();
  return [x, y, height];
})`;
/** The width of what is written in each cell of figures, with its column: the numbers of its table and in its row. */
const FIGURES = `(() => {
const tables = [...document.querySelectorAll('table')];
return [...document.querySelectorAll('td[data-numeric]')].map((cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  const column = tables.indexOf(cell.closest('table')) + ' ' + cell.cellIndex;
  return { column, text: cell.textContent, width: range.getBoundingClientRect().width };
}).filter(({ text }) => /^[\\d,]+$/.test(text));
})()`;

interface Times {
  form: number;
  shift: number;
  painted: number;
  requested: number;
}
interface Figure {
  column: string;
  text: string;
  width: number;
}

/** Holds the font back until it is let through. */
async function holdFont(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

const hasFont = async (page: Page) => await expect.poll(() => page.evaluate(HAS_FONT), 'the font has come').toBe(true);

test('the font is requested when the sign-in can be used, and moves nothing when it comes', async ({ people }) => {
  const page = await people.someone();
  await page.addInitScript(watch('form button[type="submit"]:enabled'));
  const letThrough = await holdFont(page);
  const requested = page.waitForRequest('**/*.woff2');
  const answered = page.waitForResponse('**/*.woff2');
  const login = new SignInPage(page);
  await login.open();
  await requested;
  await page.getByLabel('Phone number').fill('0803');
  await atRest(page);
  const before = await page.evaluate(BOXES);
  letThrough();
  expect((await answered).headers()['cache-control']).toContain('immutable');
  await hasFont(page);
  expect(await page.evaluate(BOXES)).toEqual(before);
  const times = (await page.evaluate(TIMES)) as Times;
  expect(times.form).toBeGreaterThan(0);
  expect(times.requested).toBeGreaterThan(times.form);
  expect(times.requested).toBeGreaterThan(times.painted);
  expect(times.shift).toBe(0);
});

test('the font is requested when the sheet can be filled in, or what was sent be read', async ({ people }) => {
  const page = await people.enter(accountOf('polling_unit_officer'));
  await page.addInitScript(watch('main form input:enabled, main #sent'));
  await page.goto('/submit-results');
  await hasFont(page);
  const times = (await page.evaluate(TIMES)) as Times;
  expect(times.form).toBeGreaterThan(0);
  expect(times.requested).toBeGreaterThan(times.form);
});

test('figures keep their width when the font comes, and are of one width in a column', async ({ people }) => {
  const page = await people.enter(accountOf('national_admin'));
  const letThrough = await holdFont(page);
  await page.goto('/situation-room');
  await expect(page.locator('td[data-numeric]').first()).toBeVisible();
  await atRest(page);
  const read = async () => (await page.evaluate(FIGURES)) as Figure[];
  const before = await read();
  letThrough();
  await hasFont(page);
  const after = await read();
  expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
  for (const [at, { text, width }] of after.entries()) expect(width, text).toBeCloseTo(before[at]?.width ?? 0, 0);
  const widths = new Map<string, Set<number>>();
  for (const { column, text, width } of after) {
    const shape = `${column}: ${text.replaceAll(/\d/g, '0')}`;
    widths.set(shape, (widths.get(shape) ?? new Set()).add(Math.round(width * 10)));
  }
  expect(widths.size).toBeGreaterThan(1);
  for (const [shape, found] of widths) expect([...found], shape).toHaveLength(1);
});
