import { ElectionList } from '@ec/contract/elections/schemas';
import { Comparison, LiveAreas, LiveFeed, LiveSummary } from '@ec/contract/live/schemas';
import { NATION } from '@ec/contract/geography/location-id';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stubEventSource, TestEventSource } from '../../../test/event-source.ts';
import { AS_OF, ID, RESULT, empty, idOf, provisional, row, summary, verified } from '../../../test/live.ts';
import { openLive as open } from '../../../test/live-page.tsx';
import { auditOf, auditsAnswer } from '../../../test/review-audits.ts';
import { onComputer } from '../../../test/phone.ts';
import { ok } from '../../../test/server.ts';
import { useConnection } from '../../lib/stream/connection.ts';

const table = (kind: string) => screen.findByRole('table', { name: new RegExp(`^By ${kind}`) });
const card = (name: string) => screen.findByRole('group', { name });

beforeAll(async () => {
  await Promise.all([import('./LivePage.tsx'), import('./StandingsMap.tsx')]);
});
beforeEach(stubEventSource);

describe('the figures', () => {
  it('name the basis and the coverage they stand on, and change with the basis', async () => {
    const { user, router } = open();
    const votes = await card('Total Votes');
    expect(votes).toHaveTextContent('610');
    expect(votes).toHaveTextContent('Verified, 60 of 200 units (30.0%)');
    expect(votes).toHaveTextContent('Turnout 25.0% of registered voters in these units');
    expect(await card('Total Results')).toHaveTextContent('50.0% of 200 units reported');
    expect(await card('Verified Results')).toHaveTextContent('30 awaiting review');
    await table('zone');
    expect(await card('Disputed')).toHaveTextContent('0 zones above 2 percent');

    await user.click(screen.getByRole('radio', { name: 'Provisional' }));
    expect(await card('Total Votes')).toHaveTextContent('890');
    expect(await card('Total Votes')).toHaveTextContent('Provisional, 90 of 200 units (45.0%)');
    expect(router.state.location.search).toBe('?basis=provisional');
  });

  it('stand beside what every audit of our own reviewing found, for the official count alone', async () => {
    onComputer();
    const closed = { by: auditOf({}).drawnBy, at: AS_OF, reason: null };
    const { user } = open('/live-results', {
      'GET /review-audits': () =>
        auditsAnswer([auditOf({ right: 40, waiting: 60 }, { number: 2 }), auditOf({ right: 100 }, { closed })]),
    });
    expect(await screen.findByText(/40 of 100 are entered again .* A bound is stated once all/)).toBeInTheDocument();
    expect(screen.getByText(/At 95% confidence at most 2\.95% of the 4,210 verified sheets/)).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Grassroots' }));
    await waitFor(() => expect(screen.queryByText(/At 95% confidence/)).toBeNull());
  });

  it('are given to screen readers as tables beside the charts', async () => {
    open();
    const shares = await screen.findByRole('table', { name: /^Vote Share Breakdown, Verified/ });
    expect(within(shares).getByRole('row', { name: 'APC 300 50.0%' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'National Vote Distribution' })).toBeInTheDocument();
    expect(screen.getByRole('img', { name: /^Vote share: APC 50\.0%, LP 33\.3%, PDP 16\.7%/ })).toBeInTheDocument();
  });

  it('are requested once each, of what the address names', async () => {
    const { calls } = open('/live-results?area=SW&rows=lga&leading=APC&status=verified');
    await table('state');
    await card('Total Votes');
    const asked = (what: string) =>
      calls.filter(({ path }) => path === `/live/${what}`).map(({ query }) => Object.fromEntries(query));
    const of = { electionId: ID, source: 'official', area: String(idOf('SW')) };
    expect(asked('summary')).toEqual([of]);
    expect(asked('areas')).toEqual([{ ...of, level: 'lga' }]);
    expect(asked('feed')).toEqual([{ ...of, leading: 'APC', status: 'verified', limit: '20' }]);
  });

  it('come first on a phone: what lies below is neither drawn nor requested yet', async () => {
    const { calls } = open();
    await table('zone');
    expect(screen.queryByText('Live Results Feed')).toBeNull();
    expect(calls.filter(({ path }) => /declaration|history|review-audits/.test(path))).toEqual([]);
  });

  it('say that there is no data before the first result', async () => {
    onComputer();
    open('/live-results', {
      'GET /live/summary': () =>
        ok(LiveSummary, {
          ...summary(NATION),
          basis: { verified: empty, provisional: empty },
          leading: { verified: null, provisional: null },
        }),
      'GET /live/feed': () => ok(LiveFeed, { items: [], total: 0, asOf: AS_OF }),
    });
    expect(await screen.findAllByText('No data available')).toHaveLength(3);
    expect(await screen.findByText('No results yet')).toBeVisible();
  });
});

describe('the map of standings', () => {
  it('draws who leads in each state, leads into it, and shows its LGAs as tiles', async () => {
    const { user, router } = open('/live-results?area=SW');
    await table('state');
    await user.click(screen.getByRole('radio', { name: 'Map' }));
    const map = await screen.findByRole('group', { name: /^Leading party by state, verified results/ });
    const states = within(map).getAllByRole('link');
    expect(states.map((state) => state.getAttribute('aria-label'))).toEqual([
      'Lagos, Leading party: APC, 50.0% of valid votes',
      'Ogun, Leading party: APC, 50.0% of valid votes',
    ]);
    expect(screen.getByRole('list', { name: 'Legend' })).toHaveTextContent('APC leads in 2 states');
    const same = screen.getByRole('table', { name: 'Leading party by state, verified results, as a table' });
    expect(within(same).getByRole('row', { name: 'Lagos APC 50.0% of valid votes' })).toBeInTheDocument();
    expect(screen.queryByRole('table', { name: /^By state/ })).not.toBeInTheDocument();

    await user.click(screen.getByRole('radio', { name: 'Provisional' }));
    expect(await screen.findByRole('link', { name: /^Lagos, Leading party: LP, 47\.7%/ })).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Margin' }));
    await user.click(await screen.findByRole('link', { name: /^Lagos, Margin: LP \+12\.5 points/ }));
    const tiles = await screen.findByRole('list', { name: 'Margin by LGA, provisional results' });
    expect(within(tiles).getByRole('link')).toHaveTextContent(
      'IkejaMargin: LP +12.5 points110 votes ahead of the second',
    );
    expect(router.state.location.search).toBe('?area=24&show=map&basis=provisional&measure=margin');
    await user.click(screen.getByRole('radio', { name: 'Table' }));
    expect(await table('LGA')).toBeVisible();
  });

  it('of the nation is one of its states, and gives way to rows that have no outline', async () => {
    const { user, router } = open();
    await table('zone');
    await user.click(screen.getByRole('radio', { name: 'Map' }));
    expect(router.state.location.search).toBe('?show=map&rows=state');
    expect(await screen.findByRole('group', { name: /^Leading party by state, verified results/ })).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Zones' }));
    expect(await table('zone')).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Table' })).toBeChecked();
  });
});

describe('the area table', () => {
  it('has a row for each covered area, the leader or Tie, and a sum', async () => {
    open();
    const rows = within(await table('zone')).getAllByRole('row');
    expect(rows.map((line) => line.textContent)).toEqual([
      'ZoneLeadingAPCLPPDPOthersReportedDisputedTotal votes',
      'North WestTie300200100050.0%2 (2.0%)610',
      'South WestAPC90000050.0%0910',
      'Total of 2 zonesNot for a total1,200200100050.0%2 (1.0%)1,520',
    ]);
  });

  it('leads down to the sheet, with each step in the address, and back', async () => {
    const { user, router } = open();
    await user.click(within(await table('zone')).getByRole('link', { name: 'South West' }));
    expect(router.state.location.search).toBe('?area=SW');
    for (const [kind, name] of [
      ['state', 'Lagos'],
      ['LGA', 'Ikeja'],
      ['ward', 'Ipodo'],
    ] as const) {
      await user.click(within(await table(kind)).getByRole('link', { name }));
    }
    expect(router.state.location.search).toBe('?area=24-11-05');
    const units = await table('polling unit');
    expect(within(units).getByRole('link')).toHaveAttribute('href', `/review/${RESULT}`);
    expect(within(units).getByText('Not reported')).toBeVisible();
    const trail = screen.getByRole('navigation', { name: 'Area' });
    expect(trail).toHaveTextContent('NigeriaSouth WestLagosIkejaIpodo');
    expect(await screen.findByRole('heading', { name: 'Ipodo Vote Distribution' })).toBeInTheDocument();
    await act(() => router.navigate(-1));
    expect(await table('ward')).toBeInTheDocument();
    await user.click(within(trail).getByRole('link', { name: 'South West' }));
    expect(await table('state')).toBeInTheDocument();
  });

  it('distinguishes what is not known from zero', async () => {
    open('/live-results?area=24-11-05');
    const [, , second] = within(await table('polling unit')).getAllByRole('row');
    expect(second).toHaveTextContent(/^24-11-05-002–{5}Not reported0–$/);
  });

  it('sorts by a party, the most votes first', async () => {
    const { user } = open();
    await user.click(within(await table('zone')).getByRole('button', { name: 'APC' }));
    expect(screen.getByRole('columnheader', { name: 'APC' })).toHaveAttribute('aria-sort', 'descending');
    expect(
      within(await table('zone'))
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['South West', 'North West']);
  });

  it('keeps only the areas in which the chosen party leads', async () => {
    const { user, calls } = open();
    await table('zone');
    await user.click(screen.getByRole('combobox', { name: 'Leading party' }));
    await user.click(await screen.findByRole('option', { name: 'Tie' }));
    await waitFor(async () => expect(within(await table('zone')).getAllByRole('link')).toHaveLength(1));
    await waitFor(() =>
      expect(
        calls
          .filter((call) => call.path === '/live/feed')
          .at(-1)
          ?.query.get('leading'),
      ).toBe('Tie'),
    );
  });
});

describe('the filters', () => {
  const choose = async (user: ReturnType<typeof open>['user'], field: string, option: string) => {
    await user.click(screen.getByRole('combobox', { name: field }));
    await user.click(await screen.findByRole('option', { name: option }));
  };

  it('go down step by step, and up again', async () => {
    const { user, router } = open();
    await table('zone');
    const list = { name: 'Places', hidden: true };
    expect(screen.queryByRole('listbox', list), 'a page is not slowed by a closed list').not.toBeInTheDocument();
    await user.click(screen.getByRole('combobox', { name: 'Place' }));
    for (const place of [/South West/, /Lagos/, /Ikeja/, /Ipodo/]) {
      await user.click(await screen.findByRole('option', { name: place }));
    }
    expect(router.state.location.search).toBe('?area=24-11-05');
    await user.click(await screen.findByRole('option', { name: 'Up to the LGA' }));
    expect(router.state.location.search).toBe('?area=24-11');
    await user.click(screen.getByRole('button', { name: 'Clear Place' }));
    expect(router.state.location.search).toBe('');
  });

  it('reach the feed by status', async () => {
    onComputer();
    const { user, calls } = open();
    const feed = await screen.findByRole('table', { name: 'Live Results Feed' });
    expect(
      within(feed)
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['Location', 'Results', 'Leading', 'Status', 'Time']);
    expect(within(feed).getByText('88 of 141')).toBeVisible();
    await choose(user, 'Status', 'Disputed');
    await waitFor(() =>
      expect(
        calls
          .filter((call) => call.path === '/live/feed')
          .at(-1)
          ?.query.get('status'),
      ).toBe('disputed'),
    );
  });
});

describe('live updates', () => {
  const count = (calls: { path: string }[]) => calls.filter((call) => call.path === '/live/summary').length;
  const news = (change: object = {}) =>
    ({ type: 'results', electionId: ID, source: 'official', count: 1, lgas: [idOf('24-11')], ...change }) as {
      type: string;
    };

  async function live() {
    const opened = open();
    await table('zone');
    await waitFor(() => expect(TestEventSource.opened.length).toBeGreaterThan(0));
    const stream = TestEventSource.latest();
    act(() => stream.open());
    return { ...opened, stream };
  }

  it('bring in what has been counted, and mark the page as live', async () => {
    const { calls, stream } = await live();
    expect(screen.getByText('Live Updates:')).toHaveTextContent('Live Updates: Live');
    const before = count(calls);
    act(() => stream.send(news()));
    await waitFor(() => expect(count(calls)).toBe(before + 1));
    act(() => stream.fail());
    expect(screen.getByText('Live Updates:')).toHaveTextContent('Reconnecting');
  });

  it('stand still while paused, and catch up afterwards', async () => {
    const { calls, stream, user } = await live();
    await user.click(screen.getByRole('button', { name: 'Pause updates' }));
    expect(screen.getByText('Live Updates:')).toHaveTextContent('Paused');
    const before = count(calls);
    act(() => stream.send(news()));
    // Neither does a connection that comes back move what the reader holds still.
    const others = calls.length;
    for (const state of ['closed', 'open'] as const) act(() => useConnection.setState({ stream: state }));
    await waitFor(() => expect(calls.length).toBeGreaterThan(others));
    expect(count(calls)).toBe(before);
    await user.click(screen.getByRole('button', { name: 'Resume updates' }));
    await waitFor(() => expect(count(calls)).toBe(before + 1));
  });

  it('leave the page alone for another election or the other count', async () => {
    const { calls, stream } = await live();
    const before = count(calls);
    act(() => {
      stream.send(news({ source: 'grassroots' }));
      stream.send(news({ electionId: ID.replace('e1', 'e9') }));
    });
    expect(count(calls)).toBe(before);
  });
});

describe('side by side', () => {
  const compared = (code: string, difference: number | null, marked: boolean) => ({
    area: row(code).area,
    official: verified,
    grassroots: provisional,
    coverage: { units: 200, official: 100, grassroots: 40, both: difference === null ? 0 : 35 },
    difference,
    party: difference === null ? null : 'LP',
    marked,
  });
  const compare = (...areas: ReturnType<typeof compared>[]) =>
    open('/live-results?view=compare', {
      'GET /live/compare': () => ok(Comparison, { threshold: 5, areas, asOf: AS_OF }),
    });

  it('marks where the counts differ, by a word, and names the party', async () => {
    compare(compared('NW', 2.04, false), compared('SW', 8.37, true), compared('NC', null, false));
    const rows = within(await screen.findByRole('table', { name: /^Official and grassroots/ })).getAllByRole('row');
    expect(rows[1]).toHaveTextContent('North West6108903510040LP 2.0 pointsWithin');
    expect(rows[2]).toHaveTextContent('LP 8.4 pointsAbove 5 points');
    expect(rows[3]).toHaveTextContent('NC––010040–Not in both');
    expect(screen.queryByRole('button', { name: 'Export Results' })).not.toBeInTheDocument();
  });

  it('has no votes, and not zero, where no unit is in both counts', async () => {
    compare(compared('NC', null, false));
    expect(await card('Official votes')).toHaveTextContent(/^Official votes–/);
    expect(await card('Grassroots votes')).toHaveTextContent(/^Grassroots votes–/);
  });
});

it('says so when no election is counted', async () => {
  open('/live-results', { 'GET /elections': () => ok(ElectionList, { elections: [], total: 0 }) });
  expect(await screen.findByText('No election is live or completed')).toBeVisible();
});

describe('another place', () => {
  it('has a page with its progress and people, of the same count on the same basis', async () => {
    open('/live-results?area=24&view=grassroots&basis=provisional');
    const link = await screen.findByRole('link', { name: /^Progress and people of/ });
    expect(link).toHaveAttribute('href', `/state/24?election=${ID}&source=grassroots&basis=provisional`);
  });
});

describe('many areas', () => {
  const codes = Array.from({ length: 200 }, (_, at) => `24-11-${String(at + 1).padStart(2, '0')}`);
  const answer = () => ok(LiveAreas, { areas: codes.map((code) => row(code)), asOf: AS_OF });

  it('are drawn where they are in sight, counted for screen readers, and all on paper', async () => {
    open('/live-results?area=24-11', { 'GET /live/areas': answer });
    const long = await table('ward');
    expect(long).toHaveAttribute('aria-rowcount', '202');
    expect(within(long).getByText('Total of 200 wards')).toBeVisible();
    expect(within(long).getAllByRole('row').length).toBeLessThan(100);
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(within(long).getAllByRole('row')).toHaveLength(202);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(within(long).getAllByRole('row').length).toBeLessThan(100);
  });

  it('are never called live before they have come', async () => {
    const rows = Promise.withResolvers<void>();
    open('/live-results?area=24-11', {
      'GET /live/areas': async () => {
        await rows.promise;
        return answer();
      },
    });
    await card('Total Votes');
    act(() => useConnection.setState({ stream: 'open', network: true }));
    expect(screen.getByText('Live Updates:')).toHaveTextContent('No figures yet');
    expect(screen.queryByText(/^updated/)).not.toBeInTheDocument();
    rows.resolve();
    await table('ward');
    expect(screen.getByText('Live Updates:')).toHaveTextContent('Live Updates: Live');
  });
});

describe('a party that is chosen', () => {
  it('narrows cards, shares and charts, and the line below the title says so', async () => {
    open('/live-results?party=APC');
    expect(await card('Votes of APC')).toHaveTextContent(/^Votes of APC300.*50\.0% of the valid votes/);
    expect(screen.getByText(/· votes of APC only$/)).toBeVisible();
    const chart = await screen.findByRole('table', { name: /^National Vote Distribution/ });
    expect(within(chart).getAllByRole('row')).toHaveLength(2);
  });

  it('in the lead narrows all sums to the areas that it leads', async () => {
    open('/live-results?leading=APC');
    await table('zone');
    // Of the zones, APC leads in the second by its verified votes.
    expect(await card('Total Votes')).toHaveTextContent('910');
    expect(screen.getByText(/· areas with APC in the lead only$/)).toBeVisible();
  });
});
