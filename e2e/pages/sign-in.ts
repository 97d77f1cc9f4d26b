import { expect, type Page } from '@playwright/test';
import type { Account } from '../support/accounts.ts';
import { DASHBOARD } from './dashboard.ts';

export class SignInPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get heading() {
    return this.page.getByRole('heading', { name: 'Sign in', level: 1 });
  }

  get alert() {
    return this.page.getByRole('alert');
  }

  async open(): Promise<void> {
    await this.page.goto('/login');
    await expect(this.heading).toBeVisible();
  }

  async submit({ phone, password }: Pick<Account, 'phone' | 'password'>): Promise<void> {
    await this.page.getByLabel('Phone number').fill(phone);
    await this.page.getByRole('textbox', { name: 'Password' }).fill(password);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  /** Signs in; ends on the dashboard. */
  async signIn(account: Account): Promise<void> {
    await this.open();
    await this.submit(account);
    await expect(this.page.getByRole('heading', { name: DASHBOARD })).toBeVisible();
  }
}
