import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { SHEET_PHOTO, GOOD_SHEET, SubmitPage } from '../pages/submit.ts';
import { officerOf } from '../support/accounts.ts';
import { ask, expectGoodScreen } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

/** The sheet as a phone's camera has it: some megabytes, of which no copy is as light as the drawing. */
async function cameraPhoto(): Promise<Buffer> {
  const [width, height] = [3000, 2250];
  const grain = await sharp(randomBytes(width * height), { raw: { width, height, channels: 1 } })
    .blur(0.7)
    .linear(0.12, 112)
    .toColourspace('srgb')
    .png()
    .toBuffer();
  return await sharp(SHEET_PHOTO)
    .resize(width, height, { fit: 'fill' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 92 })
    .toBuffer();
}

async function slowDown(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

interface Version {
  photo: string;
  sheetSha256: string | null;
  originalSha256: string | null;
  sheetFileId: string | null;
}
const versionsOf = async (page: Page) =>
  (await ask<{ elections: { result: { versions: Version[] } | null }[] }>(page, '/results/desk')).elections.flatMap(
    ({ result }) => result?.versions ?? [],
  );

test('figures are received at once, and the photo goes on where a killed browser left it', async ({ people }) => {
  const officer = new SubmitPage(await people.enter(officerOf('slow')));
  await officer.open();
  await officer.fill(GOOD_SHEET);
  const photo = await cameraPhoto();
  await slowDown(officer.page, 12_500);
  await officer.page
    .getByLabel('Image file of the result sheet')
    .setInputFiles({ name: 'sheet.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(officer.page.getByText(/A copy of [\d.]+ KB is sent first/)).toBeVisible();
  await expectGoodScreen(officer.page);
  await officer.check();
  await officer.send();
  const submissionId = await officer.submissionId();
  await expect(officer.page.getByText(/^Figures received/)).toBeVisible();
  await expect(officer.page.getByText(/^Photo [1-9]\d?%$/)).toBeVisible();
  await expectGoodScreen(officer.page);
  expect(await versionsOf(officer.page)).toMatchObject([{ photo: 'awaited', sheetFileId: null }]);

  const later = new SubmitPage(await people.anotherTab(officer.page));
  await officer.page.close();
  await later.page.goto('/submit-results');
  await expect(later.page.getByText('Photo received')).toBeVisible();
  await expect(later.page.getByText(submissionId).first()).toBeVisible();
  await expectGoodScreen(later.page);
  const [version] = await versionsOf(later.page);
  expect(version).toMatchObject({ photo: 'received', sheetFileId: expect.any(String) });
  expect(version?.originalSha256).not.toBe(version?.sheetSha256);

  await later.page.getByRole('button', { name: 'Send it now' }).click();
  await expect(later.page.getByRole('button', { name: 'Send it now' })).toBeHidden();
  await expect
    .poll(
      async () =>
        (await ask<{ elections: { result: { originalFileId: string | null } | null }[] }>(later.page, '/results/desk'))
          .elections[0]?.result?.originalFileId,
    )
    .toEqual(expect.any(String));
});
