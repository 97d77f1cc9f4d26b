import { Me } from '@ec/contract/auth/schemas';
import { DisputeDetail, DisputeList } from '@ec/contract/disputes/schemas';
import { LocationList } from '@ec/contract/geography/schemas';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { disputeOf, HOLDER, ME, resolvedOf } from '../../../test/disputes.ts';
import { electionOf, electionsAnswer } from '../../../test/elections.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { onPhone } from '../../../test/phone.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId } from '../../../test/results.ts';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';
import { locationOf } from '../../../test/users.ts';
import { publish } from '../../lib/stream/stream.ts';

const ELECTION = freshId();

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

const listOf = (disputes: ReturnType<typeof disputeOf>[], counts = { open: disputes.length, resolved: 0 }) =>
  ok(DisputeList, { disputes, total: disputes.length, counts });

function serveList(
  handlers: Record<string, (call: Call) => Response> = {},
  role: 'lga_admin' | 'state_admin' = 'lga_admin',
) {
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf(role)),
    'GET /elections': () => electionsAnswer([electionOf({ id: ELECTION })]),
    'GET /locations': () => ok(LocationList, { locations: [], total: 0 }),
    'GET /disputes': () => listOf([]),
    ...handlers,
  });
  return {
    asked: () => Object.fromEntries(calls.findLast(({ path }) => path === '/disputes')?.query ?? []),
    times: () => calls.filter(({ path }) => path === '/disputes').length,
  };
}

describe('the list of disputes', () => {
  it('begins with the open ones and shows of each what its reader needs', async () => {
    const dispute = disputeOf({ assignee: { ...HOLDER, id: ME }, comments: 2 });
    const { asked } = serveList({ 'GET /disputes': () => listOf([dispute], { open: 1, resolved: 7 }) });
    renderConsole('/disputes');
    const row = await screen.findByRole('row', { name: /Seriki Aro/ });
    expect(within(row).getByRole('link', { name: 'Seriki Aro' })).toHaveAttribute('href', `/disputes/${dispute.id}`);
    // An LGA admin knows in which LGA they are: the ward alone says where it lies.
    expect(row).toHaveTextContent('24-11-05-003 · Ipodo');
    expect(row).toHaveTextContent('Presidential electionOfficial count');
    expect(row).toHaveTextContent('Party agents contest the figures.2 comments');
    expect(row).toHaveTextContent('Ward WaleWard Admin, 25/02/2023');
    expect(row).toHaveTextContent('Chidi Okoro (you)LGA Admin');
    expect(within(row).getByText('Open')).toBeVisible();
    expect(within(row).getAllByTitle('25/02/2023 12:00:00 (WAT)')).not.toHaveLength(0);
    expect(asked()).toMatchObject({ status: 'open', page: '1', pageSize: '20' });
    expect(screen.getByRole('tab', { name: 'Open (1)' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByRole('tab', { name: 'Resolved (7)' })).toBeVisible();
  });

  it('says how resolved ones ended', async () => {
    const { asked } = serveList({
      'GET /disputes': () => listOf([resolvedOf(disputeOf(), 'cancelled')], { open: 0, resolved: 1 }),
    });
    renderConsole('/disputes?status=resolved');
    const row = await screen.findByRole('row', { name: /Seriki Aro/ });
    expect(within(row).getByText('Cancelled')).toBeVisible();
    expect(asked()).toMatchObject({ status: 'resolved' });
  });

  it('keeps every filter in the address and asks the server by it', async () => {
    const ward = locationOf('24-11-05');
    const { asked } = serveList({ 'GET /locations': () => ok(LocationList, { locations: [ward], total: 1 }) });
    const { user, router } = renderConsole('/disputes?page=3');
    const choose = async (label: string, option: string) => {
      await user.click(await screen.findByRole('combobox', { name: label }));
      await user.click(await screen.findByRole('option', { name: option }));
    };
    await choose('Whose', 'Waits for me');
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await choose('Election', 'Presidential election');
    await choose('Source', 'Grassroots');
    await choose('Order', 'Last raised');
    await user.click(screen.getByRole('combobox', { name: 'Place' }));
    await user.click(await screen.findByRole('option', { name: /^Ipodo/ }));
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'aro');
    const chosen = { whose: 'mine', source: 'grassroots', area: '24-11-05', sort: 'raisedAt', q: 'aro' };
    await waitFor(() => expect(asked()).toMatchObject({ ...chosen, electionId: ELECTION, status: 'open', page: '1' }));
    const address = Object.fromEntries(new URLSearchParams(router.state.location.search));
    expect(address).toEqual({ ...chosen, election: ELECTION });
  });

  it('says what to do when nothing is in dispute', async () => {
    serveList({ 'GET /disputes': () => listOf([], { open: 0, resolved: 4 }) });
    const { user, router } = renderConsole('/disputes');
    expect(await screen.findByText('No result is in dispute.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to result review' })).toHaveAttribute('href', '/review');
    await user.click(screen.getByRole('button', { name: 'See 4 resolved' }));
    expect(router.state.location.search).toBe('?status=resolved');
  });

  it('leads out of filters that nothing fits', async () => {
    const { asked } = serveList();
    const { user } = renderConsole('/disputes?whose=raised&q=aro&status=resolved');
    expect(await screen.findByText('No resolved dispute fits these filters.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all disputes' }));
    await waitFor(() => expect(Object.keys(asked())).not.toContain('whose'));
    expect(asked()).toMatchObject({ status: 'resolved' });
    expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  });

  it('shows a new dispute as soon as the server announces it', async () => {
    const disputes = [disputeOf()];
    const { times } = serveList({ 'GET /disputes': () => listOf(disputes) });
    renderConsole('/disputes');
    await screen.findByRole('tab', { name: 'Open (1)' });
    disputes.push(disputeOf());
    act(() => publish({ type: 'disputes' }));
    expect(await screen.findByRole('tab', { name: 'Open (2)' })).toBeVisible();
    expect(times()).toBe(2);
  });

  it('is found again as it was narrowed', async () => {
    const dispute = disputeOf();
    serveList({
      'GET /disputes': () => listOf([dispute]),
      [`GET /disputes/${dispute.id}`]: () => ok(DisputeDetail, dispute),
    });
    const { user } = renderConsole('/disputes?whose=unassigned&area=24-11-05');
    await user.click(await screen.findByRole('link', { name: 'Seriki Aro' }));
    expect(await screen.findByRole('heading', { name: 'Dispute, Seriki Aro' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'All disputes' })).toHaveAttribute(
      'href',
      '/disputes?whose=unassigned&area=24-11-05',
    );
  });

  it('offers to try again when it cannot be loaded', async () => {
    let down = true;
    serveList({ 'GET /disputes': () => (down ? refuse('INTERNAL') : listOf([disputeOf()])) });
    const { user } = renderConsole('/disputes');
    expect(await screen.findByText('The disputes could not be loaded')).toBeVisible();
    down = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: 'Seriki Aro' })).toBeVisible();
  });

  it('stands as cards on a phone, its filters folded away', async () => {
    onPhone();
    serveList({ 'GET /disputes': () => listOf([disputeOf()]) });
    const { user } = renderConsole('/disputes?whose=unassigned');
    const card = within(await screen.findByRole('list', { name: 'Disputes' })).getByRole('listitem');
    expect(within(card).getByRole('link', { name: 'Seriki Aro' })).toBeVisible();
    expect(within(card).getByText('Unassigned')).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(screen.queryByRole('combobox', { name: 'Whose' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Filters (1)' }));
    expect(screen.getByRole('combobox', { name: 'Whose' })).toHaveValue('Unassigned');
  });
});
