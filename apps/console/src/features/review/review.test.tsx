import { Me } from '@ec/contract/auth';
import { ElectionList } from '@ec/contract/elections';
import { LocationList } from '@ec/contract/locations';
import { ResultDetail, ReviewList } from '@ec/contract/results';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { idOf } from '../../../test/dashboards.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId, PARTIES, resultOf, UNIT, versionOf } from '../../../test/results.ts';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';
import { publish } from '../../lib/stream.ts';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

const ELECTION = freshId();
const ALL = { verify: true, return: true, dispute: true, cancel: false, resubmit: false };
const COUNTS = { pending: 3, submitted: 2, approved: 5, disputed: 1, cancelled: 0 };

const elections = () =>
  ok(ElectionList, {
    total: 1,
    elections: [
      {
        id: ELECTION,
        name: 'Presidential election',
        description: '',
        type: 'presidential',
        status: 'live',
        electionDate: '2023-02-25',
        opensAt: '2023-02-25T07:30:00Z',
        closesAt: '2023-02-25T13:30:00Z',
        deadline: '2023-02-26T13:30:00Z',
        parties: PARTIES,
        areas: [],
        areaNames: [],
        configuration: {},
        coverage: { units: 11, reported: 8, verified: 5, pending: 2, disputed: 1, cancelled: 0 },
        createdAt: '2023-01-01T00:00:00Z',
        can: { edit: false, archive: false, delete: false, transitions: [] },
      },
    ],
  });

type Unit = z.input<typeof ReviewList>['units'][number];
function unitOf(change: Partial<Unit> = {}): Unit {
  return {
    pollingUnitId: UNIT,
    code: '24-11-05-003',
    name: 'Seriki Aro',
    chain: [],
    registeredVoters: 512,
    status: 'submitted',
    resultId: freshId(),
    resultStatus: 'pending',
    source: 'official',
    totalVotes: 140,
    leading: 'LP',
    flags: [],
    hasSheet: true,
    submittedAt: '2023-02-25T15:00:00Z',
    officer: { name: 'Ada Obi', phone: '+2348031234567' },
    ...change,
  };
}

function serveReview(
  handlers: Record<string, (call: Call) => Response>,
  role: 'ward_admin' | 'lga_admin' | 'national_admin' = 'ward_admin',
) {
  return serve({
    'GET /auth/me': () => ok(Me, meOf(role)),
    'GET /elections': elections,
    'GET /results/review': () => ok(ReviewList, { units: [], total: 0, counts: COUNTS }),
    ...handlers,
  });
}

describe('the list of units', () => {
  it('begins with what waits, and shows of each unit what a reviewer needs', async () => {
    const over = { code: 'OVER_VOTING' as const, message: 'Over-voting: more votes than accredited', arithmetic: '' };
    const unit = unitOf({ flags: [over] });
    const calls = serveReview({
      'GET /results/review': () => ok(ReviewList, { units: [unit], total: 1, counts: COUNTS }),
    });
    renderConsole('/review');
    const row = within(await screen.findByRole('list', { name: 'Polling units' })).getByRole('listitem');
    expect(within(row).getByRole('link', { name: 'Seriki Aro' })).toHaveAttribute('href', `/review/${unit.resultId}`);
    expect(row).toHaveTextContent('24-11-05-003');
    expect(row).toHaveTextContent('Pending');
    expect(row).toHaveTextContent('140 votes, LP leads');
    expect(row).toHaveTextContent('Over-voting');
    expect(row).toHaveTextContent('Photo');
    const call = calls.find(({ path }) => path === '/results/review');
    expect(Object.fromEntries(call?.query ?? [])).toMatchObject({ electionId: ELECTION, status: 'submitted' });
    expect(screen.getByRole('button', { name: 'Waiting for review 2' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('gives the phone of the officer who has not reported', async () => {
    const silent = unitOf({
      status: 'pending',
      resultId: null,
      resultStatus: null,
      totalVotes: null,
      submittedAt: null,
    });
    serveReview({ 'GET /results/review': () => ok(ReviewList, { units: [silent], total: 1, counts: COUNTS }) });
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
    expect(screen.getByRole('button', { name: 'Waiting for review 2' })).toHaveAttribute('aria-pressed', 'true');
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
    await user.click(await screen.findByRole('combobox', { name: 'Ward' }));
    await user.click(await screen.findByRole('option', { name: 'Ipodo' }));
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
        'GET /locations': ({ query }) => {
          const south = place('SW', 'South West', 'region');
          const locations = query.get('type') === 'region' ? [south] : [place('24', 'Lagos', 'state')];
          return ok(LocationList, { locations, total: 1 });
        },
      },
      'national_admin',
    );
    const { user } = renderConsole('/review?area=SW');
    const region = await screen.findByRole('combobox', { name: 'Region' });
    await waitFor(() => expect(region).toHaveValue('South West'));
    const asked = (key: string) => calls.findLast(({ path }) => path === '/results/review')?.query.get(key);
    expect(asked('area')).toBe('SW');
    await waitFor(() =>
      expect(calls.find(({ query }) => query.get('type') === 'state')?.query.get('parentId')).toBe(String(idOf('SW'))),
    );
    await user.click(screen.getByRole('button', { name: 'Clear Region' }));
    await waitFor(() => expect(asked('area')).toBeFalsy());
  });

  it('offers to try again when it cannot be loaded', async () => {
    let down = true;
    serveReview({
      'GET /results/review': () =>
        down ? refuse('INTERNAL') : ok(ReviewList, { units: [unitOf()], total: 1, counts: COUNTS }),
    });
    const { user } = renderConsole('/review');
    const retry = await screen.findByRole('button', { name: 'Retry' });
    down = false;
    await user.click(retry);
    expect(await screen.findByRole('link', { name: 'Seriki Aro' })).toBeVisible();
  });
});

/** The page of one result; POST handlers by decision. */
async function openResult(result: ResultDetail, handlers: Record<string, (call: Call) => Response> = {}, next?: Unit) {
  const calls = serveReview({
    [`GET /results/${result.id}`]: () => ok(ResultDetail, result),
    'GET /results/review': () => ok(ReviewList, { units: next ? [next] : [], total: next ? 1 : 0, counts: COUNTS }),
    ...handlers,
  });
  const tools = renderConsole(`/review/${result.id}`);
  await screen.findByRole('heading', { name: 'Review, Seriki Aro' });
  return { ...tools, calls };
}

const main = () => within(screen.getByRole('main'));

describe('the review of a result', () => {
  it('shows figures, checks with their arithmetic and the ward’s turnout', async () => {
    await openResult(resultOf({ can: ALL }));
    const figures = screen.getByRole('table', { name: 'Figures of the sheet' });
    expect(within(figures).getByRole('row', { name: 'LP leads 88' })).toBeVisible();
    expect(within(figures).getByRole('row', { name: 'Total 140' })).toBeVisible();
    expect(screen.getByText(/total within accredited \(total votes 140 ≤ accredited 141\)/)).toBeVisible();
    expect(
      screen.getByText(/Accredited 27.5% of registered. The ward's average so far: 26.1% of 9 units./),
    ).toBeVisible();
  });

  it('offers only what the person may do, and says why when that is nothing', async () => {
    const hint = 'The ward administrator decides on this result.';
    await openResult(resultOf({ can: { ...ALL, verify: false, return: false }, hint }));
    expect(main().getByRole('button', { name: 'Dispute' })).toBeVisible();
    expect(main().queryByRole('button', { name: 'Verify' })).not.toBeInTheDocument();
    expect(main().queryByRole('button', { name: 'Return' })).not.toBeInTheDocument();
    expect(screen.getByText(new RegExp(hint))).toBeVisible();
  });

  it('verifies after a confirmation that names unit and total, with the version that was seen', async () => {
    const result = resultOf({ can: ALL }, [versionOf(), versionOf({ version: 2 })]);
    const next = unitOf();
    const { user, calls, router } = await openResult(
      result,
      {
        [`POST /results/${result.id}/verify`]: () =>
          ok(ResultDetail, { ...result, status: 'verified', can: { ...ALL, verify: false, return: false } }),
      },
      next,
    );
    await user.click(main().getByRole('button', { name: 'Verify' }));
    const dialog = await screen.findByRole('dialog', { name: 'Verify this result?' });
    expect(dialog).toHaveTextContent('Version 2 of Seriki Aro (24-11-05-003), total 140 votes, becomes verified');
    await user.click(within(dialog).getByRole('button', { name: 'Verify' }));
    expect(await main().findByText('Verified')).toBeVisible();
    const decision = calls.find(({ path }) => path.endsWith('/verify'));
    expect(decision?.body).toEqual({ version: 2 });
    await user.click(main().getByRole('link', { name: 'Next waiting unit' }));
    expect(router.state.location.pathname).toBe(`/review/${next.resultId}`);
  });

  it('decides on the version that was read, though another arrives while the question stands', async () => {
    const result = resultOf({ can: ALL });
    const corrected = { ...resultOf({ can: ALL }, [versionOf(), versionOf({ version: 2 })]), id: result.id };
    let newest = result;
    const { user, calls } = await openResult(result, {
      [`GET /results/${result.id}`]: () => ok(ResultDetail, newest),
      [`POST /results/${result.id}/verify`]: () => refuse('CONFLICT'),
    });
    await user.click(main().getByRole('button', { name: 'Verify' }));
    const dialog = await screen.findByRole('dialog', { name: 'Verify this result?' });
    newest = corrected;
    act(() => publish({ type: 'results', electionId: result.electionId, source: 'official', count: 1, lgas: null }));
    expect(await screen.findByText(/Sent by .*, version 2/)).toBeInTheDocument();
    expect(dialog).toHaveTextContent('Version 1 of Seriki Aro');
    await user.click(within(dialog).getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText(/the officer sent a new version in the meantime/)).toBeVisible();
    expect(calls.find(({ path }) => path.endsWith('/verify'))?.body).toEqual({ version: 1 });
  });

  it('returns with a reason, and not without one', async () => {
    const result = resultOf({ can: ALL });
    const { user, calls } = await openResult(result, {
      [`POST /results/${result.id}/return`]: () => ok(ResultDetail, { ...result, status: 'returned' }),
    });
    await user.click(main().getByRole('button', { name: 'Return' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('button', { name: 'Return' })).toBeDisabled();
    await user.click(within(dialog).getByRole('button', { name: /The photo cannot be read/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Return' }));
    expect(await main().findByText('Returned')).toBeVisible();
    expect(calls.find(({ path }) => path.endsWith('/return'))?.body).toEqual({
      version: 1,
      reason: 'The photo cannot be read. Take it again in good light.',
    });
  });

  it('offers to cancel an over-voted result with its ground from the Act', async () => {
    const over = {
      code: 'OVER_VOTING' as const,
      message: 'Over-voting',
      arithmetic: 'total votes 140 > accredited 100',
    };
    const result = resultOf({ can: { ...ALL, verify: false, cancel: true } }, [
      versionOf({ accreditedVoters: 100, flags: [over] }),
    ]);
    const { user } = await openResult(result);
    expect(screen.getByText('total votes 140 > accredited 100')).toBeVisible();
    await user.click(main().getByRole('button', { name: 'Cancel under section 51' }));
    expect(await screen.findByRole('textbox', { name: 'Reason' })).toHaveValue(
      'Over-voting: total votes 140 exceed accredited voters 100. Cancelled under section 51 of the Electoral Act 2022.',
    );
  });

  it('says that somebody else decided, and reloads', async () => {
    const result = resultOf({ can: ALL });
    let status: 'pending' | 'verified' = 'pending';
    const { user } = await openResult(result, {
      [`GET /results/${result.id}`]: () =>
        ok(ResultDetail, {
          ...result,
          status,
          can: status === 'pending' ? ALL : { ...ALL, verify: false, return: false },
        }),
      [`POST /results/${result.id}/verify`]: () => {
        status = 'verified';
        return refuse('RESULT_TRANSITION', { status: 'verified', action: 'verified' });
      },
    });
    await user.click(main().getByRole('button', { name: 'Verify' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText(/Somebody else decided/)).toBeVisible();
    expect(screen.getByText('The result is verified now. It cannot be verified.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await main().findByText('Verified')).toBeVisible();
    expect(main().queryByRole('button', { name: 'Verify' })).not.toBeInTheDocument();
  });

  it('takes v, r, d and n from the keyboard, but not while something is typed', async () => {
    const next = unitOf();
    const { user, router } = await openResult(resultOf({ can: ALL }), {}, next);
    await main().findByRole('link', { name: 'Next waiting unit' });
    await user.keyboard('r');
    const dialog = await screen.findByRole('dialog', { name: 'Return this result to its officer?' });
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'never');
    expect(router.state.location.pathname).not.toContain(next.resultId ?? '');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.keyboard('v');
    expect(await screen.findByRole('dialog', { name: 'Verify this result?' })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.keyboard('n');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/review/${next.resultId}`));
  });

  it('shows older versions with what differs', async () => {
    const older = versionOf({ votes: { APC: 30, PDP: 12, LP: 88, NNPP: 2, Others: 3 }, totalVotes: 139 });
    const { user } = await openResult(resultOf({ can: ALL }, [older, versionOf({ version: 2 })]));
    expect(screen.getByRole('row', { name: /^APC 31 version 1: 30$/ })).toBeVisible();
    await user.selectOptions(screen.getByRole('combobox', { name: /Version/ }), '1');
    expect(screen.getByRole('row', { name: /^APC 30 version 2: 31$/ })).toBeVisible();
    expect(screen.getByRole('row', { name: /^PDP 12$/ })).toBeVisible();
  });
});
