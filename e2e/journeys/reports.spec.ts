import { readFileSync } from 'node:fs';
import { Shell } from '../pages/shell.ts';
import { accountOf } from '../support/accounts.ts';
import { ask, expectGoodScreen } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('a report is requested, made while one waits, and downloaded in its three forms', async ({ people }, testInfo) => {
  const page = await people.enter(accountOf('national_admin'));
  await new Shell(page).go('Reports');
  await expect(new Shell(page).title('Report Generator')).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('button', { name: /^Election summary/ }).click();
  await page.getByRole('combobox', { name: 'Election' }).click();
  await page.getByRole('option').first().click();
  await expectGoodScreen(page);
  const downloads = page.getByRole('button', { name: /^Download: / });
  const { total } = await ask<{ total: number }>(page, '/reports');
  await page.getByRole('button', { name: 'Generate Report' }).click();
  await expect(downloads).toHaveCount(total + 1, { timeout: 30_000 });
  const download = downloads.first();
  const fetch = async (form: RegExp) => {
    await download.click();
    const arriving = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: form }).click();
    const file = testInfo.outputPath((await arriving).suggestedFilename());
    await (await arriving).saveAs(file);
    return readFileSync(file);
  };
  expect((await fetch(/^PDF/)).subarray(0, 5).toString()).toBe('%PDF-');
  expect((await fetch(/^(XLSX|Excel)/)).subarray(0, 2).toString()).toBe('PK');
  expect((await fetch(/^CSV/)).toString()).toMatch(/^[^\n]*,[^\n]*\r?\n/);
  await expect(page.getByRole('menu')).toBeHidden();
  await expectGoodScreen(page);
});

test('a user without reports reads the reason', async ({ people }) => {
  const page = await people.enter(accountOf('super_admin'));
  await page.goto('/reports');
  await expect(new Shell(page).title('Report Generator')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Generate Report' })).toBeHidden();
  await expectGoodScreen(page);
});
