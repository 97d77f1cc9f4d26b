import { expect, type Locator, type Page } from '@playwright/test';
import { Shell } from './shell.ts';

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

  async create(election: { title: string; type: string; date: string; state: string }): Promise<void> {
    await this.page.getByRole('button', { name: 'Create Election' }).first().click();
    const form = this.page.getByRole('form', { name: 'New election' });
    await form.getByLabel('Title').fill(election.title);
    await form.getByRole('combobox', { name: 'Type' }).click();
    await this.page.getByRole('option', { name: election.type }).click();
    await form.getByLabel('Date').fill(election.date);
    await form.getByRole('radio', { name: 'States' }).check();
    await form.getByRole('combobox', { name: 'States' }).fill(election.state);
    await this.page.getByRole('option', { name: election.state, exact: true }).click();
    await expect(form.getByText(/^Covers 1 state, /)).toBeVisible();
    await form.getByLabel('Title').focus(); // the list of states closes
  }

  async save(label: string): Promise<void> {
    await this.page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click();
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
