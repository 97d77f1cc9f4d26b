import { expect, type Locator, type Page } from '@playwright/test';
import type { StepsPage } from './steps.ts';

/** What is typed of a new person. */
export interface NewUser {
  name: string;
  phone: string;
  role?: string;
  /** Labels and options of the places, widest first. */
  places?: Record<string, string>;
}

/** User management. */
export class UsersPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get title(): Locator {
    return this.page.getByRole('heading', { level: 1, name: 'User Management' });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/users${query}`);
    await expect(this.title).toBeVisible();
    await expect(this.page.getByText(/^Showing /)).toBeVisible();
  }

  /** The actions for a user, in the row of the table or the card of a phone. */
  async choose(name: string, action: string): Promise<void> {
    await this.page
      .getByRole('button', { name: `Actions for ${name}` })
      .first()
      .click();
    await this.page.getByRole('menuitem', { name: action }).click();
  }

  dialog(title: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name: title });
  }

  /** Fills the form of a new person, up to role and place; places are chosen by typing their name. */
  async fill(steps: StepsPage, user: NewUser): Promise<void> {
    const { form } = steps;
    await form.getByRole('textbox', { name: 'Full Name' }).fill(user.name);
    await form.getByRole('textbox', { name: 'Phone Number' }).fill(user.phone);
    await steps.next('Role and place');
    if (user.role) await this.pick(form, 'Role', user.role);
    for (const [label, option] of Object.entries(user.places ?? {})) await this.pick(form, label, option);
  }

  /** Chooses an option of a select. */
  async pick(form: Locator, label: string, option: string): Promise<void> {
    const field = form.getByRole('combobox', { name: label, exact: true });
    await field.click();
    if (await field.isEditable()) await field.fill(option);
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }
}
