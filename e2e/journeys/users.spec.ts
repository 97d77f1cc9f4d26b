import { ApprovalsPage } from '../pages/approvals.ts';
import { DASHBOARD } from '../pages/dashboard.ts';
import { Shell } from '../pages/shell.ts';
import { SignInPage } from '../pages/sign-in.ts';
import { StepsPage } from '../pages/steps.ts';
import { GOOD_SHEET, SubmitPage } from '../pages/submit.ts';
import { UsersPage } from '../pages/users.ts';
import { accountOf, newPhone } from '../support/accounts.ts';
import { ask, expectGoodScreen, markPage } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

/** A unit of the demo ward without a result, whose officer does not sign in. */
const UNIT = 'Polling Unit 22';
const PASSWORD = 'first of my own';

test('an officer is requested, approved, invited, and sends the unit’s result', async ({ people }) => {
  const newcomer = { name: 'Ngozi Okonkwo-Adebayo', phone: newPhone() };
  const ward = new UsersPage(await people.enter(accountOf('ward_admin')));
  const lga = new ApprovalsPage(await people.enter(accountOf('lga_admin')));
  await lga.open();
  const lgaStayed = await markPage(lga.page);

  // Who holds the office goes first; the ward admin can only ask for it.
  const { users } = await ask<{ users: { name: string; assignedPollingUnit: string }[] }>(
    ward.page,
    '/users?role=polling_unit_officer&pageSize=100',
  );
  const former = users.find(({ assignedPollingUnit }) => assignedPollingUnit === UNIT)?.name ?? '';
  await ward.open(`?q=${encodeURIComponent(former)}`);
  await expectGoodScreen(ward.page);
  await ward.choose(former, 'Request deletion');
  const reason = ward.dialog('New request');
  await reason.getByRole('textbox', { name: 'Justification' }).fill('too short');
  await reason.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(reason.getByText('Justification must be at least 10 characters long').first()).toBeVisible();
  await expectGoodScreen(ward.page);
  await reason.getByRole('textbox', { name: 'Justification' }).fill('Has moved to another state.');
  await reason.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(reason).toBeHidden();
  await expect(lga.row(former), 'the open queue shows it by itself').toBeVisible();
  await lga.approve(former);
  await expect(lga.row(former)).toBeHidden();

  await ward.page.goto('/users');
  await ward.page.getByRole('button', { name: 'New request' }).click();
  const question = ward.dialog('New request');
  await ward.pick(question, 'Request type', 'Create a user');
  await expectGoodScreen(ward.page);
  await question.getByRole('link', { name: 'Continue' }).click();
  const steps = new StepsPage(ward.page, 'New user');
  await ward.fill(steps, { ...newcomer, places: { 'Polling Unit': UNIT } });
  await expectGoodScreen(ward.page);
  await steps.next('Reason');
  const why = 'No officer reports from this unit now.';
  await steps.form.getByRole('textbox', { name: 'Justification' }).fill(why);
  await steps.next('Check and save');
  await expect(steps.form.getByRole('region', { name: 'Role and place' })).toContainText(UNIT);
  await expectGoodScreen(ward.page);
  await steps.save('Submit for approval');
  await expect(ward.title).toBeVisible();

  await expect(lga.row(newcomer.name)).toBeVisible();
  const details = await lga.view(newcomer.name);
  await expect(details).toContainText('No officer reports from this unit now.');
  await expectGoodScreen(lga.page);
  await details.getByRole('button', { name: `Approve: ${newcomer.name}` }).click();
  const approval = lga.page.getByRole('dialog', { name: 'Approve this request?' });
  await approval.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(details.getByText('Approved').first()).toBeVisible();
  await lgaStayed();

  await ward.open(`?q=${encodeURIComponent(newcomer.name)}`);
  await ward.page.getByRole('button', { name: `View ${newcomer.name}` }).click();
  await ward.dialog('User Details').getByRole('button', { name: 'Show invite code' }).click();
  const code = await ward
    .dialog('User Details')
    .getByText(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/)
    .innerText();
  await expectGoodScreen(ward.page);

  const officer = await people.someone();
  await officer.goto(`/login?invite=${code}`);
  await expect(officer.getByRole('textbox', { name: 'Invite code' })).toHaveValue(code);
  await officer.getByRole('textbox', { name: 'Phone number' }).fill(newcomer.phone);
  await officer.getByRole('textbox', { name: 'New password', exact: true }).fill(PASSWORD);
  await officer.getByRole('textbox', { name: 'Confirm new password' }).fill(PASSWORD);
  await expectGoodScreen(officer);
  await officer.getByRole('button', { name: 'Set password' }).click();
  await expect(new SignInPage(officer).heading).toBeVisible();
  await new SignInPage(officer).submit({ phone: newcomer.phone, password: PASSWORD });
  await expect(officer.getByRole('heading', { name: DASHBOARD })).toBeVisible();

  const submit = new SubmitPage(officer);
  await new Shell(officer).go('Submit results');
  await expect(officer.getByRole('region', { name: 'Your polling unit' })).toContainText(UNIT);
  await submit.fill(GOOD_SHEET);
  await submit.attachPhoto();
  await submit.check();
  await submit.send();
  expect(await submit.submissionId()).toMatch(/-V1-/);
});

test('a person is created, changed, deactivated and deleted, and each step is where one looks for it', async ({
  people,
}) => {
  const person = { name: 'Folake Ogunleye', phone: newPhone() };
  const page = await people.enter(accountOf('national_admin'));
  const users = new UsersPage(page);
  await users.open();
  await expect(page.getByText('Your Administrative Scope')).toBeVisible();
  await page.getByRole('link', { name: 'Create User' }).click();
  const steps = new StepsPage(page, 'New user');
  await steps.form.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(steps.form.getByRole('alert')).toBeFocused();
  await expectGoodScreen(page);
  await users.fill(steps, { ...person, role: 'Global Moderator' });
  await steps.next('Check and save');
  await expectGoodScreen(page);
  await steps.save('Create User');
  const created = users.dialog('User created successfully!');
  await created.getByRole('button', { name: 'Show invite code' }).click();
  await expect(created.getByText(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/)).toBeVisible();
  await expectGoodScreen(page);
  await created.getByRole('button', { name: 'Done' }).click();

  await users.open(`?q=${encodeURIComponent(person.phone.slice(0, 7))}%20${person.phone.slice(7)}`);
  await expect(page.getByText('Showing 1-1 of 1 user')).toBeVisible();
  await users.choose(person.name, 'Edit User');
  const edit = new StepsPage(page, `Edit ${person.name}`);
  await edit.form.getByRole('textbox', { name: 'Email' }).fill('folake@example.org');
  await edit.open('Check and save');
  await expectGoodScreen(page);
  await edit.save('Save Changes');
  await expect(page.getByText('Showing 1-1 of 1 user'), 'the list is narrowed as it was').toBeVisible();
  await users.choose(person.name, 'Deactivate User');
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('Inactive', { exact: true }).first()).toBeVisible();
  await users.choose(person.name, 'Delete User');
  const question = page.getByRole('dialog');
  await expect(question).toContainText(person.name);
  await expect(question).toContainText('This action cannot be undone.');
  await expectGoodScreen(page);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No users match your filters')).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Clear All Filters' }).click();
  await expect(page.getByText(/^Showing 1-20 of /)).toBeVisible();
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(page.getByText(/^Showing 21-40 of /)).toBeVisible();
});
