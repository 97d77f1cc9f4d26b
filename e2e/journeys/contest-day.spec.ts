import type { Page } from '@playwright/test';
import { ReviewPage } from '../pages/review.ts';
import { GOOD_SHEET, SubmitPage } from '../pages/submit.ts';
import { accountOf, officerOf } from '../support/accounts.ts';
import { callApi } from '../support/people.ts';
import { expectGoodScreen } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const CONTESTS = { gubernatorial: 'Governor', state_assembly: 'State Assembly', local_government: 'Local government' };
const PARTIES = ['AA', 'ADC', 'APC', 'LP', 'NNPP', 'PDP'];

/** Three elections that are held together today where the rehearsal's officers are, live. */
async function holdToday(admin: Page): Promise<string[]> {
  const electionDate = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
  const ids: string[] = [];
  for (const [type, word] of Object.entries(CONTESTS)) {
    const election = { name: word, type, electionDate, areas: ['24-11'], parties: PARTIES };
    const { id } = await callApi<{ id: string }>(admin, 'POST', '/elections', election);
    ids.push(id);
    for (const to of ['scheduled', 'live']) await callApi(admin, 'POST', `/elections/${id}/transition`, { to });
  }
  const name = 'Three contests';
  await callApi(admin, 'POST', '/contest-days', { date: electionDate, name, elections: ids });
  return ids;
}

test('an officer sends the three sheets of a day, one without a network, and the ward reviews them in a row', async ({
  people,
}) => {
  people.mayComplain(/ERR_INTERNET_DISCONNECTED|fetching the script/);
  const admin = await people.enter(accountOf('national_admin'));
  const elections = await holdToday(admin);
  try {
    await admin.goto('/elections');
    const days = admin.getByRole('list', { name: 'Contest days' });
    await expect(days).toContainText('Three contests');
    await days.getByRole('button', { name: 'Edit Three contests' }).click();
    await expect(admin.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeVisible();
    await expectGoodScreen(admin);
    await admin.keyboard.press('Escape');

    // No other journey sends anything from this unit.
    const account = officerOf('signIn');
    const officer = new SubmitPage(await people.enter(account));
    const { page } = officer;
    await page.goto('/dashboard');
    await expect(page.getByText('0 of 3 sent').first()).toBeVisible();
    await expectGoodScreen(page);
    await page.goto(`/submit-results?election=${elections[0]}`);
    const sheets = page.getByRole('navigation', { name: 'Sheets of this unit' });
    await expect(sheets.getByRole('link')).toHaveText([/^Governor/, /^State Assembly/, /^Local government/]);
    await expect(sheets.getByRole('link', { name: /^Governor/ })).toHaveAttribute('aria-current', 'page');
    await expect(officer.field('Accredited voters')).toBeInViewport();
    await expectGoodScreen(page);
    await officer.fill(GOOD_SHEET);
    await officer.attachPhoto();
    await officer.check();
    await officer.send();
    await officer.submissionId();
    await expect(sheets).toContainText('1 of 3 sent');
    await expectGoodScreen(page);

    await page.getByRole('link', { name: 'Next sheet: State Assembly' }).click();
    await expect(officer.field('Accredited voters')).toHaveValue('141');
    await expect(page.getByText(/^Carried over from the Governor sheet/)).toBeVisible();
    await officer.fill({ ...GOOD_SHEET, accredited: 142 });
    await officer.attachPhoto();
    await expectGoodScreen(page);
    await page.context().setOffline(true);
    await officer.check();
    await officer.send();
    await expect(officer.waiting).toBeVisible();
    await expect(sheets.getByRole('link', { name: /^State Assembly/ })).toContainText('Waiting on this phone');
    await expectGoodScreen(page);

    await page.getByRole('link', { name: 'Next sheet: Local government' }).click();
    await expect(officer.field('Accredited voters')).toHaveValue('141');
    await page.context().setOffline(false);
    await expect(sheets).toContainText('2 of 3 sent');
    await officer.fill(GOOD_SHEET);
    await officer.attachPhoto();
    await officer.check();
    await officer.send();
    await officer.submissionId();
    await expect(page.getByText(/this sheet 141, Governor 141, State Assembly 142/).first()).toBeVisible();
    await expect(sheets).toContainText('3 of 3 sent');

    const ward = new ReviewPage(await people.enter(accountOf('ward_admin')));
    await ward.page.goto(`/review?election=${elections[0]}`);
    await expect(ward.unit(account.area)).toContainText('State Assembly: awaiting review');
    await expectGoodScreen(ward.page);
    await ward.choose(account.area);
    const unit = ward.page.getByRole('navigation', { name: 'Sheets of this unit' });
    await expect(unit).toContainText('142 accredited');
    await expectGoodScreen(ward.page);
    await ward.decide('Verify');
    for (const next of ['State Assembly', 'Local government']) {
      await ward.page
        .getByRole('main')
        .getByRole('link', { name: `Next sheet: ${next}` })
        .click();
      await expect(unit.getByText(next, { exact: true })).toHaveAttribute('aria-current', 'page');
      await ward.decide('Verify');
    }
    await expect(unit.getByText('Verified')).toHaveCount(3);
  } finally {
    for (const id of elections) {
      for (const to of ['completed', 'archived']) {
        await callApi(admin, 'POST', `/elections/${id}/transition`, { to });
      }
    }
  }
});
