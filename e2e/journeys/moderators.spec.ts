import { Shell } from '../pages/shell.ts';
import { StepsPage } from '../pages/steps.ts';
import { UsersPage } from '../pages/users.ts';
import { accountOf } from '../support/accounts.ts';
import { callApi } from '../support/people.ts';
import { ask, expectGoodScreen, markPage } from '../support/screen.ts';
import { expect, test } from '../support/test.ts';

test('a moderator’s privileges end in the middle of a session, on the open screen and in every call', async ({
  people,
}) => {
  people.mayComplain(/403 \(Forbidden\)/);
  const boss = await people.enter(accountOf('super_admin'));
  await boss.goto('/super-admin');
  await expect(new Shell(boss).title('Super Admin Dashboard')).toBeVisible();
  await expectGoodScreen(boss);

  const moderator = await people.enter(accountOf('global_moderator'));
  const users = new UsersPage(moderator);
  await users.open();
  await expect(moderator.getByRole('link', { name: 'Create User' })).toBeVisible();
  await moderator.getByText('By region and role', { exact: true }).click();
  const stayed = await markPage(moderator);
  const { user } = await ask<{ user: { id: string } }>(moderator, '/auth/me');
  const path = `/moderators/${user.id}/privileges`;
  const granted = { canCreateUsers: true, canManageApprovals: true, canManageRoles: ['ward_admin'] };
  try {
    const validUntil = new Date(Date.now() + 6000).toISOString();
    await callApi(boss, 'PUT', path, { ...granted, allowedStates: ['24'], validUntil });
    await expect(moderator.getByText(/inside Lagos/).first(), 'narrowed to one state').toBeVisible();
    await expect(moderator.getByRole('link', { name: 'Create User' }), 'its time is over').toBeHidden();
    await stayed();
    const refused = await moderator.request.post('/api/approvals/bulk-approve', {
      headers: {
        authorization: `Bearer ${String(await moderator.evaluate("localStorage.getItem('ec.accessToken')"))}`,
      },
      data: { requestIds: [user.id] },
    });
    expect(((await refused.json()) as { code: string }).code).toBe('NO_PRIVILEGES');
    await boss.goto('/super-admin?role=global_moderator');
    await expect(boss.getByText('Expired', { exact: true }).first()).toBeVisible();
    await expectGoodScreen(boss);
  } finally {
    await callApi(boss, 'PUT', path, { privileges: null });
  }
  await expect(moderator.getByRole('link', { name: 'Create User' })).toBeVisible();
});

test('a moderator is created step by step, with a last look at what they may do', async ({ people }) => {
  const boss = await people.enter(accountOf('super_admin'));
  await boss.goto('/super-admin');
  await boss.getByRole('link', { name: 'Create Moderator' }).click();
  const steps = new StepsPage(boss, 'New moderator');
  await steps.form.getByLabel('Full Name').fill('Ngozi Eze');
  await steps.form.getByLabel('Phone Number').fill('08031110002');
  await steps.next('Role and place');
  await steps.next('Privileges');
  await steps.form.getByRole('radio', { name: 'Only what is ticked' }).check();
  await steps.form.getByRole('checkbox', { name: 'Manage results' }).check();
  await expectGoodScreen(boss);
  await steps.next('Check and save');
  await expect(
    steps.form.getByRole('definition').filter({ hasText: 'May manage results in the whole nation.' }),
  ).toBeVisible();
  await expectGoodScreen(boss);
  await steps.form.getByRole('button', { name: 'Edit Person' }).click();
  await expect(steps.form.getByLabel('Full Name')).toBeFocused();
  await boss.getByRole('link', { name: 'All moderators' }).click();
  await boss.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(new Shell(boss).title('Super Admin Dashboard')).toBeVisible();
});
