import sharp from 'sharp';
import { GOOD_SHEET, SHEET_PHOTO, SubmitPage } from '../pages/submit.ts';
import { officerOf } from '../support/accounts.ts';
import { expectGoodScreen } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('an officer is told that the photo is dark, takes it again, and may go on with a dark one', async ({ people }, {
  project,
}) => {
  const officer = new SubmitPage(await people.enter(officerOf('signIn', project.name)));
  const { page } = officer;
  await officer.open();
  await officer.fill(GOOD_SHEET);
  const file = page.getByLabel('Image file of the result sheet');
  const dark = await sharp(SHEET_PHOTO).linear(0.2, 0).jpeg().toBuffer();
  await file.setInputFiles({ name: 'sheet.jpg', mimeType: 'image/jpeg', buffer: dark });
  const advice = page.getByRole('status').filter({ hasText: 'The photo is dark.' });
  await expect(advice).toContainText('Take it again in better light, or go on.');
  await expectGoodScreen(page);

  // A better one ends the advice.
  await file.setInputFiles(SHEET_PHOTO);
  await expect(advice).toBeHidden();

  await file.setInputFiles({ name: 'sheet.jpg', mimeType: 'image/jpeg', buffer: dark });
  await advice.getByRole('button', { name: 'Go on with this photo' }).click();
  await expect(page.getByText('You go on with this photo. The photo is dark.')).toBeVisible();
  // No other journey sends a result of this unit, and this one does not either.
  await officer.check();
});
