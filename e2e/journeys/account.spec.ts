import { expectGoodScreen } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';
import { accountOf, newPhone } from '../support/accounts.ts';
import { createPerson } from '../support/people.ts';
import { totp } from '../support/totp.ts';
import { DASHBOARD } from '../pages/dashboard.ts';
import { SignInPage } from '../pages/sign-in.ts';
import { Shell } from '../pages/shell.ts';
import { SHEET_PHOTO } from '../pages/submit.ts';

test('an authenticator is enrolled, opens the account, and its recovery code does too, once', async ({ people }) => {
  const account = accountOf('grassroot_admin');
  const page = await people.enter(account);
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Use an authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(account.password);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectGoodScreen(page);
  const secret = await dialog.locator('code').innerText();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('textbox').fill(totp(secret));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [recovery = ''] = await codes.allInnerTexts();
  await expectGoodScreen(page);
  await dialog.getByRole('checkbox', { name: 'I have stored them' }).check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await new Shell(page).logOut();

  const signIn = new SignInPage(page);
  await expect(signIn.heading).toBeVisible();
  await signIn.submit(account);
  await page.getByRole('textbox', { name: /code/i }).fill(totp(secret, 1));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('heading', { name: DASHBOARD })).toBeVisible();

  await page.goto('/account');
  await expect(page.getByText('10 recovery codes of 10 left.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove authenticator' }).click();
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(account.password);
  await dialog.getByRole('textbox', { name: /code/i }).fill(recovery);
  await dialog.getByRole('button', { name: 'Remove authenticator' }).click();
  await expect(page.getByText(/Your password alone opens your account/)).toBeVisible();
});

test('a new user changes the first password, must add a picture, and nothing else is required', async ({ people }) => {
  const person = { name: 'Tari Ebiegberi', phone: newPhone(), password: 'given by the office', role: 'moderator' };
  const admin = await people.enter(accountOf('national_admin'));
  await createPerson(admin, person);
  const page = await people.someone();
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.submit(person);
  await page.getByRole('textbox', { name: 'Current password' }).fill(person.password);
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill('chosen by myself');
  await page.getByRole('textbox', { name: 'Confirm new password' }).fill('chosen by myself');
  await page.getByRole('button', { name: 'Change password' }).click();

  const owed = page.getByRole('dialog', { name: 'Profile Picture Required' });
  await expect(owed).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(owed).toBeVisible();
  await expectGoodScreen(page);
  await owed.locator('input[type=file]').setInputFiles(SHEET_PHOTO);
  await owed.getByRole('button', { name: 'Upload picture' }).click();
  await expect(owed).toBeHidden();
  await expect(page.getByRole('heading', { name: DASHBOARD })).toBeVisible();
});
