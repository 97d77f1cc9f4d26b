import { Me } from '@ec/contract/auth/schemas';
import { ActivityLog, Dashboard } from '@ec/contract/dashboards/schemas';
import { ElectionId } from '@ec/contract/base/common';
import { NotificationList, StreamTicket } from '@ec/contract/notifications/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as data from '../../../test/dashboards.ts';
import { stubEventSource, TestEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { ok, refuse, serve } from '../../../test/server.ts';

type Answer = Parameters<typeof Dashboard.parse>[0];

function open(role: Role, answer: () => Response, at = '/dashboard', me: Partial<Me> = {}) {
  signedInOnDevice();
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf(role, { electionMode: true, ...me })),
    'GET /notifications': () => ok(NotificationList, { notifications: [], total: 0, unread: 0 }),
    'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    'GET /dashboard': answer,
    'GET /activity-logs/recent': () =>
      ok(ActivityLog, {
        logs: [{ id: '9', description: 'Something older happened', timestamp: data.AS_OF, actionUrl: null }],
      }),
  });
  return { calls, ...renderConsole(at) };
}

const answering = (answer: Answer) => () => ok(Dashboard, Dashboard.parse(answer));
const national = answering({ kind: 'national', national: data.national(), ...data.common() });
const region = answering({ kind: 'region', region: data.regional(), ...data.common() });
const figure = (name: string) => screen.findByRole('group', { name });
const asked = (calls: { path: string }[]) => calls.filter(({ path }) => path === '/dashboard').length;

beforeAll(async () => void (await import('./DashboardPage.tsx')));
beforeEach(stubEventSource);

describe('the national overview', () => {
  it('has its figures, each as the link to the list behind it', async () => {
    open('national_admin', national);
    const links: [string, string, string][] = [
      ['States', '37', '/geographical-data?tab=states'],
      ['Polling units', '176,846', '/geographical-data?tab=pollingUnits'],
      ['Submission rate', '50.0%', `/live-results?election=${data.ELECTION}&basis=provisional`],
      ['Active disputes', '6', `/disputes?status=open&election=${data.ELECTION}&source=official`],
      ['Users', '180,000', '/users'],
      ['LGAs', '774', '/geographical-data?tab=lgas'],
      ['High-priority approvals', '2', '/approvals?show=decide&priority=HIGH,URGENT'],
      ['Active elections', '2', '/elections?status=live'],
    ];
    for (const [label, text, href] of links) {
      const link = within(await figure(label)).getByRole('link', { name: `${label}: ${text}` });
      expect(link).toHaveAttribute('href', href);
    }
    expect(await figure('Submission rate')).toHaveTextContent('100 of 200 units reported');
    expect(await figure('Active disputes')).toHaveTextContent('6.0% of results, high');
    expect(screen.getByRole('heading', { level: 1, name: 'National Overview' })).toBeVisible();
    expect(screen.getByText(/Nigeria · Presidential 2027 · Official count, provisional/)).toBeVisible();
  });

  it('has a card for each zone, with disputes coloured and said by their share of the results', async () => {
    open('national_admin', national);
    const cards = within(await screen.findByRole('list', { name: 'Regions' })).getAllByRole('listitem');
    const [west, north] = cards;
    expect(west).toHaveTextContent('South West50.0% 100 of 200 unitsStates4 of 20 complete, 5 under way');
    expect(west).toHaveTextContent('LGAs137');
    expect(west).toHaveTextContent('LP verified: APC');
    expect(within(west as HTMLElement).getByText('6 open, 6.0%, high')).toHaveAttribute('data-tone', 'bad');
    expect(within(north as HTMLElement).getByText('None')).toHaveAttribute('data-tone', 'ok');
    expect(within(west as HTMLElement).getByRole('link', { name: 'South West' })).toHaveAttribute(
      'href',
      '/regional/SW',
    );
    expect(within(west as HTMLElement).getByRole('link', { name: 'Call Bola Ade, 0803 000 0001' })).toHaveAttribute(
      'href',
      'tel:+2348030000001',
    );
  });

  it('gives plain figures to who may not open the lists behind them', async () => {
    open('moderator', national, '/dashboard', { electionMode: false });
    const states = await figure('States');
    expect(states).toHaveTextContent('37');
    expect(within(states).queryByRole('link')).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'South West' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /^Submission rate/ })).not.toBeInTheDocument();
  });

  it('leads to the review where live results are closed by election mode', async () => {
    open('national_admin', national, '/dashboard', { electionMode: false });
    const link = within(await figure('Submission rate')).getByRole('link');
    expect(link).toHaveAttribute('href', `/review?status=all&election=${data.ELECTION}&source=official`);
  });

  it('lists what waits for the reader, and what happened, with more on demand', async () => {
    const eight = Array.from({ length: 8 }, (_, i) => ({
      id: String(i),
      description: `Event ${i}`,
      timestamp: data.AS_OF,
      actionUrl: i === 0 ? '/review/1' : null,
    }));
    const { user } = open(
      'national_admin',
      answering({ kind: 'national', national: data.national(), ...data.common({ activity: eight }) }),
    );
    const waiting = within(await screen.findByRole('list', { name: 'Waiting for you' }));
    expect(waiting.getByRole('link', { name: /Approval requests ?4/ })).toHaveAttribute(
      'href',
      '/approvals?show=decide',
    );
    expect(waiting.getByRole('link', { name: /Results awaiting review ?30/ })).toHaveAttribute(
      'href',
      expect.stringContaining('/review?status=submitted'),
    );
    expect(waiting.getByText('None')).toBeVisible();
    const feed = () => within(screen.getByRole('list', { name: 'Live activity' })).getAllByRole('listitem');
    expect(feed()).toHaveLength(8);
    expect(screen.getByRole('link', { name: 'Event 0' })).toHaveAttribute('href', '/review/1');
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('Something older happened')).toBeVisible();
  });

  it('offers only what the reader may act on', async () => {
    open(
      'moderator',
      answering({ kind: 'national', national: data.national(), ...data.common({ desk: data.NO_DESK }) }),
    );
    await figure('States');
    expect(screen.queryByText('Waiting for you')).not.toBeInTheDocument();
    expect(screen.queryByRole('group', { name: 'High-priority approvals' })).not.toBeInTheDocument();
  });
});

describe('the dashboards of areas', () => {
  const rowOf = async (name: string) => {
    const table = await screen.findByRole('table');
    const header = within(table).getByRole('rowheader', { name });
    return header.closest('tr') as HTMLTableRowElement;
  };

  it('show a region its states, with disputes coloured and said by their share of the results', async () => {
    open('regional_admin', region);
    const lagos = await rowOf('Lagos');
    expect(lagos).toHaveTextContent('4 of 20 complete, 5 under way');
    expect(within(lagos).getByText('None')).toHaveAttribute('data-tone', 'ok');
    expect(within(lagos).getByRole('link', { name: 'View Details of Lagos' })).toHaveAttribute('href', '/state/24');
    const ogun = await rowOf('Ogun');
    expect(within(ogun).getByRole('link', { name: 'Disputes of Ogun: 3 open, 3.0%, high' })).toHaveAttribute(
      'href',
      `/disputes?status=open&area=27&election=${data.ELECTION}&source=official`,
    );
    expect(within(ogun).getByText('3 open, 3.0%, high')).toHaveAttribute('data-tone', 'bad');
    expect(await figure('LGAs submitted')).toHaveTextContent('8of 40 LGAs');
    expect(within(await figure('Votes, provisional')).queryByRole('link')).not.toBeInTheDocument();
  });

  it('show a state its LGAs as cards and an LGA its wards, which open on the LGA’s page', async () => {
    open('state_admin', answering({ kind: 'state', state: data.state(), ...data.common() }));
    const cards = within(await screen.findByRole('list', { name: 'LGAs, by progress' }));
    expect(cards.getByRole('link', { name: 'Ikeja' })).toHaveAttribute('href', '/lga/24-11');
    expect(cards.getByText('1 open, 1.0%')).toHaveAttribute('data-tone', 'wait');
    expect(cards.getByText('7 open, 7.0%, high')).toHaveAttribute('data-tone', 'bad');
  });

  it('show an LGA its wards, which open on the LGA’s page', async () => {
    open('lga_admin', answering({ kind: 'lga', lga: data.lga(), ...data.common() }));
    const ipodo = await rowOf('Ipodo');
    expect(within(ipodo).getByRole('link', { name: 'Ipodo' })).toHaveAttribute('href', '/lga/24-11?ward=24-11-05');
    expect(ipodo).toHaveTextContent('4 of 20 submitted, 5 under way');
  });

  it('sort by what is pressed, the largest first, and keep it in the address', async () => {
    const { user, router } = open('regional_admin', region);
    await rowOf('Lagos');
    await user.click(screen.getByRole('button', { name: 'Disputes' }));
    const names = within(screen.getByRole('table'))
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent);
    expect(names).toEqual(['Ogun', 'Lagos']);
    expect(screen.getByRole('columnheader', { name: 'Disputes' })).toHaveAttribute('aria-sort', 'descending');
    expect(router.state.location.search).toBe('?sort=-disputes');
  });

  it('let the arrow keys go from one area to the next', async () => {
    const { user } = open('regional_admin', region);
    const lagos = within(await rowOf('Lagos')).getByRole('link', { name: 'Lagos' });
    lagos.focus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('link', { name: 'Ogun' })).toHaveFocus();
    await user.keyboard('{Home}');
    expect(lagos).toHaveFocus();
  });

  it('show a ward its units, first those that have not reported, with words for each status', async () => {
    const { user, router } = open('ward_admin', answering({ kind: 'ward', ward: data.ward(), ...data.common() }));
    const list = await screen.findByRole('table', { name: 'Polling units' });
    const units = () => within(list).getAllByRole('row').slice(1);
    expect(units()[0]).toHaveTextContent('Unit 3');
    expect(units()[0]).toHaveTextContent('Not reported');
    expect(units()[0]).toHaveTextContent('Never');
    expect(
      units().map((unit) => /Not reported|Awaiting review|Verified|Disputed|Cancelled/.exec(unit.textContent)?.[0]),
    ).toEqual(['Not reported', 'Disputed', 'Awaiting review', 'Cancelled', 'Verified']);
    expect(units()[2]).toHaveTextContent('140LP leads');
    expect(units()[2]).toHaveTextContent('2 failed checks');
    expect(units()[3]).toHaveTextContent('140 submitted, not counted');
    expect(within(units()[0] as HTMLElement).getByRole('link', { name: /^Call Ada Obi/ })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Verified 1' }));
    expect(units()).toHaveLength(1);
    expect(router.state.location.search).toBe('?status=approved');
    await user.type(screen.getByRole('searchbox', { name: 'Search polling units' }), 'nothing');
    expect(await screen.findByText('No unit fits these filters.')).toBeVisible();
  });
});

describe('who may not see people', () => {
  it('sees nothing of office holders and officers', async () => {
    const units = data.ward().pollingUnits.map((unit) => ({ ...unit, officerName: null, officerPhone: null }));
    open('moderator', answering({ kind: 'ward', ward: { ...data.ward(), pollingUnits: units }, ...data.common() }));
    await screen.findByRole('table', { name: 'Polling units' });
    expect(screen.queryByRole('columnheader', { name: 'Officer' })).not.toBeInTheDocument();
    expect(screen.queryByText('No officer assigned')).not.toBeInTheDocument();
  });

  it('sees the areas without a column for those who administer them', async () => {
    const rows = [data.row('24', 0, { contact: null }), data.row('27', 3, { contact: null })];
    open('moderator', answering({ kind: 'region', region: data.regional(rows), ...data.common() }));
    expect(await screen.findByRole('columnheader', { name: 'Last update' })).toBeVisible();
    expect(screen.queryByRole('columnheader', { name: 'State admin' })).not.toBeInTheDocument();
  });
});

describe('on a phone', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('the units of a ward are a list, each with its officer to call', async () => {
    const matchMedia = window.matchMedia.bind(window);
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(matchMedia(query), { matches: query.includes('max-width: 56.25em') }),
    );
    open('ward_admin', answering({ kind: 'ward', ward: data.ward(), ...data.common() }));
    const list = await screen.findByRole('list', { name: 'Polling units' });
    const [silent, disputed] = within(list).getAllByRole('listitem');
    expect(silent).toHaveTextContent('Unit 3');
    expect(silent).toHaveTextContent('No result yet512 registered');
    expect(silent).toHaveTextContent('Last signed in: Never');
    const call = within(silent as HTMLElement).getByRole('link', { name: 'Call Ada Obi, 0803 123 4567' });
    expect(call).toHaveAttribute('href', 'tel:+2348031234567');
    expect(disputed).toHaveTextContent('Votes: –LP leads');
  });
});

describe('which figures', () => {
  it('follows the election and the count chosen, and further pages keep the choice', async () => {
    const several = {
      ...data.regional(),
      elections: [data.election(), data.election({ id: ElectionId.parse(data.OTHER_ELECTION), name: 'Other' })],
    };
    const { user, calls, router } = open(
      'regional_admin',
      answering({ kind: 'region', region: several, ...data.common() }),
    );
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Election' }), 'Other (live)');
    await user.click(screen.getByRole('radio', { name: 'Grassroots' }));
    expect(router.state.location.search).toBe(`?election=${data.OTHER_ELECTION}&source=grassroots`);
    const last = () => calls.findLast(({ path }) => path === '/dashboard')?.query;
    await waitFor(() => expect(last()?.get('source')).toBe('grassroots'));
    expect(last()?.get('electionId')).toBe(data.OTHER_ELECTION);
    expect(screen.getByRole('link', { name: 'Lagos' })).toHaveAttribute(
      'href',
      `/state/24?election=${data.OTHER_ELECTION}&source=grassroots`,
    );
  });

  it('is a choice of areas for moderators of several', async () => {
    const areas = ['24', '27'].map((code) => {
      const { id, type, name } = data.row(code).area;
      return { id, type, name, code };
    });
    const { user, calls } = open(
      'global_moderator',
      answering({ kind: 'state', state: data.state(), ...data.common({ areas }) }),
    );
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Area' }), 'Ogun');
    await waitFor(() => expect(calls.findLast(({ path }) => path === '/dashboard')?.query.get('area')).toBe('27'));
  });

  it('says so while no election is live, and shows zeros', async () => {
    const none = { ...data.regional([]), election: null, elections: [] };
    open('regional_admin', answering({ kind: 'region', region: none, ...data.common() }));
    expect(await screen.findByText(/No election is live or completed here/)).toBeVisible();
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  });

  it('is the current one again after one in the address that does not cover the area', async () => {
    let covered = false;
    const { user, router } = open(
      'regional_admin',
      () => (covered ? region() : refuse('ELECTION_NOT_FOUND')),
      `/dashboard?election=${data.OTHER_ELECTION}`,
    );
    const current = await screen.findByRole('button', { name: 'Show the current election' });
    covered = true;
    await user.click(current);
    expect(await figure('Submission rate')).toBeVisible();
    expect(router.state.location.search).toBe('');
  });

  it('says what to do to a user who is not assigned', async () => {
    open('state_admin', answering({ kind: 'unassigned' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Not assigned' })).toBeVisible();
    expect(screen.getByText(/Ask the administrator who added you/)).toBeVisible();
  });
});

describe('figures that change', () => {
  async function live() {
    const opened = open('regional_admin', region);
    await screen.findByRole('table');
    await waitFor(() => expect(TestEventSource.opened.length).toBeGreaterThan(0));
    const stream = TestEventSource.latest();
    act(() => stream.open());
    return { ...opened, stream };
  }
  const news = (change: object) =>
    ({
      type: 'results',
      electionId: data.ELECTION,
      source: 'official',
      count: 1,
      lgas: [data.idOf('24-11')],
      ...change,
    }) as {
      type: string;
    };

  it.each([
    ['results of the area', news({})],
    ['results of very many LGAs', news({ lgas: null })],
    ['disputes', { type: 'disputes' }],
    ['people', { type: 'people' }],
    ['elections', { type: 'elections' }],
  ])('are read again on %s', async (_name, message) => {
    const { calls, stream } = await live();
    const before = asked(calls);
    act(() => stream.send(message));
    await waitFor(() => expect(asked(calls)).toBe(before + 1));
  });

  it('stay as they are for another area, the other count or another election', async () => {
    const { calls, stream } = await live();
    const before = asked(calls);
    act(() => {
      stream.send(news({ lgas: [data.idOf('20-01')] }));
      stream.send(news({ source: 'grassroots' }));
      stream.send(news({ electionId: data.OTHER_ELECTION }));
    });
    expect(asked(calls)).toBe(before);
  });

  it('stay on the screen when they cannot be read again', async () => {
    let failing = false;
    const { calls } = open('regional_admin', () => (failing ? refuse('UNAVAILABLE') : region()));
    await screen.findByRole('table');
    await waitFor(() => expect(TestEventSource.opened.length).toBeGreaterThan(0));
    failing = true;
    const before = asked(calls);
    act(() => TestEventSource.latest().send({ type: 'disputes' }));
    await waitFor(() => expect(asked(calls)).toBe(before + 1));
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible();
    expect(screen.getByRole('rowheader', { name: 'Lagos' })).toBeVisible();
  });
});

it('says that the dashboard could not be loaded, with the reason and Retry', async () => {
  let failing = true;
  const { user } = open('regional_admin', () => (failing ? refuse('UNAVAILABLE') : region()));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Failed to load dashboard statistics');
  expect(alert).toHaveTextContent('The service is not available for the moment.');
  failing = false;
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('rowheader', { name: 'Lagos' })).toBeVisible();
});

it('says that the statistics could not be fetched where the server gives no reason', async () => {
  open('regional_admin', () => Response.json({ success: false, code: 'INTERNAL', error: '' }, { status: 500 }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Failed to load dashboard statistics');
  expect(alert).toHaveTextContent('Failed to fetch dashboard statistics');
});
