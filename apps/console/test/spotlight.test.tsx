import { Me } from '@ec/contract/auth/schemas';
import { ElectionList } from '@ec/contract/elections/schemas';
import { NATION } from '@ec/contract/geography/location-id';
import { LocationList } from '@ec/contract/geography/schemas';
import { ResultList } from '@ec/contract/results/schemas';
import { UserList } from '@ec/contract/users/schemas';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { closeSpotlight } from '../src/app/shell/HeaderButtons.tsx';
import { stubEventSource } from './event-source.ts';
import { electionOf, electionsAnswer } from './elections.ts';
import { idOf } from './live.ts';
import { meOf, signedInOnDevice } from './people.ts';
import { renderConsole } from './render.tsx';
import { ok, serve } from './server.ts';
import { userOf } from './users.ts';

const OTHER = '0190a0b0-0000-7000-8000-0000000000a2';
const TWO = { total: 2, inScope: 2 };

beforeEach(() => {
  closeSpotlight();
  stubEventSource();
  signedInOnDevice();
  serve({ 'GET /auth/me': () => ok(Me, meOf('lga_admin')) });
});

it.each(['Control', 'Meta'])('opens with %s and K from anywhere, and with no more keys than those', async (key) => {
  const { user } = renderConsole('/account');
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard(`k{${key}>}{Shift>}k{/Shift}{/${key}}`);
  expect(screen.queryByRole('textbox', { name: 'Go to a screen or place' })).not.toBeInTheDocument();
  await user.keyboard(`{${key}>}k{/${key}}`);
  expect(await screen.findByRole('textbox', { name: 'Go to a screen or place' })).toBeVisible();
});

it('asks for people, elections and results only where the role opens their pages, and finds help and actions', async () => {
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('lga_admin')),
    'GET /users': () => ok(UserList, { users: [], total: 0, inScope: 0 }),
    'GET /elections': () => ok(ElectionList, { elections: [], total: 0 }),
    'GET /results': () => ok(ResultList, { results: [], total: 0 }),
  });
  const { user, router } = renderConsole('/account');
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  const box = await screen.findByRole('textbox', { name: 'Go to a screen or place' });
  await user.type(box, '24-11-05-003-V1-A1B2C3');
  await waitFor(() =>
    expect(calls.findLast(({ path }) => path === '/results')?.query.get('q')).toBe('24-11-05-003-V1-A1B2C3'),
  );
  expect(calls.some(({ path }) => path === '/users')).toBe(true);
  // Elections are managed at national level.
  expect(calls.some(({ path }) => path === '/elections')).toBe(false);
  await user.clear(box);
  await user.type(box, 'colours');
  expect(await screen.findByText('Switch to dark colours')).toBeVisible();
  await user.clear(box);
  await user.type(box, 'user create');
  expect(await screen.findByText('Create User')).toBeVisible();
  await user.clear(box);
  await user.type(box, 'review help');
  await user.click(await screen.findByText('Help: Result review'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/help/review'));
});

it('finds a screen by its title as well as by the name that the menu has for it', async () => {
  serve({ 'GET /auth/me': () => ok(Me, meOf('super_admin')) });
  const { user } = renderConsole('/account');
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  const box = await screen.findByRole('textbox', { name: 'Go to a screen or place' });
  const dialog = within(await screen.findByRole('dialog'));
  for (const [title, label] of [
    ['Moderator Management', 'Moderators'],
    ['Super Admin Dashboard', 'Super admin'],
  ] as const) {
    await user.clear(box);
    await user.type(box, title);
    expect(await dialog.findByText(label)).toBeVisible();
  }
});

it.each([
  ['lga_admin', 'election create', null, null],
  ['polling_unit_officer', 'users export', null, null],
  ['national_admin', 'announcement create', 'Create Announcement', '/announcements'],
  ['national_admin', 'create election', 'Create Election', '/elections/new'],
  ['lga_admin', 'raise alert', 'Raise an alert', '/alerts'],
] as const)('offers a %s who types "%s": %s', async (role, words, label, path) => {
  serve({ 'GET /auth/me': () => ok(Me, meOf(role)) });
  const { user, router } = renderConsole('/account');
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  const box = await screen.findByRole('textbox', { name: 'Go to a screen or place' });
  expect(await screen.findByText('Sign out on this device')).toBeVisible();
  await user.type(box, words);
  await waitFor(() => expect(screen.queryByText('Sign out on this device')).toBeNull());
  if (label === null) {
    expect(screen.queryByText(/^(Create Election|Export users|Export alerts)$/)).toBeNull();
    return;
  }
  await user.click(await screen.findByText(label));
  await waitFor(() => expect(router.state.location.pathname).toBe(path));
  const form = path === '/elections/new' ? 'heading' : 'dialog';
  expect(await screen.findByRole(form, { name: label })).toBeVisible();
  // A reload does not open it again.
  expect(router.state.location.search).toBe('');
});

it('leads with Enter to the first of what the server finds', async () => {
  const ikeja = {
    id: idOf('24-11'),
    type: 'lga' as const,
    name: 'Ikeja',
    code: '24-11',
    parentId: idOf('24'),
    chain: [{ id: NATION, type: 'national' as const, name: 'Nigeria' }],
    units: 300,
  };
  serve({
    'GET /auth/me': () => ok(Me, meOf('lga_admin')),
    'GET /locations': ({ query }) =>
      ok(LocationList, { locations: query.get('q') === 'ikeja' ? [ikeja] : [], total: 1 }),
  });
  const { user, router } = renderConsole('/account');
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('textbox', { name: 'Go to a screen or place' }), 'ikeja');
  await screen.findByText(/^LGA · 24-11/);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/lga/24-11'));
});

it('goes on with the arrows from what is selected, also when more is found above it', async () => {
  const users = Promise.withResolvers<void>();
  serve({
    'GET /auth/me': () => ok(Me, meOf('national_admin')),
    'GET /users': async () => {
      await users.promise;
      return ok(UserList, { users: [userOf({ name: 'Chike Eze' }), userOf({ id: OTHER, name: 'Dike Obi' })], ...TWO });
    },
    'GET /elections': () => electionsAnswer([electionOf({ name: 'Ikere council' })]),
  });
  const { user, router } = renderConsole('/account');
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('textbox', { name: 'Go to a screen or place' }), 'ike');
  await screen.findByText('Ikere council');
  users.resolve();
  await screen.findByText('Chike Eze');
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/elections\/.+\/readiness$/));
});

it('leads with Enter to what was typed, although its list was not drawn yet', async () => {
  const { user, router } = renderConsole('/account');
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  const box = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Go to a screen or place' });
  // Both in one moment, as where keys waited for a busy device.
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, 'notifications');
    box.dispatchEvent(new Event('input', { bubbles: true }));
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true }));
  });
  await waitFor(() => expect(router.state.location.pathname).toBe('/notifications'));
});
