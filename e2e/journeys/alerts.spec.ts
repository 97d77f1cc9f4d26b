import { Shell } from '../pages/shell.ts';
import { SubmitPage } from '../pages/submit.ts';
import { accountOf, officerOf } from '../support/accounts.ts';
import { expectGoodScreen, markPage } from '../support/screen.ts';
import { callApi } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('an over-voted sheet raises an alert at once, and an administrator acknowledges it', async ({ people }) => {
  const account = officerOf('alerted');
  const ward = await people.enter(accountOf('ward_admin'));
  await new Shell(ward).go('Alerts');
  await expect(new Shell(ward).title('Alert Center')).toBeVisible();
  const stayed = await markPage(ward);
  const list = ward.getByRole('list', { name: 'Alerts', exact: true }).or(ward.getByText('No Alerts Found'));
  const before = await list.boundingBox();

  const officer = new SubmitPage(await people.enter(account));
  await officer.open();
  await officer.fill({ accredited: 90, votes: { APC: 60, LP: 40 }, void: 3 });
  await officer.check();
  await officer.send();
  await officer.submissionId();

  const news = ward.getByRole('button', { name: /new alerts?: show$/ });
  const alert = ward.getByRole('listitem').filter({ hasText: account.area }).filter({ hasText: 'Over-voting' });
  await expect(news).toBeVisible({ timeout: 30_000 });
  expect((await list.boundingBox())?.y, 'rows do not move under a finger').toBe(before?.y);
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

test('many alerts stand in one line, are acknowledged together, put back, and snoozed', async ({ people }) => {
  const lgaAccount = accountOf('lga_admin');
  const lga = await people.enter(lgaAccount);
  const ward = accountOf('ward_admin').area;
  const words = 'ink-runs-short';
  for (let at = 1; at <= 12; at++) {
    await callApi(lga, 'POST', '/alerts', {
      title: `Ink runs short ${at}`,
      message: `${words}: unit ${at} asks for ink.`,
      area: ward,
      priority: 'low',
    });
  }
  await lga.goto(`/alerts?q=${words}`);
  const line = lga.getByRole('listitem').filter({ hasText: '12 alerts' });
  await expect(line).toBeVisible();
  await expect(lga.getByRole('list', { name: 'Alerts', exact: true }).getByRole('listitem')).toHaveCount(1);
  await expectGoodScreen(lga);
  await line.getByRole('button', { name: /^Show 12/ }).click();
  await expect(
    lga
      .getByRole('listitem')
      .filter({ hasText: `${words}: unit 12 asks` })
      .last(),
  ).toBeVisible();
  await expectGoodScreen(lga);
  await line.getByRole('button', { name: /^Hide 12/ }).click();

  const bar = lga.getByRole('group', { name: 'Selected alerts' });
  await lga.getByRole('checkbox', { name: 'Select all 12 alerts' }).check();
  await bar.getByRole('button', { name: 'Acknowledge' }).click();
  const acknowledge = lga.getByRole('dialog', { name: 'Acknowledge alerts' });
  await expect(acknowledge.getByText('12 alerts', { exact: true })).toBeVisible();
  await expectGoodScreen(lga);
  await acknowledge.getByRole('button', { name: 'Acknowledge 12 alerts' }).click();
  await expect(acknowledge).toBeHidden();
  await expect(line).toContainText('0 open');
  await expectGoodScreen(lga);
  await lga.getByRole('button', { name: /^Undo/ }).click();
  await expect(lga.getByText('12 alerts put back.')).toBeVisible();
  await expect(line).toContainText('12 open');

  await bar.getByRole('button', { name: 'Snooze' }).click();
  const snooze = lga.getByRole('dialog', { name: 'Snooze alerts' });
  await snooze.getByRole('radio', { name: '3 hours' }).check();
  await expectGoodScreen(lga);
  await snooze.getByRole('button', { name: 'Snooze 12 alerts' }).click();
  await expect(line).toBeHidden();
  await lga.goto(`/alerts?q=${words}&state=snoozed`);
  await expect(line).toBeVisible();

  const state = await people.enter(accountOf('state_admin'));
  await state.goto(`/alerts?q=${words}`);
  await expect(state.getByRole('listitem').filter({ hasText: '12 alerts' }), 'others still see them').toBeVisible();
});

test('an alert raised by hand reaches only the users whose area holds the place', async ({ people }) => {
  const title = 'Ballot papers are late';
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
