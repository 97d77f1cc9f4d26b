import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Locator, Page } from '@playwright/test';
import { settled } from '../vitals.ts';
import type { Recorder } from './recorder.ts';

const PATIENCE_MS = 20_000;
const TRIES = 20;
const AGAIN_MS = 250;
/** From key to key, as people type. */
const KEY_MS = 120;

/** How long a key, a button or the glass is held down. */
const HELD_MS = 70;

/** The middle of the element if a press there reaches it, after it was brought into the middle of the screen. */
const aimAt = (target: Locator): Promise<[number, number] | null> =>
  target.evaluate((element): [number, number] | null => {
    if (element.matches(':disabled, [aria-disabled="true"]')) return null;
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const hit = element.ownerDocument.elementFromPoint(x, y);
    if (!hit) return null;
    return element.contains(hit) || hit.closest('label')?.contains(element) ? [x, y] : null;
  });

/** The keys that type the text. */
export const keysOf = (text: string): string[] => text.split('').map((key) => (key === ' ' ? 'Space' : key));

export interface PersonOptions {
  page: Page;
  session: CDPSession;
  recorder: Recorder;
  role: string;
  /** A finger in place of a mouse. */
  touch: boolean;
  /** Milliseconds in which they look at what came of a press. */
  pause: number;
}

/** Someone at work: presses as they come from a real mouse, finger or keyboard, each noted with the screen and what was pressed. */
export class Person {
  readonly page: Page;
  readonly touch: boolean;
  readonly #options: PersonOptions;
  #screen = 'Sign in';

  constructor(options: PersonOptions) {
    this.page = options.page;
    this.touch = options.touch;
    this.#options = options;
  }

  /** Names the screen that the next presses are on. */
  on(screen: string): void {
    this.#screen = screen;
  }

  button(name: string | RegExp, within: Page | Locator = this.page): Locator {
    return within.getByRole('button', { name, exact: true }).first();
  }

  /** Waits for a screen's title, or whatever else shows that it is there. */
  async sees(locator: Locator): Promise<void> {
    await locator.first().waitFor({ timeout: PATIENCE_MS });
  }

  async press(what: string, target: Locator): Promise<void> {
    const [x, y] = await this.#aim(what, target.first());
    if (this.touch) await this.#tap(x, y);
    else await this.page.mouse.click(x, y, { delay: HELD_MS });
    await this.#note(what, 1);
  }

  /** Keys one after the other, by the names that the browser has for them. */
  async keys(what: string, names: readonly string[]): Promise<void> {
    for (const name of names) {
      await this.page.keyboard.press(name, { delay: Math.min(HELD_MS, this.#options.pause) });
      await delay(Math.min(KEY_MS, this.#options.pause));
    }
    await this.#note(what, names.length);
  }

  /** Goes into the field and types. */
  async types(what: string, field: Locator, text: string): Promise<void> {
    await this.press(`${what}: into the field`, field);
    await this.keys(`${what}: a key`, keysOf(text));
  }

  /** Opens the choices of a field and takes one. */
  async chooses(what: string, field: Locator, option: RegExp | number): Promise<void> {
    await this.press(`${what}: open the choices`, field);
    const options = this.page.getByRole('option').filter({ visible: true });
    await this.press(
      `${what}: take one`,
      typeof option === 'number' ? options.nth(option) : options.filter({ hasText: option }),
    );
  }

  /** Goes to a page by the menu, which a phone opens first. */
  async goes(label: string): Promise<void> {
    const menu = this.page.getByRole('navigation', { name: 'Main' });
    if (this.touch) await this.press('Open menu', this.button('Open menu'));
    this.#screen = `Menu, from ${this.#screen.replace(/^Menu, from .*, to /, '')}, to ${label}`;
    await this.press(label, menu.getByRole('link', { name: new RegExp(`^${label}( [\\d,+]+ .*)?$`) }));
    this.#screen = label;
  }

  async #tap(x: number, y: number): Promise<void> {
    const { session } = this.#options;
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await delay(HELD_MS);
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }

  async #aim(what: string, target: Locator): Promise<[number, number]> {
    await target.waitFor({ timeout: PATIENCE_MS });
    for (let tries = 0; tries < TRIES; tries++) {
      const before = await aimAt(target);
      await delay(AGAIN_MS / 5);
      // What has just come may still be on its way to its place.
      const now = before && (await aimAt(target));
      if (now && now[0] === before[0] && now[1] === before[1]) return now;
      await delay(AGAIN_MS);
    }
    throw new Error(`${what} on ${this.#screen} cannot be pressed`);
  }

  async #note(what: string, sent: number): Promise<void> {
    const { page, recorder, role, pause } = this.#options;
    await recorder.note(page, { role, screen: this.#screen, what }, sent);
    await settled(page);
    await delay(pause);
  }
}
