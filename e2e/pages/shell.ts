import { expect, type Locator, type Page } from '@playwright/test';

/** What surrounds every page behind sign-in. */
export class Shell {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** The gate's panel, where a page is closed. */
  panel(title: string): Locator {
    return this.page.getByRole('alert').filter({ has: this.page.getByRole('heading', { name: title }) });
  }

  title(name: string | RegExp): Locator {
    return this.page.getByRole('heading', { level: 1, name });
  }

  /** The navigation; on a phone it is opened first. */
  async menu(): Promise<Locator> {
    const menu = this.page.getByRole('navigation', { name: 'Main' });
    if (await menu.isVisible()) return menu;
    await this.page.getByRole('button', { name: 'Open menu' }).click();
    await expect(menu).toBeVisible();
    return menu;
  }

  /** The labels of the menu; the person's block above them leads to their own account and is none. */
  async items(): Promise<string[]> {
    const texts = await (await this.menu()).locator('a:not([href="/account"])').allInnerTexts();
    // Without the count of what waits.
    return texts.map((text) => text.replace(/\s*\d[\s\S]*$/, '').trim());
  }

  /** Goes to a page by its item of the menu. */
  async go(item: string): Promise<void> {
    await (await this.menu())
      .getByRole('link', { name: new RegExp(`^${item}( [\\d,+]+ (waiting for you|unread))?$`) })
      .click();
    await expect(this.page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
  }

  /** Reads the notice of a success and closes it: on a phone it lies over what is below. */
  async closeNotice(text: string): Promise<void> {
    const notice = this.page.getByRole('status').filter({ hasText: text });
    await notice.getByRole('button', { name: 'Close' }).click();
    await expect(notice).toBeHidden();
  }

  async logOut(): Promise<void> {
    const button = this.page.getByRole('button', { name: 'Log out' });
    if (!(await button.isVisible())) await this.menu();
    await button.click();
  }
}
