import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { ReviewPage } from '../pages/review.ts';
import { GOOD_SHEET, SHEET_PHOTO, SubmitPage } from '../pages/submit.ts';
import { accountOf, officerOf } from '../support/accounts.ts';
import { callApi } from '../support/people.ts';
import { ask, expectGoodScreen, expectReadableByAll } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

const PARTIES = ['APC', 'LP', 'PDP'];
const VOTES = { APC: 31, LP: 88, PDP: 12 };

/** A live election in the LGA of the rehearsal's officers, whose results are all entered twice. */
async function holdElection(admin: Page): Promise<string> {
  const { id } = await callApi<{ id: string }>(admin, 'POST', '/elections', {
    name: 'Entered twice',
    type: 'local_government',
    electionDate: new Date(Date.now() + 3_600_000).toISOString().slice(0, 10),
    areas: ['24-11'],
    parties: PARTIES,
    configuration: { secondEntry: { rule: 'all', percent: 0, seed: 'journey', outsideLga: true } },
  });
  for (const to of ['scheduled', 'live']) await callApi(admin, 'POST', `/elections/${id}/transition`, { to });
  return id;
}

/** The officer is told that the photo is dark, and that they may go on with it. */
async function takeDarkPhoto({ page }: SubmitPage): Promise<void> {
  const dark = await sharp(SHEET_PHOTO).linear(0.2, 0).jpeg().toBuffer();
  const file = { name: 'sheet.jpg', mimeType: 'image/jpeg', buffer: dark };
  await page.getByLabel('Image file of the result sheet').setInputFiles(file);
  const advice = page.getByRole('status').filter({ hasText: 'The photo is dark.' });
  await expect(advice).toContainText('Take it again in better light, or go on.');
  await expectGoodScreen(page);
  await advice.getByRole('button', { name: 'Go on with this photo' }).click();
  await expect(page.getByText('You go on with this photo. The photo is dark.')).toBeVisible();
}

async function idOf(page: Page, phone: string): Promise<string> {
  const { users } = await ask<{ users: { id: string }[] }>(page, `/users?q=${encodeURIComponent(phone)}`);
  const [user] = users;
  if (!user) throw new Error(`No user has the phone ${phone}`);
  return user.id;
}

test('a dark photo is taken again, and its sheet entered again without its figures; the arbiter sees the field that differs, the transcriber corrects it, the ward verifies', async ({
  people,
}) => {
  const admin = await people.enter(accountOf('national_admin'));
  const election = await holdElection(admin);
  try {
    const account = officerOf('signIn');
    const officer = new SubmitPage(await people.enter(account));
    await officer.page.goto(`/submit-results?election=${election}`);
    await expect(officer.field('Accredited voters')).toBeVisible();
    await officer.fill({ ...GOOD_SHEET, votes: VOTES });
    await takeDarkPhoto(officer);
    await officer.attachPhoto();
    await expect(officer.page.getByText('The photo is dark.')).toBeHidden();
    await officer.check();
    await officer.send();
    await officer.submissionId();

    const lga = await people.enter(accountOf('lga_admin'));
    const typing = officerOf('denied');
    await callApi(lga, 'PUT', `/second-entries/transcribers/${await idOf(lga, typing.phone)}`, { transcriber: true });

    const ward = new ReviewPage(await people.enter(accountOf('ward_admin')));
    await ward.page.goto(`/review?election=${election}`);
    await ward.choose(account.area);
    await expect(ward.button('Verify')).toBeHidden();
    await expect(ward.page.getByText(/after its sheet was entered a second time/)).toBeVisible();

    const typist = await people.enter(typing);
    await typist.goto('/second-entry');
    await expectGoodScreen(typist);
    await typist.getByRole('button', { name: 'Take a sheet' }).click();
    const field = (name: string | RegExp) => typist.getByRole('textbox', { name });
    await expect(typist.getByText(account.area).first()).toBeVisible();
    await expectGoodScreen(typist);
    await expectReadableByAll(typist);
    // By keys alone, in the order of the paper: registered voters stay blank.
    await expect(field(/^Registered/)).toBeFocused();
    for (const figure of ['', '141', '31', '78', '12', '0', '4']) {
      await typist.keyboard.type(figure);
      await typist.keyboard.press('Enter');
    }
    await expect(typist.getByRole('button', { name: 'Check and send' })).toBeFocused();
    await typist.keyboard.press('Enter');
    await expect(typist.getByText(/^Stored/).first()).toBeVisible();

    await lga.goto('/second-entries');
    await expectGoodScreen(lga);
    await lga
      .getByRole('link', { name: new RegExp(account.area) })
      .first()
      .click();
    const table = lga.getByRole('table', { name: /differ/i });
    await expect(table.getByRole('row')).toHaveCount(2);
    await expect(table.getByRole('row').nth(1)).toHaveText(/LP.*88.*78/);
    await expectGoodScreen(lga);
    await expectReadableByAll(lga);
    await lga.getByRole('radio', { name: 'The second entry is wrong' }).check();
    await lga.getByRole('button', { name: 'Decide' }).click();
    await lga.getByRole('dialog').getByRole('button', { name: 'Send it back' }).click();

    await typist.goto('/second-entry');
    await expect(typist.getByText(/asks you to enter these fields again/)).toBeVisible();
    await expectGoodScreen(typist);
    await field(/^LP/).fill('88');
    await typist.keyboard.press('Control+Enter');
    await expect(typist.getByText(/^Stored/).first()).toBeVisible();

    await expect(ward.button('Verify')).toBeVisible();
    await ward.decide('Verify');
    await expect(ward.state('Verified')).toBeVisible();
  } finally {
    for (const to of ['completed', 'archived'])
      await callApi(admin, 'POST', `/elections/${election}/transition`, { to, reason: 'The journey is over.' });
  }
});
