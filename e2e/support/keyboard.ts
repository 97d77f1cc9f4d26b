import { expect, type Locator, type Page } from '@playwright/test';

// What runs in the page is text: the journeys are compiled without the browser's types.
/** What is wrong with where the focus is: it is not to be seen, or something that stays in place covers it (WCAG 2.4.7, 2.4.11). */
const FAULT = `(() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return '';
  const outlined = (element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
  };
  // What is pressed is often the label of a field that is not drawn, or the frame around it.
  const around = [...(focused.labels ?? []), focused, focused.parentElement, focused.parentElement?.parentElement];
  const marked = around.find((element) => element && element.offsetWidth > 1 && outlined(element));
  const box = (marked ?? focused).getBoundingClientRect();
  const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
  const inSight = [0.02, 0.25, 0.5, 0.75, 0.98].some((x) => [0.02, 0.5, 0.98].some((y) => {
    const hit = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
    return hit && (marked ?? focused).contains(hit);
  }));
  const fault = marked ? (inSight ? '' : 'covered: ') : 'not marked: ';
  return fault && fault + focused.outerHTML.slice(0, 160);
})()`;

/**
 * What the kit sets on the body while a dialog is open, there and on the page behind: inherited, the styles of every element are computed again
 * when a dialog opens and when it closes (tokens.css).
 */
const LOCKED = `[document.body, document.querySelector('main')]
  .map((element) => getComputedStyle(element).getPropertyValue('--removed-body-scroll-bar-size'))
  .join(', ')`;

/** A user without a mouse: each of their steps must be visible. */
export class Keyboard {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** One step on; where it leads to has to show that it has the focus, and nothing may lie over it. */
  async step(key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.press(key);
    await expect.poll(() => this.page.evaluate(FAULT), `focus on ${this.page.url()}`).toBe('');
  }

  /** Goes on until the target has the focus: a way without it is a trap or leaves it out. */
  async to(target: Locator, most = 120): Promise<void> {
    await expect(target).toBeVisible();
    for (let steps = 0; steps < most; steps++) {
      if (await this.isOn(target)) return;
      await this.step();
    }
    throw new Error(`${String(target)} is not reached in ${most} steps on ${this.page.url()}`);
  }

  async enter(target: Locator, most?: number): Promise<void> {
    await this.to(target, most);
    await this.press('Enter');
  }

  async isOn(target: Locator): Promise<boolean> {
    return await target.evaluate((element) => element.ownerDocument.activeElement === element);
  }

  /** A dialog is open, and the styles of the page behind need not be computed again for it. */
  async expectPageKept(): Promise<void> {
    await expect.poll(() => this.page.evaluate<string>(LOCKED), 'the page behind stays as it is').toMatch(/^\d+px, $/);
  }

  /** The focus is in the dialog and stays there; Escape closes it and brings the focus back to what opened it. */
  async expectHeld(dialog: Locator, opener: Locator): Promise<void> {
    await expect(dialog).toBeVisible();
    const inside = () => dialog.evaluate((element) => element.contains(element.ownerDocument.activeElement));
    await expect.poll(inside, 'the focus goes into the dialog').toBe(true);
    for (let steps = 0; steps < 12; steps++) {
      await this.step(steps % 4 === 3 ? 'Shift+Tab' : 'Tab');
      expect(await inside(), 'the focus stays in the dialog').toBe(true);
    }
    await this.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener, 'the focus comes back').toBeFocused();
  }
}
