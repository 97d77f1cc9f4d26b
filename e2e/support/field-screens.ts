import { expect, type Page } from '@playwright/test';
import { screensOf } from '../pages/screens.ts';
import { SignInPage } from '../pages/sign-in.ts';
import { GOOD_SHEET, SubmitPage } from '../pages/submit.ts';
import { type Account, accountOf } from './accounts.ts';
import { atRest, expectReadable } from './screen.ts';
import { expectWholePage, goTo } from './walk.ts';

interface Readers {
  someone(): Promise<Page>;
  enter(account: Account): Promise<Page>;
}

/** The first of each on its list. */
const RECORDS = [
  { list: '/review', record: { name: /Polling Unit/ }, title: /^Review, / },
  { list: '/disputes', record: { name: /Polling Unit/ }, title: /^Dispute, / },
  { list: '/communications', record: { name: /Ikeja|Ward/ }, title: /\S/ },
] as const;

async function readAll(page: Page, account: Account): Promise<void> {
  for (const { address, title } of screensOf(account.role, account.area)) {
    await goTo(page, address);
    await expectWholePage(page, title);
    await expectReadable(page);
  }
}

/** Reads the pages that officers and ward admins open in the field, after `look` has set up the browser page. */
export async function readFieldScreens(people: Readers, look: (page: Page) => Promise<void>): Promise<void> {
  const stranger = await people.someone();
  await look(stranger);
  await new SignInPage(stranger).open();
  await expectReadable(stranger);

  // No journey sends anything from this unit.
  const officer = accountOf('polling_unit_officer');
  const page = await people.enter(officer);
  await look(page);
  await readAll(page, officer);
  const sheet = new SubmitPage(page);
  await goTo(page, '/submit-results');
  await sheet.fill(GOOD_SHEET);
  await sheet.attachPhoto();
  await page.getByRole('button', { name: 'Look at the photo beside the figures' }).click();
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible();
  await expectReadable(page);
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await sheet.check();
  await expectReadable(page);

  const ward = accountOf('ward_admin');
  const desk = await people.enter(ward);
  await look(desk);
  await readAll(desk, ward);

  const lga = await people.enter(accountOf('lga_admin'));
  await look(lga);
  for (const { list, record, title } of RECORDS) {
    await goTo(lga, list);
    await atRest(lga);
    await lga.getByRole('main').getByRole('link', record).first().click();
    await expectWholePage(lga, title);
    await expectReadable(lga);
  }
}
