import { Me } from '@ec/contract/auth/schemas';
import { SubmissionDesk } from '@ec/contract/results/desk';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { deskVersions } from '../../../test/desk-versions.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, person, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { deskElection, deskOf, MAY_NOTHING, resultOf } from '../../../test/results.ts';
import { ok, serve } from '../../../test/server.ts';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

it('an officer reads that the figures came from their photo, without names, and may replace them', async () => {
  const { id, name, role } = person('polling_unit_officer');
  const { versions } = deskVersions({ id, name, role });
  const result = resultOf({ status: 'pending', can: { ...MAY_NOTHING, resubmit: true } }, versions);
  serve({
    'GET /auth/me': () => ok(Me, meOf('polling_unit_officer', { electionMode: true })),
    'GET /results/desk': () => ok(SubmissionDesk, deskOf([deskElection({ result })])),
  });
  renderConsole('/submit-results');
  expect(await screen.findByRole('heading', { name: 'From the photo, at the desk, version 2' })).toBeVisible();
  expect(screen.getByText(/entered from your photo at the desk.*send the result again/)).toBeVisible();
  expect(screen.getByText(/^Version 2 .*From the photo, at the desk$/)).toBeVisible();
  expect(screen.getByText(/^Version 1 /)).not.toHaveTextContent('at the desk');
  expect(screen.queryByText(/Tola Bello|Chidi Okoro/)).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Replace' })).toBeEnabled();
});
