import { UsersPage } from '../pages/users.ts';
import { accountOf, newPhone } from '../support/accounts.ts';
import { expectGoodScreen } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('lines that are wrong are all named and no user is imported', async ({ people }) => {
  people.mayComplain(/400 \(Bad Request\)/);
  const page = await people.enter(accountOf('national_admin'));
  const users = new UsersPage(page);
  await users.open();
  const before = await page.getByText(/^Showing /).innerText();
  await page.getByRole('button', { name: 'Bulk Import' }).click();
  const dialog = users.dialog('Bulk Import Users');
  await expectGoodScreen(page);
  const form = dialog.getByRole('form', { name: 'Import from text' });
  await form.getByRole('button', { name: 'Import users' }).click();
  await expect(form.getByText('Please provide import text and select a state').first()).toBeVisible();
  await users.pick(form, 'Role', 'LGA Admin');
  await users.pick(form, 'State', 'Lagos');
  const text = `Ada Obi, 0803 123\nMusa Bello\nBisi Ade, ${newPhone()}, Ikeja\n`;
  await form.getByRole('textbox', { name: 'People' }).fill(text);
  await form.getByRole('button', { name: 'Import users' }).click();
  await expect(form.getByText('Line 2: Invalid format. Expected "Name, Phone, LGA"')).toBeVisible();
  await expect(form.getByText(/Line 3: An LGA Admin already exists for LGA: Ikeja/)).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'People' })).toHaveValue(text);
  await expectGoodScreen(page);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Close without saving' }).click();
  await expect(page.getByText(before)).toBeVisible();
});

test('a file brings in its good rows and gives back the others with the reason', async ({ people }) => {
  const page = await people.enter(accountOf('national_admin'));
  const users = new UsersPage(page);
  await users.open();
  await page.getByRole('button', { name: 'Bulk Import' }).click();
  const dialog = users.dialog('Bulk Import Users');
  await dialog.getByRole('tab', { name: 'From a file' }).click();
  const form = dialog.getByRole('form', { name: 'Import from a file' });
  await users.pick(form, 'Role', 'Grassroots PU Officer');
  const phone = newPhone();
  const rows = ['Name;Phone;PU_Code', `"Bassey; Ekaette";${phone};24-11-05-030`, 'Not Imported;0803;24-11-05-031'];
  await form.getByLabel('File of people').setInputFiles({
    name: 'observers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFF${rows.join('\r\n')}\r\n`),
  });
  await expectGoodScreen(page);
  await form.getByRole('button', { name: 'Start import' }).click();
  await expect(dialog.getByText(/Successfully imported: 1 user\. 1 row refused/)).toBeVisible();
  await expect(dialog.getByRole('table', { name: 'Refused rows' })).toContainText('3');
  await expectGoodScreen(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download refused rows' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  await page.keyboard.press('Escape');
  await users.open(`?q=${phone}`);
  await expect(page.getByText('Bassey; Ekaette').first()).toBeVisible();
});
