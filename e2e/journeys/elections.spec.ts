import { ElectionsPage } from '../pages/elections.ts';
import { Shell } from '../pages/shell.ts';
import { StepsPage } from '../pages/steps.ts';
import { accountOf } from '../support/accounts.ts';
import { expectGoodScreen } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('an election is created, edited, scheduled, held, completed and archived', async ({ people }) => {
  const elections = new ElectionsPage(await people.enter(accountOf('national_admin')));
  const { page } = elections;
  await elections.open();
  await expectGoodScreen(page);

  const { form } = await elections.openForm();
  await form.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByRole('alert').getByText('Title is required')).toBeVisible();
  await expectGoodScreen(page);
  await form.getByRole('button', { name: 'Cancel' }).click();

  const title = 'Rivers governorship';
  const date = '2027-03-16';
  const draft = await elections.fill({ title, type: 'Gubernatorial', date, kind: 'States', place: 'Rivers' });
  await expectGoodScreen(page);
  await page.goBack();
  await expect(draft.heading('Second entry'), 'Back of the browser is a step back').toBeFocused();
  await expectGoodScreen(page);
  await draft.next('Check and save');
  await draft.save('Create Election');
  await new Shell(page).closeNotice('Election created successfully!');
  const card = elections.card(title);
  await expect(card).toContainText('Draft');
  await expect(card).toContainText('Rivers');

  await card.getByRole('link', { name: `Edit ${title}` }).click();
  const edited = `${title}, rerun`;
  const edit = new StepsPage(page, 'Edit election');
  await edit.form.getByLabel('Title').fill(edited);
  await edit.open('Check and save');
  await expect(edit.form.getByRole('deletion')).toHaveText(title);
  await expectGoodScreen(page);
  await edit.save('Save Changes');
  await new Shell(page).closeNotice('Election saved.');
  await expect(elections.card(edited)).toBeVisible();

  await elections
    .card(edited)
    .getByRole('button', { name: `View ${edited}` })
    .click();
  const view = page.getByRole('dialog', { name: edited });
  await expect(view).toContainText('APC, PDP, LP, NNPP, Others');
  await expectGoodScreen(page);
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();

  const steps = [
    ['Schedule', 'Scheduled'],
    ['Go live', 'Live'],
    ['Complete', 'Completed'],
    ['Archive', 'Archived'],
  ] as const;
  for (const [action, status] of steps) await elections.move(edited, action, status);
  await expect(elections.card(edited).getByRole('link', { name: `Edit ${edited}` })).toBeHidden();
});
