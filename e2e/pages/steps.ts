import { expect, type Locator, type Page } from '@playwright/test';

/** A long form in steps. */
export class StepsPage {
  readonly page: Page;
  readonly form: Locator;

  constructor(page: Page, form: string | RegExp) {
    this.page = page;
    this.form = page.getByRole('form', { name: form });
  }

  /** The heading of a step, which has the focus once the step is shown. */
  heading(title: string): Locator {
    return this.form.getByRole('heading', { level: 2, name: title });
  }

  async next(title: string): Promise<void> {
    await this.form.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(this.heading(title)).toBeFocused();
  }

  /** Opens a step from the list of them. */
  async open(title: string): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: title }).click();
    await expect(this.heading(title)).toBeFocused();
  }

  async save(label: string): Promise<void> {
    await this.form.getByRole('button', { name: label, exact: true }).click();
  }
}
