import { readFieldScreens } from '../support/field-screens.ts';
import { test } from '../support/test.ts';

test.use({
  // The size of letters that a reader sets in the browser.
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'] }),
    { scope: 'worker' },
  ],
});

test('every field screen can be read with letters of twice the size', async ({ people }) => {
  test.setTimeout(120_000);
  await readFieldScreens(people, async (page) => page.setViewportSize({ width: 360, height: 640 }));
});
