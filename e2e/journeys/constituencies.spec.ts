import { ElectionsPage } from '../pages/elections.ts';
import { Shell } from '../pages/shell.ts';
import { accountOf } from '../support/accounts.ts';
import { expectGoodScreen } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const LIST = '/geographical-data/constituencies';

test('constituencies are imported, and an election is held in one', async ({ people }) => {
  const page = await people.enter(accountOf('national_admin'));
  await new Shell(page).go('Geographical data');
  await page.getByRole('link', { name: 'Constituencies' }).click();
  await expect(page.getByRole('heading', { name: 'Constituencies', level: 1 })).toBeVisible();
  await expectGoodScreen(page);

  await page.getByRole('link', { name: 'Import constituencies' }).click();
  const lines = ['ward_code,state_constituency_id', '24-11-01,655', '24-11-02,655', '24-11-03,656', '24-11-999,656'];
  const choose = async (all: string[]) => {
    const file = { name: 'wards.csv', mimeType: 'text/csv', buffer: Buffer.from(all.join('\n')) };
    await page.getByLabel('File of wards with their constituencies').setInputFiles(file);
    await page.getByRole('button', { name: 'Check the file' }).click();
  };
  await expectGoodScreen(page);
  await choose(lines);
  await expect(page.getByText('There is no ward 24-11-999')).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await choose(lines.slice(0, -1));
  await expect(page.getByText(/no column senatorial_district_id/)).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText('The constituencies of 3 wards were imported.')).toBeVisible();

  await page.goto(`${LIST}?kind=state`);
  const row = page.getByRole('row', { name: /655/ });
  await expect(row).toContainText('Ikeja (part)');
  await expectGoodScreen(page);
  await row.getByRole('button', { name: /^Rename/ }).click();
  const name = 'Ikeja First';
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await expectGoodScreen(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(row).toContainText(name);

  const elections = new ElectionsPage(page);
  await elections.open();
  const title = 'By-election in Ikeja';
  const date = '2027-04-10';
  const kind = 'State constituencies';
  const steps = await elections.fill({ title, type: 'State Assembly', date, kind, place: name });
  await expectGoodScreen(page);
  await steps.save('Create Election');
  await expect(elections.card(title)).toContainText(`Coverage: ${name}`);
});
