import { Figures } from '../pages/figures.ts';
import { Shell } from '../pages/shell.ts';
import { accountOf } from '../support/accounts.ts';
import { ask, expectGoodScreen } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

interface Room {
  coverage: { units: number; reported: number };
  disputes: { open: number };
}

test('the national office sees where it stands, what is odd, and whom to call', async ({ people }) => {
  const page = await people.enter(accountOf('national_admin'));
  await new Shell(page).go('Situation room');
  const figures = new Figures(page);
  const room = await ask<Room>(page, '/situation-room');
  await figures.expect('Reported', room.coverage.reported);
  await expect(figures.card('Dispute rate')).toContainText(
    `${room.disputes.open.toLocaleString('en-NG')} of ${room.coverage.reported.toLocaleString('en-NG')} result`,
  );
  await figures.expect('Silent units', room.coverage.units - room.coverage.reported);
  await expectGoodScreen(page);

  await page.getByRole('radiogroup', { name: 'Measure' }).getByText('Coverage').click();
  await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Table').click();
  const table = page.getByRole('table', { name: /coverage/i }).first();
  await expect(table.getByRole('row', { name: /Lagos/ })).toBeVisible();
  await expect(page, 'what is chosen stands in the address').toHaveURL(/view=table/);
  await expect(page.getByRole('heading', { name: 'Presidential test' })).toBeVisible();

  await page.goto('/situation-room?silent=24-11');
  await expect(page.getByText(/silent units? in \d+ wards? of Ikeja/)).toBeVisible();
  await expect(page.locator('a[href^="tel:+234"]').first()).toBeVisible();
  await expectGoodScreen(page);
});

test('a wall screen shows the room without a signed-in user, until it is ended', async ({ people }) => {
  people.mayComplain(/status of 401/); // a screen that was ended asks once more
  const page = await people.enter(accountOf('national_admin'));
  await page.goto('/situation-room');
  await page.getByRole('button', { name: 'Wall mode' }).click();
  const name = 'Left screen';
  await page.getByRole('textbox', { name: 'Name of the screen' }).fill(name);
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Copy a link for another screen' }).click();
  const address = await page.getByRole('textbox', { name: 'Address of the wall screen' }).inputValue();

  const screen = await people.someone();
  await screen.goto(new URL(address).pathname + new URL(address).hash);
  await expect(screen.getByText(/^figures of \d\d:\d\d:\d\d/)).toBeVisible();
  await expect(screen, 'the secret leaves the address').toHaveURL(/\/wall$/);
  await expect(screen.getByText(name)).toBeVisible();
  await expectGoodScreen(screen);
  expect(await screen.evaluate("localStorage.getItem('ec.accessToken')")).toBeNull();
  const other = await people.anotherTab(screen);
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();

  await page.getByRole('button', { name: `End ${name}` }).click();
  await page
    .getByRole('dialog', { name: 'End this wall screen?' })
    .getByRole('button', { name: 'End wall screen' })
    .click();
  await expect(screen.getByRole('heading', { name: /ended/i })).toBeVisible();
  await expect(screen.getByText(/^figures of/)).toBeHidden();
  await expectGoodScreen(screen);
});
