import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { AuditEntryDetail, AuditVerification } from '@ec/contract/audit/schemas';
import { auditServer, entryOf, logOf, partOf } from '../../../../test/audit.ts';
import { stubEventSource } from '../../../../test/event-source.ts';
import { signedInOnDevice } from '../../../../test/people.ts';
import { renderConsole } from '../../../../test/render.tsx';
import { ok, refuse, serve } from '../../../../test/server.ts';
import { USER_ID } from '../../../../test/users.ts';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

const SENT = entryOf(17);
const LOGIN = entryOf(16, {
  event: 'auth.signed_in',
  actionType: 'User Login',
  resourceType: 'session',
  previousValues: null,
  newValues: null,
});
const OLDEST = entryOf(3, { actionType: 'User Created', resourceType: 'user', resourceId: USER_ID });
const ALL = [SENT, LOGIN, OLDEST];

function serveEntries(handlers: Parameters<typeof serve>[0] = {}) {
  return serve({
    ...auditServer(),
    'GET /audit-logs': ({ query }) =>
      query.get('before') === '16' ? logOf([OLDEST], { newer: 3 }) : logOf([SENT, LOGIN], { older: 16 }),
    'GET /audit-logs/verify': () => ok(AuditVerification, partOf()),
    ...Object.fromEntries(ALL.map((entry) => [`GET /audit-logs/${entry.id}`, () => ok(AuditEntryDetail, entry)])),
    ...handlers,
  });
}

const fact = (dialog: HTMLElement, label: string) =>
  within(dialog).getByText(label, { selector: 'dt' }).nextElementSibling as HTMLElement;

describe('an entry of the audit log', () => {
  it('is opened from the list, and named in the address', async () => {
    serveEntries();
    const { user, router } = renderConsole('/audit-logs?period=all&q=ade');
    await user.click(await screen.findByRole('button', { name: 'Details of Result Submitted, 14:30:17' }));
    const dialog = await screen.findByRole('dialog', { name: 'Result Submitted' });
    expect(router.state.location.search).toContain(`entry=${SENT.id}`);
    expect(router.state.location.search).toContain('q=ade');
    expect(fact(dialog, 'Timestamp')).toHaveTextContent('25/02/2023 14:30:17 (WAT)');
    expect(fact(dialog, 'IP address')).toHaveTextContent('10.1.2.3');
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(router.state.location.search).not.toContain('entry'));
  });

  it('shows all that is known, and links to the record and to similar entries', async () => {
    serveEntries();
    renderConsole(`/audit-logs?entry=${SENT.id}`);
    const dialog = await screen.findByRole('dialog', { name: 'Result Submitted' });
    expect(fact(dialog, 'User agent')).toHaveTextContent('Chrome on Android');
    expect(fact(dialog, 'User agent')).toHaveTextContent('Mozilla/5.0 (Linux; Android 10; K)');
    expect(within(dialog).getByRole('link', { name: 'Open the result' })).toHaveAttribute(
      'href',
      `/review/${SENT.resourceId}`,
    );
    expect(within(dialog).getByRole('link', { name: 'Ipodo (24-11-05)' })).toHaveAttribute(
      'href',
      '/lga/24-11?ward=24-11-05',
    );
    expect(within(dialog).getByRole('link', { name: 'All entries of this person' })).toHaveAttribute(
      'href',
      `/audit-logs?user=${USER_ID}`,
    );
    expect(within(dialog).getByRole('link', { name: 'All entries about it' })).toHaveAttribute(
      'href',
      `/audit-logs?resource=result&resourceId=${SENT.resourceId}`,
    );
    expect(fact(dialog, 'Position')).toHaveTextContent('17');
    expect(fact(dialog, 'Stored by')).toHaveTextContent(
      'Database role election_console_app, from 10.0.0.5Process 4711, transaction 98123',
    );
    expect(fact(dialog, 'Hash')).toHaveTextContent(SENT.hash);
    expect(fact(dialog, 'Hash of the entry before')).toHaveTextContent(SENT.previousHash);
  });

  it.each([
    ['national_admin', 'report.completed', 'election_summary', true],
    ['global_moderator', 'report.completed', 'election_summary', false],
    ['global_moderator', 'report.completed', 'security_audit', true],
    ['super_admin', 'report.completed', 'security_audit', false],
    ['national_admin', 'report.removed', 'election_summary', false],
  ] as const)('leads a %s to the report of %s (%s): %s', async (role, event, template, leads) => {
    const entry = entryOf(17, {
      event,
      actionType: 'Report',
      resourceType: 'report',
      previousValues: null,
      newValues: { template },
    });
    serveEntries({ ...auditServer(role), [`GET /audit-logs/${entry.id}`]: () => ok(AuditEntryDetail, entry) });
    renderConsole(`/audit-logs?entry=${entry.id}`);
    const dialog = await screen.findByRole('dialog', { name: 'Report' });
    expect(fact(dialog, 'Resource type')).toHaveTextContent('Report');
    expect(within(dialog).queryAllByRole('link', { name: 'Open the report' })).toHaveLength(leads ? 1 : 0);
  });

  it('copies a hash whole', async () => {
    serveEntries();
    const { user } = renderConsole(`/audit-logs?entry=${SENT.id}`);
    await user.click(await screen.findByRole('button', { name: 'Copy the hash' }));
    expect(await screen.findByRole('button', { name: 'The hash is copied' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(SENT.hash);
  });

  it('shows values before and after, what is unchanged folded away', async () => {
    serveEntries();
    const { user } = renderConsole(`/audit-logs?entry=${SENT.id}`);
    const table = await screen.findByRole('table', { name: 'Previous and new values' });
    expect(within(table).getByRole('row', { name: /votes\.APC/ })).toHaveTextContent('votes.APC Changed1231');
    expect(within(table).getByRole('row', { name: /status/ })).toHaveTextContent('returnedpending');
    expect(within(table).queryByRole('row', { name: /votes\.LP/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show 1 unchanged field' }));
    expect(within(table).getByRole('row', { name: /votes\.LP/ })).toHaveTextContent('Unchanged8888');
    await user.click(screen.getByRole('button', { name: 'As JSON' }));
    expect(screen.getByRole('group', { name: 'New values as JSON' })).toHaveTextContent('"APC": 31');
    expect(screen.queryByRole('table', { name: 'Previous and new values' })).not.toBeInTheDocument();
  });

  it('folds long values and says where there was nothing before', async () => {
    const long = 'x'.repeat(400);
    const entry = entryOf(17, { previousValues: null, newValues: { text: long, name: 'Ada' } });
    serveEntries({ [`GET /audit-logs/${entry.id}`]: () => ok(AuditEntryDetail, entry) });
    const { user } = renderConsole(`/audit-logs?entry=${entry.id}`);
    const row = await screen.findByRole('row', { name: /text/ });
    expect(screen.getByText('There are no previous values.')).toBeVisible();
    expect(screen.queryByRole('columnheader', { name: 'Before' })).not.toBeInTheDocument();
    expect(screen.getByRole('row', { name: /^name/ })).toHaveTextContent(/^nameAda$/);
    expect(row).not.toHaveTextContent(long);
    await user.click(screen.getByRole('button', { name: 'Show all 400 characters' }));
    expect(row).toHaveTextContent(long);
  });

  it('shows alone what there was before a deletion', async () => {
    const entry = entryOf(17, { previousValues: { name: 'Pilot', status: 'draft' }, newValues: null });
    serveEntries({ [`GET /audit-logs/${entry.id}`]: () => ok(AuditEntryDetail, entry) });
    renderConsole(`/audit-logs?entry=${entry.id}`);
    const table = within(await screen.findByRole('table', { name: 'Previous and new values' }));
    expect(screen.getByText('There are no new values.')).toBeVisible();
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Field', 'Before']);
    expect(table.getByRole('row', { name: /status/ })).toHaveTextContent(/^statusdraft$/);
  });

  it('says that an action recorded no values', async () => {
    serveEntries();
    renderConsole(`/audit-logs?entry=${LOGIN.id}`);
    expect(await screen.findByText(/This action records no values/)).toBeVisible();
  });

  it('leads to its neighbours by keys, over the end of the page too', async () => {
    serveEntries();
    const { user, router } = renderConsole(`/audit-logs?entry=${SENT.id}`);
    await screen.findByRole('dialog', { name: 'Result Submitted' });
    await screen.findByRole('link', { name: 'User Login', hidden: true });
    expect(screen.getByRole('button', { name: 'Newer entry' })).toBeDisabled();
    await user.keyboard('{ArrowRight}');
    await screen.findByRole('dialog', { name: 'User Login' });
    await user.click(screen.getByRole('button', { name: 'Older entry' }));
    await screen.findByRole('dialog', { name: 'User Created' });
    expect(new URLSearchParams(router.state.location.search).get('before')).toBe('16');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Older entry' })).toBeDisabled());
  });

  it('says that it is not there, with the list behind it', async () => {
    serveEntries({ 'GET /audit-logs/999': () => refuse('NOT_FOUND') });
    const { user } = renderConsole('/audit-logs?entry=999');
    expect(await screen.findByText('The entry could not be loaded')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('row', { name: /Result Submitted/ })).toBeVisible();
  });
});
