import { Shell } from '../pages/shell.ts';
import { accountOf } from '../support/accounts.ts';
import { expectGoodScreen, markPage } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('a changed setting holds at once on every open screen, and is read-only for others', async ({ people }) => {
  const watcher = await people.enter(accountOf('super_admin'));
  await watcher.goto('/settings');
  await expect(watcher.getByText('You have read-only access to system settings.')).toBeVisible();
  await expect(watcher.getByRole('button', { name: 'Save Changes' })).toBeHidden();
  await expectGoodScreen(watcher);
  const stayed = await markPage(watcher);

  const page = await people.enter(accountOf('national_admin'));
  await page.goto('/settings');
  const name = page.getByRole('textbox', { name: 'System name' });
  const before = await name.inputValue();
  const save = async () => {
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await new Shell(page).closeNotice('Settings saved successfully');
  };
  await name.fill('Situation Console');
  await expectGoodScreen(page);
  await save();
  await expect(watcher).toHaveTitle(/Situation Console/);
  await stayed();
  await name.fill(before);
  await save();
  await expect(watcher).not.toHaveTitle(/Situation Console/);

  await page.getByRole('tab', { name: /^Security/ }).click();
  const timeout = page.getByRole('textbox', { name: /Session timeout/ });
  await timeout.fill('4');
  await timeout.blur();
  await expect(page.getByText(/5 to 120|between 5 and 120|at least 5/i).first()).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  for (const tab of ['Notifications', 'Election']) {
    await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
    await expectGoodScreen(page);
  }
});
