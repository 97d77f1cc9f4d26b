import type { Locator, Page } from '@playwright/test';
import { DASHBOARD } from '../pages/dashboard.ts';
import { ReviewPage } from '../pages/review.ts';
import { Shell } from '../pages/shell.ts';
import { SHEET_PHOTO, SubmitPage } from '../pages/submit.ts';
import { type Account, accountOf, officerOf } from '../support/accounts.ts';
import { Keyboard } from '../support/keyboard.ts';
import { expect, test } from '../support/test.ts';

async function signIn(page: Page, account: Account): Promise<Keyboard> {
  const keys = new Keyboard(page);
  await page.goto('/login');
  await keys.to(page.getByLabel('Phone number'));
  await keys.type(account.phone);
  await keys.to(page.getByRole('textbox', { name: 'Password' }));
  await keys.type(account.password);
  await keys.press('Enter');
  await expect(new Shell(page).title(DASHBOARD)).toBeVisible();
  return keys;
}

/** Goes to a page by the menu. */
async function go(keys: Keyboard, item: RegExp, title: string): Promise<void> {
  await keys.enter(keys.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: item }));
  await expect(new Shell(keys.page).title(title), 'the page that opens has the focus').toBeFocused();
}

test('a result is sent and verified without a mouse', async ({ people }) => {
  test.setTimeout(180_000);
  const account = officerOf('keyboard');
  const keys = await signIn(await people.someone(), account);
  const submit = new SubmitPage(keys.page);
  const skip = keys.page.getByRole('link', { name: 'Skip to content' });
  await keys.page.reload();
  await expect(new Shell(keys.page).title(DASHBOARD)).toBeVisible();
  await keys.to(skip);
  await expect(skip).toBeInViewport();
  await keys.press('Enter');
  await keys.step();
  const main = keys.page.getByRole('main');
  expect(await main.evaluate((element) => element.contains(element.ownerDocument.activeElement))).toBe(true);

  await keys.enter(keys.page.getByRole('link', { name: 'Submit Results Now' }));
  await keys.to(submit.field('Accredited voters'));
  await keys.type('141');
  for (const [party, votes] of Object.entries({ APC: 31, LP: 88, PDP: 12 })) {
    await keys.to(submit.field(party));
    await keys.type(String(votes));
  }
  await keys.enter(keys.page.getByRole('button', { name: 'Fill empty fields with 0' }));
  await keys.to(submit.field('Rejected ballots (box 6)'));
  await keys.type('4');
  const choosing = keys.page.waitForEvent('filechooser');
  await keys.enter(keys.page.getByRole('button', { name: 'Choose file' }));
  await (await choosing).setFiles(SHEET_PHOTO);
  await expect(keys.page.getByText(/^Result sheet attached/)).toBeVisible();
  await keys.enter(submit.submitButton);
  await expect(keys.page.getByRole('heading', { name: 'You are sending:' })).toBeFocused();
  await keys.enter(keys.page.getByRole('button', { name: 'Submit', exact: true }));
  await submit.submissionId();

  const ward = await signIn(await people.someone(), accountOf('ward_admin'));
  const review = new ReviewPage(ward.page);
  await ward.press('Control+k');
  await expect(ward.page.getByRole('dialog').getByLabel('Go to a screen or place')).toBeFocused();
  await ward.type('Result review');
  await expect(ward.page.getByRole('dialog').getByRole('button', { name: /^Result review/ })).toBeVisible();
  await ward.press('Enter');
  await expect(new Shell(ward.page).title('Result review')).toBeFocused();
  await ward.enter(review.unit(account.area).getByRole('link').first(), 250);
  await expect(ward.page.getByRole('heading', { level: 1, name: /^Review, / })).toBeFocused();
  const giveBack = review.button('Return');
  await ward.enter(giveBack);
  await ward.expectHeld(ward.page.getByRole('dialog'), giveBack);
  await ward.enter(review.button('Verify'));
  const question = ward.page.getByRole('dialog');
  await ward.enter(question.getByRole('button', { name: 'Verify', exact: true }));
  await expect(question).toBeHidden();
  await expect(review.state('Verified')).toBeVisible();
});

test('the count, an alert, a report and the menu are used without a mouse', async ({ people }) => {
  test.setTimeout(180_000);
  const keys = await signIn(await people.someone(), accountOf('national_admin'));
  const { page } = keys;
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await keys.enter(bell);
  await keys.expectHeld(page.getByRole('dialog', { name: 'Notifications' }), bell);

  await go(keys, /^Live results/, 'Live Election Results');
  await keys.enter(page.getByRole('button', { name: 'Pause updates' }));
  await expect(page.getByRole('button', { name: 'Resume updates' })).toBeFocused();
  const votes = page.getByRole('columnheader', { name: 'APC', exact: true });
  await keys.enter(votes.getByRole('button'));
  await expect(votes).toHaveAttribute('aria-sort', 'descending');

  await go(keys, /^Alerts/, 'Alert Center');
  const raise = page.getByRole('button', { name: 'Raise an alert' });
  await keys.enter(raise);
  await keys.expectHeld(page.getByRole('dialog', { name: 'Raise an alert' }), raise);

  await go(keys, /^Reports/, 'Report Generator');
  await keys.enter(page.getByRole('button', { name: /^Election summary/ }));
  await keys.to(page.getByRole('combobox', { name: 'Election' }));
  await keys.press('ArrowDown');
  await expect(page.getByRole('option').first()).toBeVisible();
  await keys.press('ArrowDown');
  await keys.press('Enter');
  await expect(page.getByRole('option')).toHaveCount(0);
  await keys.to(page.getByRole('button', { name: 'Generate Report' }));

  // As on a phone, or enlarged to four times the size.
  await page.setViewportSize({ width: 320, height: 640 });
  const menu = page.getByRole('button', { name: 'Open menu' });
  await keys.enter(menu);
  await keys.expectPageKept();
  await keys.expectHeld(page.getByRole('dialog', { name: 'Menu' }), menu);
});

/** Presses Ctrl+K in the moment in which the page gets its title, before anything else can run. */
const PRESSED_AT_ONCE = `new MutationObserver((_, observer) => {
  if (!document.querySelector('#page-title')) return;
  observer.disconnect();
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }));
}).observe(document, { subtree: true, childList: true });`;

test('Ctrl+K counts from the moment in which the page shows', async ({ people }) => {
  const page = await people.enter(accountOf('ward_admin'));
  await page.addInitScript(PRESSED_AT_ONCE);
  await page.reload();
  await expect(page.getByRole('dialog').getByLabel('Go to a screen or place')).toBeFocused();
});

/** Opens the dialog and types. */
async function ask(keys: Keyboard, text: string): Promise<Locator> {
  await keys.press('Control+k');
  const goTo = keys.page.getByRole('dialog');
  await expect(goTo.getByLabel('Go to a screen or place')).toBeFocused();
  await keys.type(text);
  return goTo;
}

test('Ctrl+K finds a unit by its code and a place by its name, and leads there', async ({ people }) => {
  const keys = await signIn(await people.someone(), accountOf('national_admin'));
  const find = async (text: string, found: RegExp, title: string) => {
    const goTo = await ask(keys, text);
    await expect(goTo.getByRole('button', { name: found })).toBeVisible();
    // Elections and people of that name stand before the place.
    const chosen = goTo.locator('[data-selected]');
    for (let step = 0; step < 20 && !found.test((await chosen.textContent()) ?? ''); step++)
      await keys.press('ArrowDown');
    await expect(chosen).toHaveText(found);
    await keys.press('Enter');
    await expect(goTo).toBeHidden();
    await expect(new Shell(keys.page).title(title)).toBeVisible();
  };
  // A unit without a result, which would stand first.
  await find('19-01-01-001', /Polling unit · 19-01-01-001/, 'Polling Unit 1');
  await expect(keys.page).toHaveURL(/\/pu\/19-01-01-001$/);
  await find('ikeja', /^Ikeja/, 'Ikeja');
  await expect(keys.page).toHaveURL(/\/lga\/24-11$/);
});

test('Ctrl+K finds no place outside the own area', async ({ people }) => {
  const keys = await signIn(await people.someone(), accountOf('ward_admin'));
  const goTo = await ask(keys, '19-01-01-001');
  await expect(goTo.getByText('No screen or place of that name.')).toBeVisible();
});
