import { Shell } from '../pages/shell.ts';
import { SubmitPage } from '../pages/submit.ts';
import { accountOf, officerOf } from '../support/accounts.ts';
import { expectGoodScreen, markPage } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('an over-voted sheet raises an alert at once, and an administrator acknowledges it', async ({ people }, {
  project,
}) => {
  const account = officerOf('alerted', project.name);
  const ward = await people.enter(accountOf('ward_admin'));
  await new Shell(ward).go('Alerts');
  await expect(new Shell(ward).title('Alert Center')).toBeVisible();
  const stayed = await markPage(ward);

  const officer = new SubmitPage(await people.enter(account));
  await officer.open();
  await officer.fill({ accredited: 90, votes: { APC: 60, LP: 40 }, void: 3 });
  await officer.check();
  await officer.send();
  await officer.submissionId();

  const news = ward.getByRole('button', { name: /new alerts?: show$/ });
  const alert = ward.getByRole('listitem').filter({ hasText: account.area }).filter({ hasText: 'Over-voting' });
  // Other alerts of the rehearsal may come before it, and after.
  await expect(async () => {
    await news.click({ timeout: 2000 });
    await expect(alert).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  await expect(alert).toContainText('103 votes, 90 accredited voters');
  await expect(alert).toContainText('Critical');
  await stayed();
  await expectGoodScreen(ward);

  await alert.getByRole('button', { name: /^Acknowledge/ }).click();
  const dialog = ward.getByRole('dialog', { name: 'Acknowledge the alert' });
  await dialog.getByRole('textbox', { name: 'Note' }).fill('I have called the officer; the sheet is being checked.');
  await expectGoodScreen(ward);
  await dialog.getByRole('button', { name: 'Acknowledge', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(alert).toContainText('I have called the officer; the sheet is being checked.');

  const national = await people.enter(accountOf('national_admin'));
  await national.goto(`/alerts?q=${account.area}`);
  const seen = national.getByRole('listitem').filter({ hasText: account.area }).filter({ hasText: 'Over-voting' });
  await expect(seen).toContainText('I have called the officer; the sheet is being checked.');
  await expectGoodScreen(national);
});

test('an alert raised by hand reaches only the users whose area holds the place', async ({ people }, { project }) => {
  const title = `Ballot papers are late (${project.name})`;
  const lga = await people.enter(accountOf('lga_admin'));
  await lga.goto('/alerts');
  await lga.getByRole('button', { name: 'Raise an alert' }).click();
  const dialog = lga.getByRole('dialog', { name: 'Raise an alert' });
  await dialog.getByRole('button', { name: 'Raise', exact: false }).last().click();
  await expect(dialog.getByText('Title is required').first(), 'all problems at once').toBeVisible();
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
  await dialog.getByRole('textbox', { name: 'Message' }).fill('The lorry stands at Ojota; expected by 11:00.');
  await expectGoodScreen(lga);
  await dialog.getByRole('button', { name: 'Raise', exact: false }).last().click();
  await expect(dialog).toBeHidden();

  const state = await people.enter(accountOf('state_admin'));
  await state.goto('/alerts');
  await expect(state.getByRole('listitem').filter({ hasText: title })).toBeVisible();
  const other = await people.enter(accountOf('ward_admin'));
  await other.goto('/alerts');
  await expect(new Shell(other).title('Alert Center')).toBeVisible();
  await expect(
    other.getByRole('listitem').filter({ hasText: title }),
    'about the LGA, so not about the ward alone',
  ).toBeHidden();
});
