import { ApprovalStatistics } from '@ec/contract/approvals/schemas';
import { Me } from '@ec/contract/auth/schemas';
import { PollingUnitStats } from '@ec/contract/geography/schemas';
import { UserList } from '@ec/contract/users/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';
import {
  ALL_DIRECT,
  ALL_REQUEST,
  at,
  NOTHING,
  peopleServer,
  placeOf,
  REQUEST_ID,
  summaryOf,
  USER_ID,
  userOf,
} from '../../../test/users.ts';
import { cleanNotices } from '../../../test/users-page.tsx';
import { pagesAround } from '../../components/list/Pager.tsx';
import { onPhone } from '../../../test/phone.ts';
import { FILTERS, parametersOf } from './labels.ts';

type Options = Parameters<typeof peopleServer>[1];

function open(
  options: Options = {},
  more: Parameters<typeof serve>[0] = {},
  path = '/users',
  role: Parameters<typeof peopleServer>[0] = 'national_admin',
) {
  signedInOnDevice();
  const calls = serve({ ...peopleServer(role, options), ...more });
  return { calls, ...renderConsole(path) };
}

const lists = (calls: readonly Call[]) => calls.filter(({ path }) => path === '/users').map(({ query }) => query);
const rowOf = async (name: string) => await screen.findByRole('row', { name: new RegExp(name) });

beforeAll(async () => void (await import('./UsersPage.tsx')));
beforeEach(() => {
  stubEventSource();
  cleanNotices();
});

describe('what stands above the list', () => {
  it('counts the polling units of the area by their officers once that is requested', async () => {
    const stats = { total: 405, active: 21, inactive: 383, suspended: 1, byState: [], byRegion: [] };
    const { user } = open({}, { 'GET /polling-units/stats': () => ok(PollingUnitStats, stats) });
    const folded = await screen.findByText('By region and role');
    expect(screen.getByRole('region', { name: 'Your Administrative Scope' })).toHaveTextContent(/ScopeTotal Users/);
    await user.click(folded);
    const units = await screen.findByRole('region', { name: 'Polling units' });
    expect(units).toHaveTextContent('Total 405Active 21Inactive 383Suspended 1');
  });

  it('names the areas of a part of the nation', async () => {
    const areas = ['24', '24-11', '24-12', '24-13'].map((code) => placeOf(code));
    open({ summary: { ...summaryOf(), scope: { description: 'Four areas', areas } } });
    const scope = await screen.findByRole('region', { name: 'Your Administrative Scope' });
    await waitFor(() => expect(scope).toHaveTextContent(/ScopeLagos, Ikeja, .+ and 1 moreTotal Users/));
  });

  it('says that the units could not be counted, never zero', async () => {
    const { user } = open({}, { 'GET /polling-units/stats': () => refuse('INTERNAL', {}) });
    await user.click(await screen.findByText('By region and role'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch polling unit stats');
    expect(screen.queryByText('Active 0')).toBeNull();
  });

  it('says which access is missing where people are read only', async () => {
    const me = meOf('ward_admin');
    const levels = { ...me.levels, user_management: 'read' as const };
    open({}, { 'GET /auth/me': () => ok(Me, { ...me, levels }) }, '/users', 'ward_admin');
    expect(await screen.findByText('Insufficient Permissions')).toBeVisible();
    expect(screen.getByText('You have read access but write access is required for this module.')).toBeVisible();
  });
});

it('opens the form that the address asks for, once', async () => {
  const summary = summaryOf({ import: true, importRoles: ['lga_admin'] });
  const { router } = open({ summary }, {}, '/users?do=import&q=ade');
  expect(await screen.findByRole('dialog', { name: /Bulk Import/ })).toBeVisible();
  expect(router.state.location.search).toBe('?q=ade');
});

it('opens no form that the reader is not offered, whatever the address asks for', async () => {
  open({}, {}, '/users?do=import');
  await rowOf('Bola Ade');
  expect(screen.queryByRole('button', { name: 'Bulk Import' })).not.toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

describe('filters', () => {
  it('become the query of the list, the narrowest place by its level', () => {
    const filters = { ...FILTERS, q: 'ade', role: 'ward_admin', status: 'PENDING', place: '24-11', page: '3' };
    expect(parametersOf(filters)).toEqual({
      q: 'ade',
      role: 'ward_admin',
      status: 'PENDING',
      lgaId: at('24-11'),
      page: 3,
      pageSize: 20,
    });
    expect(parametersOf({ ...FILTERS, place: '24-11-05-003' })).toMatchObject({ pollingUnitId: at('24-11-05-003') });
    expect(parametersOf({ ...FILTERS, place: 'nowhere', page: 'x' })).toEqual({ page: 1, pageSize: 20 });
    expect(parametersOf({ ...FILTERS, role: 'chief', status: 'asleep' })).toEqual({ page: 1, pageSize: 20 });
  });

  it('stand in the address, go back to the first page, and are cleared together', async () => {
    const { user, calls, router } = open({ total: 90 }, {}, '/users?page=3');
    await rowOf('Bola Ade');
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'ade');
    await waitFor(() => expect(router.state.location.search).toBe('?q=ade'));
    await user.click(screen.getByRole('combobox', { name: 'Status' }));
    await user.click(await screen.findByRole('option', { name: 'Pending National Approval' }));
    await user.click(screen.getByRole('combobox', { name: 'Role' }));
    const roles = await screen.findAllByRole('option');
    expect(roles.slice(0, 7).map((option) => option.textContent)).toEqual([
      'All Roles',
      'National Admin',
      'Regional Admin',
      'State Admin',
      'LGA Admin',
      'Ward Admin',
      'Polling Unit Officer',
    ]);
    await user.click(screen.getByRole('option', { name: 'Ward Admin' }));
    await waitFor(() =>
      expect(Object.fromEntries(lists(calls).at(-1) ?? [])).toEqual({
        q: 'ade',
        status: 'PENDING_NATIONAL_APPROVAL',
        role: 'ward_admin',
        page: '1',
        pageSize: '20',
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Clear All Filters' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
    expect(screen.queryByRole('button', { name: 'Clear All Filters' })).not.toBeInTheDocument();
  });

  it('narrow to a place below the own area only', async () => {
    const { user, calls, router } = open({}, {}, '/users', 'lga_admin');
    await rowOf('Bola Ade');
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await user.click(screen.getByRole('combobox', { name: 'Place' }));
    await user.click(await screen.findByRole('option', { name: /^Ipodo/ }));
    await waitFor(() => expect(router.state.location.search).toBe('?place=24-11-05'));
    expect(lists(calls).at(-1)?.get('wardId')).toBe(String(at('24-11-05')));
    await user.click(screen.getByRole('button', { name: 'Clear Place' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('say which of how many are shown, from how many in scope', async () => {
    const users = Array.from({ length: 3 }, (_, i) =>
      userOf({ id: USER_ID.replace('a1', `c${i}`), name: `User ${i}` }),
    );
    open({ users, total: 43 }, {}, '/users?page=3');
    expect(await screen.findByText('Showing 41-43 of 43 users (from 1,041 in scope)')).toBeVisible();
  });
});

describe('the scope card', () => {
  it('counts by role and region, and each count leads to its list', async () => {
    const { user, calls } = open();
    const card = (await screen.findByText('National scope: the whole of Nigeria')).closest('section');
    expect(card).not.toBeNull();
    const scope = within(card ?? document.body);
    expect(scope.getByRole('link', { name: '1,041' })).toHaveAttribute('href', '/users');
    expect(scope.getByRole('link', { name: 'South West 1,041' })).toHaveAttribute('href', '/users?place=SW');
    await user.click(scope.getByRole('link', { name: 'Ward Admin 900' }));
    await waitFor(() => expect(lists(calls).at(-1)?.get('role')).toBe('ward_admin'));
  });
});

describe('the table', () => {
  it('shows who, where, in what state and since when', async () => {
    open({ users: [userOf({ pendingRequest: { id: REQUEST_ID, type: 'ROLE_CHANGE' }, can: NOTHING })] });
    const row = await rowOf('Bola Ade');
    for (const text of ['0803 111 0001', 'Ward Admin', 'Ipodo', 'Ikeja, Lagos', 'Active', 'Never', 'View Only']) {
      expect(within(row).getByText(text)).toBeVisible();
    }
    expect(within(row).getByRole('link', { name: 'Role change requested' })).toHaveAttribute(
      'href',
      `/approvals?request=${REQUEST_ID}`,
    );
    expect(within(row).queryByRole('button', { name: /Actions/ })).not.toBeInTheDocument();
  });

  it.each([
    ['at once', userOf(), ['Edit User', 'Reset Password', 'Deactivate User', 'Delete User']],
    ['by request', userOf({ can: ALL_REQUEST }), ['Request changes', 'Request deactivation', 'Request deletion']],
    [
      'back with a second person',
      userOf({ role: 'national_admin', status: 'INACTIVE', can: { ...ALL_DIRECT, resetPassword: false } }),
      ['Edit User', 'Request activation', 'Delete User'],
    ],
    ['back', userOf({ status: 'INACTIVE' }), ['Edit User', 'Reset Password', 'Activate User', 'Delete User']],
  ])('offers what the server lets the reader do: %s', async (_, person, items) => {
    const { user } = open({ users: [person] });
    await user.click(await screen.findByRole('button', { name: 'Actions for Bola Ade' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(items);
  });

  it('is a list of cards on a phone', async () => {
    onPhone();
    open();
    const cards = await screen.findByRole('list', { name: 'Users' });
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(within(cards).getByRole('listitem')).toHaveTextContent(
      /Bola Ade.*Ward Admin.*Ipodo.*Active.*Last login: Never/,
    );
    expect(within(cards).getByRole('button', { name: 'Actions for Bola Ade' })).toBeVisible();
  });

  it('sorts on the server', async () => {
    const { user, calls } = open();
    await rowOf('Bola Ade');
    await user.click(within(screen.getByRole('columnheader', { name: 'Last Login' })).getByRole('button'));
    await waitFor(() => expect(lists(calls).at(-1)?.get('sort')).toBe('lastLogin'));
    expect(within(screen.getByRole('columnheader', { name: 'Assignment' })).queryByRole('button')).toBeNull();
  });

  it('says what to do when no user matches', async () => {
    const { user, router } = open({ users: [] }, {}, '/users?q=zzz');
    expect(await screen.findByText('No users match your filters')).toBeVisible();
    expect(screen.getByText('Showing 0-0 of 0 users (from 1,041 in scope)')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('goes to the page that is last when the one requested is gone', async () => {
    const answer = ({ query }: Call) =>
      ok(UserList, { users: query.get('page') === '3' ? [] : [userOf()], total: 21, inScope: 21 });
    const { router } = open({}, { 'GET /users': answer }, '/users?page=3');
    await rowOf('Bola Ade');
    expect(router.state.location.search).toBe('?page=2');
  });
});

describe('paging', () => {
  it.each([
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, 3, 4, 5]],
    [5, 9, [3, 4, 5, 6, 7]],
    [9, 9, [5, 6, 7, 8, 9]],
    [8, 9, [5, 6, 7, 8, 9]],
  ])('on page %i of %i offers %j', (page, pages, shown) => {
    expect(pagesAround(page, pages)).toEqual(shown);
  });

  it('has first, previous, up to five pages, next and last', async () => {
    const { user, calls } = open({ total: 180 }, {}, '/users?page=5');
    await rowOf('Bola Ade');
    const pages = screen.getByRole('navigation', { name: 'Pages' });
    expect(
      within(pages)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual([
      'First page',
      'Previous page',
      'Page 3',
      'Page 4',
      'Page 5',
      'Page 6',
      'Page 7',
      'Next page',
      'Last page',
    ]);
    expect(within(pages).getByRole('button', { current: 'page' })).toHaveAccessibleName('Page 5');
    await user.click(within(pages).getByRole('button', { name: 'Last page' }));
    await waitFor(() => expect(lists(calls).at(-1)?.get('page')).toBe('9'));
    expect(within(pages).getByRole('button', { name: 'Next page' })).toBeDisabled();
  });
});

describe('failures', () => {
  it('are shown with Retry', async () => {
    let up = false;
    const { user } = open({}, { 'GET /users': () => (up ? ok(UserList, list()) : refuse('INTERNAL')) });
    expect(await screen.findByText('Error Loading Users')).toBeVisible();
    up = true;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await rowOf('Bola Ade')).toBeVisible();
  });

  it('of the connection are shown as such', async () => {
    open({}, { 'GET /users': () => Promise.reject(new TypeError('Failed to fetch')) });
    expect(
      await screen.findByText('Cannot connect to server. Please check if the backend is running on port 3001.'),
    ).toBeVisible();
  });

  it('without a sentence of the server are shown with the console’s own', async () => {
    open({}, { 'GET /users': () => new Response('<html>', { status: 502 }) });
    expect(await screen.findByText('Failed to fetch users')).toBeVisible();
  });

  it('inside the page show the crash view', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    open({}, { 'GET /users': () => new Response(JSON.stringify({ data: { users: [{}], total: 1, inScope: 1 } })) });
    expect(await screen.findByText('Error in User Management')).toBeVisible();
    expect(screen.getByText('An error occurred while loading the user management page.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
    quiet.mockRestore();
  });
});

const list = () => ({ users: [userOf()], total: 1, inScope: 1 });

describe('the header', () => {
  const statistics = {
    pendingRequests: 12,
    approvedRequests: 0,
    rejectedRequests: 0,
    averageApprovalTime: null,
    awaitingMe: 3,
    askedOfMe: 0,
  };

  it('leads to the approvals with the count of those pending', async () => {
    open({}, { 'GET /approvals/statistics': () => ok(ApprovalStatistics, statistics) });
    const link = await screen.findByRole('link', { name: /^Pending Approvals ?3$/ });
    expect(link).toHaveAttribute('href', '/users/approvals');
    expect(screen.getByRole('link', { name: 'Create User' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'New request' })).not.toBeInTheDocument();
  });

  it('offers to import people to a user with the right', async () => {
    const { user } = open({ summary: summaryOf({ import: true, importRoles: ['lga_admin'] }) });
    await user.click(await screen.findByRole('button', { name: 'Bulk Import' }));
    expect(await screen.findByRole('dialog', { name: /Bulk Import/ })).toBeVisible();
  });

  it('offers no creating to a user without the right', async () => {
    open({ summary: summaryOf({ create: 'no', roles: [] }) });
    await screen.findByText('National scope: the whole of Nigeria');
    expect(screen.queryByRole('link', { name: 'Create User' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Bulk Import' })).not.toBeInTheDocument();
  });
});

describe('the focus', () => {
  it('goes back to the menu button from a dialog, and to View from the details', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Actions for Bola Ade' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Deactivate User' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Actions for Bola Ade' })).toHaveFocus();

    const look = screen.getByRole('button', { name: 'View Bola Ade' });
    await user.click(look);
    const details = await screen.findByRole('dialog', { name: 'User Details' });
    await user.click(await within(details).findByRole('button', { name: 'Reset Password' }));
    await user.click(within(await screen.findByRole('dialog', { name: 'Reset Password' })).getByText('Cancel'));
    await screen.findByRole('dialog', { name: 'User Details' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(look).toHaveFocus();
  });
});
