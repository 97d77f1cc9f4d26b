import { AlertBulkAnswer, AlertGroupList, AlertUndoAnswer } from '@ec/contract/alerts/bulk';
import { AlertCounts, AlertList } from '@ec/contract/alerts/schemas';
import { Me } from '@ec/contract/auth/schemas';
import { ElectionList } from '@ec/contract/elections/schemas';
import { NATION } from '@ec/contract/geography/location-id';
import { LocationList } from '@ec/contract/geography/schemas';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { alertOf, groupsOfAlerts, LINKS, listOf } from '../../../test/alerts.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { ok, serve } from '../../../test/server.ts';
import { cleanNotices } from '../../../test/users-page.tsx';
import { publish } from '../../lib/stream/stream.ts';

beforeEach(() => {
  cleanNotices();
  stubEventSource();
  signedInOnDevice();
});

const BATCH = '0190aaaa-0000-7000-8000-00000000000b';
const KEY = 'low_turnout.low.ward.16024011005000';

/** A server with one line of many alerts and one of a single alert. */
function serveGroups(role: 'lga_admin' | 'polling_unit_officer' = 'lga_admin') {
  const single = alertOf();
  const store = { many: 688 };
  const groups = () => {
    const [first] = groupsOfAlerts([single]).groups;
    const many = {
      key: KEY,
      rule: 'low_turnout' as const,
      priority: 'low' as const,
      type: 'warning' as const,
      title: 'Low turnout',
      area: LINKS['ward'] ?? { id: NATION, type: 'ward' as const, name: '' },
      chain: [],
      count: store.many,
      open: store.many,
      unread: 3,
      newestAt: single.createdAt,
      newest: { id: single.id, message: 'Turnout below the threshold.' },
      only: null,
    };
    return ok(AlertGroupList, {
      groups: first ? [first, many] : [many],
      total: 2,
      priorities: { critical: 1, high: 0, medium: 0, low: store.many },
      newestId: single.id,
    });
  };
  const answer = (body: unknown) => {
    const { action, preview } = body as { action: 'acknowledge'; preview?: boolean };
    return ok(AlertBulkAnswer, {
      id: preview ? null : BATCH,
      action,
      changed: 600,
      left: 88,
      priorities: { critical: 0, high: 0, medium: 0, low: 600 },
      upTo: single.id,
      areaId: null,
      undoUntil: preview ? null : '2023-02-25T14:42:00.000Z',
    });
  };
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf(role)),
    'GET /elections': () => ok(ElectionList, { elections: [], total: 0 }),
    'GET /locations': () => ok(LocationList, { locations: [], total: 0 }),
    'GET /alerts': () =>
      ok(AlertList, listOf([alertOf({ title: 'Low turnout', rule: 'low_turnout' })], { total: 688 })),
    'GET /alerts/groups': groups,
    'GET /alerts/counts': () => ok(AlertCounts, { unread: 4, open: 689 }),
    'POST /alerts/bulk': ({ body }) => answer(body),
    [`POST /alerts/bulk/${BATCH}/undo`]: () =>
      ok(AlertUndoAnswer, { restored: 599, kept: 1, counts: { unread: 4, open: 689 } }),
  });
  const asked = (path: string) => Object.fromEntries(calls.filter((call) => call.path === path).at(-1)?.query ?? []);
  return {
    store,
    calls,
    asked,
    bulk: () => calls.filter(({ path }) => path === '/alerts/bulk').map(({ body }) => body),
  };
}

const line = async (name: RegExp) => {
  const list = await screen.findByRole('list', { name: 'Alerts' });
  const found = within(list)
    .getAllByRole('listitem')
    .find(({ textContent }) => name.test(textContent ?? ''));
  if (!found) throw new Error(`No line says ${String(name)}`);
  return found;
};

it('shows a line for each rule and area, counts by severity, and opens a line to its alerts', async () => {
  const { asked } = serveGroups();
  const { user, router } = renderConsole('/alerts');
  const low = await line(/Low turnout/);
  expect(low).toHaveTextContent('688 alerts');
  expect(low).toHaveTextContent('688 open, 3 unread');
  expect(await line(/Over-voting/)).toHaveTextContent('512 votes, 480 accredited voters');
  const tabs = screen.getByRole('group', { name: 'Alerts by severity' });
  expect(
    within(tabs)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['All 689', 'Critical 1', 'High 0', 'Medium 0', 'Low 688']);
  await user.click(within(low).getByRole('button', { name: /^Show 688 alerts/ }));
  expect(await screen.findByRole('list', { name: 'Alerts: Low turnout' })).toBeVisible();
  expect(asked('/alerts')).toMatchObject({ group: KEY, state: 'unresolved', page: '1' });
  await user.click(within(tabs).getByRole('button', { name: 'Low 688' }));
  await waitFor(() => expect(asked('/alerts/groups')).toMatchObject({ priority: 'low' }));
  expect(router.state.location.search).toBe('?priority=low');
});

it('opens a line to the alerts that the filters leave of it', async () => {
  const { asked } = serveGroups();
  const electionId = alertOf().id;
  const { user } = renderConsole(`/alerts?election=${electionId}&q=Ipodo&unread=1&sort=count`);
  await user.click(within(await line(/Low turnout/)).getByRole('button', { name: /^Show 688 alerts/ }));
  expect(await screen.findByRole('list', { name: 'Alerts: Low turnout' })).toBeVisible();
  expect(asked('/alerts')).toEqual({
    group: KEY,
    state: 'unresolved',
    electionId,
    q: 'Ipodo',
    unread: 'true',
    page: '1',
    pageSize: '10',
  });
});

it('says how many before it acts, acts on what was seen, and takes it back', async () => {
  const { bulk } = serveGroups();
  const { user } = renderConsole('/alerts');
  await user.click(within(await line(/Low turnout/)).getByRole('checkbox', { name: /^Select Low turnout/ }));
  const bar = screen.getByRole('group', { name: 'Selected alerts' });
  expect(bar).toHaveTextContent('1 line selected');
  await user.click(within(bar).getByRole('button', { name: 'Acknowledge' }));
  const dialog = await screen.findByRole('dialog', { name: 'Acknowledge alerts' });
  expect(await within(dialog).findByText('600 alerts')).toBeVisible();
  expect(dialog).toHaveTextContent('88 others of your selection stay as they are.');
  await user.type(within(dialog).getByRole('textbox', { name: 'Note' }), 'Seen');
  await user.click(within(dialog).getByRole('button', { name: 'Acknowledge 600 alerts' }));
  expect(await screen.findByText(/600 alerts acknowledged/)).toBeVisible();
  expect(bulk()).toMatchObject([
    { action: 'acknowledge', groups: [KEY], preview: true },
    { action: 'acknowledge', groups: [KEY], note: 'Seen', upTo: expect.any(String), filter: { state: 'unresolved' } },
  ]);
  await user.click(screen.getByRole('button', { name: /^Undo \(until / }));
  expect(await screen.findByText('599 alerts put back. 1 changed since and stay as they are.')).toBeVisible();
});

it('selects all that match the filters, on other pages too', async () => {
  const { bulk } = serveGroups();
  const { user } = renderConsole('/alerts?q=Ipodo');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all 689 alerts' }));
  await user.click(screen.getByRole('button', { name: 'Snooze' }));
  const dialog = await screen.findByRole('dialog', { name: 'Snooze alerts' });
  await user.click(await within(dialog).findByRole('radio', { name: '3 hours' }));
  await user.click(within(dialog).getByRole('button', { name: 'Snooze 600 alerts' }));
  await waitFor(() => expect(bulk()).toHaveLength(2));
  expect(bulk()[1]).toMatchObject({ action: 'snooze', filter: { q: 'Ipodo', state: 'unresolved' } });
  expect(bulk()[1]).not.toHaveProperty('groups');
});

it('changes counts in place and lets new alerts wait until the reader wants them', async () => {
  const { store } = serveGroups();
  const { user } = renderConsole('/alerts');
  await line(/Low turnout/);
  store.many = 700;
  act(() => publish({ type: 'alerts' }));
  await waitFor(async () => expect(await line(/Low turnout/)).toHaveTextContent('700 alerts'));
  await user.click(await screen.findByRole('button', { name: '12 new alerts: show' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /new alerts: show/ })).not.toBeInTheDocument());
});

it('offers officers no selection', async () => {
  serveGroups('polling_unit_officer');
  renderConsole('/alerts');
  await line(/Low turnout/);
  expect(screen.queryByRole('checkbox', { name: /^Select/ })).not.toBeInTheDocument();
});
