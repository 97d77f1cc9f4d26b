import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { SubmitPage } from '../pages/submit.ts';
import { accountOf } from '../support/accounts.ts';
import { drawnFigures, photographed, readFigures } from '../support/drawn-sheet.ts';
import { expect, test } from '../support/test.ts';

test('the copy that a phone sends of a sheet of 18 parties can be read: by hand, in perspective, half in shade', async ({
  people,
}, info) => {
  test.setTimeout(90_000);
  const figures = drawnFigures();
  const photo = await photographed(figures);
  // A file rather than a buffer: the browser reads it by itself.
  const path = info.outputPath('sheet.jpg');
  await writeFile(path, photo);
  const officer = new SubmitPage(await people.enter(accountOf('polling_unit_officer')));
  await officer.open();
  const stored = Promise.withResolvers<{ data: { id: string } }>();
  await officer.page.route(/\/api\/uploads\/[^/]+\/finish$/, async (route) => {
    const response = await route.fetch();
    stored.resolve(await response.json());
    await route.fulfill({ response });
  });
  await officer.page.getByLabel('Image file of the result sheet').setInputFiles(path);
  const { data } = await stored.promise;
  const token = String(await officer.page.evaluate("localStorage.getItem('ec.accessToken')"));
  const sent = await officer.page.request.get(`/api/files/${data.id}?variant=original`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const copy = await sent.body();
  const { width, height } = await sharp(copy).metadata();
  expect(photo.length).toBeGreaterThan(3_000_000);
  expect(copy.length).toBeLessThanOrEqual(300 * 1024);
  expect(Math.max(width, height)).toBeGreaterThanOrEqual(1600);
  expect(await readFigures(copy)).toEqual(figures);
  // What is too small is misread: the reader sees no better than people do.
  const small = await sharp(copy).resize({ height: 220 }).jpeg({ quality: 40 }).toBuffer();
  expect(await readFigures(small)).not.toEqual(figures);
});
