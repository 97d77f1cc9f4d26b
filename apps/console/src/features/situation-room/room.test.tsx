import { Me } from '@ec/contract/auth/schemas';
import { LiveAreas } from '@ec/contract/live/schemas';
import { SITUATION_ROOM_WAITING } from '@ec/contract/permissions/pages';
import { SilentUnits, SituationRoom } from '@ec/contract/situation-room/schemas';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countsOf } from '../../../test/collations.ts';
import { stubEventSource, TestEventSource } from '../../../test/event-source.ts';
import { meOf, person, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { ok, refuse, serve } from '../../../test/server.ts';
import {
  AS_OF,
  at,
  DISPUTE_ID,
  ELECTION_ID,
  emptyRoom,
  placeOf,
  RESULT_ID,
  roomOf,
  roomServer,
} from '../../../test/situation.ts';

function open(address = '/situation-room', more: Parameters<typeof serve>[0] = {}, room = roomOf) {
  signedInOnDevice();
  const calls = serve({ ...roomServer(() => room()), ...more });
  return { calls, ...renderConsole(address) };
}

const figure = (name: string) => screen.findByRole('group', { name });
const rooms = (calls: { path: string }[]) => calls.filter(({ path }) => path === '/situation-room');

beforeAll(async () => {
  await Promise.all([
    import('./RoomPage.tsx'),
    import('../../domain/collations/CollationPanel.tsx'),
    import('../../domain/situation-room/MeasureMap.tsx'),
    import('../../domain/situation-room/RateChart.tsx'),
  ]);
});
beforeEach(stubEventSource);

describe('collation', () => {
  it('says how many forms of each level are in, and leads to the centres', async () => {
    open('/situation-room', {}, () => roomOf({ collation: countsOf() }));
    const levels = await screen.findByRole('list', { name: 'Forms by level' });
    const parts = within(screen.getByRole('navigation', { name: 'Parts of the situation room' }));
    expect(parts.getByRole('link', { name: 'Collation' })).toHaveAttribute('href', '#room-collation');
    expect(levels).toHaveTextContent('EC8B12 of 20 inWard');
    expect(screen.getByRole('link', { name: 'Progress of collation' })).toHaveAttribute(
      'href',
      `/collations/progress?election=${ELECTION_ID}&area=NG`,
    );
  });
});

describe('the key figures', () => {
  it('name what they stand on and lead to the lists behind them', async () => {
    open();
    const votes = await figure('Votes');
    expect(votes).toHaveTextContent('3,450');
    expect(votes).toHaveTextContent('Verified, 1,500 of 3,600 units (41.7%)');
    expect(votes).toHaveTextContent('Turnout 30.0% of registered voters in these units');
    const links = Object.fromEntries(
      ['Reported', 'Votes', 'Leading', 'Dispute rate', 'Silent units'].map((name) => [
        name,
        within(screen.getByRole('group', { name })).getByRole('link').getAttribute('href'),
      ]),
    );
    expect(links).toEqual({
      Reported: `/live-results?election=${ELECTION_ID}&basis=verified`,
      Votes: `/live-results?election=${ELECTION_ID}&basis=verified`,
      Leading: `/live-results?election=${ELECTION_ID}&basis=verified&rows=state&leading=APC`,
      'Dispute rate': `/disputes?election=${ELECTION_ID}&source=official`,
      'Silent units': `/review?election=${ELECTION_ID}&status=pending`,
    });
    expect(
      await screen.findByRole('link', { name: /^Disputed results of Abia: 2, [\d.]+% of those reported$/ }),
    ).toHaveAttribute('href', `/disputes?election=${ELECTION_ID}&source=official&area=01`);
    expect(await figure('Silent units')).toHaveTextContent('1,750');
    expect(await figure('Leading')).toHaveTextContent('60 ahead of LP');
    expect(await figure('Dispute rate')).toHaveTextContent('3.8%70 of 1,850 results, 12 unassigned');
    const flagged = within(await figure('Flagged results')).getAllByRole('link');
    expect(flagged.map((link) => link.getAttribute('href'))).toEqual([
      `/review?election=${ELECTION_ID}&status=all&flagged=true`,
      '#flagged',
    ]);
  });

  it('say where no turnout is known because the registered voters are not', async () => {
    const { basis } = roomOf();
    const unknown = { registeredVoters: 0, registeredAccredited: 0, registeredUnits: 0 };
    open('/situation-room', {}, () => roomOf({ basis: { ...basis, verified: { ...basis.verified, ...unknown } } }));
    expect(await figure('Votes')).toHaveTextContent('Registered voters unknown');
  });

  it('never name Others as the leader or the second', async () => {
    const { basis } = roomOf();
    const votes = { APC: 1000, PDP: 900, LP: 50, Others: 1050 };
    open('/situation-room', {}, () => roomOf({ basis: { ...basis, verified: { ...basis.verified, votes } } }));
    expect(await figure('Leading')).toHaveTextContent('APC 33.3% of valid votes100 ahead of PDP (30.0%)');
  });

  it('stand above a line that leads to each part of the page', async () => {
    open();
    const jumps = within(await screen.findByRole('navigation', { name: 'Parts of the situation room' }));
    const links = jumps.getAllByRole('link');
    expect(links).toHaveLength(8);
    // The last of the parts.
    await screen.findByRole('heading', { name: 'Silent units' });
    for (const link of links) {
      const part = document.getElementById((link.getAttribute('href') ?? '').slice(1));
      expect(part, link.textContent).toBeInTheDocument();
    }
  });

  it('follow the basis, which stands in the address', async () => {
    const { user, router } = open();
    await figure('Votes');
    await user.click(screen.getByRole('radio', { name: 'Provisional' }));
    expect(router.state.location.search).toBe('?basis=provisional');
    expect(await figure('Votes')).toHaveTextContent('Provisional, 1,750 of 3,600 units (48.6%)');
    expect(await figure('Leading')).toHaveTextContent('PDP');
    expect(screen.getByRole('heading', { name: 'Leading party by state, provisional results' })).toBeVisible();
  });
});

describe('the map', () => {
  const links = async () => {
    const map = await screen.findByRole('group', { name: /^Leading party by state, verified results/ });
    return within(map).findAllByRole('link');
  };

  it('says of every state what it shows, leads to it, and equals its table', async () => {
    const { user, router } = open();
    const states = await links();
    expect(states).toHaveLength(37);
    expect(states[0]).toHaveAccessibleName('Abia, Leading party: APC, 60.0% of valid votes');
    expect(states[0]).toHaveAttribute('href', `/state/01?election=${ELECTION_ID}&source=official&basis=verified`);
    const drawn = states.map((link) => link.getAttribute('aria-label'));

    await user.click(screen.getByRole('radio', { name: 'Table' }));
    expect(router.state.location.search).toBe('?view=table');
    const table = await screen.findByRole('table', { name: 'Leading party by state, verified results' });
    const rows = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((line) => {
        const [name, value, detail] = [...line.children].map((cell) => cell.textContent);
        return `${name}, Leading party: ${value}, ${detail}`;
      });
    expect(rows).toEqual(drawn);
  });

  it('keeps an equal table for screen readers beside the drawing', async () => {
    open('/situation-room?measure=disputes');
    const table = await screen.findByRole('table', { name: 'Dispute rate by state, as a table' });
    expect(
      within(table).getByRole('row', { name: /^Abia 4\.0% 2 of 50 reported results in dispute/ }),
    ).toBeInTheDocument();
  });

  it('is walked through by arrow keys, one stop for Tab', async () => {
    const { user } = open();
    const states = await links();
    expect(states.filter((link) => link.tabIndex === 0)).toHaveLength(1);
    act(() => states[23]?.focus());
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toHaveAccessibleName(/^Osun, /);
    expect(document.activeElement).toHaveProperty('tabIndex', 0);
  });

  it('shows another measure, named in the address', async () => {
    const { user, router } = open();
    await links();
    await user.click(screen.getByRole('radio', { name: 'Coverage' }));
    expect(router.state.location.search).toBe('?measure=coverage');
    expect(
      await screen.findByRole('link', { name: 'Katsina, Coverage: 100%, 100 of 100 units reported' }),
    ).toBeInTheDocument();
    expect(within(screen.getByRole('list', { name: 'Legend' })).getByText('all units')).toBeInTheDocument();
  });

  it('leads nowhere for those who may not open the states', async () => {
    const me = meOf('national_admin', { electionMode: true });
    const closed = { ...me, levels: { ...me.levels, dashboard: 'none' as const } };
    open('/situation-room', { 'GET /auth/me': () => ok(Me, closed) });
    const map = await screen.findByRole('group', { name: /^Leading party by state/ });
    expect(within(map).queryAllByRole('link')).toHaveLength(0);
  });
});

describe('state by state', () => {
  it('leads to each state with the election and the basis of the room', async () => {
    open('/situation-room?basis=provisional');
    const table = await screen.findByRole('table', { name: 'State by state' });
    expect(within(table).getByRole('link', { name: 'Abia' })).toHaveAttribute(
      'href',
      `/state/01?election=${ELECTION_ID}&source=official&basis=provisional`,
    );
  });

  it('is sorted by the column chosen, figures with the largest first', async () => {
    const { user, router } = open();
    const table = await screen.findByRole('table', { name: 'State by state' });
    const first = () => within(table).getAllByRole('row')[1];
    expect(first()).toHaveTextContent('Abia50.0%50');
    await user.click(within(table).getByRole('button', { name: 'Silent' }));
    expect(router.state.location.search).toBe('?sort=-silent');
    expect(first()).toHaveTextContent('Borno0.0%100Not reported');
    expect(within(table).queryByText('Sokoto')).not.toBeInTheDocument();
  });
});

describe('what needs action', () => {
  it('is listed: disputes with their reason, flagged results with their checks in words', async () => {
    open();
    const disputes = within(await screen.findByRole('list', { name: 'Disputes raised last' }));
    expect(disputes.getByRole('link', { name: 'Seriki Aro' })).toHaveAttribute('href', `/disputes/${DISPUTE_ID}`);
    expect(disputes.getByText('The sheet is of another unit')).toBeVisible();
    expect(disputes.getByText('Unassigned')).toBeVisible();
    const checks = within(screen.getByRole('list', { name: 'Flagged results by check' }));
    expect(checks.getByText(/^Over-voting: more votes than accredited voters/).parentElement).toHaveTextContent('29');
    const flagged = within(screen.getByRole('list', { name: 'Results flagged last' }));
    expect(flagged.getByRole('link', { name: 'Seriki Aro' })).toHaveAttribute('href', `/review/${RESULT_ID}`);
    expect(flagged.getByRole('listitem')).toHaveTextContent('From the photo, at the desk');
  });
});

it('shows how fast results come in, and the presidential test party by party', async () => {
  open();
  expect(await screen.findByText(/^If the rate of the last hour \(1,204 results\) holds/)).toBeVisible();
  const test = screen.getByRole('table', { name: 'Presidential test by party' });
  const rows = within(test).getAllByRole('row');
  expect(rows.map((line) => [...line.children].map((cell) => cell.textContent?.trim()).join('|'))).toEqual([
    'Party|Votes|Share|States reached (25 needed)|Open|FCT|Meets',
    expect.stringMatching(/^APC\|.*\|20\|0\|Not reached\|No$/),
    expect.stringMatching(/^LP\|.*\|16\|0\|Reached\|No$/),
    expect.stringMatching(/^PDP\|.*\|0\|0\|Not reached\|No$/),
  ]);
});

describe('silent units', () => {
  const coverage = { units: 10, verified: 0, pending: 0, disputed: 0, cancelled: 0 };
  const { basis, leading } = roomOf();
  const lga = (code: string, name: string, reported: number) => ({
    area: placeOf(code, name),
    coverage: { ...coverage, reported },
    verified: basis.verified,
    provisional: basis.provisional,
    leading,
  });
  const contact = { id: person('ward_admin').id, name: 'Bola Ade', role: 'ward_admin', phone: '+2348031110009' };
  const unit = (number: string, phone: string | null) => ({
    id: at(`24-11-05-${number}`),
    name: `Unit ${number}`,
    code: `24-11-05-${number}`,
    registeredVoters: 500,
    officer: phone === null ? null : { ...contact, name: 'Chi Eze', role: 'polling_unit_officer', phone },
    lastActivity: null,
    returned: number === '002',
  });
  const units = () =>
    ok(SilentUnits, {
      area: placeOf('24-11', 'Ikeja'),
      wards: [
        {
          ward: { id: at('24-11-05'), name: 'Ipodo', code: '24-11-05' },
          contact,
          units: [unit('001', '+2348031110001'), unit('002', null)],
        },
      ],
      total: 2,
      asOf: AS_OF,
    });
  const server: Parameters<typeof serve>[0] = {
    'GET /live/areas': () =>
      ok(LiveAreas, {
        areas: [lga('24-12', 'Ikorodu', 9), lga('24-11', 'Ikeja', 2), lga('24-13', 'Kosofe', 10)],
        asOf: AS_OF,
      }),
    'GET /situation-room/silent': units,
  };

  it('are found by state and LGA, those with most of them first', async () => {
    const { user, router, calls } = open('/situation-room', server);
    await user.click(await screen.findByRole('combobox', { name: 'State' }));
    const options = await screen.findAllByRole('option');
    expect(options[0]).toHaveTextContent('Borno (100)');
    await user.click(screen.getByRole('option', { name: 'Lagos (50)' }));
    await user.click(screen.getByRole('combobox', { name: 'LGA' }));
    expect((await screen.findAllByRole('option', { name: /^Ik/ })).map((option) => option.textContent)).toEqual([
      'Ikeja (8)',
      'Ikorodu (1)',
    ]);
    await user.click(screen.getByRole('option', { name: 'Ikeja (8)' }));
    expect(router.state.location.search).toBe('?silent=24-11');
    const ward = await screen.findByRole('region', { name: /^Ipodo/ });
    expect(within(ward).getByRole('link', { name: 'Call Bola Ade, 0803 111 0009' })).toHaveAttribute(
      'href',
      'tel:+2348031110009',
    );
    expect(within(ward).getByRole('link', { name: 'Unit 001' })).toHaveAttribute(
      'href',
      `/pu/24-11-05-001?election=${ELECTION_ID}&source=official&basis=verified`,
    );
    expect(within(ward).getByText('No officer')).toBeVisible();
    expect(within(ward).getByText('Returned')).toBeVisible();
    const asked = calls.find(({ path }) => path === '/situation-room/silent');
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({ electionId: ELECTION_ID, area: String(at('24-11')) });
  });

  it('give their numbers to the clipboard', async () => {
    const { user } = open('/situation-room?silent=24-11', server);
    await user.click(await screen.findByRole('button', { name: 'Copy numbers' }));
    expect(await navigator.clipboard.readText()).toBe('+2348031110001');
    expect(await screen.findByText('1 number copied. 1 unit has no officer to call.')).toBeInTheDocument();
  });

  it('are read again when some of their LGA report, and not when others do', async () => {
    const { calls } = open('/situation-room?silent=24-11', server);
    await screen.findByRole('region', { name: /^Ipodo/ });
    await waitFor(() => expect(TestEventSource.opened.length).toBeGreaterThan(0));
    const stream = TestEventSource.latest();
    act(() => stream.open());
    const asked = () => calls.filter(({ path }) => path === '/situation-room/silent').length;
    const results = { type: 'results', electionId: ELECTION_ID, source: 'official', count: 1 };
    const before = asked();
    const roomsBefore = rooms(calls).length;
    act(() => stream.send({ ...results, lgas: [at('24-12')] } as { type: string }));
    await waitFor(() => expect(rooms(calls)).toHaveLength(roomsBefore + 1));
    expect(asked()).toBe(before);
    act(() => stream.send({ ...results, lgas: [at('24-11')] } as { type: string }));
    await waitFor(() => expect(asked()).toBe(before + 1));
  });

  it('show no names to those who may not see users', async () => {
    const me = meOf('national_admin', { electionMode: true });
    const blind = { ...me, levels: { ...me.levels, user_management: 'none' as const } };
    open('/situation-room?silent=24-11', { ...server, 'GET /auth/me': () => ok(Me, blind) });
    expect(await screen.findByText('Names and phone numbers are shown to those who may see users.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Copy numbers' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Download CSV' })).toBeVisible();
  });
});

describe('news', () => {
  it('of the official count and of disputes bring the page up to date, others do not', async () => {
    const { calls } = open();
    await figure('Votes');
    await waitFor(() => expect(TestEventSource.opened.length).toBeGreaterThan(0));
    const stream = TestEventSource.latest();
    act(() => stream.open());
    const results = { type: 'results', electionId: ELECTION_ID, source: 'official', count: 1, lgas: null };
    act(() => stream.send({ ...results, source: 'grassroots' } as { type: string }));
    const before = rooms(calls).length;
    act(() => stream.send(results));
    await waitFor(() => expect(rooms(calls)).toHaveLength(before + 1));
    act(() => stream.send({ type: 'disputes' }));
    await waitFor(() => expect(rooms(calls)).toHaveLength(before + 2));
  });
});

describe('without figures the page', () => {
  it('says that its components come with elections, while election mode is off', async () => {
    open('/situation-room', { 'GET /auth/me': () => ok(Me, meOf('national_admin')) });
    expect(await screen.findByRole('heading', { name: 'Election Mode Required' })).toBeVisible();
    expect(screen.getByText(SITUATION_ROOM_WAITING)).toBeVisible();
    expect(SITUATION_ROOM_WAITING).toMatch(/components will be available during elections\.$/);
  });

  it('says what to do when no election is live', async () => {
    open('/situation-room', {}, () => ({ ...emptyRoom(), election: null, elections: [], declaration: null }));
    expect(await screen.findByText('No election is live or completed')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to elections' })).toHaveAttribute(
      'href',
      '/elections?status=scheduled',
    );
  });

  it('says so in every part before the first result', async () => {
    open('/situation-room', {}, emptyRoom);
    expect(await screen.findByText('Results appear here as officers send them.')).toBeVisible();
    for (const words of ['No votes counted yet', 'No dispute is open', 'No result is flagged']) {
      expect(await screen.findByText(words, { selector: 'p' })).toBeVisible();
    }
    expect(await figure('Leading')).toHaveTextContent('Not reported');
    expect(screen.getByText(/Voting closes at .*14:30\.$/)).toBeVisible();
  });

  it('is tried again after an error', async () => {
    let answer = () => refuse('UNAVAILABLE');
    const { user } = open('/situation-room', { 'GET /situation-room': () => answer() });
    expect(await screen.findByText('The situation room could not be loaded')).toBeVisible();
    answer = () => ok(SituationRoom, roomOf());
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await figure('Votes')).toHaveTextContent('3,450');
  });
});
