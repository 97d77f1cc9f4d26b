import { expect, type Locator, type Page } from '@playwright/test';

/** The key figures of a page, by their labels. */
export class Figures {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  card(label: string): Locator {
    return this.page.getByRole('main').getByRole('group', { name: label, exact: true });
  }

  /** What the figure says now. */
  async read(label: string): Promise<number> {
    const text = await this.card(label)
      .getByText(/^[\d,]+$/)
      .first()
      .innerText();
    return Number(text.replaceAll(',', ''));
  }

  async expect(label: string, value: number): Promise<void> {
    const text = new Intl.NumberFormat('en-NG').format(value);
    await expect(this.card(label).getByText(text, { exact: true }).first()).toBeVisible();
  }
}
