import { randomUUID } from 'node:crypto';
import { menuFor } from '@ec/contract/permissions/decide-access';
import { DEFAULT_LEVELS } from '@ec/contract/permissions/default-levels';
import { type Role, ROLE_IDS } from '@ec/contract/permissions/roles';
import type { Page } from '@playwright/test';
import { DIALOGS, LISTS, MENU_DIALOGS, PARTS, RECORDS, type Screen, screensOf } from '../pages/screens.ts';
import { Shell } from '../pages/shell.ts';
import { accountOf } from '../support/accounts.ts';
import { callApi } from '../support/people.ts';
import { ask } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import { expectHighList, expectWholePage, goTo, lookAt } from '../support/walk.ts';

/** Those without notes above a list that they may only read. */
const NATIONAL: readonly Role[] = ['super_admin', 'national_admin'];

/** Looks at the dialog that is open, and closes it as Escape does. */
async function lookAtDialog(page: Page, which: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog, which).toBeVisible();
  await lookAt(page);
  await page.keyboard.press('Escape');
  await expect(dialog, `${which}: Escape closes it`).toBeHidden();
}

/** Opens what a page opens over itself, by its buttons and by the menu of its first row. */
async function lookAtDialogs(page: Page, { path }: Screen): Promise<void> {
  const main = page.getByRole('main');
  for (const name of DIALOGS[path] ?? []) {
    const button = main.getByRole('button', { name }).first();
    if (!(await button.isVisible()) || (await button.isDisabled())) continue;
    await button.click();
    await lookAtDialog(page, `${path}, ${String(name)}`);
  }
  const dots = main.getByRole('button', { name: /^Actions for / }).first();
  for (const name of (await dots.isVisible()) ? (MENU_DIALOGS[path] ?? []) : []) {
    await dots.click();
    const menu = page.getByRole('menu');
    await expect(menu).toBeVisible();
    const item = menu.getByRole('menuitem', { name }).first();
    if (await item.isVisible()) {
      await item.click();
      await lookAtDialog(page, `${path}, ${String(name)}`);
    } else await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  }
}

async function lookAtParts(page: Page, { path }: Screen): Promise<void> {
  for (const name of PARTS[path] ?? []) {
    const main = page.getByRole('main');
    const part = main.getByRole('button', { name }).or(main.getByRole('tab', { name })).first();
    if (!(await part.isVisible())) continue;
    await part.click();
    await lookAt(page);
  }
}

/** Follows a page's first link to one of its records. */
async function lookAtRecords(page: Page, { path, address }: Screen): Promise<void> {
  for (const { link, title } of RECORDS[path] ?? []) {
    await goTo(page, address);
    await lookAt(page);
    const links = page.getByRole('main').getByRole('link');
    const addresses = await links.evaluateAll((all) => all.map((each) => String(each.getAttribute('href'))));
    const record = addresses.find((each) => link.test(each));
    if (!record) continue;
    await goTo(page, record);
    await expectWholePage(page, title);
    await lookAt(page);
  }
}

function labelsOf(role: Role): string[] {
  const subject = { role, levels: DEFAULT_LEVELS[role], electionMode: true, privileges: null };
  return menuFor(subject).map(({ label }) => label);
}

test('an announcement and a report are made, so that their lists are none of the empty ones', async ({ people }) => {
  const page = await people.enter(accountOf('national_admin'));
  const announcement = { title: 'Collation begins at 16:00', content: 'Bring the stamped sheets.', priority: 'high' };
  await callApi(page, 'POST', '/announcements', announcement, { 'idempotency-key': randomUUID() });
  const { elections } = await ask<{ elections: { id: string; status: string }[] }>(page, '/elections');
  const parameters = { election_id: elections.find(({ status }) => status === 'live')?.id };
  await callApi(page, 'POST', '/reports', { template: 'election_summary', parameters });
  const newest = async () => (await ask<{ reports: { status: string }[] }>(page, '/reports')).reports[0]?.status;
  await expect.poll(newest, { timeout: 30_000 }).toBe('completed');
});

for (const role of ROLE_IDS) {
  test(`${role} finds every page whole: menu, pages, records, dialogs`, async ({ people }) => {
    test.setTimeout(300_000);
    const account = accountOf(role);
    const page = await people.enter(account);
    expect(await new Shell(page).items()).toEqual(labelsOf(role));
    await lookAt(page);
    await page.keyboard.press('Escape');
    const faults: string[] = [];
    for (const screen of screensOf(role, account.area)) {
      try {
        await goTo(page, screen.address);
        await expectWholePage(page, screen.title);
        await expect(page.getByRole('banner').getByText('Rehearsal', { exact: true })).toBeVisible();
        await lookAt(page);
        if (LISTS.has(screen.path) && NATIONAL.includes(role)) await expectHighList(page);
        await lookAtDialogs(page, screen);
        await lookAtParts(page, screen);
        await lookAtRecords(page, screen);
      } catch (error) {
        // One page's fault does not hide the next one's.
        faults.push(`${screen.path}: ${String(error)}`);
        await page.goto(screen.address);
      }
    }
    expect(faults).toEqual([]);
  });
}
