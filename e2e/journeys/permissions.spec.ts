import { Shell } from '../pages/shell.ts';
import { accountOf } from '../support/accounts.ts';
import { expectGoodScreen, markPage } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('a level that is taken away leaves the open screens of the role, and comes back with the reset', async ({
  people,
}) => {
  const ward = await people.enter(accountOf('ward_admin'));
  const shell = new Shell(ward);
  expect(await shell.items()).toContain('Alerts');
  const stayed = await markPage(ward);

  const page = await people.enter(accountOf('national_admin'));
  await page.goto('/permissions?role=ward_admin');
  await expect(new Shell(page).title('Permission Management')).toBeVisible();
  const save = page.getByRole('button', { name: /^Save Changes/ });
  await expect(save).toBeDisabled();
  await expectGoodScreen(page);
  const levels = page.getByRole('radiogroup', { name: 'Alerts' });
  await levels.getByText('None', { exact: true }).click();
  await expect(page.getByText('(Pending)')).toBeVisible();
  await expect(save).toHaveText('Save Changes (1)');
  await expectGoodScreen(page);
  await save.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Permissions updated successfully!')).toBeVisible();
  await expect.poll(() => shell.items()).not.toContain('Alerts');
  await stayed();

  await page.getByRole('button', { name: 'Reset to Default' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Are you sure you want to reset all permissions to default?');
  await expectGoodScreen(page);
  await question.getByRole('button', { name: 'Reset to Default' }).click();
  await expect.poll(() => shell.items()).toContain('Alerts');
});
