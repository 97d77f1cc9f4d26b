import { ApprovalList, AuditTrail, BulkOutcome } from '@ec/contract/approvals/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  APPROVER,
  approvalOf,
  AT,
  awaitingOf,
  DECIDES,
  ownOf,
  requested,
  serveApprovals,
} from '../../../test/approvals.ts';
import { TestEventSource } from '../../../test/event-source.ts';
import { onPhone } from '../../../test/phone.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId } from '../../../test/results.ts';
import { type Call, ok, refuse, type serve } from '../../../test/server.ts';

type Requests = Parameters<typeof serveApprovals>[0];

function open(requests: Requests, more: Parameters<typeof serve>[0] = {}, role: Role = 'national_admin', search = '') {
  const calls = serveApprovals(requests, more, role);
  return { calls, ...renderConsole(`/approvals${search}`) };
}

const rowOf = async (name: string) => {
  const table = await screen.findByRole('table', { name: 'Approval requests' });
  const row = (await within(table).findByText(name)).closest('tr');
  if (!row) throw new Error(`${name} is in no row`);
  return row;
};
const itemsOf = async (user: ReturnType<typeof open>['user'], name: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  const items = within(await screen.findByRole('menu')).getAllByRole('menuitem');
  return items.map((item) => item.getAttribute('aria-label'));
};
const box = (name: string) => screen.getByRole('checkbox', { name: `Select the request for ${name}` });
const listCalls = (calls: Call[]) => calls.filter(({ path }) => path === '/approvals');
const peopleChanged = () => act(() => TestEventSource.latest().send({ type: 'people' }));

async function streamOpen() {
  await waitFor(() => expect(TestEventSource.opened.length).toBeGreaterThan(0));
  act(() => TestEventSource.latest().open());
}

beforeAll(async () => void (await import('./QueuePage.tsx')));

const CHIDI = approvalOf();
const DADA = approvalOf({ userData: requested({ name: 'Dada Musa' }), priority: 'URGENT' });
const EFE = awaitingOf({ userData: requested({ name: 'Efe Obi' }) });
const MINE = ownOf({ userData: requested({ name: 'Femi Alao' }) });
const ALL = [CHIDI, DADA, EFE, MINE];

describe('the queue', () => {
  it('shows of each request its type, short number, person, urgency, state and American date', async () => {
    const { calls } = open(() => [DADA]);
    const row = await rowOf('Dada Musa');
    expect(row).toHaveTextContent('User registration');
    expect(within(row).getByText(DADA.id.slice(-8))).toBeVisible();
    expect(row).not.toHaveTextContent(DADA.id);
    expect(row).toHaveTextContent('Ward Admin');
    expect(row).toHaveTextContent('Ipodo, Ikeja, Lagos');
    expect(within(row).getByText('Urgent')).toBeVisible();
    expect(within(row).getByText('Pending')).toBeVisible();
    expect(within(row).getByText('Feb 25, 2023, 04:00 PM')).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Pending Requests (2)' })).toHaveAttribute('aria-selected', 'true');
    expect(Object.fromEntries(listCalls(calls)[0]?.query ?? [])).toEqual({
      status: 'PENDING',
      page: '1',
      pageSize: '20',
    });
  });

  it('names the requester to a reader who may not decide, and offers no decision', async () => {
    const { user } = open(() => ALL);
    const awaiting = await rowOf('Efe Obi');
    const own = await rowOf('Femi Alao');
    expect(within(awaiting).getByText('Awaiting Approval')).toBeVisible();
    expect(within(own).getByText('Your Request')).toBeVisible();
    expect(within(awaiting).getAllByRole('button')).toHaveLength(1);
    expect(await itemsOf(user, 'Femi Alao')).toEqual(['Withdraw Request: Femi Alao']);
    await user.keyboard('{Escape}');
    const decidable = await rowOf('Chidi Okoro');
    expect(within(decidable).queryByText('Awaiting Approval')).not.toBeInTheDocument();
    expect(
      within(decidable)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual(['View Details: Chidi Okoro', 'Actions for Chidi Okoro']);
    expect(await itemsOf(user, 'Chidi Okoro')).toEqual([
      'Approve: Chidi Okoro',
      'Reject: Chidi Okoro',
      'Request More Information: Chidi Okoro',
    ]);
  });

  it('names who decides where that is a second national or super admin', async () => {
    const national = { role: 'national_admin', assignment: 'Nigeria' } as const;
    const { user } = open(() => [
      approvalOf({ secondPerson: true, userData: requested({ ...national, name: 'Gbenga Ojo' }) }),
      ownOf({ secondPerson: true, userData: requested({ ...national, name: 'Hauwa Sani' }) }),
    ]);
    expect(await rowOf('Gbenga Ojo')).toHaveTextContent('You decide as the second person.');
    const own = await rowOf('Hauwa Sani');
    expect(own).toHaveTextContent('Another National Admin or Super Admin than the requester decides.');
    expect(await itemsOf(user, 'Hauwa Sani')).toEqual(['Withdraw Request: Hauwa Sani']);
  });

  it('says of a request whose requester may not ask for it any more that it can only be rejected', async () => {
    const reason = 'The person who raised this request may not ask for it any more.';
    const refusal = { code: 'REQUESTER_UNFIT', reason };
    const { user } = open(() => [
      approvalOf({ can: { ...DECIDES, refusal }, userData: requested({ name: 'Ife Bello' }) }),
    ]);
    const row = await rowOf('Ife Bello');
    expect(row).toHaveTextContent(reason);
    expect(await itemsOf(user, 'Ife Bello')).toEqual(['Reject: Ife Bello', 'Request More Information: Ife Bello']);
  });

  it('takes what is mistyped in the address for nothing', async () => {
    const { calls } = open(() => ALL, {}, 'national_admin', '?type=USER&priority=HIGHEST');
    await rowOf('Chidi Okoro');
    const { query } = listCalls(calls).at(-1) ?? {};
    expect(query?.has('type')).toBe(false);
    expect(query?.has('priority')).toBe(false);
  });

  it('keeps its filters in the address and asks the server with them', async () => {
    const { user, calls, router } = open(() => ALL);
    await rowOf('Chidi Okoro');
    await user.click(screen.getByRole('combobox', { name: 'Type' }));
    await user.click(await screen.findByRole('option', { name: 'Role change' }));
    await user.click(screen.getByRole('combobox', { name: 'Priority' }));
    await user.click(await screen.findByRole('option', { name: 'High' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'chidi');
    await waitFor(() => expect(router.state.location.search).toBe('?type=ROLE_CHANGE&priority=HIGH&q=chidi'));
    await waitFor(() =>
      expect(Object.fromEntries(listCalls(calls).at(-1)?.query ?? [])).toMatchObject({
        status: 'PENDING',
        type: 'ROLE_CHANGE',
        priority: 'HIGH',
        q: 'chidi',
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(router.state.location.search).toBe('');
    expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  });

  it('goes back to the last page there is when decisions have emptied the one that is shown', async () => {
    const { router } = open(
      () => [],
      {
        'GET /approvals': ({ query }) =>
          ok(ApprovalList, { requests: query.get('page') === '1' ? [CHIDI] : [], total: 20 }),
      },
      'national_admin',
      '?page=2',
    );
    expect(await screen.findByText('Chidi Okoro')).toBeVisible();
    expect(router.state.location.search).toBe('');
  });

  it('says when nothing waits, and when it could not be loaded', async () => {
    let up = false;
    const { user } = open(() => [], {
      'GET /approvals': () => (up ? ok(ApprovalList, { requests: [], total: 0 }) : refuse('INTERNAL')),
    });
    expect(await screen.findByText('Failed to load approval requests')).toBeVisible();
    up = true;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No requests found')).toBeVisible();
    expect(screen.getByText('No pending approval requests at the moment.')).toBeVisible();
  });

  it('is closed to who is no administrator', async () => {
    const { calls } = open(() => [], {}, 'polling_unit_officer');
    const panel = await screen.findByRole('alert');
    expect(within(panel).getByRole('heading')).toHaveTextContent('Access Denied');
    expect(panel).toHaveTextContent("You don't have permission to access this page.");
    expect(panel).toHaveTextContent('Your role: Polling Unit Officer');
    expect(calls.some(({ path }) => path.startsWith('/approvals'))).toBe(false);
  });
});

describe('ticking', () => {
  it('is for rows that the reader may decide; select-all takes exactly those and says how many', async () => {
    const { user } = open(() => ALL);
    await rowOf('Chidi Okoro');
    expect(box('Efe Obi')).toBeDisabled();
    expect(box('Femi Alao')).toBeDisabled();
    const all = screen.getByRole('checkbox', { name: 'Select all 2 that you may decide on this page' });
    expect(screen.queryByRole('button', { name: 'Bulk Actions' })).not.toBeInTheDocument();
    await user.click(box('Dada Musa'));
    expect(all).toBePartiallyChecked();
    await user.click(all);
    expect(ALL.map((request) => (box(request.targetUserName) as HTMLInputElement).checked)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(screen.getByText('2 requests selected')).toBeVisible();
    await user.click(all);
    expect(box('Chidi Okoro')).not.toBeChecked();
    expect(screen.queryByRole('button', { name: 'Bulk Actions' })).not.toBeInTheDocument();
  });

  it('is offered on a phone too, where requests are cards', async () => {
    onPhone();
    const { user } = open(() => ALL);
    const cards = await screen.findByRole('list', { name: 'Approval requests' });
    expect(within(cards).getAllByRole('listitem')).toHaveLength(4);
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: 'Select all 2 that you may decide on this page' }));
    expect(box('Dada Musa')).toBeChecked();
    expect(await itemsOf(user, 'Dada Musa')).toContain('Approve: Dada Musa');
    expect(screen.getByText('2 requests selected')).toBeVisible();
  });

  it('is not offered to who decides one at a time', async () => {
    const { user } = open(() => ALL, {}, 'state_admin');
    expect(await itemsOf(user, 'Chidi Okoro')).toContain('Approve: Chidi Okoro');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  });

  it('survives a refresh, less what others have decided', async () => {
    let requests = ALL;
    const { user } = open(() => requests);
    await rowOf('Chidi Okoro');
    await streamOpen();
    await user.click(screen.getByRole('checkbox', { name: /^Select all/ }));
    const newcomer = approvalOf({ userData: requested({ name: 'Gani Bako' }) });
    requests = [DADA, EFE, newcomer];
    peopleChanged();
    await rowOf('Gani Bako');
    expect(box('Dada Musa')).toBeChecked();
    expect(box('Gani Bako')).not.toBeChecked();
    expect(screen.getByText('1 request selected')).toBeVisible();
  });
});

describe('bulk actions', () => {
  async function openBulk(more: Parameters<typeof serve>[0], requests: Requests = () => ALL) {
    const opened = open(requests, more);
    await rowOf('Chidi Okoro');
    await opened.user.click(screen.getByRole('checkbox', { name: /^Select all/ }));
    await opened.user.click(screen.getByRole('button', { name: 'Bulk Actions' }));
    return { ...opened, dialog: await screen.findByRole('dialog', { name: 'Bulk Actions' }) };
  }

  it('approve what was ticked, with the comment', async () => {
    let requests = ALL;
    const { user, dialog, calls } = await openBulk(
      {
        'POST /approvals/bulk-approve': () => {
          requests = [EFE, MINE];
          return ok(BulkOutcome, { done: 2, outcomes: [CHIDI, DADA].map(({ id }) => ({ id, ok: true })) });
        },
      },
      () => requests,
    );
    expect(dialog).toHaveTextContent('User registration of Dada Musa');
    await user.type(within(dialog).getByLabelText('Comment'), ' All checked ');
    await user.click(within(dialog).getByRole('button', { name: 'Approve 2 requests' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const call = calls.find(({ path }) => path === '/approvals/bulk-approve');
    expect(call?.body).toEqual({ requestIds: [CHIDI.id, DADA.id], comment: 'All checked' });
    expect(await screen.findByText(/2 requests approved\./)).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Chidi Okoro')).not.toBeInTheDocument());
  });

  it('reject only with a reason', async () => {
    const { user, dialog } = await openBulk({});
    await user.click(within(dialog).getByRole('radio', { name: 'Reject' }));
    const reject = within(dialog).getByRole('button', { name: 'Reject 2 requests' });
    expect(reject).toBeDisabled();
    expect(within(dialog).getByText('Give a reason first')).toBeVisible();
    await user.type(within(dialog).getByLabelText(/Reason/), '   ');
    expect(reject).toBeDisabled();
    await user.type(within(dialog).getByLabelText(/Reason/), 'Duplicates');
    expect(reject).toBeEnabled();
  });

  it('name what failed and why, and leave it ticked', async () => {
    let requests = ALL;
    const error = 'A Ward Admin already exists for Ward: Ipodo. Please delete the existing admin first.';
    const { user, dialog } = await openBulk(
      {
        'POST /approvals/bulk-approve': () => {
          requests = [DADA, EFE, MINE];
          const outcomes = [
            { id: CHIDI.id, ok: true },
            { id: DADA.id, ok: false, code: 'OFFICE_TAKEN', error },
          ];
          return ok(BulkOutcome, { done: 1, outcomes });
        },
      },
      () => requests,
    );
    await user.click(within(dialog).getByRole('button', { name: 'Approve 2 requests' }));
    const alert = await within(dialog).findByRole('alert');
    expect(alert).toHaveTextContent('1 request could not be approved:');
    expect(alert).toHaveTextContent(`User registration of Dada Musa: ${error}`);
    expect(alert).not.toHaveTextContent('Chidi');
    await user.click(within(dialog).getByRole('button', { name: 'Back to the list' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.queryByText('Chidi Okoro')).not.toBeInTheDocument());
    expect(box('Dada Musa')).toBeChecked();
    expect(screen.getByText('1 request selected')).toBeVisible();
  });

  it('that fail as a whole say so and keep the words', async () => {
    const { user, dialog } = await openBulk({ 'POST /approvals/bulk-approve': () => refuse('UNAVAILABLE') });
    await user.type(within(dialog).getByLabelText('Comment'), 'All checked');
    await user.click(within(dialog).getByRole('button', { name: 'Approve 2 requests' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Failed to process bulk action');
    expect(within(dialog).getByLabelText('Comment')).toHaveValue('All checked');
  });
});

describe('the audit trail', () => {
  const entry = {
    id: freshId(),
    type: 'USER_DELETION' as const,
    status: 'REJECTED' as const,
    user: { name: 'Chidi Okoro', phone: '+2348031112222' },
    reviewer: { name: APPROVER.name, role: APPROVER.role },
    reviewedAt: AT,
  };

  it('says who decided what about whom, when', async () => {
    const { calls } = open(
      () => [],
      { 'GET /approvals/audit-trail': () => ok(AuditTrail, { auditTrail: [entry], total: 21 }) },
      'national_admin',
      '?tab=audit&status=REJECTED',
    );
    const table = await screen.findByRole('table', { name: 'Audit trail' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Request', 'User', 'Action', 'Reviewer', 'Date']);
    const row = (await within(table).findByText('Chidi Okoro')).closest('tr');
    for (const text of ['User deletion', entry.id.slice(-8), '0803 111 2222', 'Rejected', 'Ngozi Bello', 'State Admin'])
      expect(row).toHaveTextContent(text);
    expect(row).toHaveTextContent('Feb 25, 2023, 04:00 PM');
    expect(screen.getByText('Showing 1-1 of 21')).toBeVisible();
    const call = calls.find(({ path }) => path === '/approvals/audit-trail');
    expect(Object.fromEntries(call?.query ?? [])).toEqual({ status: 'REJECTED', page: '1', pageSize: '20' });
  });

  it('begins without the filters of the other tab', async () => {
    const { user, router } = open(
      () => ALL,
      { 'GET /approvals/audit-trail': () => ok(AuditTrail, { auditTrail: [], total: 0 }) },
      'national_admin',
      '?q=chidi&priority=HIGH',
    );
    await user.click(await screen.findByRole('tab', { name: 'Audit Trail' }));
    expect(await screen.findByText('Nothing has been decided yet.')).toBeVisible();
    expect(router.state.location.search).toBe('?tab=audit');
  });
});
