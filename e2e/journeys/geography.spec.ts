import { Figures } from '../pages/figures.ts';
import { Shell } from '../pages/shell.ts';
import { accountOf } from '../support/accounts.ts';
import { expectGoodScreen } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('places are renamed, and kept while anything is inside them', async ({ people }) => {
  const page = await people.enter(accountOf('national_admin'));
  await new Shell(page).go('Geographical data');
  await expectGoodScreen(page);
  const wards = page.getByRole('tab', { name: 'Wards' });
  await wards.click();
  // Each tab has a search field of its own.
  await expect(wards).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('searchbox').first().fill('24-11-04');
  await expect(page.getByText('Showing 1-1 of 1')).toBeVisible();
  const name = 'Ward 4 North';
  await page
    .getByRole('button', { name: /^Rename / })
    .first()
    .click();
  const field = page.getByRole('textbox', { name: /^New name of / });
  await field.fill(name);
  await field.press('Enter');
  await expect(page.getByRole('button', { name: `Rename ${name}` })).toBeVisible();
  await expectGoodScreen(page);

  await page.getByRole('button', { name: `Actions for the ward ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Why it cannot be deleted' }).click();
  const refusal = page.getByRole('dialog', { name: `${name} cannot be deleted` });
  await expect(refusal).toContainText(/Inside it: \d+ polling units/);
  await expect(refusal.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0);
  await expectGoodScreen(page);
  await refusal.getByRole('button', { name: 'Close' }).last().click();
});

test('a register is looked at before it is imported', async ({ people }) => {
  const page = await people.enter(accountOf('national_admin'));
  await page.goto('/geographical-data');
  await page
    .getByRole('link', { name: 'Import register' })
    .or(page.getByRole('button', { name: 'Import register' }))
    .click();
  const unit = 'New hall';
  const csv = [
    'pu_code,state,lga,ward,polling_unit,registered_2023',
    `24-11-03-301,LAGOS,IKEJA,WARD 3,${unit},412`,
    '24-11-03-001,LAGOS,IKEJA,WARD 3,Old hall,',
  ].join('\n');
  await page
    .getByLabel('Register of polling units')
    .setInputFiles({ name: 'register.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByRole('button', { name: 'Check the file' }).click();
  const figures = new Figures(page);
  await figures.expect('Added', 1);
  await expect(figures.card('Missing')).toBeVisible();
  await expect(page.getByText(unit).first()).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const question = page.getByRole('dialog');
  await expectGoodScreen(page);
  await question.getByRole('button', { name: /^Import/ }).click();
  await expect(page.getByText('The register was imported.')).toBeVisible({ timeout: 30_000 });
  await page.goto('/geographical-data?tab=pollingUnits&q=24-11-03-301');
  await expect(page.getByRole('main').getByText(unit).first()).toBeVisible();
});
