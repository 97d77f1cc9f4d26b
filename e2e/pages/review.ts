import { expect, type Locator, type Page } from '@playwright/test';
import { Shell } from './shell.ts';

// What runs in the page is text: the journeys are compiled without the browser's types.
const COVERED = `(() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((each) => [each, each.getBoundingClientRect()]);
  const messages = boxes('.mantine-Notification-root');
  return boxes('main button').flatMap(([button, a]) => messages
    .filter(([, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
    .map(() => button.textContent)).filter((name) => /^(Verify|Return|Dispute|Cancel)/.test(name));
})()`;

/** The reviewer's list, and one result beside its photo. */
export class ReviewPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  unit(code: string): Locator {
    return this.page.getByRole('listitem').filter({ hasText: code });
  }

  get photo(): Locator {
    return this.page.getByRole('main').getByRole('img').first();
  }

  button(decision: string): Locator {
    return this.page.getByRole('main').getByRole('button', { name: decision, exact: true });
  }

  state(label: string): Locator {
    return this.page.getByRole('main').getByText(label, { exact: true }).first();
  }

  /** The units that wait, by the menu. */
  async open(): Promise<void> {
    await new Shell(this.page).go('Result review');
    await expect(this.page.getByRole('heading', { level: 1, name: 'Result review' })).toBeVisible();
  }

  /** One unit's result, from the list. */
  async choose(code: string): Promise<void> {
    await this.unit(code).getByRole('link').first().click();
    await expect(this.page.getByRole('heading', { level: 1, name: /^Review, / })).toBeVisible();
  }

  /** The photo of the sheet has arrived and can be looked at. */
  async expectPhoto(): Promise<void> {
    await expect(this.photo).toBeVisible();
    await expect(this.photo).not.toHaveJSProperty('naturalWidth', 0);
  }

  /** Opens the question before a decision. */
  async ask(decision: string): Promise<Locator> {
    await this.button(decision).click();
    const dialog = this.page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    return dialog;
  }

  async decide(decision: string, reason?: string): Promise<void> {
    const dialog = await this.ask(decision);
    if (reason !== undefined) await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
    await dialog.getByRole('button', { name: decision, exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(this.page.getByRole('status').filter({ hasText: / is \w+\./ })).toBeVisible();
    expect(await this.page.evaluate(COVERED), 'no message lies over a decision').toEqual([]);
  }
}
