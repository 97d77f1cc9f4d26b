import { ElectionModeSwitch } from '../pages/dashboard.ts';
import { LivePage } from '../pages/live.ts';
import { Shell } from '../pages/shell.ts';
import { SubmitPage } from '../pages/submit.ts';
import { accountOf, officerOf } from '../support/accounts.ts';
import { expectGoodScreen, markPage } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('election mode closes and opens the screens of everybody at once', async ({ people }) => {
  people.mayComplain(/status of 403/); // a figure may be requested at the very moment of the change
  const officer = new SubmitPage(await people.enter(officerOf('mode')));
  await officer.open();
  await officer.field('Accredited voters').fill('141');
  const nation = new LivePage(await people.enter(accountOf('national_admin')));
  await nation.open();
  const stayed = [await markPage(officer.page), await markPage(nation.page)];
  const chief = await people.enter(accountOf('super_admin'));
  const mode = new ElectionModeSwitch(chief);

  await mode.turn('off');
  await expectGoodScreen(chief);
  for (const page of [officer.page, nation.page]) {
    const panel = new Shell(page).panel('Election Mode Required');
    await expect(panel).toContainText('This section is only available when election mode is active.');
    await expectGoodScreen(page);
  }
  const tab = await people.anotherTab(nation.page);
  await tab.goto('/situation-room');
  await expect(tab.getByText(/available during elections/)).toBeVisible();
  await expectGoodScreen(tab);
  await mode.turn('on');
  await expect(new Shell(tab).title('Situation Room')).toBeVisible();
  await expect(nation.card('Total Results')).toBeVisible();
  await expect(officer.field('Accredited voters'), 'what was typed is still there').toHaveValue('141');
  for (const check of stayed) await check();
});
