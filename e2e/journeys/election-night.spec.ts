import { LivePage } from '../pages/live.ts';
import { ReviewPage } from '../pages/review.ts';
import { Shell } from '../pages/shell.ts';
import { GOOD_SHEET, SubmitPage } from '../pages/submit.ts';
import { accountOf, officerOf } from '../support/accounts.ts';
import { ask, expectGoodScreen, expectReadableByAll, markPage } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('a result goes from the sheet to the nation: enter, review, live', async ({ people }) => {
  const account = officerOf('whole');
  const nation = new LivePage(await people.enter(accountOf('national_admin')));
  await nation.open();
  const [reported, verified, votes] = [
    await nation.figure('Total Results'),
    await nation.figure('Verified Results'),
    await nation.figure('Total Votes'),
  ];
  const nationStayed = await markPage(nation.page);
  await expectGoodScreen(nation.page);

  const officer = new SubmitPage(await people.enter(account));
  await new Shell(officer.page).go('Submit results');
  await expect(officer.page.getByRole('region', { name: 'Your polling unit' })).toContainText(account.area);
  await expect(officer.submitButton).toBeDisabled();
  await officer.fill(GOOD_SHEET);
  await expect(officer.page.getByText(/31 \+ .* = 140, within 141 accredited/)).toBeVisible();
  await officer.attachPhoto();
  await expectGoodScreen(officer.page);
  await officer.check();
  await expectGoodScreen(officer.page);
  await officer.send();
  const submissionId = await officer.submissionId();
  expect(submissionId).toContain(`${account.area}-V1-`);
  await expect(officer.page.getByText('The results are pending Ward Admin approval.')).toBeVisible();
  await expectGoodScreen(officer.page);
  await expectReadableByAll(officer.page);

  await nation.expectFigure('Total Results', reported + 1);
  expect(await nation.figure('Total Votes'), 'pending votes are in no verified total').toBe(votes);

  const ward = new ReviewPage(await people.enter(accountOf('ward_admin')));
  await ward.open();
  await expect(ward.unit(account.area)).toContainText('140');
  await expectGoodScreen(ward.page);
  await ward.choose(account.area);
  await ward.expectPhoto();
  await expectGoodScreen(ward.page);
  await expectReadableByAll(ward.page);
  await officer.toWhatWasSent();
  const officerStayed = await markPage(officer.page);
  await expect(officer.state('Awaiting review')).toBeVisible();
  await ward.decide('Verify');
  await expect(ward.state('Verified')).toBeVisible();

  await nation.expectFigure('Verified Results', verified + 1);
  await nation.expectFigure('Total Votes', votes + 140);
  await nationStayed();
  await expect(officer.state('Verified')).toBeVisible();
  await officerStayed();
  await expectGoodScreen(officer.page);

  const stored = await ask<{ elections: { result: { digest: string; submissionId: string } | null }[] }>(
    officer.page,
    '/results/desk',
  );
  expect(stored.elections.map(({ result }) => result?.submissionId)).toContain(submissionId);
});

test('a returned result is corrected and sent again', async ({ people }) => {
  const account = officerOf('returned');
  const officer = new SubmitPage(await people.enter(account));
  await officer.open();
  await officer.fill({ ...GOOD_SHEET, votes: { ...GOOD_SHEET.votes, LP: 78 } });
  await officer.check();
  await officer.send();
  await officer.submissionId();
  await officer.toWhatWasSent();

  const ward = new ReviewPage(await people.enter(accountOf('ward_admin')));
  await ward.open();
  await ward.choose(account.area);
  const question = await ward.ask('Return');
  await expect(question.getByRole('button', { name: 'Return', exact: true })).toBeDisabled();
  await expectGoodScreen(ward.page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await ward.decide('Return', 'LP has 88 on the photo, you sent 78.');
  await expect(ward.state('Returned')).toBeVisible();

  await expect(officer.state('Returned')).toBeVisible();
  await expect(officer.page.getByText('LP has 88 on the photo, you sent 78.').first()).toBeVisible();
  await expectGoodScreen(officer.page);
  await officer.page.getByRole('button', { name: 'Resubmit' }).click();
  await expect(officer.field('LP')).toHaveValue('78');
  await officer.field('LP').fill('88');
  await officer.attachPhoto();
  await officer.check();
  await officer.send();
  expect(await officer.submissionId()).toContain(`${account.area}-V2-`);

  await expect(ward.state('Awaiting review')).toBeVisible();
  await expect(ward.button('Verify')).toBeVisible();
});

test('over-voting is flagged, cannot be verified, and is cancelled under the section of its law', async ({
  people,
}) => {
  const account = officerOf('overVoting');
  const officer = new SubmitPage(await people.enter(account));
  await officer.open();
  await officer.fill({ accredited: 100, votes: { APC: 90, LP: 60 }, void: 0 });
  const warning = 'Warning: Total votes (150) exceeds accredited voters (100)';
  await expect(officer.page.getByText(warning).first()).toBeVisible();
  await expectGoodScreen(officer.page);
  await officer.check();
  await officer.send();
  await officer.submissionId();
  await expect(officer.page.getByText('total votes 150 > accredited 100')).toBeVisible();
  await officer.toWhatWasSent();

  const ward = new ReviewPage(await people.enter(accountOf('ward_admin')));
  await ward.open();
  await expect(ward.unit(account.area)).toContainText('Over-voting');
  await ward.choose(account.area);
  await expect(ward.button('Cancel under section 51')).toBeVisible();
  await expect(ward.button('Verify')).toBeHidden();
  const question = await ward.ask('Cancel under section 51');
  await expect(question.getByRole('textbox', { name: 'Reason' })).toHaveValue(
    /section 51 of the Electoral Act 2026 \(section number to be confirmed\)/,
  );
  await expectGoodScreen(ward.page);
  await expect(question.getByRole('button', { name: 'Keep the result' })).toBeVisible();
  await question.getByRole('button', { name: 'Cancel the result' }).click();
  await expect(ward.state('Cancelled')).toBeVisible();
  await expect(officer.state('Cancelled')).toBeVisible();
});

test('what is sent without a network is kept, and sent exactly once', async ({ people }) => {
  people.mayComplain(/ERR_INTERNET_DISCONNECTED|fetching the script/); // nor can the worker come that was on its way
  const account = officerOf('offline');
  const officer = new SubmitPage(await people.enter(account));
  await officer.open();
  await officer.fill(GOOD_SHEET);
  await officer.attachPhoto();
  await officer.page.context().setOffline(true);
  await officer.check();
  await officer.send();
  await expect(officer.waiting).toBeVisible();
  await expectGoodScreen(officer.page);

  const later = new SubmitPage(await people.anotherTab(officer.page));
  await officer.page.close();
  await officer.page.context().setOffline(false);
  await later.page.goto('/submit-results');
  const submissionId = await later.submissionId();
  await later.page.reload();
  await expect(later.page.getByText(submissionId).first()).toBeVisible();

  // The photo follows the figures.
  await expect(later.page.getByText('Photo received')).toBeVisible();
  const desk = await ask<{
    elections: { result: { versions: { submissionId: string; sheetFileId: string | null }[] } | null }[];
  }>(later.page, '/results/desk');
  const sent = desk.elections.flatMap(({ result }) => result?.versions ?? []);
  expect(sent.map((version) => version.submissionId)).toEqual([submissionId]);
  expect(sent[0]?.sheetFileId).not.toBeNull();
});
