import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';

export const SHEET_PHOTO = fileURLToPath(new URL('../fixtures/sheet.jpg', import.meta.url));

/** The figures of a sheet; parties that are not named have no votes. */
export interface Figures {
  accredited: number;
  votes: Record<string, number>;
  void: number;
}

/** What stands on the sheet of the photo: 140 votes of 141 accredited, nothing odd. */
export const GOOD_SHEET: Figures = {
  accredited: 141,
  votes: { AA: 1, ADC: 2, APC: 31, LP: 88, NNPP: 2, PDP: 12 },
  void: 4,
};

/** The officer's page. */
export class SubmitPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get received(): Locator {
    return this.page.getByRole('heading', { name: 'Results Submitted Successfully!' });
  }

  get waiting(): Locator {
    return this.page.getByRole('heading', { name: 'Waiting for network - kept on this phone' });
  }

  get submitButton(): Locator {
    return this.page.getByRole('button', { name: 'Submit Results for Approval' });
  }

  field(label: string): Locator {
    return this.page.getByRole('textbox', { name: label, exact: true });
  }

  /** The state of what was sent. */
  state(label: string): Locator {
    return this.page.getByRole('region', { name: /^Sent, version/ }).getByText(label, { exact: true });
  }

  async open(): Promise<void> {
    await this.page.goto('/submit-results');
    await expect(this.field('Accredited voters')).toBeVisible();
  }

  async fill({ accredited, votes, void: rejected }: Figures): Promise<void> {
    await this.field('Accredited voters').fill(String(accredited));
    for (const [party, figure] of Object.entries(votes)) await this.field(party).fill(String(figure));
    const zeros = this.page.getByRole('button', { name: 'Fill empty fields with 0' });
    if (await zeros.isVisible()) await zeros.click();
    await this.field('Rejected ballots (box 6)').fill(String(rejected));
  }

  async attachPhoto(): Promise<void> {
    await this.page.getByLabel('Image file of the result sheet').setInputFiles(SHEET_PHOTO);
    await expect(this.page.getByText(/^Result sheet attached/)).toBeVisible();
  }

  /** From the form to the last look. */
  async check(): Promise<void> {
    await this.submitButton.click();
    await expect(this.page.getByRole('heading', { name: 'You are sending:' })).toBeVisible();
  }

  /** From the last look on its way. */
  async send(): Promise<void> {
    await this.page.getByRole('button', { name: 'Submit', exact: true }).click();
  }

  /** The submission ID of the receipt on the screen. */
  async submissionId(): Promise<string> {
    await expect(this.received).toBeVisible();
    return (
      await this.page
        .getByText(/^\d\d-\d\d-\d\d-\d{3}-V\d+-[\dA-F]{6}$/)
        .first()
        .innerText()
    ).trim();
  }

  async toWhatWasSent(): Promise<void> {
    await this.page.getByRole('button', { name: 'See what was sent' }).click();
    await expect(this.page.getByRole('heading', { name: /^Sent, version/ })).toBeVisible();
  }
}
