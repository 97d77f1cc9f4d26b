import { accountOf } from '../support/accounts.ts';
import { readFieldScreens } from '../support/field-screens.ts';
import { expectReadable } from '../support/screen.ts';
import { test } from '../support/test.ts';
import { expectWholePage, goTo } from '../support/walk.ts';

test('every field screen can be read enlarged to twice the size on a phone of 360 px', async ({ people }) => {
  test.setTimeout(120_000);
  await readFieldScreens(people, (page) => page.setViewportSize({ width: 180, height: 320 }));
});

test('every field screen can be read in forced colours', async ({ people }) => {
  test.setTimeout(120_000);
  await readFieldScreens(people, (page) => page.emulateMedia({ forcedColors: 'active' }));
});

test('nothing is scrolled sideways at any width from 180 to 1920 px', async ({ people }) => {
  test.setTimeout(120_000);
  const page = await people.enter(accountOf('ward_admin'));
  for (const address of ['/dashboard', '/review', '/communications', '/disputes']) {
    await goTo(page, address);
    await expectWholePage(page);
    for (const width of [180, 320, 360, 480, 640, 768, 900, 1067, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await expectReadable(page);
    }
  }
});
