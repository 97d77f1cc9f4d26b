import { Shell } from '../pages/shell.ts';
import { accountOf } from '../support/accounts.ts';
import { expectGoodScreen } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('with no gateway, messages are read on the screen of the super admin', async ({ people }) => {
  const page = await people.enter(accountOf('super_admin'));
  await new Shell(page).go('Deliveries');
  await expect(new Shell(page).title('Deliveries')).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Gateways' }).click();
  await page.getByRole('button', { name: 'Send a test SMS to myself' }).click();
  await expect(
    page
      .getByRole('main')
      .getByText(/test message/i)
      .first(),
  ).toBeVisible({ timeout: 20_000 });
  await expectGoodScreen(page);

  const other = await people.enter(accountOf('national_admin'));
  await other.goto('/deliveries');
  await expect(new Shell(other).panel('Access denied')).toBeVisible();
});
