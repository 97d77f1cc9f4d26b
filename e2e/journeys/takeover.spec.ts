import { ReviewPage } from '../pages/review.ts';
import { GOOD_SHEET, SubmitPage } from '../pages/submit.ts';
import { accountOf, officerOf } from '../support/accounts.ts';
import { expectGoodScreen, expectReadableByAll } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('the LGA takes over a result that waits at its ward, and decides on it', async ({ people }) => {
  const account = officerOf('takenOver');
  const officer = new SubmitPage(await people.enter(account));
  // Another journey may have sent the unit's result already; it waits for its review all the same.
  await officer.page.goto('/submit-results');
  const sent = officer.page.getByRole('heading', { name: /^Sent, version/ });
  await expect(sent.or(officer.field('LP')).first()).toBeVisible();
  if (!(await sent.isVisible())) {
    await officer.fill(GOOD_SHEET);
    await officer.attachPhoto();
    await officer.check();
    await officer.send();
    await officer.submissionId();
    await officer.toWhatWasSent();
  }

  const ward = new ReviewPage(await people.enter(accountOf('ward_admin')));
  await ward.open();
  await ward.choose(account.area);
  await expect(ward.button('Verify')).toBeVisible();

  const lga = new ReviewPage(await people.enter(accountOf('lga_admin')));
  await lga.page.goto(new URL(ward.page.url()).pathname);
  await expect(lga.button('Verify')).toBeHidden();
  const question = await lga.ask('Take over from the ward');
  await expectGoodScreen(lga.page);
  await question.getByRole('textbox', { name: 'Reason' }).fill('The ward does not answer.');
  await question.getByRole('button', { name: 'Take over', exact: true }).click();
  await expect(question).toBeHidden();
  await expect(lga.button('Verify')).toBeVisible();
  await expectGoodScreen(lga.page);
  await expectReadableByAll(lga.page);

  await expect(ward.page.getByText(/^Taken over by .*LGA Admin/)).toBeVisible();
  await expect(ward.button('Verify')).toBeHidden();
  await expect(officer.page.getByText(/has taken over this result and decides on it/).first()).toBeVisible();
  await lga.decide('Verify');
  await expect(officer.state('Verified')).toBeVisible();
});
