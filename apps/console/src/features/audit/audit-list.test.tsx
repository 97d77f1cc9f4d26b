import { AuditLogQuery, AuditVerification } from '@ec/contract/audit/schemas';
import { Me } from '@ec/contract/auth/schemas';
import { type EffectivePrivileges, flags } from '@ec/contract/permissions/privileges';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditServer, entryOf, logOf, partOf } from '../../../test/audit.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { onPhone } from '../../../test/phone.ts';
import { renderConsole } from '../../../test/render.tsx';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';
import { placeOf, USER_ID } from '../../../test/users.ts';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

function serveLog(handlers: Record<string, (call: Call) => Response> = {}) {
  const calls = serve({
    ...auditServer(),
    'GET /audit-logs': () => logOf([entryOf(17)]),
    'GET /audit-logs/verify': () => ok(AuditVerification, partOf()),
    ...handlers,
  });
  return {
    /** What was asked last, in a form that the server takes. */
    asked: () => {
      const query = Object.fromEntries(calls.findLast(({ path }) => path === '/audit-logs')?.query ?? []);
      AuditLogQuery.parse(query);
      return query;
    },
    calls,
  };
}

async function choose(user: ReturnType<typeof renderConsole>['user'], label: string, option: string | RegExp) {
  await user.click(await screen.findByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}

describe('the audit log', () => {
  it('shows who did what to which record, from where and when', async () => {
    const { asked } = serveLog({
      'GET /audit-logs': () =>
        logOf([
          entryOf(17),
          entryOf(16, { actionType: 'Alert Raised', resourceType: 'alert', user: null, area: null, ipAddress: null }),
        ]),
    });
    renderConsole('/audit-logs');
    const row = await screen.findByRole('row', { name: /Result Submitted/ });
    const [, resource, user, ip, time] = within(row).getAllByRole('cell');
    expect(resource).toHaveTextContent('ResultIpodo (24-11-05)');
    expect(user).toHaveTextContent('Bola AdeWard Admin');
    expect(ip).toHaveTextContent('10.1.2.3');
    expect(time).toHaveTextContent('25/02/2023 14:30:17');
    expect(screen.getByRole('row', { name: /Alert Raised/ })).toHaveTextContent('System');
    expect(screen.getByText('Showing 2 of 2 entries')).toBeVisible();
    expect(asked()).toEqual({ pageSize: '50' });
    for (const header of ['Activity', 'Resource', 'User', 'IP Address', 'Timestamp', 'Actions']) {
      expect(screen.getByRole('columnheader', { name: header })).toBeVisible();
    }
    expect(await screen.findByText('Chain head 50,000')).toBeVisible();
  });

  it('keeps search, action and period in the address and asks the server by them, from the newest page on', async () => {
    const { asked } = serveLog();
    const { user, router } = renderConsole('/audit-logs?before=500');
    await choose(user, 'Action', 'User Login');
    await choose(user, 'Period', 'This Week');
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'ade');
    const chosen = { action: 'User Login', period: 'week', q: 'ade' };
    await waitFor(() => expect(asked()).toEqual({ ...chosen, pageSize: '50' }));
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual(chosen);
  });

  it('narrows by person, resource and address, each kept in the address', async () => {
    const { asked } = serveLog();
    const { user, router } = renderConsole('/audit-logs');
    await user.click(await screen.findByRole('button', { name: 'Advanced Filters' }));
    await choose(user, 'User', /Bola Ade/);
    await choose(user, 'Resource', 'Session');
    await user.type(screen.getByRole('textbox', { name: 'IP address' }), '10.1.');
    await waitFor(() => expect(asked()).toMatchObject({ ip: '10.1.' }));
    await user.type(screen.getByRole('textbox', { name: 'Resource ID' }), 'abc');
    const chosen = { resource: 'session', ip: '10.1.', resourceId: 'abc' };
    await waitFor(() => expect(asked()).toEqual({ ...chosen, userId: USER_ID, pageSize: '50' }));
    const address = Object.fromEntries(new URLSearchParams(router.state.location.search));
    expect(address).toEqual({ ...chosen, user: USER_ID });
    expect(screen.getByRole('button', { name: 'Advanced Filters (4)' })).toBeVisible();
  });

  it('narrows to an area, down from the region', async () => {
    const { asked } = serveLog();
    const { user } = renderConsole('/audit-logs');
    await user.click(await screen.findByRole('button', { name: 'Advanced Filters' }));
    await user.click(screen.getByRole('combobox', { name: 'Place' }));
    await user.click(await screen.findByRole('option', { name: /^South West/ }));
    await user.click(await screen.findByRole('option', { name: /^Lagos/ }));
    await waitFor(() => expect(asked()).toEqual({ area: '24', pageSize: '50' }));
  });

  it('reads a range in the time zone of the organisation', async () => {
    const { asked } = serveLog();
    renderConsole('/audit-logs?from=2023-02-25T08:00&to=2023-02-25T18:30');
    await screen.findByRole('row', { name: /Result Submitted/ });
    expect(asked()).toMatchObject({ from: '2023-02-25T07:00:00.000Z', to: '2023-02-25T17:30:00.000Z' });
    const pills = screen.getByRole('list', { name: 'Active filters' });
    expect(pills).toHaveTextContent('From: 25/02/2023 08:00');
    expect(pills).toHaveTextContent('Until: 25/02/2023 18:30');
  });

  it('says each active filter in words, and drops one or all of them', async () => {
    const { asked } = serveLog();
    const { user } = renderConsole(`/audit-logs?user=${USER_ID}&area=24&resource=session&period=today`);
    const pills = await screen.findByRole('list', { name: 'Active filters' });
    await waitFor(() => expect(pills).toHaveTextContent('User: Bola Ade'));
    await waitFor(() => expect(pills).toHaveTextContent('Area: Lagos (24)'));
    expect(pills).toHaveTextContent('Resource: Session');
    expect(pills).toHaveTextContent('Period: Today');
    await user.click(within(pills).getByRole('button', { name: 'Remove the filter User' }));
    await waitFor(() => expect(asked()).toEqual({ area: '24', resource: 'session', period: 'today', pageSize: '50' }));
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(asked()).toEqual({ pageSize: '50' }));
    expect(screen.queryByRole('list', { name: 'Active filters' })).not.toBeInTheDocument();
  });

  it('shows what the system did by itself, which leaves no person to choose', async () => {
    const { asked } = serveLog();
    const { user } = renderConsole(`/audit-logs?user=${USER_ID}`);
    await user.click(await screen.findByRole('button', { name: 'Advanced Filters (1)' }));
    await user.click(screen.getByRole('checkbox', { name: 'Only what the system did by itself' }));
    await waitFor(() => expect(asked()).toEqual({ system: 'true', pageSize: '50' }));
    expect(screen.getByRole('combobox', { name: 'User' })).toBeDisabled();
  });

  it('says why an address narrows nothing, and does not ask by it', async () => {
    const { asked } = serveLog();
    const { user } = renderConsole('/audit-logs');
    await user.click(await screen.findByRole('button', { name: 'Advanced Filters' }));
    await user.type(screen.getByRole('textbox', { name: 'IP address' }), 'home');
    expect(await screen.findByText(/Figures, dots and colons only/)).toBeVisible();
    expect(asked()).toEqual({ pageSize: '50' });
  });

  it('turns pages by their place in the chain, and says that it counts no further', async () => {
    const { asked } = serveLog({
      'GET /audit-logs': ({ query }) =>
        query.has('before')
          ? logOf([entryOf(4)], { total: 10_000, totalIsExact: false, newer: 4 })
          : logOf([entryOf(17)], { total: 10_000, totalIsExact: false, older: 17 }),
    });
    const { user, router } = renderConsole('/audit-logs');
    expect(await screen.findByText('Showing 1 of more than 10,000 entries')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Newer' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Older' }));
    await waitFor(() => expect(asked()).toEqual({ before: '17', pageSize: '50' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Older' })).toBeDisabled());
    await user.click(screen.getByRole('button', { name: 'Newer' }));
    await waitFor(() => expect(asked()).toEqual({ after: '4', pageSize: '50' }));
    await user.click(screen.getByRole('button', { name: 'Newest' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('leads out of filters that nothing fits', async () => {
    serveLog({ 'GET /audit-logs': ({ query }) => logOf(query.has('q') ? [] : [entryOf(17)]) });
    const { user } = renderConsole('/audit-logs?q=zzz');
    expect(await screen.findByText('No entry fits these filters.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all entries' }));
    expect(await screen.findByRole('row', { name: /Result Submitted/ })).toBeVisible();
  });

  it('goes on to older entries where a search has looked through a stretch of the log only', async () => {
    serveLog({
      'GET /audit-logs': ({ query }) =>
        query.get('before') === '4096'
          ? logOf([entryOf(17)], { totalIsExact: false, newer: 17 })
          : logOf([], { total: 0, totalIsExact: false, older: 4096 }),
    });
    const { user } = renderConsole('/audit-logs?q=ade');
    expect(await screen.findByText('Older entries have not been looked through yet.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Look through older entries' }));
    expect(await screen.findByRole('row', { name: /Result Submitted/ })).toBeVisible();
    expect(screen.getByText('Showing 1 of at least 1 entry')).toBeVisible();
  });

  it('offers to try again when it cannot be loaded', async () => {
    let down = true;
    serveLog({ 'GET /audit-logs': () => (down ? refuse('INTERNAL') : logOf([entryOf(17)])) });
    const { user } = renderConsole('/audit-logs');
    expect(await screen.findByText('The audit logs could not be loaded')).toBeVisible();
    down = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('row', { name: /Result Submitted/ })).toBeVisible();
  });

  it('keeps what it shows and says so when it cannot be read again', async () => {
    let broken = false;
    serveLog({ 'GET /audit-logs': () => (broken ? refuse('INTERNAL') : logOf([entryOf(17)])) });
    const { user } = renderConsole('/audit-logs');
    await screen.findByRole('row', { name: /Result Submitted/ });
    broken = true;
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText(/The list could not be read again/)).toBeVisible();
    expect(screen.getByRole('row', { name: /Result Submitted/ })).toBeVisible();
  });

  it('says that it may not hold everything where the server finds the chain not whole', async () => {
    const warnings = ['12 entries wait to be linked, the oldest for 3 minutes.'];
    serve({ ...auditServer(), 'GET /audit-logs': () => logOf([entryOf(17)], { warnings }) });
    renderConsole('/audit-logs');
    expect(await screen.findByText(/may not be whole/)).toBeVisible();
    expect(screen.getByText(/12 entries wait to be linked/)).toBeVisible();
  });

  it('is walked through by keys', async () => {
    serveLog({ 'GET /audit-logs': () => logOf([entryOf(17), entryOf(16, { actionType: 'User Login' })]) });
    const { user } = renderConsole('/audit-logs');
    const first = await screen.findByRole('link', { name: 'Result Submitted' });
    first.focus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('link', { name: 'User Login' })).toHaveFocus();
  });

  it('offers the check of the chain to those alone who act in the whole nation', async () => {
    const { id, type, name, code } = placeOf('24');
    const privileges: EffectivePrivileges = {
      granted: flags(() => true),
      lapse: null,
      canManageRoles: [],
      areas: [{ id, type, name, code }],
      validUntil: null,
    };
    const { calls } = serveLog({
      'GET /auth/me': () => ok(Me, meOf('global_moderator', { privileges })),
    });
    renderConsole('/audit-logs');
    expect(await screen.findByRole('row', { name: /Result Submitted/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Verify the chain' })).not.toBeInTheDocument();
    expect(calls.some(({ path }) => path === '/audit-logs/verify')).toBe(false);
  });

  it('is refused to a user without the right to see it', async () => {
    serve({ ...auditServer('state_admin') });
    renderConsole('/audit-logs');
    expect(await screen.findByRole('heading', { name: /Access denied/i })).toBeVisible();
  });

  it('stands as cards on a phone', async () => {
    onPhone();
    serveLog();
    renderConsole('/audit-logs');
    const list = await screen.findByRole('list', { name: 'Audit logs' });
    const card = within(list).getByRole('listitem');
    expect(within(card).getByRole('link', { name: 'Result Submitted' })).toBeVisible();
    expect(card).toHaveTextContent('Bola Ade, Ward Admin · 10.1.2.3');
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });
});
