import { ReviewPage } from '../pages/review.ts';
import { Shell } from '../pages/shell.ts';
import { GOOD_SHEET, SHEET_PHOTO, SubmitPage } from '../pages/submit.ts';
import { accountOf, officerOf } from '../support/accounts.ts';
import { ask, expectGoodScreen, expectReadableByAll, markPage } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('a result is disputed with a picture, talked about, and returned by the level above', async ({ people }) => {
  const account = officerOf('disputed');
  const officer = new SubmitPage(await people.enter(account));
  await officer.open();
  await officer.fill(GOOD_SHEET);
  await officer.attachPhoto();
  await officer.check();
  await officer.send();
  await officer.submissionId();
  await officer.toWhatWasSent();

  const lga = await people.enter(accountOf('lga_admin'));
  const unread = async () => (await ask<{ unread: number }>(lga, '/notifications')).unread;
  const before = await unread();
  const ward = new ReviewPage(await people.enter(accountOf('ward_admin')));
  await ward.open();
  await ward.choose(account.area);
  const question = await ward.ask('Dispute');
  await question.getByRole('textbox', { name: 'Reason' }).fill('The agents’ copy shows 78 for LP.');
  await question.locator('input[type=file]').setInputFiles(SHEET_PHOTO);
  await expectGoodScreen(ward.page);
  await question.getByRole('button', { name: 'Dispute', exact: true }).click();
  await expect(question).toBeHidden();
  await expect(ward.state('Disputed')).toBeVisible();
  await expect(ward.button('Verify'), 'a user cannot resolve their own dispute').toBeHidden();

  const stayed = await markPage(lga);
  await expect(lga.getByRole('button', { name: `Notifications, ${before + 1} unread` })).toBeVisible();
  await lga.getByRole('button', { name: /^Notifications/ }).click();
  await lga
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: /disput/i })
    .first()
    .click();
  await expect(lga.getByText('The agents’ copy shows 78 for LP.').first()).toBeVisible();
  await expect(lga.getByRole('img', { name: /sheet/i }).first()).toBeVisible();
  await expectGoodScreen(lga);
  await expectReadableByAll(lga);
  await lga.getByRole('textbox', { name: 'Comment' }).fill('I have asked the officer for the agents’ names.');
  await lga.getByRole('button', { name: 'Send comment' }).click();
  const course = lga.getByRole('list', { name: 'Course of the dispute' });
  await expect(course).toContainText('I have asked the officer for the agents’ names.');
  await lga.getByRole('button', { name: 'Take it myself' }).click();
  await expect(lga.getByRole('button', { name: 'Unassign me' })).toBeVisible();
  await lga
    .getByRole('group', { name: 'Resolve the dispute' })
    .getByRole('button', { name: 'Return', exact: true })
    .click();
  const last = lga.getByRole('dialog', { name: 'Return the result to its officer?' });
  await last.getByRole('textbox', { name: 'Reason' }).fill('Copy LP from the sheet again.');
  await expectGoodScreen(lga);
  await last.getByRole('button', { name: 'Return', exact: true }).click();
  await expect(lga.getByText('The result was returned').first()).toBeVisible();
  await expectGoodScreen(lga);
  await stayed();

  await expect(officer.state('Returned')).toBeVisible();
  await expect(officer.page.getByRole('button', { name: 'Resubmit' })).toBeVisible();
  await new Shell(ward.page).go('Disputes');
  await ward.page.getByRole('tab', { name: /^Resolved/ }).click();
  await expect(ward.page.getByRole('main').getByText(account.area).first()).toBeVisible();
  await expectGoodScreen(ward.page);
});
