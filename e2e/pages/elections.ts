import { expect, type Locator, type Page } from '@playwright/test';
import { Shell } from './shell.ts';
import { StepsPage } from './steps.ts';

/** Election Management. */
export class ElectionsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<void> {
    await new Shell(this.page).go('Elections');
    await expect(this.page.getByRole('heading', { level: 1, name: 'Election Management' })).toBeVisible();
  }

  card(name: string): Locator {
    return this.page.getByRole('article', { name });
  }

  /** Opens the form of a new election. */
  async openForm(): Promise<StepsPage> {
    await this.page.getByRole('link', { name: 'Create Election' }).first().click();
    return new StepsPage(this.page, 'New election');
  }

  /** Fills the form of a new election up to its last look; the kind of place is as its radio button is named. */
  async fill(election: { title: string; type: string; date: string; kind: string; place: string }): Promise<StepsPage> {
    const steps = await this.openForm();
    const { form } = steps;
    await form.getByLabel('Title').fill(election.title);
    await form.getByRole('combobox', { name: 'Type' }).click();
    await this.page.getByRole('option', { name: election.type }).click();
    await form.getByLabel('Date').fill(election.date);
    await steps.next('Ballot');
    await steps.next('Coverage');
    await form.getByRole('radio', { name: election.kind }).check();
    await form.getByRole('combobox', { name: election.kind }).fill(election.place);
    await this.page.getByRole('option', { name: election.place, exact: true }).click();
    await expect(form.getByText(/^Covers 1 /)).toBeVisible();
    await form.getByRole('radio', { name: election.kind }).focus(); // the list of places closes
    await steps.next('Second entry');
    await steps.next('Check and save');
    return steps;
  }

  /** Moves the election on by its card's button and the question that follows. */
  async move(name: string, action: string, status: string): Promise<void> {
    await this.card(name)
      .getByRole('button', { name: `${action} ${name}` })
      .click();
    const dialog = this.page.getByRole('dialog');
    await expect(dialog).toContainText(name);
    await dialog.getByRole('button', { name: action, exact: true }).click();
    await expect(dialog).toBeHidden();
    await new Shell(this.page).closeNotice(`${name} is now ${status.toLowerCase()}.`);
    await expect(this.card(name).getByText(status, { exact: true })).toBeVisible();
  }
}
