import { ResultDetail, ReviewList } from '@ec/contract/results/schemas';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { MAY_DECIDE, MAY_NOTHING, resultOf } from '../../../test/results.ts';
import { COUNTS, serveReview, unitOf } from '../../../test/review.ts';
import { ok } from '../../../test/server.ts';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

const BOLA = { id: '0190a0b0-0000-7000-8000-000000000009', name: 'Bola Ade', role: 'lga_admin' };

describe('an admin above the ward', () => {
  it('takes over a result with a reason, and decides on it then', async () => {
    const result = resultOf({
      status: 'pending',
      can: { ...MAY_NOTHING, takeOver: true },
      takeoverAskedAt: '2023-02-25T18:00:00.000Z',
    });
    const takenOver = { by: BOLA, at: '2023-02-25T18:10:00.000Z', reason: 'No answer by phone' };
    let now: ResultDetail = result;
    const calls = serveReview(
      {
        [`GET /results/${result.id}`]: () => ok(ResultDetail, now),
        [`POST /results/${result.id}/take-over`]: () => {
          now = { ...result, takenOver: takenOver as never, can: MAY_DECIDE };
          return ok(ResultDetail, now);
        },
      },
      'lga_admin',
    );
    const { user } = renderConsole(`/review/${result.id}`);
    expect(await screen.findByText(/requested a takeover/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Verify' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Take over from the ward' }));
    const dialog = await screen.findByRole('dialog', { name: 'Take over this result?' });
    expect(within(dialog).getByRole('button', { name: 'Take over' })).toBeDisabled();
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), ' No answer by phone ');
    await user.click(within(dialog).getByRole('button', { name: 'Take over' }));
    expect(await screen.findByRole('button', { name: 'Verify' })).toBeVisible();
    expect(screen.getByText(/Taken over by Bola Ade \(LGA Admin\)/)).toBeVisible();
    expect(calls.find(({ path }) => path.endsWith('/take-over'))?.body).toEqual({
      version: 1,
      reason: 'No answer by phone',
    });
  });

  it('reads in the list what waits for their decision and what for others', async () => {
    const asked = unitOf({ canDecide: false, takeoverAskedAt: '2023-02-25T18:00:00Z' });
    const counts = { ...COUNTS, submitted: 30 };
    serveReview(
      {
        'GET /results/review': () => ok(ReviewList, { units: [asked], total: 1, counts, decidable: 3, unexplained: 0 }),
      },
      'lga_admin',
    );
    renderConsole('/review');
    expect(await screen.findByText(/3 for your decision, 27 for others/)).toBeVisible();
    expect(await screen.findByText('Takeover requested')).toBeVisible();
  });
});
