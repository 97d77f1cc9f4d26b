import { Me } from '@ec/contract/auth/schemas';
import { Dashboard } from '@ec/contract/dashboards/schemas';
import { NotificationList, StreamTicket } from '@ec/contract/notifications/schemas';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { common, regional } from '../../../test/dashboards.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { ok, serve } from '../../../test/server.ts';

it('asks for the first dashboard beside its code and before it is known who the person is, and only once', async () => {
  stubEventSource();
  signedInOnDevice();
  let answerMe: (response: Response) => void = () => undefined;
  const calls = serve({
    'GET /auth/me': () => new Promise<Response>((resolve) => (answerMe = resolve)),
    'GET /notifications': () => ok(NotificationList, { notifications: [], total: 0, unread: 0 }),
    'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    'GET /dashboard': () => ok(Dashboard, { kind: 'region', region: regional(), ...common() }),
  });
  const asked = (path: string) => calls.filter((call) => call.path === path);
  renderConsole('/dashboard?source=grassroots');
  await waitFor(() => expect(asked('/dashboard')).toHaveLength(1));
  expect(asked('/dashboard')[0]?.query.get('source')).toBe('grassroots');
  await waitFor(() => expect(screen.getByText('Loading…')).toBeVisible());
  answerMe(ok(Me, meOf('regional_admin')));
  expect(await screen.findByRole('rowheader', { name: 'Lagos' })).toBeVisible();
  expect(asked('/dashboard')).toHaveLength(1);
  expect(asked('/auth/me')).toHaveLength(1);
});
