import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Shell } from '../pages/shell.ts';
import { accountOf } from '../support/accounts.ts';
import { expectGoodScreen } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The command of the README, away from the server. */
function verify(file: string): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'verify-audit', '--', file], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return { status, text: stdout + stderr };
}

test('what was done is found, looked into, verified and taken away as a file that verifies by itself', async ({
  people,
}, testInfo) => {
  const account = accountOf('national_admin');
  const page = await people.enter(account);
  const shell = new Shell(page);
  await shell.go('Audit logs');
  await expect(shell.title('Audit Logs')).toBeVisible();
  await expectGoodScreen(page);

  // A phone gets the filters when it asks for them.
  const action = page.getByRole('combobox', { name: 'Action' });
  if (!(await action.isVisible())) await page.getByRole('button', { name: 'Advanced Filters' }).click();
  await action.click();
  await page.getByRole('option', { name: 'User Login' }).click();
  await expect(page).toHaveURL(/action=User/);
  const inTable = page.getByRole('button', { name: /^Details of User Login/ });
  const onCard = page.getByRole('list', { name: 'Audit logs' }).getByRole('link', { name: 'User Login' });
  await inTable.or(onCard).first().click();
  const dialog = page.getByRole('dialog', { name: /User Login/ });
  await expect(dialog).toContainText('127.0.0.1');
  await expect(dialog).toContainText('Chrome');
  await expectGoodScreen(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Verify the chain' }).click();
  const check = page.getByRole('dialog', { name: 'Verify the chain' });
  await check.getByRole('button', { name: /^(Start|Verify again)$/ }).click();
  await expect(check.getByText(/entries verified, no problem found/)).toBeVisible();
  await expectGoodScreen(page);
  await check.getByRole('button', { name: 'Close', exact: true }).last().click();

  await page.goto('/audit-logs');
  await page.getByRole('button', { name: 'Export Logs' }).click();
  const exporting = page.getByRole('dialog', { name: 'Export Logs' });
  const download = page.waitForEvent('download');
  await exporting.getByRole('button', { name: 'Export as CSV' }).click();
  const file = testInfo.outputPath('audit.csv');
  await (await download).saveAs(file);
  const sound = verify(file);
  expect(sound.text).toMatch(/sound|no problem/i);
  expect(sound.status).toBe(0);

  const text = readFileSync(file, 'utf8');
  const at = text.indexOf('auth.signed_in');
  expect(at).toBeGreaterThan(0);
  const forged = testInfo.outputPath('forged.csv');
  writeFileSync(forged, `${text.slice(0, at)}auth.signed_on${text.slice(at + 'auth.signed_in'.length)}`);
  const found = verify(forged);
  expect(found.status).toBe(1);
  expect(found.text).toMatch(/changed/i);
});
