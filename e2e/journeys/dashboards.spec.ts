import { Figures } from '../pages/figures.ts';
import { Shell } from '../pages/shell.ts';
import { GOOD_SHEET, SubmitPage } from '../pages/submit.ts';
import { accountOf, officerOf } from '../support/accounts.ts';
import { ask, expectGoodScreen, markPage } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('from the nation down to one polling unit, and back up', async ({ people }) => {
  const page = await people.enter(accountOf('national_admin'));
  const shell = new Shell(page);
  const figures = new Figures(page);
  await expect(shell.title('National Overview')).toBeVisible();
  const { national } = await ask<{ national: { coverage: { units: number }; disputes: number } }>(page, '/dashboard');
  await figures.expect('Polling units', national.coverage.units);
  const stayed = await markPage(page);

  const down: [string, string][] = [
    ['South West', 'South West'],
    ['Lagos', 'Lagos'],
    ['Ikeja', 'Ikeja'],
    ['Ward 5', 'Ward 5'],
    ['Polling Unit 40', 'Polling Unit 40'],
  ];
  for (const [link, title] of down) {
    await page.getByRole('main').getByRole('link', { name: link, exact: true }).first().click();
    await expect(shell.title(title)).toBeVisible();
    await expectGoodScreen(page);
  }
  await expect(page.getByRole('heading', { name: 'Register', exact: true })).toBeVisible();
  const trail = page.getByRole('navigation', { name: 'Area', exact: true });
  await expect(trail.getByRole('link')).toHaveText(['Nigeria', 'South West', 'Lagos', 'Ikeja', 'Ward 5']);
  await trail.getByRole('link', { name: 'Ikeja' }).click();
  await expect(shell.title('Ikeja')).toBeVisible();
  await trail.getByRole('link', { name: 'Nigeria' }).click();
  await expect(shell.title('National Overview')).toBeVisible();
  await stayed();
});

test('what an officer sends is on the dashboards of those above at once', async ({ people }) => {
  const account = officerOf('watched');
  const ward = await people.enter(accountOf('ward_admin'));
  const nation = await people.enter(accountOf('super_admin'));
  const [waiting, reported] = [new Figures(ward), new Figures(nation)];
  await expect(new Shell(ward).title('Polling Unit Overview')).toBeVisible();
  const before = await waiting.read('Awaiting review');
  const coverage = () =>
    ask<{ national: { coverage: { reported: number; units: number } } }>(nation, '/dashboard').then(
      ({ national }) => national.coverage,
    );
  const { reported: sent, units } = await coverage();
  const stayed = [await markPage(ward), await markPage(nation)];

  const officer = await people.enter(account);
  await expect(officer.getByText(/^\d\d:\d\d:\d\d$/)).toBeVisible();
  await expect(officer.getByText(/^left, until/)).toBeVisible();
  await expectGoodScreen(officer);
  await officer.getByRole('link', { name: 'Submit Results Now' }).click();
  const form = new SubmitPage(officer);
  await form.fill(GOOD_SHEET);
  await form.check();
  await form.send();
  await form.submissionId();

  await waiting.expect('Awaiting review', before + 1);
  await expect(reported.card('Submission rate')).toContainText(`${sent + 1} of ${units} units reported`);
  await expect(nation.getByText(new RegExp(`submitted the result of .*, Ikeja$`)).first()).toBeVisible();
  for (const check of stayed) await check();
});

test('an administrator finds nothing above or beside the own area', async ({ people }) => {
  people.mayComplain(/status of 404/);
  const page = await people.enter(accountOf('lga_admin'));
  await expect(new Shell(page).title('Ward Overview')).toBeVisible();
  for (const path of ['/state/24', '/lga/24-18', '/pu/19-13-01-001']) {
    await page.goto(path);
    await expect(page.getByRole('alert').getByText(/outside your area/)).toBeVisible();
    await expectGoodScreen(page);
  }
  await page.goto('/lga/24-11');
  const trail = page.getByRole('navigation', { name: 'Area', exact: true });
  await expect(trail.getByText('Lagos')).toBeVisible();
  await expect(trail.getByRole('link')).toHaveCount(0);
});
