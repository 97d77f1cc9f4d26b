import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { OTHER_HEIGHTS } from './control-heights.ts';

// What runs in the page is text: the journeys are compiled without the browser's types.
// What is shown while the next data come is pale. Looked at in each frame of a second, sooner than from outside; parts of a page are drawn one frame
// after the other, so it rests once it has for some frames.
const AT_REST = `new Promise((resolve) => {
  const end = performance.now() + 1000;
  let frames = 0;
  const rests = () => document.querySelector('.mantine-Skeleton-root, [aria-busy="true"]') === null &&
    document.getAnimations().every((animation) =>
      animation.playState !== 'running' || animation.effect?.getComputedTiming().endTime === Infinity);
  const look = () => {
    frames = rests() ? frames + 1 : 0;
    if (frames > 6 || performance.now() > end) resolve(frames > 6);
    else requestAnimationFrame(look);
  };
  look();
})`;
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Only violations are described: to describe what passed takes three times as long. Axe leaves out by itself what WCAG 2.2 added: targets of 24 px, or with so much room around them (2.5.8). */
const AXE_OPTIONS: axe.RunOptions = { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } };
const AXE = `axe.run(document, ${JSON.stringify(AXE_OPTIONS)}).then(({ violations }) => violations)`;

/** What axe objects to on the page, which has no frames. A page keeps the script until it is loaded again. */
async function violationsOn(page: Page): Promise<axe.Result[]> {
  if (await page.evaluate('window.axe === undefined')) await page.evaluate(axe.source);
  return await page.evaluate(AXE);
}

/** Waits until data has come and dialogs have faded in or out: half-way they read as low contrast. A tab behind another hardly draws frames. */
export async function atRest(page: Page): Promise<void> {
  await page.bringToFront();
  await expect(async () =>
    expect(await page.evaluate(AT_REST), 'skeletons, busy parts and animations end').toBe(true),
  ).toPass({
    timeout: 10_000,
  });
}

/** Bars at the edges lie over what is scrolled behind them, for axe as if for good: they stand in the page while it looks. */
const SETTLE_BARS = `[...document.querySelectorAll('body *')]
  .filter((element) => getComputedStyle(element).position === 'sticky')
  .forEach((element) => { element.style.position = 'static'; element.dataset.settled = ''; })`;
const LET_BARS_STICK = `document.querySelectorAll('[data-settled]').forEach((element) => {
  element.style.removeProperty('position'); delete element.dataset.settled; })`;

/**
 * Controls that a finger may miss: what answers a tap within 44 px (Apple's and WCAG 2.5.5's measure) around their middle is something else. Links within
 * sentences and areas of maps are as large as they are; a file field is opened by its buttons.
 */
const SMALL_TARGETS = `(() => {
  const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=option], [role=switch]';
  const scope = [...document.querySelectorAll('[role=dialog]')].findLast((dialog) => dialog.checkVisibility()) ?? document.body;
  const before = [scrollX, scrollY];
  const found = [];
  for (const control of scope.querySelectorAll(CONTROLS)) {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || control.matches(':disabled')) continue;
    if (control.closest('[aria-hidden=true], [inert], svg') || control.type === 'file') continue;
    const inSentence = getComputedStyle(control).display === 'inline' &&
      [...control.parentElement.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '');
    if (inSentence) continue;
    const labels = [...(control.labels ?? [])];
    const drawn = control.closest('.mantine-Input-input') ?? control;
    // A box or a button to choose is as wide as its words.
    const choice = ['checkbox', 'radio'].includes(control.type) ? labels : [];
    const place = () => {
      const boxes = [drawn, ...choice].map((each) => each.getBoundingClientRect());
      const [left, right] = [Math.min(...boxes.map((each) => each.left)), Math.max(...boxes.map((each) => each.right))];
      return { ...boxes[0].toJSON(), left, width: right - left };
    };
    let box = place();
    if (box.width < 2 || box.height < 2) continue;
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    box = place();
    const hits = (x, y) => {
      if (x < 0 || x >= innerWidth || y < 0 || y >= innerHeight) return false;
      const at = document.elementFromPoint(x, y);
      return at && (control.contains(at) || labels.some((label) => label.contains(at)) || at.contains(control) && at.matches('label, a, button'));
    };
    const reach = (step, half) => {
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      let [low, high] = [half, half];
      while (low < 44 && hits(x - step[0] * (low + 1), y - step[1] * (low + 1))) low++;
      while (high < 44 && hits(x + step[0] * (high + 1), y + step[1] * (high + 1))) high++;
      return low + high;
    };
    const width = box.width >= 43 ? 44 : reach([1, 0], box.width / 2 - 1);
    const height = box.height >= 43 ? 44 : reach([0, 1], box.height / 2 - 1);
    if (width < 42 || height < 42) {
      const name = (control.getAttribute('aria-label') ?? control.textContent ?? '').trim().slice(0, 30) || control.id || control.type;
      found.push(Math.round(width) + ' x ' + Math.round(height) + ' ' + control.localName + '.' + control.className + ' "' + name + '"');
    }
  }
  scrollTo(...before);
  return [...new Set(found)];
})()`;

/** Kinds of elements that are shown, each with its parent: names, classes, states, and whether there is a text of its own. */
const SHAPES = `(() => {
  const of = (element) => {
    const classes = [...element.classList].filter((name) => !name.startsWith('__m__')).sort().join('.');
    const states = [...element.attributes]
      .filter(({ name }) => name === 'role' || name === 'disabled' || name.startsWith('data-'))
      .map(({ name, value }) => name + '=' + value.replace(/\\d+/g, '0'));
    const named = [...element.attributes].filter(({ name }) => name.startsWith('aria-')).map(({ name }) => name);
    const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '') ? 'text' : '';
    return [element.localName, text, classes, ...states, ...named].join(' ');
  };
  const shown = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility());
  return [...new Set(shown.map((element) => of(element.parentElement) + ' > ' + of(element)))];
})()`;

/** What axe found good, for all journeys of this worker, which are of one size. */
const seen = new Set<string>();

async function graveOn(page: Page): Promise<string[]> {
  await page.evaluate(SETTLE_BARS);
  const violations = await violationsOn(page);
  await page.evaluate(LET_BARS_STICK);
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return grave.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.html}`));
}

/** Axe finds nothing serious or critical in what it has not seen yet, nothing has to be scrolled sideways, on phones a finger hits every control, and at a desk controls have the two heights. */
export async function expectGoodScreen(page: Page): Promise<void> {
  await atRest(page);
  await expectGoodAtRest(page);
}

/** The same of a screen that rests. */
export async function expectGoodAtRest(page: Page): Promise<void> {
  const handheld = await page.evaluate("matchMedia('(pointer: coarse)').matches");
  if (handheld) expect(await page.evaluate(SMALL_TARGETS), `targets on ${page.url()}`).toEqual([]);
  else expect(await page.evaluate(OTHER_HEIGHTS), `heights of controls on ${page.url()}`).toEqual([]);
  const shapes: string[] = await page.evaluate(SHAPES);
  // Live data may be asked for while axe looks, and then the page is pale: what it objects to is there at the second look as well.
  if (shapes.some((shape) => !seen.has(shape)) && (await graveOn(page)).length > 0) {
    await atRest(page);
    expect(await graveOn(page), `axe on ${page.url()}`).toEqual([]);
  }
  for (const shape of shapes) seen.add(shape);
  expect(await page.evaluate(OVERFLOW), `sideways scroll on ${page.url()}`).toBeLessThanOrEqual(0);
}

/**
 * Labels, headings and names of controls that a reader cannot see whole: cut off, beside the screen, or with something over them. What is
 * behind a bar at the edge of the screen counts where it stays there after it was scrolled to.
 */
const UNREADABLE = `(() => {
  const wide = document.documentElement.clientWidth;
  const found = [];
  const scrolls = (element) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (at.scrollWidth > at.clientWidth && ['auto', 'scroll'].includes(getComputedStyle(at).overflowX)) return true;
    }
    return false;
  };
  // Both ends of the first line or of the last one, a little inside; a link may lie over its whole card.
  // The room beside the words of a head may hold a control.
  const endsOf = (element, last) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    const line = [...(element.localName === 'th' ? words : element).getClientRects()].filter(({ width }) => width > 0).at(last ? -1 : 0);
    if (line === undefined) return [];
    const { left, top, width, height } = line;
    const [x, y] = [Math.min(width / 2, 20), Math.min(height / 2, 10)];
    const at = last ? top + height - y : top + y;
    return [[left + x, at], [left + width - x, at]];
  };
  const above = (element, last) => endsOf(element, last)
    .map(([atX, atY]) => [document.elementFromPoint(atX, atY), atX, atY])
    .find(([over, atX, atY]) => {
      if (!over || element.contains(over) || over.contains(element) || over.classList.contains('cover')) return false;
      // Not where it only answers the finger.
      return [...over.getClientRects()].some((box) => box.left <= atX && atX <= box.right && box.top <= atY && atY <= box.bottom);
    })?.[0];
  // Bars at the edges leave a stretch free, somewhere around the middle: a text that is higher than it is read line by line.
  const covered = (element, last) => {
    const [end] = endsOf(element, last);
    if (end === undefined) return undefined;
    scrollBy({ top: end[1] - innerHeight / 2, behavior: 'instant' });
    let over = above(element, last);
    for (const share of [-0.15, 0.3, 0.15]) {
      if (!over) break;
      scrollBy({ top: innerHeight * share, behavior: 'instant' });
      over = above(element, last);
    }
    return over;
  };
  for (const element of document.querySelectorAll('main :is(label, h1, h2, h3, dt, dd, button, a, th)')) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || !element.textContent.trim()) continue;
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const box = element.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1) continue;
    const words = element.textContent.trim().slice(0, 40);
    const parts = [element, ...element.querySelectorAll('.mantine-Button-label')];
    const cut = (part) => getComputedStyle(part).overflowX === 'hidden' && part.scrollWidth > part.clientWidth + 2;
    if (getComputedStyle(element).textOverflow !== 'ellipsis' && parts.some(cut)) found.push('cut: ' + words);
    if (box.right > wide + 1 || box.left < -1) {
      if (!scrolls(element)) found.push('beside the screen: ' + words);
      continue;
    }
    const over = covered(element, false) ?? covered(element, true);
    if (over) found.push('covered: ' + words + ' by ' + over.tagName + ' ' + over.className);
  }
  scrollTo(0, 0);
  return [...new Set(found)];
})()`;

/** Everything that names something can be read, and nothing has to be scrolled sideways. */
export async function expectReadable(page: Page): Promise<void> {
  await atRest(page);
  const { width } = page.viewportSize() ?? { width: 0 };
  const place = `${page.url()} at ${width} px`;
  expect.soft(await page.evaluate(OVERFLOW), `sideways scroll on ${place}`).toBeLessThanOrEqual(0);
  expect.soft(await page.evaluate(UNREADABLE), `read on ${place}`).toEqual([]);
}

/** On a phone, a page that takes steps to reach can be read in every way that readers of the field set theirs up. */
export async function expectReadableByAll(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  if (size.width > 480) return;
  for (const width of [180, 320, 768]) {
    await page.setViewportSize({ width, height: size.height });
    await expectReadable(page);
  }
  await page.setViewportSize(size);
  await page.emulateMedia({ forcedColors: 'active' });
  await expectReadable(page);
  await page.emulateMedia({ forcedColors: 'none' });
}

/** Marks the page, so that a later check can prove that it was not reloaded. */
export async function markPage(page: Page): Promise<() => Promise<void>> {
  await page.evaluate('window.ecMark = true');
  return async () => expect(await page.evaluate('window.ecMark'), 'the page was reloaded').toBe(true);
}

/** Asks the API as the person who is signed in on the page. */
export async function ask<T>(page: Page, path: string): Promise<T> {
  const token = await page.evaluate("localStorage.getItem('ec.accessToken')");
  const response = await page.request.get(`/api${path}`, { headers: { authorization: `Bearer ${String(token)}` } });
  expect(response.status(), path).toBe(200);
  const { data } = (await response.json()) as { data: T };
  return data;
}
