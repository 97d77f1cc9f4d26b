import { Me } from '@ec/contract/auth/schemas';
import { Dashboard } from '@ec/contract/dashboards/schemas';
import { NotificationList, StreamTicket } from '@ec/contract/notifications/schemas';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { countsOf, noFormsYet } from '../../../test/collations.ts';
import * as data from '../../../test/dashboards.ts';
import { stubEventSource, TestEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { ok, serve } from '../../../test/server.ts';

type Collation = Parameters<typeof data.common>[0] extends infer Change | undefined
  ? Change extends { collation?: infer Value }
    ? Value
    : never
  : never;

function open(collation: Collation) {
  signedInOnDevice();
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('national_admin', { electionMode: true })),
    'GET /notifications': () => ok(NotificationList, { notifications: [], total: 0, unread: 0 }),
    'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    'GET /dashboard': () =>
      ok(
        Dashboard,
        Dashboard.parse({
          kind: 'national',
          national: data.national(),
          ...data.common(collation === undefined ? {} : { collation }),
        }),
      ),
  });
  return { calls, ...renderConsole('/dashboard') };
}

beforeAll(
  async () =>
    void (await Promise.all([import('./DashboardPage.tsx'), import('../../domain/collations/CollationPanel.tsx')])),
);
beforeEach(stubEventSource);

it('says of each level how many forms are in, and leads to their progress at the same place', async () => {
  const { calls } = open({ ...countsOf(), can: { enter: false } });
  const levels = within(await screen.findByRole('list', { name: 'Forms by level' })).getAllByRole('listitem');
  expect(levels[0]).toHaveTextContent(
    'EC8B12 of 20 inWard12 centres started · 2 awaiting review · 1 disputed · 1 out of date',
  );
  expect(levels[1]).toHaveTextContent('EC8C0 of 1 inLGA1 centre started');
  expect(screen.getByText('3 forms with a difference · 1 disputed')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Progress of collation' })).toHaveAttribute(
    'href',
    `/collations/progress?election=${data.ELECTION}&area=NG`,
  );
  const before = calls.filter(({ path }) => path === '/dashboard').length;
  await waitFor(() => expect(TestEventSource.opened.length).toBeGreaterThan(0));
  act(() => TestEventSource.latest().send({ type: 'collations' }));
  await waitFor(() => expect(calls.filter(({ path }) => path === '/dashboard').length).toBeGreaterThan(before));
});

it('is one quiet line before the first form, with a link for those who may enter one', async () => {
  open({ ...noFormsYet(), can: { enter: true } });
  expect(await screen.findByText(/^No collation form has been entered yet\. 18 agents are assigned/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Enter a form' })).toHaveAttribute('href', '/collations');
  expect(screen.queryByRole('list', { name: 'Forms by level' })).not.toBeInTheDocument();
});

it('is absent for those who do not read disputes', async () => {
  open(null);
  expect(await screen.findByRole('heading', { name: 'Regions' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Collation' })).not.toBeInTheDocument();
});
