import {
  ActiveSessionList,
  ActiveSessionQuery,
  FailedSignInList,
  FailedSignInQuery,
  LockedAccountList,
  SecurityAlertList,
  SecurityStatus,
} from '@ec/contract/security/schemas';
import { Location } from '@ec/contract/geography/schemas';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { HEAD_HASH, linkOf, lockedOf, lockOutAlert, sessionOf, statusOf } from '../../../test/security.ts';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';
import { at, peopleServer, placeOf } from '../../../test/users.ts';
import { publish } from '../../lib/stream/stream.ts';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

const sessionsAnswer = (
  sessions: ReturnType<typeof sessionOf>[],
  areas: { area: ReturnType<typeof linkOf>; sessions: number }[] = [],
) => ok(ActiveSessionList, { sessions, total: sessions.length, areas });

const QUERIES = { '/security/sessions': ActiveSessionQuery, '/security/failed-sign-ins': FailedSignInQuery } as const;

function serveSecurity(handlers: Record<string, (call: Call) => Response> = {}) {
  const calls = serve({
    ...peopleServer('national_admin'),
    'GET /security/status': () => ok(SecurityStatus, statusOf()),
    'GET /security/sessions': () => sessionsAnswer([sessionOf()]),
    'GET /security/failed-sign-ins': () => ok(FailedSignInList, { attempts: [], total: 0 }),
    'GET /security/locked-accounts': () => ok(LockedAccountList, { accounts: [lockedOf()], total: 1 }),
    'GET /security/alerts': () => ok(SecurityAlertList, { alerts: [], total: 0 }),
    [`GET /locations/${at('24')}`]: () => ok(Location, { ...placeOf('24'), parentId: at('SW'), units: 13_325 }),
    ...handlers,
  });
  return {
    calls,
    /** What was asked last, in a form that the server takes. */
    asked: (path: '/security/sessions' | '/security/failed-sign-ins') => {
      const query = Object.fromEntries(calls.findLast((call) => call.path === path)?.query ?? []);
      QUERIES[path].parse(query);
      return query;
    },
  };
}

const part = (name: string) => {
  const item = screen.getByRole('heading', { name }).closest('li');
  if (!item) throw new Error(`No part ${name}`);
  return item;
};

describe('the system status', () => {
  it('says of each part how it is doing, with its figures', async () => {
    serveSecurity();
    renderConsole('/security');
    expect(await screen.findByRole('heading', { name: 'Security', level: 1 })).toBeVisible();
    expect(await screen.findByText('All 8 parts work')).toBeVisible();
    for (const title of ['System Status', 'Active Sessions', 'Security Alerts']) {
      expect(screen.getByRole('heading', { name: title })).toBeVisible();
    }
    expect(part('Database')).toHaveTextContent('WorksWorks.PostgreSQL 18.4, 5.0 GB12 of 100 connections');
    expect(part('Job queue')).toHaveTextContent('2 waiting, 1 running, 0 failedThe oldest has waited for 1 min');
    expect(part('Deliveries')).toHaveTextContent('SMS: Termii; e-mail: none, written to the log');
    expect(part('Disk')).toHaveTextContent('51.3 GB free of 100.0 GB');
    expect(part('Event lag')).toHaveTextContent('Read 12 ms after they were stored');
    expect(part('Audit chain')).toHaveTextContent('5,000,000 entries linked, 3 waiting to be linked');
    expect(screen.getByText('Version 0.5.0, up 3 days 4 h')).toBeVisible();
    expect(screen.getByText(HEAD_HASH)).toBeVisible();
    expect(screen.getByText(/updated 14:30:00/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open sessions: 1,204' })).toHaveAttribute(
      'href',
      '/security?tab=sessions',
    );
    expect(screen.getByRole('link', { name: '17 failed sign-ins' })).toHaveAttribute('href', '/security?tab=sign-ins');
  });

  it('names what is down first, in words, without figures that were not measured', async () => {
    const { database, queue } = statusOf();
    serveSecurity({
      'GET /security/status': () =>
        ok(
          SecurityStatus,
          statusOf({
            database: { ...database, state: 'warning', text: 'Answers slowly.' },
            queue: { ...queue, state: 'down', text: 'The queue cannot be read.' },
          }),
        ),
    });
    renderConsole('/security');
    expect(await screen.findByText('Down: Job queue')).toBeVisible();
    const parts = within(screen.getByRole('list', { name: 'Parts of the system' })).getAllByRole('listitem');
    expect(parts[0]).toHaveTextContent(/^Job queueDownThe queue cannot be read\.$/);
    expect(parts[1]).toHaveTextContent(/^DatabaseNeeds a lookAnswers slowly\./);
  });

  it('says that it cannot be read, and leaves the lists usable', async () => {
    let down = true;
    serveSecurity({
      'GET /security/status': () => (down ? refuse('INTERNAL') : ok(SecurityStatus, statusOf())),
    });
    const { user } = renderConsole('/security?tab=sessions');
    expect(await screen.findByText('The system status could not be loaded')).toBeVisible();
    expect(await screen.findByRole('row', { name: /Bola Ade/ })).toBeVisible();
    down = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await user.click(screen.getByRole('tab', { name: 'System status' }));
    expect(await screen.findByText('All 8 parts work')).toBeVisible();
  });
});

describe('active sessions', () => {
  it('show who is signed in where, and mark the own one', async () => {
    serveSecurity({
      'GET /security/sessions': () =>
        sessionsAnswer([
          sessionOf(),
          sessionOf({
            user: { id: '0190a0b0-0000-7000-8000-000000000001', name: 'Ada Obi', role: 'national_admin' },
            isCurrent: true,
            can: { end: false },
          }),
        ]),
    });
    renderConsole('/security?tab=sessions');
    const row = await screen.findByRole('row', { name: /Bola Ade/ });
    expect(row).toHaveTextContent('Ward Admin');
    expect(row).toHaveTextContent('Ipodo24-11-05');
    expect(row).toHaveTextContent('Chrome on Android');
    expect(within(row).getByRole('link', { name: '10.1.2.3' })).toHaveAttribute('href', '/audit-logs?ip=10.1.2.3');
    const own = screen.getByRole('row', { name: /Ada Obi/ });
    expect(own).toHaveTextContent('Your session');
    expect(within(own).queryByRole('button')).not.toBeInTheDocument();
  });

  it('are narrowed by area, role and name, kept in the address', async () => {
    const { asked } = serveSecurity({
      'GET /security/sessions': ({ query }) =>
        sessionsAnswer(
          [sessionOf()],
          query.get('area') === '24'
            ? [{ area: linkOf('24-11'), sessions: 40 }]
            : [
                { area: linkOf('24'), sessions: 120 },
                { area: linkOf('27'), sessions: 0 },
              ],
        ),
    });
    const { user, router } = renderConsole('/security?tab=sessions&page=3');
    const areas = await screen.findByRole('list', { name: 'Open sessions by area' });
    expect(areas).toHaveTextContent(/^Lagos 120$/);
    await user.click(within(areas).getByRole('link', { name: 'Lagos 120' }));
    await waitFor(() => expect(asked('/security/sessions')).toEqual({ area: '24', page: '1', pageSize: '20' }));
    expect(await screen.findByRole('link', { name: 'Ikeja 40' })).toBeVisible();
    const trail = screen.getByRole('navigation', { name: 'Area of the sessions' });
    await waitFor(() => expect(trail).toHaveTextContent('All areas › South West › Lagos'));
    await user.click(screen.getByRole('combobox', { name: 'Role' }));
    await user.click(await screen.findByRole('option', { name: 'Ward Admin' }));
    await waitFor(() => expect(asked('/security/sessions')).toMatchObject({ area: '24', role: 'ward_admin' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'ade');
    await waitFor(() =>
      expect(asked('/security/sessions')).toMatchObject({ area: '24', role: 'ward_admin', q: 'ade' }),
    );
    expect(router.state.location.search).toBe('?tab=sessions&area=24&role=ward_admin&q=ade');
    await user.click(within(trail).getByRole('link', { name: 'All areas' }));
    await waitFor(() => expect(asked('/security/sessions')).not.toHaveProperty('area'));
  });

  it('are ended after a question that names whose', async () => {
    const session = sessionOf();
    let open = [session];
    const { calls } = serveSecurity({
      'GET /security/sessions': () => sessionsAnswer(open),
      [`DELETE /security/sessions/${session.id}`]: () => {
        open = [];
        return new Response(JSON.stringify({ success: true, data: {} }));
      },
    });
    const { user } = renderConsole('/security?tab=sessions');
    await user.click(await screen.findByRole('button', { name: 'End session of Bola Ade, Chrome on Android' }));
    const dialog = await screen.findByRole('dialog', { name: 'End this session?' });
    expect(dialog).toHaveTextContent(
      'Bola Ade (Ward Admin) is signed out on Chrome on Android (10.1.2.3) immediately.',
    );
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
    await user.click(within(dialog).getByRole('button', { name: 'End session' }));
    expect(await screen.findByText('The session of Bola Ade on Chrome on Android has ended.')).toBeVisible();
    expect(await screen.findByText('No user of your area is signed in.')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('stay, with the reason, where the server refuses', async () => {
    const session = sessionOf();
    serveSecurity({
      'GET /security/sessions': () => sessionsAnswer([session]),
      [`DELETE /security/sessions/${session.id}`]: () => refuse('OWN_SESSION'),
    });
    const { user } = renderConsole('/security?tab=sessions');
    await user.click(await screen.findByRole('button', { name: /End session of Bola Ade/ }));
    await user.click(await screen.findByRole('button', { name: 'End session' }));
    expect(await screen.findByText(/This is the session you work in/)).toBeVisible();
    expect(screen.getByRole('dialog', { name: 'End this session?' })).toBeVisible();
  });
});

describe('refused sign-ins', () => {
  const attempt = {
    at: '2023-02-25T13:20:05.000Z',
    phone: '0803 *** **67',
    user: { id: '0190a0b0-0000-7000-8000-0000000000a1', name: 'Bola Ade', role: 'ward_admin' },
    ip: '10.1.2.3',
    device: 'Chrome on Android',
    reason: 'Wrong password',
  };

  it('are listed with their reason, over the time that is chosen', async () => {
    const { asked } = serveSecurity({
      'GET /security/failed-sign-ins': () =>
        ok(FailedSignInList, {
          attempts: [attempt, { ...attempt, at: '2023-02-25T13:19:00.000Z', user: null }],
          total: 2,
        }),
    });
    const { user } = renderConsole('/security?tab=sign-ins');
    const row = await screen.findByRole('row', { name: /Bola Ade/ });
    expect(row).toHaveTextContent('25/02/2023 14:20:05');
    expect(row).toHaveTextContent('0803 *** **67');
    expect(row).toHaveTextContent('Wrong password');
    expect(screen.getByRole('row', { name: /No account has this number/ })).toBeVisible();
    expect(asked('/security/failed-sign-ins')).toEqual({ hours: '24', page: '1', pageSize: '20' });
    await user.click(screen.getByRole('combobox', { name: 'Period' }));
    await user.click(await screen.findByRole('option', { name: 'Last 7 days' }));
    await waitFor(() => expect(asked('/security/failed-sign-ins')).toMatchObject({ hours: '168' }));
  });
});

describe('locked accounts', () => {
  it('are unlocked after a question that names whose', async () => {
    const { lockedUntil } = lockedOf();
    const account = lockedOf({
      locks: [
        { from: 'network', network: '105.112.7.0/24', failures: 5, lockedUntil },
        { from: 'everywhere', network: null, failures: 50, lockedUntil },
      ],
    });
    const unknown = lockedOf({ user: null, area: null, phone: '0805 *** **11', can: { unlock: false } });
    let accounts = [account, unknown];
    const { calls } = serveSecurity({
      'GET /security/locked-accounts': () => ok(LockedAccountList, { accounts, total: accounts.length }),
      'POST /security/locked-accounts/unlock': () => {
        accounts = [unknown];
        return new Response(JSON.stringify({ success: true, data: {} }));
      },
    });
    const { user } = renderConsole('/security?tab=locked');
    expect(await screen.findByRole('row', { name: /No account has this number/ })).toHaveTextContent('Opens at 14:35');
    const row = screen.getByRole('row', { name: /Chidi Okoro/ });
    expect(
      within(row)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Network 105.112.7.0/24: 5 attempts', 'All unknown devices: 50 attempts']);
    await user.click(screen.getByRole('button', { name: 'Unlock Chidi Okoro' }));
    const dialog = await screen.findByRole('dialog', { name: 'Unlock this account?' });
    expect(dialog).toHaveTextContent('Chidi Okoro (LGA Admin) was locked after 5 failed attempts');
    await user.click(within(dialog).getByRole('button', { name: 'Unlock' }));
    expect(await screen.findByText('Chidi Okoro can sign in again.')).toBeVisible();
    expect(calls.find(({ path }) => path.endsWith('/unlock'))?.body).toEqual({ userId: account.user?.id });
    await waitFor(() => expect(screen.queryByRole('row', { name: /Chidi Okoro/ })).not.toBeInTheDocument());
  });

  it('say why where the lock was lifted meanwhile', async () => {
    serveSecurity({ 'POST /security/locked-accounts/unlock': () => refuse('NOT_LOCKED') });
    const { user } = renderConsole('/security?tab=locked');
    await user.click(await screen.findByRole('button', { name: 'Unlock Chidi Okoro' }));
    await user.click(await screen.findByRole('button', { name: 'Unlock' }));
    expect(await screen.findByText('This account is not locked any more.')).toBeVisible();
  });
});

describe('security alerts', () => {
  it('lead to the alert center, and come as they are raised', async () => {
    const alerts = [lockOutAlert()];
    serveSecurity({ 'GET /security/alerts': () => ok(SecurityAlertList, { alerts, total: alerts.length }) });
    renderConsole('/security?tab=alerts');
    const row = await screen.findByRole('row', { name: /Chidi Okoro failed to sign in 5 times/ });
    expect(within(row).getByRole('link', { name: 'Account locked' })).toHaveAttribute(
      'href',
      `/alerts?alert=${alerts[0]?.id}`,
    );
    expect(row).toHaveTextContent('High');
    alerts.push(lockOutAlert());
    act(() => publish({ type: 'alerts' }));
    await waitFor(() => expect(screen.getAllByRole('link', { name: 'Account locked' })).toHaveLength(2));
  });
});

// Last: the narrow screen stays for the rest of the file.
describe('lists on a phone', () => {
  it('stand as cards on a phone', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('max-width'),
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    serveSecurity();
    renderConsole('/security?tab=sessions');
    const card = within(await screen.findByRole('list', { name: 'Active sessions' })).getByRole('listitem');
    expect(card).toHaveTextContent('Bola Ade');
    expect(within(card).getByRole('button', { name: /End session of Bola Ade/ })).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });
});
