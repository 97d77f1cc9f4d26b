import { Shell } from '../pages/shell.ts';
import { accountOf } from '../support/accounts.ts';
import { expectGoodScreen, markPage } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('what concerns a person stands in one history, and reaches them by SMS where they wish it', async ({ people }) => {
  const page = await people.enter(accountOf('regional_admin'));
  const stayed = await markPage(page);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('dialog', { name: 'Notifications' }).getByText('View All').click();
  await expect(new Shell(page).title('Notifications')).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('link', { name: 'What arrives by SMS and e-mail' }).click();
  const choice = page.getByRole('checkbox', { name: /^Disputes by SMS/ });
  const chosen = !(await choice.isChecked());
  await choice.click();
  await expect(choice).toBeChecked({ checked: chosen });
  await expect(page.getByRole('checkbox', { name: /^Disputes by E-mail/ })).toBeDisabled();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expectGoodScreen(page);
  await stayed();
  await page.reload();
  await expect(choice).toBeChecked({ checked: chosen });
});

test('a screen that lost its network says how old it is, and catches up', async ({ people }) => {
  people.mayComplain(/ERR_INTERNET_DISCONNECTED|fetching the script/);
  const page = await people.enter(accountOf('state_admin'));
  await expect(page.getByRole('banner').getByText('Online', { exact: true })).toBeVisible();
  const stayed = await markPage(page);
  await page.context().setOffline(true);
  await expect(page.getByRole('banner').getByText('Offline', { exact: true })).toBeVisible();
  const banner = page.getByRole('group', { name: 'Not up to date' });
  await expect(banner).toContainText(/what you see is from .*\d\d:\d\d:\d\d/);
  await expectGoodScreen(page);
  await page.context().setOffline(false);
  await expect(page.getByRole('banner').getByText('Online', { exact: true })).toBeVisible();
  await expect(banner).toBeHidden();
  await stayed();
});
