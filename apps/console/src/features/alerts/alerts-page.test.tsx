import { AlertGroupList } from '@ec/contract/alerts/bulk';
import { Alert, AlertCounts, AlertList } from '@ec/contract/alerts/schemas';
import { Me } from '@ec/contract/auth/schemas';
import { ElectionList } from '@ec/contract/elections/schemas';
import { LocationList } from '@ec/contract/geography/schemas';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { alertOf, CAN, groupsOfAlerts, LINKS, listOf } from '../../../test/alerts.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { onPhone } from '../../../test/phone.ts';
import { renderConsole } from '../../../test/render.tsx';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';
import { cleanNotices } from '../../../test/users-page.tsx';
import { publish } from '../../lib/stream/stream.ts';

beforeEach(() => {
  cleanNotices();
  stubEventSource();
  signedInOnDevice();
});

type Handlers = Record<string, (call: Call) => Response>;

/** A server with these alerts, which may change between two calls. */
function serveAlerts(
  alerts: ReturnType<typeof alertOf>[],
  handlers: Handlers = {},
  role: 'lga_admin' | 'polling_unit_officer' = 'lga_admin',
) {
  const store = { alerts };
  const list = () => listOf(store.alerts);
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf(role)),
    'GET /elections': () => ok(ElectionList, { elections: [], total: 0 }),
    'GET /locations': () => ok(LocationList, { locations: [], total: 0 }),
    'GET /alerts': () => ok(AlertList, list()),
    'GET /alerts/groups': () => ok(AlertGroupList, groupsOfAlerts(store.alerts)),
    'GET /alerts/counts': () => ok(AlertCounts, { unread: list().unread, open: list().open }),
    ...handlers,
  });
  const lists = () => calls.filter(({ path }) => path === '/alerts');
  return {
    store,
    calls,
    asked: () => Object.fromEntries(lists().at(-1)?.query ?? []),
    times: () => lists().length,
    sent: (method: string) => calls.filter((call) => call.method === method && call.path.startsWith('/alerts')),
  };
}

const item = async (text: RegExp) => {
  const list = await screen.findByRole('list', { name: 'Alerts' });
  const items = within(list).getAllByRole('listitem');
  const found = items.find(({ textContent }) => text.test(textContent ?? ''));
  if (!found) throw new Error(`No alert says ${String(text)}`);
  return found;
};

describe('the alert center', () => {
  it('saves the list as it is filtered', async () => {
    const csv = new Response('\uFEFFraised,priority\n', { headers: { 'content-type': 'text/csv' } });
    const saved = vi.fn(() => 'blob:alerts');
    Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined });
    const { calls } = serveAlerts([alertOf()], { 'GET /alerts/export.csv': () => csv });
    const { user } = renderConsole('/alerts?priority=high&q=gate&page=2');
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText(/^Saved as alerts.csv/)).toBeVisible();
    expect(saved).toHaveBeenCalledOnce();
    const { query } = calls.find(({ path }) => path === '/alerts/export.csv') ?? {};
    expect(Object.fromEntries(query ?? [])).toEqual({ priority: 'high', state: 'unresolved', q: 'gate' });
  });

  it('shows of each what its reader needs', async () => {
    const person = { id: alertOf().id, name: 'Bola Ade', role: 'ward_admin' };
    serveAlerts([
      alertOf({
        relatedResource: { type: 'polling_unit', id: '1', label: 'Seriki Aro', path: '/pu/24-11-05-003' },
        escalatedTo: LINKS['lga'] ?? null,
        escalatedAt: '2023-02-25T14:00:00.000Z',
      }),
      alertOf({
        title: 'Late result',
        priority: 'low',
        type: 'info',
        isRead: true,
        acknowledgedAt: '2023-02-25T14:10:00.000Z',
        acknowledgedBy: { ...person, id: alertOf().id, name: 'Ada Obi', role: 'lga_admin' },
        owner: person,
        note: 'On the way to the unit.',
        can: { ...CAN, acknowledge: false, giveOwner: true },
      }),
    ]);
    renderConsole('/alerts?view=list');
    const first = await item(/Over-voting/);
    expect(within(first).getByRole('img', { name: 'Error' })).toBeVisible();
    expect(first).toHaveTextContent('Over-votingCriticalUnread');
    expect(first).toHaveTextContent('512 votes, 480 accredited voters');
    expect(first).toHaveTextContent('System: Over-voting · 25/02/2023 14:32 · Seriki Aro, Ipodo, Ikeja, Lagos');
    expect(first).toHaveTextContent('Escalated to Ikeja LGA, 25/02/2023 15:00');
    expect(within(first).getByRole('link', { name: 'View: Seriki Aro' })).toHaveAttribute('href', '/pu/24-11-05-003');
    const second = await item(/Late result/);
    expect(second).toHaveTextContent(
      'Acknowledged by Ada Obi (LGA Admin), 25/02/2023 15:10. Bola Ade (Ward Admin) takes care of it.',
    );
    expect(second).toHaveTextContent('On the way to the unit.');
    expect(within(second).queryByRole('button', { name: /Mark as Read/ })).not.toBeInTheDocument();
    expect(within(second).getByRole('button', { name: 'Pass on: Late result' })).toBeVisible();
    expect(screen.getByText('1 unread')).toBeVisible();
    expect(
      within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: /^Alerts 1 ?unread$/ }),
    ).toBeVisible();
  });

  it.each([
    ['Priority', 'High', 'priority=high', { priority: 'high' }],
    ['Type', 'Warning', 'type=warning', { type: 'warning' }],
    ['Progress', 'Given to me', 'state=mine', { state: 'mine' }],
    ['Rule', 'Silent polling units', 'rule=silent_units', { rule: 'silent_units' }],
  ])('is narrowed by %s, in the address and in the call', async (name, choice, address, parameters) => {
    const { asked } = serveAlerts([alertOf()]);
    const { user, router } = renderConsole('/alerts?view=list&page=2');
    await user.click(await screen.findByRole('button', { name: 'Filters' }));
    await user.click(screen.getByRole('combobox', { name }));
    await user.click(await screen.findByRole('option', { name: choice }));
    await waitFor(() => expect(asked()).toMatchObject({ ...parameters, page: '1' }));
    expect(router.state.location.search).toBe(`?view=list&${address}`);
  });

  it('is narrowed to the unread by a checkbox, and says when there are none', async () => {
    const { asked } = serveAlerts([], {});
    const { user, router } = renderConsole('/alerts?view=list');
    await user.click(await screen.findByRole('checkbox', { name: 'Unread only' }));
    expect(router.state.location.search).toBe('?view=list&unread=1');
    await waitFor(() => expect(asked()).toMatchObject({ unread: 'true' }));
    expect(await screen.findByText('No Alerts Found')).toBeVisible();
    expect(screen.getByText('All alerts have been read')).toBeVisible();
  });

  it('takes its filters from the address, leaves out what it does not know, and clears them', async () => {
    const { asked } = serveAlerts([]);
    const { user, router } = renderConsole('/alerts?view=list&rule=over_voting&area=24-11&priority=urgent&q=Ipodo');
    expect(await screen.findByText('No alerts match your current filters')).toBeVisible();
    expect(asked()).toEqual({
      rule: 'over_voting',
      area: '24-11',
      state: 'unresolved',
      q: 'Ipodo',
      page: '1',
      pageSize: '20',
    });
    const empty = screen.getByText('No Alerts Found').parentElement ?? document.body;
    await user.click(within(empty).getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(asked()).toEqual({ state: 'unresolved', page: '1', pageSize: '20' }));
    expect(router.state.location.search).toBe('?view=list');
  });

  it('could not be loaded: asks again', async () => {
    let broken = true;
    serveAlerts([], { 'GET /alerts': () => (broken ? refuse('INTERNAL') : ok(AlertList, listOf([alertOf()]))) });
    const { user } = renderConsole('/alerts?view=list');
    await screen.findByText('The alerts could not be loaded');
    broken = false;
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Retry' }));
    expect(await item(/Over-voting/)).toBeVisible();
  });
});

describe('reading', () => {
  it('shows at once, before the server has answered, and keeps the focus at the alert', async () => {
    let answer: (response: Response) => void = () => undefined;
    const alert = alertOf();
    serveAlerts([alert], {
      [`PATCH /alerts/${alert.id}/read`]: () =>
        new Promise<Response>((resolve) => {
          answer = resolve;
        }) as unknown as Response,
    });
    const { user } = renderConsole('/alerts?view=list');
    await user.click(within(await item(/Over-voting/)).getByRole('button', { name: 'Mark as Read: Over-voting' }));
    expect(await item(/Over-voting/)).not.toHaveTextContent('Unread');
    expect(screen.getByText('0 unread')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Over-voting' })).toHaveFocus();
    act(() => answer(ok(AlertCounts, { unread: 0, open: 1 })));
    expect(await item(/Over-voting/)).not.toHaveTextContent('Unread');
  });

  it('is taken back, with a reason, where the server could not be reached', async () => {
    const alert = alertOf();
    serveAlerts([alert], { [`PATCH /alerts/${alert.id}/read`]: () => refuse('INTERNAL') });
    const { user } = renderConsole('/alerts?view=list&unread=1');
    await user.click(within(await item(/Over-voting/)).getByRole('button', { name: /Mark as Read/ }));
    expect(await screen.findByText('The alert could not be marked as read')).toBeVisible();
    expect(await item(/Over-voting/)).toHaveTextContent('Unread');
    expect(screen.getByText('1 unread')).toBeVisible();
  });

  it('takes an alert out of the list of unread ones', async () => {
    const [first, second] = [alertOf(), alertOf({ title: 'Counts differ' })];
    serveAlerts([first, second], {
      [`PATCH /alerts/${first.id}/read`]: () => ok(AlertCounts, { unread: 1, open: 2 }),
    });
    const { user } = renderConsole('/alerts?view=list&unread=1');
    await user.click(within(await item(/Over-voting/)).getByRole('button', { name: /Mark as Read/ }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Over-voting' })).not.toBeInTheDocument());
    expect(screen.getByRole('link', { name: 'Counts differ' })).toHaveFocus();
  });

  it('of all goes as far as the newest on the screen', async () => {
    const [newest, older] = [alertOf(), alertOf({ title: 'Counts differ' })];
    const { store, sent } = serveAlerts([newest, older], {
      'POST /alerts/read-all': () => {
        store.alerts = store.alerts.map((alert) => ({ ...alert, isRead: true }));
        return ok(AlertCounts, { unread: 0, open: 2 });
      },
    });
    const { user } = renderConsole('/alerts?view=list');
    await user.click(await screen.findByRole('button', { name: 'Mark All as Read' }));
    expect(await screen.findByText('All alerts are marked as read.')).toBeVisible();
    expect(sent('POST').map(({ body }) => body)).toEqual([{ upTo: newest.id }]);
    await waitFor(() => expect(screen.queryByText('Unread')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Mark All as Read' })).toBeDisabled();
  });

  it('of all asks first where filters hide some of them', async () => {
    const { sent } = serveAlerts([alertOf(), alertOf()]);
    const { user } = renderConsole('/alerts?view=list&priority=critical');
    await user.click(await screen.findByRole('button', { name: 'Mark All as Read' }));
    const dialog = await screen.findByRole('dialog', { name: 'Mark all alerts as read?' });
    expect(dialog).toHaveTextContent(
      'All 2 unread alerts are marked as read for you, also those that your filters hide',
    );
    expect(sent('POST')).toEqual([]);
  });

  it('of all stands in a menu on a phone, with the export, and there too asks first', async () => {
    onPhone();
    const { sent } = serveAlerts([alertOf()], {
      'POST /alerts/read-all': () => ok(AlertCounts, { unread: 0, open: 1 }),
    });
    const { user } = renderConsole('/alerts?view=list&priority=critical');
    expect(await screen.findByRole('button', { name: 'Raise an alert' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Export CSV' })).not.toBeInTheDocument();
    await item(/Over-voting/);
    await user.click(screen.getByRole('button', { name: 'Actions for all alerts' }));
    expect(await screen.findByRole('menuitem', { name: 'Export CSV' })).toBeVisible();
    await user.click(screen.getByRole('menuitem', { name: 'Mark All as Read' }));
    const dialog = await screen.findByRole('dialog', { name: 'Mark all alerts as read?' });
    await user.click(within(dialog).getByRole('button', { name: 'Mark All as Read' }));
    expect(await screen.findByText('All alerts are marked as read.')).toBeVisible();
    expect(sent('POST')).toHaveLength(1);
  });

  it('of all is a button of its own on a phone where there is little else to do', async () => {
    onPhone();
    serveAlerts([alertOf()], {}, 'polling_unit_officer');
    renderConsole('/alerts');
    expect(await screen.findByRole('button', { name: 'Mark All as Read' })).toBeVisible();
  });

  it('of all speaks of one where there is but one', async () => {
    serveAlerts([alertOf()]);
    const { user } = renderConsole('/alerts?view=list&priority=critical');
    await user.click(await screen.findByRole('button', { name: 'Mark All as Read' }));
    const dialog = await screen.findByRole('dialog', { name: 'Mark all alerts as read?' });
    expect(dialog).toHaveTextContent('The one unread alert is marked as read for you');
  });
});

describe('news', () => {
  it('waits above the list until the reader wants it', async () => {
    const { store, times } = serveAlerts([alertOf()]);
    const { user } = renderConsole('/alerts?view=list');
    await item(/Over-voting/);
    const before = times();
    store.alerts = [alertOf({ title: 'Counts differ', createdAt: '2023-02-25T13:40:00.000Z' }), ...store.alerts];
    act(() => publish({ type: 'alerts' }));
    const bar = await screen.findByRole('button', { name: '1 new alert: show' });
    expect(times()).toBe(before + 1);
    expect(screen.queryByRole('link', { name: 'Counts differ' })).not.toBeInTheDocument();
    expect(await screen.findByText('2 unread')).toBeVisible();
    await user.click(bar);
    expect(await screen.findByRole('link', { name: 'Counts differ' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /new alert/ })).not.toBeInTheDocument();
  });

  it('is counted anew for other filters', async () => {
    const { store } = serveAlerts([alertOf()]);
    const { user } = renderConsole('/alerts?view=list');
    await user.click(await screen.findByRole('checkbox', { name: 'Unread only' }));
    await item(/Over-voting/);
    const createdAt = '2023-02-25T13:40:00.000Z';
    store.alerts = [alertOf({ createdAt }), alertOf({ createdAt }), ...store.alerts];
    act(() => publish({ type: 'alerts' }));
    expect(await screen.findByRole('button', { name: '2 new alerts: show' })).toBeVisible();
  });

  it('of alerts on the screen is shown on them', async () => {
    const { store } = serveAlerts([alertOf()]);
    renderConsole('/alerts?view=list');
    await item(/Over-voting/);
    const by = { id: alertOf().id, name: 'Bola Ade', role: 'ward_admin' };
    store.alerts = store.alerts.map((alert) => ({
      ...alert,
      acknowledgedAt: '2023-02-25T14:10:00.000Z',
      acknowledgedBy: by,
      owner: by,
    }));
    act(() => publish({ type: 'alerts' }));
    await waitFor(async () => expect(await item(/Over-voting/)).toHaveTextContent('Acknowledged by Bola Ade'));
  });
});

describe('one alert, by its address', () => {
  it('shows all of it and is read with that', async () => {
    const alert = alertOf({ count: 'grassroots' });
    const { sent, store } = serveAlerts([alert], {
      [`GET /alerts/${alert.id}`]: () => ok(Alert, alert),
      [`PATCH /alerts/${alert.id}/read`]: () => {
        store.alerts = [{ ...alert, isRead: true }];
        return ok(AlertCounts, { unread: 0, open: 1 });
      },
    });
    const { user, router } = renderConsole(`/alerts?rule=over_voting&alert=${alert.id}`);
    const dialog = await screen.findByRole('dialog', { name: 'Over-voting' });
    expect(dialog).toHaveTextContent('More votes than accredited voters.');
    expect(dialog).toHaveTextContent('CountGrassroots count');
    expect(dialog).toHaveTextContent('Not acknowledged yet.');
    expect(within(dialog).getByRole('link', { name: 'Seriki Aro, Ipodo, Ikeja, Lagos' })).toHaveAttribute(
      'href',
      '/pu/24-11-05-003',
    );
    await waitFor(() => expect(sent('PATCH')).toHaveLength(1));
    act(() => publish({ type: 'alerts' }));
    await waitFor(() => expect(screen.queryByText('Unread')).not.toBeInTheDocument());
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(router.state.location.search).toBe('?rule=over_voting');
  });

  it('that is not there for the reader says so', async () => {
    serveAlerts([]);
    renderConsole(`/alerts?alert=${alertOf().id}`);
    expect(
      await screen.findByText('This alert does not exist, or it is about a place outside your area.'),
    ).toBeVisible();
  });
});

it('offers officers nothing that they may not do', async () => {
  serveAlerts([alertOf({ can: { ...CAN, acknowledge: false, giveOwner: false } })], {}, 'polling_unit_officer');
  renderConsole('/alerts?view=list');
  const row = await item(/Over-voting/);
  expect(within(row).getByRole('button', { name: /Mark as Read/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: /Acknowledge|Raise an alert/ })).not.toBeInTheDocument();
});
