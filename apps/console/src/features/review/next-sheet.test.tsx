import { ElectionId, ResultId } from '@ec/contract/base/common';
import { locationIdOf } from '@ec/contract/geography/location-id';
import { ResultDetail, ReviewList } from '@ec/contract/results/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId, MAY_DECIDE, resultOf, UNIT } from '../../../test/results.ts';
import { COUNTS, serveReview, type Unit, unitOf } from '../../../test/review.ts';
import { ok } from '../../../test/server.ts';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

/** The page of one result, while these units wait, and so many results for the reader in all. */
async function openResult(result: ResultDetail, units: readonly Unit[], decidable = units.length) {
  serveReview({
    [`GET /results/${result.id}`]: () => ok(ResultDetail, result),
    'GET /results/review': () =>
      ok(ReviewList, { units: [...units], total: units.length, counts: COUNTS, decidable, unexplained: 0 }),
  });
  const tools = renderConsole(`/review/${result.id}`);
  await screen.findByRole('heading', { name: 'Review, Seriki Aro' });
  return tools;
}

const main = () => within(screen.getByRole('main'));
const DECIDED = { ...MAY_DECIDE, verify: false, return: false, cancel: false };

describe('the next unit', () => {
  const at = (code: string, canDecide = true) => unitOf({ code, canDecide, pollingUnitId: locationIdOf(code) ?? UNIT });
  const next = () => main().findByRole('link', { name: 'Next waiting unit' });

  it('is the first one after this', async () => {
    const [before, after] = [at('24-11-05-001'), at('24-11-05-007')];
    await openResult(resultOf({ can: MAY_DECIDE }), [before, at('24-11-05-004', false), after]);
    expect(await next()).toHaveAttribute('href', `/review/${after.resultId}`);
  });

  it('is the first one of all after the last', async () => {
    const before = at('24-11-05-001');
    await openResult(resultOf({ can: MAY_DECIDE }), [before]);
    expect(await next()).toHaveAttribute('href', `/review/${before.resultId}`);
  });

  it('further down the list than is looked is led to by its number', async () => {
    const others = [at('24-11-01-001', false), at('24-11-01-002', false)];
    await openResult(resultOf({ can: DECIDED, status: 'verified' }), others, 4);
    const more = await main().findByRole('link', { name: '4 results wait for your decision' });
    expect(more.getAttribute('href')).toContain('status=submitted');
    expect(main().queryByText('No other unit waits for your decision.')).not.toBeInTheDocument();
  });

  it('is said to be none where none waits', async () => {
    await openResult(resultOf({ can: DECIDED, status: 'verified' }), [], 0);
    expect(await main().findByText('No other unit waits for your decision.')).toBeVisible();
  });
});

it.each([
  [true, /who is asked to correct it and send it again\. Until then/],
  [false, /who cannot send it again: the deadline has passed\. The unit stays not reported\./],
])('a return says whether the officer can still answer it (%s)', async (takesVersions, words) => {
  const { user } = await openResult(resultOf({ can: MAY_DECIDE, takesVersions }), []);
  await user.click(main().getByRole('button', { name: 'Return' }));
  expect(await screen.findByRole('dialog', { name: 'Return this result to its officer?' })).toHaveTextContent(words);
});

describe('the sheets of one unit', () => {
  const senate = {
    electionId: ElectionId.parse(freshId()),
    electionName: 'Senate',
    electionType: 'senatorial',
    status: 'submitted',
    resultId: ResultId.parse(freshId()),
    accreditedVoters: 150,
  } as const;

  it('are named with their accredited voters, and the next one comes before the next unit, by its key too', async () => {
    const { user, router } = await openResult(resultOf({ can: MAY_DECIDE, contests: [senate] }), [unitOf()]);
    const sheets = screen.getByRole('navigation', { name: 'Sheets of this unit' });
    expect(sheets).toHaveTextContent('President');
    expect(sheets).toHaveTextContent('141 accredited');
    expect(sheets).toHaveTextContent('150 accredited');
    expect(within(sheets).getByRole('link', { name: 'Senate' })).toHaveAttribute('href', `/review/${senate.resultId}`);
    expect(main().getByRole('link', { name: 'Next sheet: Senate' })).toBeVisible();
    await user.keyboard('n');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/review/${senate.resultId}`));
  });

  it('are walked once: an earlier sheet that is passed over does not come again', async () => {
    const earlier = { ...senate, electionType: 'presidential', resultId: ResultId.parse(freshId()) } as const;
    const later = { ...senate, electionType: 'house_of_representatives', resultId: ResultId.parse(freshId()) } as const;
    const election = { name: 'Senate', type: 'senatorial' } as const;
    await openResult({ ...resultOf({ can: MAY_DECIDE, contests: [earlier, later] }), election }, [unitOf()]);
    expect(main().getByRole('link', { name: 'Next sheet: House of Representatives' })).toHaveAttribute(
      'href',
      `/review/${later.resultId}`,
    );
  });

  it('are offered again from the first where no other unit waits', async () => {
    const earlier = { ...senate, electionType: 'presidential', resultId: ResultId.parse(freshId()) } as const;
    const election = { name: 'Senate', type: 'senatorial' } as const;
    await openResult({ ...resultOf({ can: DECIDED, status: 'verified', contests: [earlier] }), election }, []);
    expect(main().getByRole('link', { name: 'Next sheet: President' })).toBeVisible();
    expect(main().queryByText('No other unit waits for your decision.')).not.toBeInTheDocument();
  });

  it('that are decided lead on to the next unit', async () => {
    const decided = { ...senate, status: 'approved' } as const;
    await openResult(resultOf({ can: MAY_DECIDE, contests: [decided] }), [unitOf()]);
    expect(await main().findByRole('link', { name: 'Next waiting unit' })).toBeVisible();
  });
});
