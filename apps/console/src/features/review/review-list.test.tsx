import { Location, LocationList } from '@ec/contract/geography/schemas';
import { ReviewList } from '@ec/contract/results/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { idOf } from '../../../test/dashboards.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId } from '../../../test/results.ts';
import { COUNTS, ELECTION, serveReview, unitOf } from '../../../test/review.ts';
import { ok, refuse } from '../../../test/server.ts';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

describe('the list of units', () => {
  it('begins with what waits, and shows of each unit what a reviewer needs', async () => {
    const over = { code: 'OVER_VOTING' as const, message: 'Over-voting: more votes than accredited', arithmetic: '' };
    const unit = unitOf({ flags: [over] });
    const calls = serveReview({
      'GET /results/review': () =>
        ok(ReviewList, { units: [unit], total: 1, counts: COUNTS, decidable: 2, unexplained: 0 }),
    });
    renderConsole('/review');
    const row = within(await screen.findByRole('list', { name: 'Polling units' })).getByRole('listitem');
    expect(within(row).getByRole('link', { name: 'Seriki Aro' })).toHaveAttribute('href', `/review/${unit.resultId}`);
    expect(row).toHaveTextContent('24-11-05-003');
    expect(row).toHaveTextContent('Awaiting review');
    expect(row).toHaveTextContent('140 votes, LP leads');
    expect(row).toHaveTextContent('Over-voting');
    expect(row).toHaveTextContent('Photo');
    const call = calls.find(({ path }) => path === '/results/review');
    expect(Object.fromEntries(call?.query ?? [])).toMatchObject({ electionId: ELECTION, status: 'submitted' });
    expect(screen.getByRole('button', { name: 'Awaiting review 2' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('shows all units of a page, the first of them first', async () => {
    const units = Array.from({ length: 50 }, (_, at) =>
      unitOf({ pollingUnitId: idOf(`24-11-05-${String(at + 1).padStart(3, '0')}`), name: `Unit ${at + 1}` }),
    );
    serveReview({
      'GET /results/review': () => ok(ReviewList, { units, total: 120, counts: COUNTS, decidable: 50, unexplained: 0 }),
    });
    renderConsole('/review');
    const list = within(await screen.findByRole('list', { name: 'Polling units' }));
    expect(list.getByRole('link', { name: 'Unit 1' })).toBeInTheDocument();
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(50));
    expect(list.getAllByRole('link').map((link) => link.textContent)).toContain('Unit 50');
    expect(await screen.findByText(/of 120/)).toBeVisible();
  });

  it.each([
    ['matched', 'Second entry: matched', 'ok'],
    ['unreadable', 'Second entry: photo cannot be read', 'bad'],
    ['claimed', 'Second entry: being entered', 'wait'],
    [null, 'Second entry: not begun yet', 'wait'],
  ] as const)('says that a second entry is %s', async (state, words, tone) => {
    const unit = unitOf({ secondEntry: { id: state && freshId(), state } });
    serveReview({
      'GET /results/review': () =>
        ok(ReviewList, { units: [unit], total: 1, counts: COUNTS, decidable: 2, unexplained: 0 }),
    });
    renderConsole('/review');
    expect(await screen.findByText(words)).toHaveAttribute('data-tone', tone);
  });

  it('says that a result needs an explanation, where to give it, and that it is not yet for a decision', async () => {
    const unit = unitOf({ canDecide: false, needsExplanation: true });
    serveReview({
      'GET /results/review': () =>
        ok(ReviewList, { units: [unit], total: 1, counts: COUNTS, decidable: 1, unexplained: 1 }),
    });
    renderConsole('/review');
    expect(await screen.findByText('Explanation needed')).toHaveAttribute('data-tone', 'wait');
    expect(screen.getByRole('link', { name: 'Give it for Seriki Aro' })).toHaveAttribute(
      'href',
      `/review/${unit.resultId}`,
    );
    expect(screen.getByText('1 for your decision, 1 after an explanation.')).toBeVisible();
  });

  it('gives the phone of the officer who has not reported', async () => {
    const silent = unitOf({
      status: 'pending',
      resultId: null,
      resultStatus: null,
      totalVotes: null,
      submittedAt: null,
    });
    serveReview({
      'GET /results/review': () =>
        ok(ReviewList, { units: [silent], total: 1, counts: COUNTS, decidable: 2, unexplained: 0 }),
    });
    renderConsole('/review?status=pending');
    const row = within(await screen.findByRole('list', { name: 'Polling units' })).getByRole('listitem');
    expect(row).toHaveTextContent('Not reported');
    expect(within(row).getByRole('link', { name: 'Call Ada Obi, 0803 123 4567' })).toHaveAttribute(
      'href',
      'tel:+2348031234567',
    );
  });

  it('keeps its filters in the address', async () => {
    const calls = serveReview({});
    const { user, router } = renderConsole('/review');
    await user.click(await screen.findByRole('button', { name: 'Not reported 3' }));
    await user.click(screen.getByRole('combobox', { name: 'Source' }));
    await user.click(await screen.findByRole('option', { name: 'Grassroots' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'aro');
    await waitFor(() => expect(router.state.location.search).toContain('q=aro'));
    const last = calls.findLast(({ path }) => path === '/results/review');
    await waitFor(() =>
      expect(
        Object.fromEntries(calls.findLast(({ path }) => path === '/results/review')?.query ?? last?.query ?? []),
      ).toMatchObject({ status: 'pending', source: 'grassroots', q: 'aro', page: '1' }),
    );
  });

  it('takes what is mistyped in the address for nothing', async () => {
    const calls = serveReview({});
    renderConsole('/review?status=waiting&source=both&area=nowhere');
    expect(await screen.findByText('Nothing waits for review.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Awaiting review 2' })).toHaveAttribute('aria-pressed', 'true');
    const { query } = calls.find(({ path }) => path === '/results/review') ?? {};
    expect(Object.fromEntries(query ?? [])).toMatchObject({ status: 'submitted', source: 'official' });
    expect(query?.has('area')).toBe(false);
  });

  it('shows failed checks alone where it is led to them, and leads back to all', async () => {
    const calls = serveReview({});
    const { user, router } = renderConsole('/review?status=all&flagged=true');
    const asked = () => Object.fromEntries(calls.findLast(({ path }) => path === '/results/review')?.query ?? []);
    expect(await screen.findByText('No unit fits these filters.')).toBeVisible();
    expect(asked()).toMatchObject({ flagged: 'true' });
    expect(screen.getByRole('checkbox', { name: 'Failed checks only' })).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Show all units' }));
    expect(screen.getByRole('checkbox', { name: 'Failed checks only' })).not.toBeChecked();
    await waitFor(() => expect(asked()).not.toHaveProperty('flagged'));
    expect(router.state.location.search).toBe('?status=all');
  });

  it.each(['/review', '/review?area=24-11-05'])(
    'says at %s that nothing waits and leads to those who have not reported',
    async (address) => {
      serveReview({});
      const { user, router } = renderConsole(address);
      expect(await screen.findByText('Nothing waits for review.')).toBeVisible();
      await user.click(screen.getByRole('button', { name: 'See who has not reported' }));
      expect(router.state.location.search).toContain('status=pending');
    },
  );

  it('lets an LGA admin narrow it to a ward', async () => {
    const ward = {
      id: idOf('24-11-05'),
      type: 'ward' as const,
      name: 'Ipodo',
      code: '24-11-05',
      parentId: null,
      chain: [],
      units: 9,
    };
    const calls = serveReview(
      { 'GET /locations': () => ok(LocationList, { locations: [ward], total: 1 }) },
      'lga_admin',
    );
    const { user } = renderConsole('/review');
    await user.click(await screen.findByRole('button', { name: 'Filters' }));
    await user.click(screen.getByRole('combobox', { name: 'Place' }));
    await user.click(await screen.findByRole('option', { name: /^Ipodo/ }));
    await waitFor(() =>
      expect(calls.findLast(({ path }) => path === '/results/review')?.query.get('area')).toBe('24-11-05'),
    );
  });

  it('names the region that it is narrowed to, and lets it go', async () => {
    const place = (code: string, name: string, type: 'region' | 'state') => ({
      id: idOf(code),
      type,
      name,
      code,
      parentId: null,
      chain: [],
      units: 1,
    });
    const calls = serveReview(
      {
        [`GET /locations/${idOf('SW')}`]: () => ok(Location, place('SW', 'South West', 'region')),
        'GET /locations': ({ query }) => {
          const south = place('SW', 'South West', 'region');
          const locations = query.get('type') === 'region' ? [south] : [place('24', 'Lagos', 'state')];
          return ok(LocationList, { locations, total: 1 });
        },
      },
      'national_admin',
    );
    const { user } = renderConsole('/review?area=SW');
    const chips = await screen.findByRole('list', { name: 'Active filters' });
    await waitFor(() => expect(chips).toHaveTextContent('Place: South West (SW)'));
    const asked = (key: string) => calls.findLast(({ path }) => path === '/results/review')?.query.get(key);
    expect(asked('area')).toBe('SW');
    await user.click(screen.getByRole('button', { name: 'Filters (1)' }));
    await user.click(screen.getByRole('combobox', { name: 'Place' }));
    await waitFor(() =>
      expect(calls.find(({ query }) => query.get('type') === 'state')?.query.get('parentId')).toBe(String(idOf('SW'))),
    );
    await user.click(screen.getByRole('button', { name: 'Clear Place' }));
    await waitFor(() => expect(asked('area')).toBeFalsy());
  });

  it('offers to try again when it cannot be loaded', async () => {
    let down = true;
    serveReview({
      'GET /results/review': () =>
        down
          ? refuse('INTERNAL')
          : ok(ReviewList, { units: [unitOf()], total: 1, counts: COUNTS, decidable: 2, unexplained: 0 }),
    });
    const { user } = renderConsole('/review');
    const retry = await screen.findByRole('button', { name: 'Retry' });
    down = false;
    await user.click(retry);
    expect(await screen.findByRole('link', { name: 'Seriki Aro' })).toBeVisible();
  });
});
