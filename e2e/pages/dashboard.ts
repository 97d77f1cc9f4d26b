import { expect, type Page } from '@playwright/test';

/** The heading of every dashboard, whatever area it is about. */
export const DASHBOARD =
  /^(National Overview|Regional Performance|State Overview|Ward Overview|Polling Unit Overview|Your Polling Unit|Not assigned)$/;

/** The super admin's switch on the dashboard. */
export class ElectionModeSwitch {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async turn(to: 'on' | 'off'): Promise<void> {
    const label = `Turn ${to} election mode`;
    await this.page.getByRole('main').getByRole('button', { name: label }).click();
    const dialog = this.page.getByRole('dialog', { name: `Turn election mode ${to}?` });
    await dialog.getByRole('button', { name: label }).click();
    await expect(dialog).toBeHidden();
    await expect(this.page.getByText(to === 'on' ? 'ACTIVE' : 'INACTIVE', { exact: true })).toBeVisible();
  }
}
