import { Me } from '@ec/contract/auth/schemas';
import { SubmissionDesk } from '@ec/contract/results/desk';
import { ResultDetail } from '@ec/contract/results/schemas';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { deskElection, deskOf, MAY_NOTHING, resultOf } from '../../../test/results.ts';
import { ok, serve } from '../../../test/server.ts';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

const agoHours = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

function openSent(change: Partial<ResultDetail>) {
  let result = resultOf({ status: 'pending', can: { ...MAY_NOTHING, resubmit: true, askTakeover: true }, ...change });
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('polling_unit_officer', { electionMode: true })),
    'GET /results/desk': () => ok(SubmissionDesk, deskOf([deskElection({ result })])),
    [`POST /results/${result.id}/ask-takeover`]: () => {
      result = { ...result, takeoverAskedAt: agoHours(0), can: MAY_NOTHING };
      return ok(ResultDetail, result);
    },
  });
  return { ...renderConsole('/submit-results'), calls, result };
}

const button = () => screen.queryByRole('button', { name: 'Ask for a takeover' });

describe('an officer whose result waits', () => {
  it('asks for a takeover once it has waited longer than the setting', async () => {
    const { user, calls } = openSent({ submittedAt: agoHours(3) });
    expect(await screen.findByText(/has waited for more than 2 hours/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Ask for a takeover' }));
    expect(await screen.findByText(/You requested a takeover/)).toBeVisible();
    expect(button()).not.toBeInTheDocument();
    expect(calls.find(({ path }) => path.endsWith('/ask-takeover'))?.body).toEqual({ version: 1 });
  });

  it('is not offered it before', async () => {
    openSent({ submittedAt: agoHours(1) });
    expect(await screen.findByText(/The Ward Administrator reviews it/)).toBeVisible();
    expect(button()).not.toBeInTheDocument();
  });

  it('reads who has taken it over', async () => {
    const by = { id: '0190a0b0-0000-7000-8000-000000000009', name: 'Bola Ade', role: 'lga_admin' };
    openSent({ submittedAt: agoHours(3), takenOver: { by, at: agoHours(1), reason: 'No answer' } as never });
    expect(await screen.findByText('Bola Ade (LGA Admin) has taken over this result and decides on it.')).toBeVisible();
    expect(button()).not.toBeInTheDocument();
  });
});
