import { expect, type Locator, type Page } from '@playwright/test';

/** The approval queue. */
export class ApprovalsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get title(): Locator {
    return this.page.getByRole('heading', { level: 1, name: 'Approval Queue' });
  }

  async open(): Promise<void> {
    await this.page.goto('/approvals');
    await expect(this.title).toBeVisible();
  }

  /** The row of the table, or the card of a phone, that is about the person. */
  row(name: string): Locator {
    return this.page.locator('tbody tr, [data-card]').filter({ hasText: name });
  }

  async view(name: string): Promise<Locator> {
    await this.page.getByRole('button', { name: `View Details: ${name}` }).click();
    const details = this.page.getByRole('dialog').filter({ hasText: 'History' });
    await expect(details).toBeVisible();
    return details;
  }

  async approve(name: string): Promise<void> {
    await this.page
      .getByRole('button', { name: `Actions for ${name}` })
      .first()
      .click();
    await this.page.getByRole('menuitem', { name: `Approve: ${name}` }).click();
    const question = this.page.getByRole('dialog', { name: 'Approve this request?' });
    await question.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(question).toBeHidden();
  }
}
