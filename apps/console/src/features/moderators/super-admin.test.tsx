import { Moderator } from '@ec/contract/moderators/schemas';
import { flags, PRIVILEGE_IDS } from '@ec/contract/permissions/privileges';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { stubEventSource, TestEventSource } from '../../../test/event-source.ts';
import { areaOf, granted, MODERATOR_ID, moderatorList, moderatorOf, openModerators } from '../../../test/moderators.ts';
import { ok, refuse } from '../../../test/server.ts';
import { at, placeOf } from '../../../test/users.ts';
import { cleanNotices, refuseAt } from '../../../test/users-page.tsx';

beforeAll(async () => void (await import('./SuperAdminPage.tsx')));
beforeEach(() => {
  stubEventSource();
  cleanNotices();
});

const Answer = z.object({ moderator: Moderator });
const saved = () => ok(Answer, { moderator: moderatorOf() });
const PRIVILEGES = `/moderators/${MODERATOR_ID}/privileges`;

async function openTask(item: string, moderator = moderatorOf(), more: Parameters<typeof openModerators>[2] = {}) {
  const opened = openModerators('/super-admin', [moderator], more);
  await opened.user.click(await screen.findByRole('button', { name: 'Actions for Ngozi Eze' }));
  await opened.user.click(await screen.findByRole('menuitem', { name: item }));
  return { ...opened, dialog: await screen.findByRole('dialog') };
}

it('marks a grant that is older than some privileges, and saves it as it is once it was looked at', async () => {
  const old = moderatorOf({ privileges: granted(['canEditUsers'], { needsReview: true }) });
  const { user, dialog, sent } = await openTask('Edit privileges', old, { [`PUT ${PRIVILEGES}`]: saved });
  expect(screen.getByText('To review')).toBeInTheDocument();
  expect(within(dialog).getByText(/had privileges of their own\. Those are off\./)).toBeVisible();
  expect(within(dialog).getByRole('checkbox', { name: 'Manage results' })).not.toBeChecked();
  await user.click(within(dialog).getByRole('button', { name: 'Save privileges' }));
  await waitFor(() => expect(sent('PUT', PRIVILEGES)).toHaveLength(1));
  const body = sent('PUT', PRIVILEGES)[0]?.body;
  expect(body).toMatchObject({ privileges: { canEditUsers: true, canManageResults: false } });
});

describe('the list', () => {
  it('shows the cards, and of each moderator role, area, privileges and their end', async () => {
    const narrow = granted(['canCreateUsers', 'canEditUsers', 'canDeleteUsers', 'canBulkImport'], {
      validUntil: '2099-11-21T17:00:00.000Z',
    });
    openModerators('/super-admin', [
      moderatorOf({ privileges: narrow }),
      moderatorOf({
        id: '0190a0b0-0000-7000-8000-0000000000c2' as Moderator['id'],
        name: 'Musa Bello',
        role: 'regional_admin',
        status: 'INACTIVE',
        assignment: placeOf('SW'),
        privileges: granted(['canEditUsers'], { validUntil: '2026-01-01T00:00:00.000Z', expired: true }),
      }),
    ]);
    const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
    const first = await row(/Ngozi Eze/);
    expect(first.getByText('Create users, Edit users, Delete users +1 more')).toBeVisible();
    expect(first.getByText('21/11/2099 18:00')).toBeVisible();
    expect(first.queryByText('Expired')).not.toBeInTheDocument();
    const second = await row(/Musa Bello/);
    for (const text of ['Regional Admin', 'South West', 'Inactive', 'Expired', 'Edit users']) {
      expect(second.getByText(text)).toBeVisible();
    }
    for (const [label, value] of [
      ['Total Moderators', '44'],
      ['Active', '41'],
      ['Global Moderators', '3'],
      ['Regional Admins', '6'],
    ]) {
      const labels = screen.getAllByText(label ?? '');
      expect(labels.some((element) => element.parentElement?.textContent === `${label}${value}`)).toBe(true);
    }
  });

  it('sends search, role and status, keeps them in the address, and follows what happens to people', async () => {
    const { user, sent, router } = openModerators('/super-admin?role=state_admin');
    await screen.findByRole('row', { name: /Ngozi Eze/ });
    expect(sent('GET', '/moderators').at(-1)?.query.get('role')).toBe('state_admin');
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'ngozi');
    await waitFor(() => expect(sent('GET', '/moderators').at(-1)?.query.get('q')).toBe('ngozi'));
    await user.click(screen.getByRole('combobox', { name: 'Status' }));
    await user.click(await screen.findByRole('option', { name: 'Suspended' }));
    await waitFor(() => expect(sent('GET', '/moderators').at(-1)?.query.get('status')).toBe('SUSPENDED'));
    expect(router.state.location.search).toBe('?role=state_admin&q=ngozi&status=SUSPENDED');
    const before = sent('GET', '/moderators').length;
    TestEventSource.latest().send({ type: 'people' });
    await waitFor(() => expect(sent('GET', '/moderators').length).toBeGreaterThan(before));
  });

  it('says why it could not be loaded, and tries again', async () => {
    let works = false;
    const answer = () => (works ? moderatorList([moderatorOf()]) : refuse('UNAVAILABLE'));
    const { user } = openModerators('/super-admin', [], { 'GET /moderators': answer });
    expect(await screen.findByText('Failed to fetch moderators')).toBeVisible();
    works = true;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('row', { name: /Ngozi Eze/ })).toBeVisible();
  });

  it('distinguishes an empty organisation from filters that match no user', async () => {
    const { user } = openModerators('/super-admin?q=unknown', []);
    expect(await screen.findByText('No moderators match your filters')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('No moderators yet')).toBeVisible();
  });
});

describe('editing privileges', () => {
  const before = granted(['canEditUsers'], {
    allowedStates: [areaOf('24'), areaOf('27')],
    canManageRoles: ['ward_admin'],
    validUntil: '2099-11-21T17:00:00.000Z',
  });

  it('starts with what holds, says it in words, and sends what it is changed to', async () => {
    const { user, dialog, sent } = await openTask('Edit privileges', moderatorOf({ privileges: before }), {
      [`PUT ${PRIVILEGES}`]: saved,
    });
    const form = within(dialog);
    const save = form.getByRole('button', { name: 'Save privileges' });
    expect(save).toBeDisabled();
    expect(save).toHaveAccessibleDescription('Nothing has been changed yet.');
    expect(form.getByText('May edit users in Lagos and Ogun until 21/11/2099 18:00.')).toBeVisible();
    await user.click(form.getByRole('checkbox', { name: 'Create users' }));
    await user.click(form.getByRole('button', { name: 'Clear Valid until' }));
    expect(form.getByText('May create and edit users in Lagos and Ogun.')).toBeVisible();
    await user.click(save);
    expect(await screen.findByText('Privileges of Ngozi Eze updated')).toBeVisible();
    expect(sent('PUT', PRIVILEGES)[0]?.body).toEqual({
      privileges: {
        ...flags((id) => id === 'canEditUsers' || id === 'canCreateUsers'),
        allowedRegions: [],
        allowedStates: [at('24'), at('27')],
        allowedLGAs: [],
        allowedWards: [],
        canManageRoles: ['ward_admin'],
        validUntil: null,
      },
    });
  });

  it('takes an end from the calendar, in the zone of the organisation', async () => {
    const { user, dialog, sent } = await openTask('Edit privileges', moderatorOf({ privileges: before }), {
      [`PUT ${PRIVILEGES}`]: saved,
    });
    const form = within(dialog);
    await user.click(form.getByRole('button', { name: /^Valid until/ }));
    await user.click(await screen.findByRole('button', { name: '28 November 2099' }));
    await user.click(await screen.findByRole('button', { name: 'Save the date and time' }));
    expect(form.getByText('May edit users in Lagos and Ogun until 28/11/2099 18:00.')).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Save privileges' }));
    await waitFor(() =>
      expect(sent('PUT', PRIVILEGES)[0]?.body).toMatchObject({
        privileges: { validUntil: '2099-11-28T17:00:00.000Z' },
      }),
    );
  });

  it('takes the narrowing away with the choice of all that the role has', async () => {
    const { user, dialog, sent } = await openTask('Edit privileges', moderatorOf({ privileges: before }), {
      [`PUT ${PRIVILEGES}`]: saved,
    });
    await user.click(within(dialog).getByRole('radio', { name: /All that the role has/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Save privileges' }));
    await waitFor(() => expect(sent('PUT', PRIVILEGES)[0]?.body).toEqual({ privileges: null }));
  });

  it('reports another user’s change and keeps the ticked boxes until it is accepted', async () => {
    let held = moderatorOf({ privileges: before });
    const { user, dialog } = await openTask('Edit privileges', held, {
      'GET /moderators': () => moderatorList([held]),
    });
    const form = within(dialog);
    await user.click(form.getByRole('checkbox', { name: 'Create users' }));
    held = moderatorOf({ privileges: { ...before, canEditUsers: false, canDeleteUsers: true } });
    TestEventSource.latest().send({ type: 'people' });
    expect(await form.findByText(/Another user has changed these privileges/)).toBeVisible();
    expect(form.getByRole('checkbox', { name: 'Create users' })).toBeChecked();
    await user.click(form.getByRole('button', { name: 'Start from what holds now' }));
    expect(form.getByRole('checkbox', { name: 'Create users' })).not.toBeChecked();
    expect(form.getByRole('checkbox', { name: 'Delete users' })).toBeChecked();
    expect(form.queryByText(/Another user has changed/)).not.toBeInTheDocument();
  });

  it('takes a region in place of its states', async () => {
    const { user, dialog } = await openTask('Edit privileges', moderatorOf({ privileges: before }));
    const form = within(dialog);
    await user.click(form.getByRole('combobox', { name: 'Allowed regions' }));
    await user.click(await screen.findByRole('option', { name: 'South West' }));
    expect(form.getByText('May edit users in South West until 21/11/2099 18:00.')).toBeVisible();
  });

  it('offers wards by their LGA', async () => {
    const { user, dialog } = await openTask('Edit privileges', moderatorOf({ privileges: granted(['canEditUsers']) }));
    const form = within(dialog);
    await user.click(form.getByRole('combobox', { name: 'LGA of the wards' }));
    await user.click(await screen.findByRole('option', { name: 'Ikeja, Lagos' }));
    await user.click(form.getByRole('combobox', { name: 'Allowed wards' }));
    await user.click(await screen.findByRole('option', { name: 'Ipodo' }));
    expect(form.getByText('May edit users in Ipodo.')).toBeVisible();
  });

  it('says at the field what cannot be granted', async () => {
    const message = 'A Global Moderator cannot be granted the management of the role National Admin.';
    const { user, dialog } = await openTask('Edit privileges', moderatorOf({ privileges: before }), {
      [`PUT ${PRIVILEGES}`]: refuseAt('GRANT_NOT_USABLE', [{ path: 'privileges.canManageRoles.0', message }]),
    });
    const form = within(dialog);
    await user.click(form.getByRole('checkbox', { name: 'Create users' }));
    await user.click(form.getByRole('button', { name: 'Save privileges' }));
    expect(await form.findByText('Failed to update privileges')).toBeVisible();
    expect(form.getByRole('combobox', { name: 'Roles they may manage' })).toHaveAccessibleDescription(
      expect.stringContaining(message),
    );
  });
});

describe('details', () => {
  it('show all privileges, places, roles and that their time is over', async () => {
    const privileges = granted(['canEditUsers'], {
      allowedStates: [areaOf('24')],
      canManageRoles: ['ward_admin', 'lga_admin'],
      validUntil: '2026-01-01T00:00:00.000Z',
      expired: true,
    });
    const { user } = openModerators('/super-admin', [moderatorOf({ privileges })]);
    await user.click(await screen.findByRole('button', { name: 'View Ngozi Eze' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Moderator Details' }));
    const list = within(dialog.getByRole('group', { name: 'Privileges' }));
    expect(list.getAllByRole('listitem')).toHaveLength(PRIVILEGE_IDS.length);
    expect(list.getByText('Edit users: yes')).toBeVisible();
    expect(list.getByText('Delete users: no')).toBeVisible();
    for (const text of ['Lagos', 'Ward Admin and LGA Admin', '01/01/2026 01:00']) {
      expect(dialog.getByText(text)).toBeVisible();
    }
    expect(dialog.getByText(/The time of these privileges is over/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Edit privileges' }));
    expect(await screen.findByRole('dialog', { name: 'Edit privileges' })).toHaveTextContent(
      'The time of these privileges is over, so nothing is granted now.',
    );
  });
});

describe('deactivating', () => {
  const DEACTIVATE = `/moderators/${MODERATOR_ID}/deactivate`;

  it('asks first, and says what happens', async () => {
    const { user, dialog, sent } = await openTask('Deactivate', moderatorOf(), { [`POST ${DEACTIVATE}`]: saved });
    expect(dialog).toHaveTextContent('Are you sure you want to deactivate Ngozi Eze?');
    expect(sent('POST', DEACTIVATE)).toHaveLength(0);
    await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByText('Ngozi Eze has been deactivated')).toBeVisible();
    expect(sent('POST', DEACTIVATE)).toHaveLength(1);
  });

  it('shows the server’s reason where it cannot be done, and is not offered for an inactive user', async () => {
    const { user, dialog } = await openTask('Deactivate', moderatorOf(), {
      [`POST ${DEACTIVATE}`]: () => refuse('USER_STATE', { name: 'Ngozi Eze', status: 'inactive already' }),
    });
    await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
    expect(await within(dialog).findByText('Ngozi Eze is inactive already, so this cannot be done.')).toBeVisible();
  });

  it('is not offered for an inactive user', async () => {
    const { user } = openModerators('/super-admin', [moderatorOf({ status: 'SUSPENDED' })]);
    await user.click(await screen.findByRole('button', { name: 'Actions for Ngozi Eze' }));
    expect(await screen.findByRole('menuitem', { name: 'Edit privileges' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Deactivate' })).not.toBeInTheDocument();
  });
});
