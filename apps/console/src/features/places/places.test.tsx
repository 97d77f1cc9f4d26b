import { Me } from '@ec/contract/auth/schemas';
import { LgaPerformance, RegionalPerformance, StatePerformance, WardData } from '@ec/contract/dashboards/schemas';
import { NotificationList, StreamTicket } from '@ec/contract/notifications/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as data from '../../../test/dashboards.ts';
import { stubEventSource, TestEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { ok, refuse, serve } from '../../../test/server.ts';

const REGION = '/geographical-data/regional-performance/SW';
const STATE = '/geographical-data/state-performance/24';
const LGA = '/geographical-data/lga-performance/24-11';
const WARD = '/geographical-data/ward-data/24-11-05';

function open(role: Role, at: string, more: Parameters<typeof serve>[0] = {}) {
  signedInOnDevice();
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf(role, { electionMode: true })),
    'GET /notifications': () => ok(NotificationList, { notifications: [], total: 0, unread: 0 }),
    'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    [`GET ${REGION}`]: () => ok(RegionalPerformance, data.regional()),
    [`GET ${STATE}`]: () => ok(StatePerformance, data.state()),
    [`GET ${LGA}`]: () => ok(LgaPerformance, data.lga()),
    [`GET ${WARD}`]: () => ok(WardData, data.ward()),
    ...more,
  });
  return { calls, ...renderConsole(at) };
}

const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const trail = () => within(screen.getByRole('navigation', { name: 'Area' }));
const steps = () =>
  trail()
    .getAllByRole('listitem')
    .map((step) => step.textContent);
const links = () =>
  trail()
    .queryAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

beforeAll(async () => void (await import('./AreaPages.tsx')));
beforeEach(stubEventSource);

describe('the way down', () => {
  it('goes from a zone to a ward’s units and back, with election and count kept in the address', async () => {
    const { user, router, calls } = open('national_admin', '/regional/SW?source=grassroots');
    await title('South West');
    await user.click(screen.getByRole('link', { name: 'Lagos' }));
    await title('Lagos');
    expect(router.state.location.pathname + router.state.location.search).toBe('/state/24?source=grassroots');
    await user.click(screen.getByRole('link', { name: 'Ikeja' }));
    await title('Ikeja');
    await user.click(screen.getByRole('link', { name: 'Ipodo' }));
    await title('Ipodo');
    expect(router.state.location.search).toBe('?ward=24-11-05&source=grassroots');
    expect(calls.findLast(({ path }) => path === WARD)?.query.get('source')).toBe('grassroots');
    expect(steps()).toEqual(['Nigeria', 'South West', 'Lagos', 'Ikeja', 'Ipodo']);
    expect(links().at(0)).toEqual(['Nigeria', '/dashboard?source=grassroots']);
    const units = within(screen.getByRole('table', { name: 'Polling units' }));
    expect(units.getByRole('link', { name: 'Unit 3' })).toHaveAttribute('href', '/pu/24-11-05-003?source=grassroots');
    await user.click(trail().getByRole('link', { name: 'Lagos' }));
    await title('Lagos');
  });

  it('keeps the basis through every link, and leads to the live results of the same place', async () => {
    const { user, router } = open('national_admin', '/state/24?basis=verified');
    await title('Lagos');
    const live = `/live-results?area=24&election=${data.ELECTION}&basis=verified`;
    expect(screen.getByText(/Official count, verified/)).toBeVisible();
    expect(screen.getByRole('group', { name: 'Votes, verified' })).toBeVisible();
    expect(screen.getByRole('link', { name: /live results of Lagos/ })).toHaveAttribute('href', live);
    await user.click(screen.getByRole('link', { name: 'Ikeja' }));
    await title('Ikeja');
    expect(router.state.location.search).toBe('?basis=verified');
    await user.click(screen.getByRole('radio', { name: 'Provisional' }));
    expect(screen.getByText(/Official count, provisional/)).toBeVisible();
    expect(trail().getByRole('link', { name: 'Lagos' })).toHaveAttribute('href', '/state/24?basis=provisional');
  });

  it('has no votes, and not zero, on a basis on which no result is counted', async () => {
    const state = data.state();
    const none = { ...state.basis.verified, results: 0, votes: {}, voidVotes: 0, totalVotes: 0 };
    const waiting = { ...state, basis: { ...state.basis, verified: none } };
    const { user } = open('national_admin', '/state/24?basis=verified', {
      [`GET ${STATE}`]: () => ok(StatePerformance, waiting),
    });
    await title('Lagos');
    expect(screen.getByRole('group', { name: 'Votes, verified' })).toHaveTextContent('–1,234 provisional');
    await user.click(screen.getByRole('radio', { name: 'Provisional' }));
    expect(screen.getByRole('group', { name: 'Votes, provisional' })).toHaveTextContent('1,234– verified');
  });

  it('links only what lies inside the reader’s own area', async () => {
    open('state_admin', '/lga/24-11');
    await title('Ikeja');
    expect(steps()).toEqual(['Nigeria', 'South West', 'Lagos', 'Ikeja']);
    expect(links()).toEqual([['Lagos', '/state/24']]);
    expect(trail().getByText('Ikeja')).toHaveAttribute('aria-current', 'page');
  });

  it('shows a ward admin the own ward, with no way to the LGA around it', async () => {
    open('ward_admin', '/lga/24-11?ward=24-11-05');
    await title('Ipodo');
    expect(links()).toEqual([]);
    expect(screen.getByRole('link', { name: 'Call Head Person, 0803 000 0009' })).toBeVisible();
  });

  it.each([
    [REGION, '/regional/SW'],
    [STATE, '/state/24'],
    [LGA, '/lga/24-11'],
    [WARD, '/lga/24-11?ward=24-11-05'],
  ])('says of %s that it was not found or lies outside the area', async (call, at) => {
    open('regional_admin', at, { [`GET ${call}`]: () => refuse('NOT_FOUND') });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Not found or outside your area');
    expect(within(alert).getByRole('link')).toHaveAttribute('href', '/dashboard');
  });

  it('offers the current election where the one in the address does not cover the place', async () => {
    const { user, router } = open('regional_admin', `/state/24?election=${data.OTHER_ELECTION}`, {
      [`GET ${STATE}`]: ({ query }) =>
        query.get('electionId') ? refuse('ELECTION_NOT_FOUND') : ok(StatePerformance, data.state()),
    });
    await user.click(await screen.findByRole('button', { name: 'Show the current election' }));
    await title('Lagos');
    expect(router.state.location.search).toBe('');
  });

  it('says what failed, with Retry', async () => {
    let failing = true;
    const { user } = open('regional_admin', '/regional/SW', {
      [`GET ${REGION}`]: () => (failing ? refuse('UNAVAILABLE') : ok(RegionalPerformance, data.regional())),
    });
    expect(await screen.findByText('Failed to fetch regional performance data')).toBeVisible();
    failing = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await title('South West');
  });
});

describe('the list of an area', () => {
  const many = Array.from({ length: 9 }, (_, i) => data.row(`24-${String(i + 11)}`));

  it('is searched by name or code when it is long, and says how many fit', async () => {
    const { user } = open('state_admin', '/state/24', {
      [`GET ${STATE}`]: () => ok(StatePerformance, data.state(many)),
    });
    await title('Lagos');
    const search = screen.getByRole('searchbox', { name: 'Search LGAs' });
    await user.type(search, 'ikeja');
    await waitFor(() => expect(screen.getByText('1 of 9 LGAs')).toBeVisible());
    await user.clear(search);
    await user.type(search, '24-15');
    await waitFor(() => expect(screen.getByText('1 of 9 LGAs')).toBeVisible());
    await user.clear(search);
    await user.type(search, 'abuja');
    expect(await screen.findByText('No LGA matches your search.')).toBeVisible();
  });

  it('says of what the election does not cover that it is not part of it', async () => {
    const none = { units: 0, reported: 0, verified: 0, pending: 0, disputed: 0, cancelled: 0 };
    const left = { coverage: none, lastUpdate: null, leading: { verified: null, provisional: null }, contact: null };
    const rows = [data.row('24-11', 0, left), data.row('24-12')];
    open('state_admin', '/state/24', { [`GET ${STATE}`]: () => ok(StatePerformance, data.state(rows)) });
    await title('Lagos');
    expect(screen.getByText('2 LGAs, 1 in this election')).toBeVisible();
    const cards = within(screen.getByRole('list', { name: 'LGAs, by progress' })).getAllByRole('listitem');
    expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual(['Ikorodu', 'Ikeja']);
    expect(cards[1]).toHaveTextContent(/^IkejaNot part of this electionLGA adminNot known(View Details)?$/);
  });

  it('says that there is no election yet, and no figures of one', async () => {
    const none = { units: 0, reported: 0, verified: 0, pending: 0, disputed: 0, cancelled: 0 };
    const idle = { ...data.state([data.row('24-11', 0, { coverage: none })]), election: null, elections: [] };
    open('state_admin', '/state/24', { [`GET ${STATE}`]: () => ok(StatePerformance, idle) });
    await title('Lagos');
    expect(screen.getByText('No election yet')).toBeVisible();
    expect(screen.queryByText('Not part of this election')).not.toBeInTheDocument();
  });

  it('says what to do where there is nothing below', async () => {
    open('state_admin', '/state/24', { [`GET ${STATE}`]: () => ok(StatePerformance, data.state([])) });
    await title('Lagos');
    expect(screen.getByText('There are no LGAs here.')).toBeVisible();
  });

  it('follows the results of its area as they come in', async () => {
    const { calls } = open('state_admin', '/state/24');
    await title('Lagos');
    await waitFor(() => expect(TestEventSource.opened.length).toBeGreaterThan(0));
    const asked = () => calls.filter(({ path }) => path === STATE).length;
    const before = asked();
    const message = { type: 'results', electionId: data.ELECTION, source: 'official', count: 1 };
    const news = (lga: string) => ({ ...message, lgas: [data.idOf(lga)] });
    act(() => TestEventSource.latest().send(news('20-01')));
    expect(asked()).toBe(before);
    act(() => TestEventSource.latest().send(news('24-12')));
    await waitFor(() => expect(asked()).toBe(before + 1));
  });
});
