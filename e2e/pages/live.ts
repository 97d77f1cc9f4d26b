import { expect, type Locator, type Page } from '@playwright/test';
import { Shell } from './shell.ts';

type Card = 'Total Results' | 'Total Votes' | 'Verified Results' | 'Disputed';

/** Live results of the nation. */
export class LivePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  card(name: Card): Locator {
    return this.page.getByRole('group', { name, exact: true });
  }

  async open(): Promise<void> {
    await new Shell(this.page).go('Live results');
    await expect(this.card('Total Results')).toBeVisible();
    await expect(this.page.getByText('Live Updates:')).toContainText('Live');
  }

  /** The large figure of a card. */
  async figure(name: Card): Promise<number> {
    const text = await this.card(name).innerText();
    const figure = /^[\d,]+$/m.exec(text)?.[0];
    if (figure === undefined) throw new Error(`No figure in "${text}"`);
    return Number(figure.replaceAll(',', ''));
  }

  async expectFigure(name: Card, figure: number): Promise<void> {
    await expect.poll(() => this.figure(name), { message: name }).toBe(figure);
  }
}
