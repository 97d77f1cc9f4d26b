import { expect, type Page } from '@playwright/test';

// What runs in the page is text: the journeys are compiled without the browser's types.
/**
 * Words that lie over other words or stick out of what holds them: each line of each text as far as it is seen, without what is scrolled or cut away. Left
 * out: pictures, what stays at an edge of the screen while the rest scrolls, and what is meant for screen readers only.
 */
const OVERLAPS = `(() => {
  const SLACK = 3;
  const cuts = (style) => style.overflowX !== 'visible' || style.overflowY !== 'visible' || style.clipPath !== 'none';
  const within = (box, other) => ({
    left: Math.max(box.left, other.left), right: Math.min(box.right, other.right),
    top: Math.max(box.top, other.top), bottom: Math.min(box.bottom, other.bottom),
  });
  const known = new Map();
  /** The part of the page in which something of the element is seen; null where none is, or where it floats. */
  const frameOf = (element) => {
    if (element === document.body) return { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
    if (known.has(element)) return known.get(element);
    const style = getComputedStyle(element);
    const floats = ['fixed', 'sticky'].includes(style.position);
    let frame = floats || !element.parentElement ? null : frameOf(element.parentElement);
    if (frame && cuts(style)) frame = within(element.getBoundingClientRect(), frame);
    known.set(element, frame);
    return frame;
  };
  const scope = [...document.querySelectorAll('[role=dialog]')].findLast((dialog) => dialog.checkVisibility());
  const root = scope ?? document.querySelector('main');
  if (!root) return [];
  // A dialog floats as a whole; within it nothing does.
  if (scope) known.set(scope, scope.getBoundingClientRect());
  /** The first part of the page around the line that is too narrow for it. */
  const tooNarrow = (element, line) => {
    for (let at = element; at && at !== root; at = at.parentElement) {
      const { display, position } = getComputedStyle(at);
      if (['auto', 'scroll'].includes(getComputedStyle(at.parentElement).overflowX)) return undefined;
      if (display === 'inline' || display === 'contents') continue;
      const { left, right } = at.getBoundingClientRect();
      if (line.left < left - SLACK || line.right > right + SLACK) return at;
      if (position === 'absolute') return undefined;
    }
    return undefined;
  };
  const found = new Set();
  const lines = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = node.data.trim();
    const element = node.parentElement;
    if (words === '' || element.closest('svg, option, script, style')) continue;
    // Words right within closed details have a place, and are not drawn.
    if (element.matches('details:not([open])')) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const frame = frameOf(element);
    if (!frame) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      const box = within(line, frame);
      if (box.right - box.left <= SLACK || box.bottom - box.top <= SLACK) continue;
      lines.push({ ...box, words: words.slice(0, 40), node });
      const holder = tooNarrow(element, box);
      if (holder) found.add(words.slice(0, 40) + ' sticks out of ' + holder.localName + '.' + holder.className);
    }
  }
  lines.sort((a, b) => a.top - b.top);
  for (const [place, line] of lines.entries()) {
    for (let next = place + 1; next < lines.length && lines[next].top < line.bottom - SLACK; next++) {
      const other = lines[next];
      if (other.node === line.node) continue;
      const shared = within(line, other);
      if (shared.right - shared.left > SLACK && shared.bottom - shared.top > SLACK) found.add(line.words + ' | ' + other.words);
    }
  }
  return [...found];
})()`;

/** No words lie over other words, or stick out of their part of the page. */
export async function expectNoOverlaps(page: Page): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 };
  expect.soft(await page.evaluate(OVERLAPS), `words in the way on ${page.url()} at ${width} px`).toEqual([]);
}
