import { Shell } from '../pages/shell.ts';
import { accountOf } from '../support/accounts.ts';
import { expectGoodScreen } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('the state of the system, and a session ended from afar', async ({ people }) => {
  const state = await people.enter(accountOf('state_admin'));
  const national = await people.enter(accountOf('national_admin'));
  await new Shell(national).go('Security');
  await expect(new Shell(national).title('Security')).toBeVisible();
  for (const part of ['Database', 'Job queue', 'Deliveries', 'Disk', 'Audit chain']) {
    await expect(national.getByRole('main')).toContainText(part);
  }
  await expectGoodScreen(national);

  await national.getByRole('tab', { name: /^Active sessions/ }).click();
  await national.getByPlaceholder('Part of a name or phone').fill('State Admin');
  // Until those who fit are listed the rows are pale, and on their way to be replaced.
  await expect(national.getByRole('button', { name: /^End session of (?!Rehearsal State Admin)/ })).toHaveCount(0);
  await expect(national.locator('[aria-busy="true"]')).toHaveCount(0);
  await national
    .getByRole('button', { name: /^End session of Rehearsal State Admin/ })
    .first()
    .click();
  const question = national.getByRole('dialog');
  await expect(question).toContainText('Rehearsal State Admin');
  await expectGoodScreen(national);
  await question.getByRole('button', { name: 'End session' }).click();
  await expect(question).toBeHidden();
  await expect(state.getByRole('button', { name: 'Sign in', exact: true }), 'at once').toBeVisible();
  for (const tab of ['Security alerts', 'Failed sign-ins', 'Locked accounts']) {
    await national.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
    await expectGoodScreen(national);
  }
});
