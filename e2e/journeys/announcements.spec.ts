import { Shell } from '../pages/shell.ts';
import { accountOf } from '../support/accounts.ts';
import { expectGoodScreen } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('an urgent announcement stands over the console until it is read, and its author sees who has read it', async ({
  people,
}) => {
  const title = 'Collation starts at 16:00';
  const state = await people.enter(accountOf('state_admin'));
  const regional = await people.enter(accountOf('regional_admin'));
  await new Shell(regional).go('Announcements');
  await expect(new Shell(regional).title('Announcements')).toBeVisible();
  await regional.getByRole('button', { name: 'Create Announcement' }).click();
  const form = regional.getByRole('dialog', { name: 'Create Announcement' });
  await expect(form.getByRole('button', { name: /^Send/ })).toBeDisabled();
  await form.getByRole('textbox', { name: 'Title' }).fill(title);
  await form.getByRole('textbox', { name: 'Content' }).fill('<i>Be there</i> with the stamped sheets.');
  await form.getByRole('combobox', { name: 'Priority' }).click();
  await regional.getByRole('option', { name: 'Urgent' }).click();
  await form.getByRole('combobox', { name: 'Target Roles' }).click();
  await regional.getByRole('option', { name: 'State Admin' }).click();
  await regional.keyboard.press('Escape');
  await expect(form.getByText(/reaches/i).first()).toBeVisible();
  await expectGoodScreen(regional);
  await form.getByRole('button', { name: /^Send/ }).click();
  const question = regional.getByRole('dialog', { name: 'Send an urgent announcement?' });
  await question.getByRole('button', { name: /^Send/ }).click();
  await expect(question).toBeHidden();

  const over = state.getByRole('dialog', { name: 'Urgent announcement' });
  await expect(over).toContainText(title);
  await expect(over, 'as text').toContainText('<i>Be there</i> with the stamped sheets.');
  await expectGoodScreen(state);
  await state.keyboard.press('Escape');
  await expect(over, 'until it is read').toBeVisible();
  await over.getByRole('button', { name: 'I have read it' }).click();
  await expect(over).toBeHidden();

  await regional.getByRole('list', { name: 'Announcements' }).getByText(title).click();
  const detail = regional.getByRole('dialog', { name: title });
  await detail.getByRole('tab', { name: /receipts|read/i }).click();
  await expect(detail.getByText(/1 of \d+|Read by 1/).first()).toBeVisible();
  await expectGoodScreen(regional);

  const ward = await people.enter(accountOf('ward_admin'));
  await ward.goto('/announcements');
  await expect(new Shell(ward).title('Announcements')).toBeVisible();
  await expect(ward.getByText(title), 'for state admins').toBeHidden();
  await expect(ward.getByRole('button', { name: 'Create Announcement' })).toBeHidden();
  await expectGoodScreen(ward);
});
