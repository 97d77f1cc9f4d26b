import { Me } from '@ec/contract/auth/schemas';
import { Dashboard } from '@ec/contract/dashboards/schemas';
import { NotificationList, StreamTicket } from '@ec/contract/notifications/schemas';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import * as data from '../../../test/dashboards.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { ok, serve } from '../../../test/server.ts';

beforeEach(stubEventSource);

it('begins with the last hour and the wards that wait the longest, in red only what is critical', async () => {
  const ward = { id: data.idOf('24-11-05'), type: 'ward', name: 'Ipodo', code: '24-11-05', lga: 'Ikeja' } as const;
  const lastHour = {
    since: '2027-02-20T13:00:00.000Z',
    reported: 412,
    verified: 300,
    disputesOpened: 3,
    disputesResolved: 1,
    alerts: 27,
    criticalAlerts: 2,
    blocking: [
      { ward, waiting: 12, oldestAt: '2027-02-20T09:00:00.000Z', contact: data.contact() },
      { ward: { ...ward, name: 'Alausa' }, waiting: 1, oldestAt: '2027-02-20T10:00:00.000Z', contact: null },
    ],
  };
  signedInOnDevice();
  serve({
    'GET /auth/me': () => ok(Me, meOf('state_admin')),
    'GET /notifications': () => ok(NotificationList, { notifications: [], total: 0, unread: 0 }),
    'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    'GET /dashboard': () => ok(Dashboard, { kind: 'state', state: data.state(), ...data.common({ lastHour }) }),
  });
  renderConsole('/dashboard');
  const hour = await screen.findByRole('region', { name: 'In the last hour' });
  expect(within(hour).getByRole('group', { name: 'Units reported' })).toHaveTextContent('412');
  expect(within(hour).getByRole('group', { name: 'Disputes opened' })).toHaveTextContent('1 resolved');
  expect(within(hour).getByText('2 critical')).toHaveAttribute('data-tone', 'bad');
  const [first, second] = within(screen.getByRole('list', { name: 'Waiting the longest' })).getAllByRole('listitem');
  expect(first).toHaveTextContent('Ipodo, Ikeja12 results, oldest');
  expect(within(first as HTMLElement).getByRole('link', { name: /^Call Bola Ade/ })).toHaveAttribute(
    'href',
    'tel:+2348030000001',
  );
  expect(second).toHaveTextContent('No ward admin');
});
