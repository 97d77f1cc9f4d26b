import { Me } from '@ec/contract/auth/schemas';
import { NotificationList, StreamTicket } from '@ec/contract/notifications/schemas';
import {
  DEFAULT_LEVELS,
  type Level,
  MANAGED_ROLES,
  type ManagedRole,
  type Module,
  MODULE_IDS,
  MODULES,
} from '@ec/contract/permissions/default-levels';
import {
  PermissionAudit,
  type PermissionAuditEntry,
  PermissionRoleList,
  RolePermissions,
  UpdatePermissionsRequest,
} from '@ec/contract/permissions/schemas';
import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { stubEventSource, TestEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';

type Levels = Partial<Record<Module, Level>>;

function roleAnswer(roleId: ManagedRole, change: Levels = {}, edit = true) {
  return ok(RolePermissions, {
    roleId,
    permissions: MODULE_IDS.map((moduleId) => ({
      moduleId,
      moduleName: MODULES[moduleId].name,
      category: MODULES[moduleId].category,
      description: MODULES[moduleId].description,
      permission: change[moduleId] ?? DEFAULT_LEVELS[roleId][moduleId],
      default: DEFAULT_LEVELS[roleId][moduleId],
    })),
    can: { edit },
  });
}

const rolesAnswer = () => {
  const roles = MANAGED_ROLES.map((roleId) => ({ roleId, people: roleId === 'ward_admin' ? 8809 : 1, changed: 0 }));
  return ok(PermissionRoleList, { roles, total: roles.length });
};

const entry: z.input<typeof PermissionAudit>['entries'][number] = {
  id: '7',
  roleId: 'lga_admin',
  action: 'revoke',
  moduleId: 'reports',
  oldPermission: 'write',
  newPermission: 'none',
  updatedBy: { id: '0190a0b0-0000-7000-8000-0000000000aa', name: 'Bola Ade' },
  timestamp: '2026-11-01T10:00:00.000Z',
};

const WARD = '/permissions/roles/ward_admin';
const PUT = `PUT ${WARD}`;

function open(more: Parameters<typeof serve>[0] = {}, at = '/permissions?role=ward_admin') {
  signedInOnDevice();
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('national_admin')),
    'GET /notifications': () => ok(NotificationList, { notifications: [], total: 0, unread: 0 }),
    'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    'GET /permissions/roles': rolesAnswer,
    'GET /permissions/audit': () => ok(PermissionAudit, { entries: [entry], total: 1 }),
    [`GET ${WARD}`]: () => roleAnswer('ward_admin'),
    'GET /permissions/roles/lga_admin': () => roleAnswer('lga_admin'),
    ...more,
  });
  return { calls, ...renderConsole(at) };
}

const group = (module: string) => screen.findByRole('radiogroup', { name: module });
const level = async (module: string, word: string) => within(await group(module)).getByRole('radio', { name: word });
const saveButton = () => screen.getByRole('button', { name: /^Save Changes/ });
async function saveNow(user: UserEvent): Promise<void> {
  await user.click(saveButton());
  const question = await screen.findByRole('dialog', { name: /^Change / });
  expect(question).toHaveTextContent(/This concerns (everybody|[\d,]+ (person|people)) with the role/);
  await user.click(within(question).getByRole('button', { name: 'Save' }));
}
const rowOf = async (module: string) => {
  const row = (await group(module)).closest('li');
  if (!row) throw new Error(`${module} stands in no row`);
  return row;
};
const reads = (calls: Call[], path: string) => calls.filter((call) => call.method === 'GET' && call.path === path);

beforeAll(async () => void (await import('./PermissionsPage.tsx')));
beforeEach(stubEventSource);
// A notice of one test stays on the screen for the next.
beforeEach(() => notifications.clean());

describe('the roles', () => {
  it('are five, each with how many people a change reaches, and one is open', async () => {
    open();
    const roles = within(await screen.findByRole('navigation', { name: 'Roles' }));
    expect(await roles.findByRole('link', { name: 'Ward Admin 8,809 people' })).toHaveAttribute('aria-current', 'true');
    expect(roles.getAllByRole('link')).toHaveLength(5);
    expect(roles.getByRole('link', { name: 'LGA Admin 1 person' })).not.toHaveAttribute('aria-current');
  });

  it('are kept in the address, with the search beside', async () => {
    const { user, router } = open({}, '/permissions?role=ward_admin&category=security');
    await group('Alerts');
    await user.click(screen.getByRole('link', { name: /^LGA Admin/ }));
    expect(await screen.findByRole('heading', { name: 'LGA Admin' })).toBeVisible();
    expect(router.state.location.search).toBe('?role=lga_admin&category=security');
  });
});

describe('a module', () => {
  it('says what its levels mean, and where its pages are not open to the role', async () => {
    open();
    const settings = (await screen.findByText(MODULES.settings.description)).closest('li');
    expect(settings).toHaveTextContent('Pages of this module are not open to this role.');
    expect(settings).toHaveTextContent(/Read$/);
    expect(await rowOf('Alerts')).not.toHaveTextContent('not open to this role');
    expect(screen.queryByRole('radiogroup', { name: 'Settings' })).not.toBeInTheDocument();
  });

  it('is found by a search and a category, and the way back is offered', async () => {
    const { user, router } = open();
    await group('Alerts');
    await user.click(screen.getByRole('combobox', { name: 'Category' }));
    await user.click(await screen.findByRole('option', { name: 'Security' }));
    await waitFor(() => expect(screen.getAllByRole('radiogroup')).toHaveLength(1));
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'horoscope');
    expect(await screen.findByText('No modules match your search')).toBeVisible();
    await waitFor(() => expect(router.state.location.search).toContain('q=horoscope'));
    await user.click(screen.getByRole('button', { name: 'Show all modules' }));
    await waitFor(() => expect(screen.getAllByRole('radiogroup')).toHaveLength(7));
    expect(router.state.location.search).toBe('?role=ward_admin');
  });

  it('is set with the keyboard alone', async () => {
    const { user } = open();
    (await level('Alerts', 'Write')).focus();
    await user.keyboard('{ArrowLeft}');
    expect(await level('Alerts', 'Read')).toBeChecked();
    expect(await rowOf('Alerts')).toHaveTextContent('(Pending) was Write');
  });
});

describe('choices', () => {
  it('are marked and counted, and the level that holds takes them back', async () => {
    const { user } = open();
    await group('Alerts');
    expect(saveButton()).toBeDisabled();
    expect(saveButton()).toHaveAccessibleDescription('Nothing to save: choose another level first.');
    await user.click(await level('Alerts', 'None'));
    await user.click(await level('Disputes', 'Read'));
    expect(await rowOf('Alerts')).toHaveTextContent('(Pending) was Write');
    expect(screen.getByRole('button', { name: 'Save Changes (2)' })).toBeEnabled();
    await user.click(await level('Alerts', 'Write'));
    expect(await rowOf('Alerts')).not.toHaveTextContent('Pending');
    expect(screen.getByRole('button', { name: 'Save Changes (1)' })).toBeEnabled();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.getByRole('button', { name: 'Save Changes (0)' })).toBeDisabled();
    expect(await level('Disputes', 'Write')).toBeChecked();
  });

  it('that the filters hide are reported', async () => {
    const { user } = open();
    await user.click(await level('Alerts', 'None'));
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'reports');
    expect(await screen.findByText('1 change pending, 1 of them hidden by the filters')).toBeVisible();
  });

  it('are saved with the levels that were seen, and then hold', async () => {
    let held: Levels = {};
    const { user, calls } = open({
      [`GET ${WARD}`]: () => roleAnswer('ward_admin', held),
      [PUT]: () => {
        held = { alerts: 'none', disputes: 'read' };
        return roleAnswer('ward_admin', held);
      },
    });
    await user.click(await level('Alerts', 'None'));
    await user.click(await level('Disputes', 'Read'));
    const logged = reads(calls, '/permissions/audit').length;
    await saveNow(user);
    expect(await screen.findByText('Permissions updated successfully!')).toBeVisible();
    const sent = calls.find((call) => call.method === 'PUT')?.body;
    expect(UpdatePermissionsRequest.parse(sent).changes).toEqual([
      { moduleId: 'disputes', permission: 'read', expected: 'write' },
      { moduleId: 'alerts', permission: 'none', expected: 'write' },
    ]);
    expect(screen.getByRole('button', { name: 'Save Changes (0)' })).toBeDisabled();
    expect(await level('Alerts', 'None')).toBeChecked();
    expect(await rowOf('Alerts')).toHaveTextContent('Default: Write');
    await waitFor(() => expect(reads(calls, '/permissions/audit').length).toBeGreaterThan(logged));
  });

  it.each([
    [
      'the server says why',
      () => refuse('GRANT_EXCEEDS', { what: 'write access to Alerts' }),
      /You cannot grant write access to Alerts/,
    ],
    [
      'nothing was answered',
      () => Promise.reject(new TypeError('network')),
      'Error saving permissions. Please try again.',
    ],
  ])('stay when they cannot be saved and %s', async (_, answer, text) => {
    const { user } = open({ [PUT]: answer });
    await user.click(await level('Alerts', 'None'));
    await saveNow(user);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save Changes (1)' })).toBeEnabled();
    expect(await level('Alerts', 'None')).toBeChecked();
  });

  it('stay when another user was faster; what they changed is shown and named', async () => {
    let held: Levels = {};
    const { user, calls } = open({
      [`GET ${WARD}`]: () => roleAnswer('ward_admin', held),
      [PUT]: ({ body }) => {
        const [first] = UpdatePermissionsRequest.parse(body).changes;
        if (first?.expected === 'read') return roleAnswer('ward_admin', { alerts: 'none' });
        held = { alerts: 'read' };
        return refuse('CONFLICT');
      },
    });
    await user.click(await level('Alerts', 'None'));
    await saveNow(user);
    expect(await screen.findByText(/Another user changed Alerts \(Write to Read\) meanwhile/)).toBeVisible();
    expect(await rowOf('Alerts')).toHaveTextContent('(Pending) was Read');
    await saveNow(user);
    expect(await screen.findByText('Permissions updated successfully!')).toBeVisible();
    expect(calls.filter((call) => call.method === 'PUT').map((call) => call.body)).toEqual([
      { changes: [{ moduleId: 'alerts', permission: 'none', expected: 'write' }] },
      { changes: [{ moduleId: 'alerts', permission: 'none', expected: 'read' }] },
    ]);
    expect(screen.queryByText(/Another user changed/)).not.toBeInTheDocument();
  });

  it('are shown against the stored state as soon as the stream announces a change', async () => {
    let held: Levels = {};
    const { user } = open({ [`GET ${WARD}`]: () => roleAnswer('ward_admin', held) });
    await user.click(await level('Alerts', 'None'));
    held = { disputes: 'read' };
    await waitFor(() => expect(TestEventSource.opened).not.toHaveLength(0));
    TestEventSource.latest().send({ type: 'access' });
    expect(await screen.findByText(/Another user changed Disputes \(Write to Read\) meanwhile/)).toBeVisible();
    expect(await level('Disputes', 'Read')).toBeChecked();
    expect(screen.getByRole('button', { name: 'Save Changes (1)' })).toBeEnabled();
  });
});

describe('leaving with choices that were not saved', () => {
  it.each([
    ['another role', /^LGA Admin/],
    ['another page', 'Users'],
  ])('for %s asks, and stays if wanted', async (_, name) => {
    const { user, router } = open();
    await user.click(await level('Alerts', 'None'));
    await user.click(screen.getByRole('link', { name }));
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(question).toHaveTextContent('Alerts (Write to None)');
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(router.state.location.search).toBe('?role=ward_admin');
    expect(await level('Alerts', 'None')).toBeChecked();
  });

  it('drops them once that was confirmed', async () => {
    const { user, router } = open();
    await user.click(await level('Alerts', 'None'));
    await user.click(screen.getByRole('link', { name: /^LGA Admin/ }));
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(question).getByRole('button', { name: 'Leave without saving' }));
    expect(await screen.findByRole('heading', { name: 'LGA Admin' })).toBeVisible();
    expect(router.state.location.search).toBe('?role=lga_admin');
    expect(screen.getByRole('button', { name: 'Save Changes (0)' })).toBeDisabled();
    expect(await level('Alerts', 'Write')).toBeChecked();
  });

  it('does not hold back whose session has ended', async () => {
    const { user, router } = open();
    await user.click(await level('Alerts', 'None'));
    await waitFor(() => expect(TestEventSource.opened).not.toHaveLength(0));
    TestEventSource.latest().send({ type: 'session-ended' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('asks in the browser as well, and only then', async () => {
    const { user } = open();
    await group('Alerts');
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(false);
    await user.click(await level('Alerts', 'None'));
    expect(leave()).toBe(true);
  });
});

describe('the reset', () => {
  const changed = { [`GET ${WARD}`]: () => roleAnswer('ward_admin', { alerts: 'none' }) };
  const RESET = `POST ${WARD}/reset`;

  async function ask(more: Parameters<typeof serve>[0]) {
    const opened = open({ ...changed, ...more });
    await opened.user.click(await screen.findByRole('button', { name: 'Reset to Default' }));
    const question = await screen.findByRole('dialog', { name: 'Reset Ward Admin?' });
    const confirm = () => opened.user.click(within(question).getByRole('button', { name: 'Reset to Default' }));
    return { ...opened, question, confirm };
  }

  it('is offered only where something differs', async () => {
    open();
    expect(await screen.findByRole('button', { name: 'Reset to Default' })).toBeDisabled();
    expect(screen.getByText('All 13 modules at their default')).toBeVisible();
  });

  it('asks, naming what changes for whom, and brings the defaults back', async () => {
    const { question, confirm, calls } = await ask({ [RESET]: () => roleAnswer('ward_admin') });
    expect(question).toHaveTextContent(
      'Are you sure you want to reset all permissions to default? This action cannot be undone.',
    );
    expect(question).toHaveTextContent(
      'This concerns 8,809 people with the role Ward Admin and takes effect immediately: Alerts (None to Write).',
    );
    await confirm();
    expect(await screen.findByText('Permissions reset to default successfully!')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await level('Alerts', 'Write')).toBeChecked();
    expect(calls.filter((call) => call.path === `${WARD}/reset`)).toHaveLength(1);
  });

  it('says in the dialog when it failed', async () => {
    const { question, confirm } = await ask({ [RESET]: () => Promise.reject(new TypeError('network')) });
    await confirm();
    expect(await within(question).findByText('Error resetting permissions. Please try again.')).toBeVisible();
  });
});

describe('recent changes', () => {
  it('say who changed what, from which to which level', async () => {
    open();
    const log = within(await screen.findByRole('region', { name: 'Recent permission changes' }));
    const row = log.getByRole('listitem');
    expect(row).toHaveTextContent('Reports, LGA Admin');
    expect(row).toHaveTextContent('Revoked');
    expect(row).toHaveTextContent('Write to None · Bola Ade');
    expect(within(row).getByText('01/11/2026')).toHaveAttribute('title', '01/11/2026 11:00:00 (WAT)');
  });

  it('say so when there are none, or when they cannot be loaded', async () => {
    let answer = () => refuse('UNAVAILABLE');
    const { user } = open({ 'GET /permissions/audit': () => answer() });
    const failed = (await screen.findByText('The changes could not be loaded')).parentElement;
    answer = () => ok(PermissionAudit, { entries: [] as PermissionAuditEntry[], total: 0 });
    if (failed) await user.click(within(failed).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No permission changes yet')).toBeVisible();
  });
});

describe('a user who may only read', () => {
  it('sees the levels and is offered no change', async () => {
    open({ [`GET ${WARD}`]: () => roleAnswer('ward_admin', { alerts: 'none' }, false) });
    expect(await screen.findByText(/View Only/)).toBeVisible();
    const list = within(screen.getByRole('list', { name: 'Modules of Ward Admin' }));
    expect(list.getAllByRole('listitem')).toHaveLength(13);
    expect(list.queryByRole('radio')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Save Changes|Reset/ })).not.toBeInTheDocument();
  });
});

it('says when the permissions cannot be loaded, and tries again', async () => {
  let answer = () => refuse('UNAVAILABLE');
  const { user } = open({ [`GET ${WARD}`]: () => answer() });
  expect(await screen.findByText('The permissions could not be loaded')).toBeVisible();
  answer = () => roleAnswer('ward_admin');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await group('Alerts')).toBeVisible();
});
