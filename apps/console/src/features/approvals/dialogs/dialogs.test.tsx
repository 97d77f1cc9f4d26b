import { ApprovalDetail } from '@ec/contract/approvals/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  APPROVER,
  approvalOf,
  AT,
  decidedOf,
  DECIDES,
  entryOf,
  ownOf,
  requested,
  serveApprovals,
} from '../../../../test/approvals.ts';
import { TestEventSource } from '../../../../test/event-source.ts';
import { renderConsole } from '../../../../test/render.tsx';
import { ok, refuse, type serve } from '../../../../test/server.ts';

const CHIDI = approvalOf();
const CHANGE = approvalOf({
  requestType: 'ROLE_CHANGE',
  userData: requested({ role: 'lga_admin', ward: null, assignment: 'Ikeja, Lagos' }),
  previousData: requested(),
});
const ASKED = { infoComment: 'Who is this?', requiredInfo: ['A letter', 'A second phone'] };
const MINE = ownOf({ ...ASKED, can: { decide: false, requestInfo: false, answer: true, cancel: true, refusal: null } });

interface Opening {
  requests: () => ApprovalDetail[];
  more?: Parameters<typeof serve>[0];
  role?: Role;
  search?: string;
}

function open({ requests, more = {}, role = 'national_admin', search = '' }: Opening) {
  const calls = serveApprovals(requests, more, role);
  const opened = renderConsole(`/approvals${search}`);
  const start = async (button: string, dialog: string) => {
    if (/^(View Details|Answer): /.test(button)) {
      await opened.user.click(await screen.findByRole('button', { name: button }));
    } else {
      await opened.user.click(await screen.findByRole('button', { name: 'Actions for Chidi Okoro' }));
      await opened.user.click(await screen.findByRole('menuitem', { name: button }));
    }
    return await screen.findByRole('dialog', { name: dialog });
  };
  return { calls, start, ...opened };
}

const posted = (calls: ReturnType<typeof serveApprovals>) =>
  calls
    .filter(({ method, path }) => method === 'POST' && path.startsWith('/approvals'))
    .map(({ path, body }) => ({ path, body }));

async function peopleChanged() {
  await waitFor(() => expect(TestEventSource.opened.length).toBeGreaterThan(0));
  act(() => {
    TestEventSource.latest().open();
    TestEventSource.latest().send({ type: 'people' });
  });
}

beforeAll(async () => void (await import('../QueuePage.tsx')));

describe('the details', () => {
  it('show what changes, why, who asked, and the course, by the address that notifications link to', async () => {
    const asked = ApprovalDetail.parse({
      ...CHANGE,
      history: [
        entryOf('requested'),
        entryOf('info_requested', { by: APPROVER, comment: 'Who is this?', requiredInfo: ['A letter'] }),
        entryOf('answered', { comment: 'The deputy' }),
      ],
    });
    open({ requests: () => [asked], search: `?request=${CHANGE.id}` });
    const dialog = await screen.findByRole('dialog', { name: 'Role change of Chidi Okoro' });
    const changes = within(dialog).getByRole('table', { name: 'What changes' });
    expect(
      within(changes)
        .getAllByRole('row')
        .slice(1)
        .map((row) => [...row.children].map((cell) => cell.textContent)),
    ).toEqual([
      ['Role', 'Ward Admin', 'LGA Admin'],
      ['Assignment', 'Ipodo, Ikeja, Lagos', 'Ikeja, Lagos'],
      ['Ward', 'Ipodo', 'None'],
    ]);
    expect(dialog).toHaveTextContent('The ward has had no admin since January');
    expect(dialog).toHaveTextContent('Bola Ade, LGA Admin, on Feb 25, 2023, 04:00 PM');
    const course = within(within(dialog).getByRole('list', { name: 'History' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent);
    expect(course).toEqual([
      'Requested by Bola Ade (LGA Admin), Feb 25, 2023, 04:00 PM',
      'More information requested by Ngozi Bello (State Admin), Feb 25, 2023, 04:00 PMWho is this?A letter',
      'A letter',
      'Information given by Bola Ade (LGA Admin), Feb 25, 2023, 04:00 PMThe deputy',
    ]);
  });

  it('of a registration show every field of the person and nothing as changed', async () => {
    const { start } = open({ requests: () => [CHIDI] });
    const dialog = await start('View Details: Chidi Okoro', 'User registration of Chidi Okoro');
    expect(within(dialog).queryByRole('table')).not.toBeInTheDocument();
    for (const text of ['0803 111 2222', 'Ward Admin', 'Ipodo, Ikeja, Lagos', 'South West']) {
      expect(dialog).toHaveTextContent(text);
    }
  });

  it('close to the same page of the list', async () => {
    const { start, user, router } = open({ requests: () => [CHIDI], search: '?page=1&priority=MEDIUM' });
    const dialog = await start('View Details: Chidi Okoro', 'User registration of Chidi Okoro');
    expect(router.state.location.search).toContain(`request=${CHIDI.id}`);
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(router.state.location.search).toBe('?priority=MEDIUM');
  });

  it('of a request that is not there, or not for the reader, say so', async () => {
    open({ requests: () => [], search: `?request=${CHIDI.id}` });
    expect(await screen.findByText('This request is not open to you')).toBeVisible();
  });

  it('that could not be loaded offer to try again', async () => {
    open({
      requests: () => [CHIDI],
      search: `?request=${CHIDI.id}`,
      more: { [`GET /approvals/${CHIDI.id}`]: () => refuse('UNAVAILABLE') },
    });
    expect(await screen.findByText('The request could not be loaded')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  });
});

describe('approving', () => {
  it('asks once, names the effect and the people, and confirms it', async () => {
    let requests = [CHANGE];
    const { start, user, calls } = open({
      requests: () => requests,
      more: {
        [`POST /approvals/${CHANGE.id}/approve`]: () => {
          requests = [decidedOf(CHANGE, 'APPROVED')];
          return ok(ApprovalDetail, decidedOf(CHANGE, 'APPROVED'));
        },
      },
    });
    const dialog = await start('Approve: Chidi Okoro', 'Approve this request?');
    expect(dialog).toHaveTextContent('These changes to Chidi Okoro take effect immediately.');
    expect(within(dialog).getByRole('table', { name: 'What changes' })).toHaveTextContent('LGA Admin');
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(posted(calls)).toEqual([{ path: `/approvals/${CHANGE.id}/approve`, body: {} }]);
    expect(await screen.findByText(/Request approved: Role change of Chidi Okoro\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'View request' })).toHaveAttribute(
      'href',
      `/approvals?request=${CHANGE.id}`,
    );
    expect(await screen.findByText('No pending approval requests at the moment.')).toBeVisible();
  });

  it('that the server refuses says why and stays open', async () => {
    const { start, user } = open({
      requests: () => [CHIDI],
      more: { [`POST /approvals/${CHIDI.id}/approve`]: () => refuse('REQUEST_TARGET_GONE') },
    });
    const dialog = await start('Approve: Chidi Okoro', 'Approve this request?');
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
    const alert = await within(dialog).findByRole('alert');
    expect(alert).toHaveTextContent('Failed to approve request');
    expect(alert).toHaveTextContent('is no longer a user. Reject the request.');
  });

  it('that came second says who decided and how', async () => {
    let requests = [CHIDI];
    const { start, user } = open({
      requests: () => requests,
      more: {
        [`POST /approvals/${CHIDI.id}/approve`]: () => {
          requests = [decidedOf(CHIDI, 'REJECTED', 'Wrong ward')];
          return refuse('REQUEST_DECIDED', { status: 'rejected' });
        },
      },
    });
    const dialog = await start('Approve: Chidi Okoro', 'Approve this request?');
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
    expect(await within(dialog).findByText(/Rejected by Ngozi Bello \(State Admin\) on Feb 25, 2023/)).toBeVisible();
    expect(dialog).toHaveTextContent('Reason: Wrong ward');
    expect(within(dialog).getByRole('alert')).toHaveTextContent('This request is rejected already.');
    expect(within(dialog).getByRole('button', { name: 'Approve' })).toBeDisabled();
  });
});

describe('rejecting', () => {
  it('takes a reason that says something', async () => {
    let requests = [CHIDI];
    const { start, user, calls } = open({
      requests: () => requests,
      more: {
        [`POST /approvals/${CHIDI.id}/reject`]: () => {
          requests = [decidedOf(CHIDI, 'REJECTED', 'Wrong ward')];
          return ok(ApprovalDetail, decidedOf(CHIDI, 'REJECTED', 'Wrong ward'));
        },
      },
    });
    const dialog = await start('Reject: Chidi Okoro', 'Reject this request?');
    const reject = within(dialog).getByRole('button', { name: 'Reject' });
    expect(reject).toBeDisabled();
    await user.type(within(dialog).getByLabelText(/Reason/), '  ');
    expect(reject).toBeDisabled();
    expect(within(dialog).getByText('Give a reason first')).toBeVisible();
    await user.type(within(dialog).getByLabelText(/Reason/), 'Wrong ward ');
    await user.click(reject);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(posted(calls)).toEqual([{ path: `/approvals/${CHIDI.id}/reject`, body: { rejectionReason: 'Wrong ward' } }]);
  });

  it('keeps what is typed through a refresh, a failure and closing', async () => {
    const { start, user } = open({
      requests: () => [CHIDI],
      more: { [`POST /approvals/${CHIDI.id}/reject`]: () => refuse('UNAVAILABLE') },
    });
    let dialog = await start('Reject: Chidi Okoro', 'Reject this request?');
    await user.type(within(dialog).getByLabelText(/Reason/), 'Wrong ward');
    await peopleChanged();
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Failed to reject request');
    expect(within(dialog).getByLabelText(/Reason/)).toHaveValue('Wrong ward');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    dialog = await start('Reject: Chidi Okoro', 'Reject this request?');
    expect(within(dialog).getByLabelText(/Reason/)).toHaveValue('Wrong ward');
  });

  it('says at once when another user decides while the dialog is open', async () => {
    let requests = [CHIDI];
    const { start, user } = open({ requests: () => requests });
    const dialog = await start('Reject: Chidi Okoro', 'Reject this request?');
    await user.type(within(dialog).getByLabelText(/Reason/), 'Wrong ward');
    requests = [decidedOf(CHIDI, 'APPROVED')];
    await peopleChanged();
    expect(await within(dialog).findByText(/Approved by Ngozi Bello \(State Admin\)/)).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Reject' })).toBeDisabled();
    expect(within(dialog).getByLabelText(/Reason/)).toHaveValue('Wrong ward');
  });
});

describe('asking for more', () => {
  it('takes a comment and any lines, and drops the empty ones', async () => {
    const { start, user, calls } = open({
      requests: () => [CHIDI],
      more: { [`POST /approvals/${CHIDI.id}/request-info`]: () => ok(ApprovalDetail, { ...CHIDI, ...ASKED }) },
    });
    const dialog = await start('Request More Information: Chidi Okoro', 'Request More Information');
    const send = within(dialog).getByRole('button', { name: 'Request Information' });
    const add = within(dialog).getByRole('button', { name: '+ Add another requirement' });
    await user.type(within(dialog).getByLabelText('Requirement 1'), 'A letter');
    await user.click(add);
    expect(within(dialog).getByLabelText('Requirement 2')).toHaveFocus();
    await user.click(add);
    await user.type(within(dialog).getByLabelText('Requirement 3'), 'Wrong line');
    await user.click(add);
    await user.type(within(dialog).getByLabelText('Requirement 4'), ' A second phone ');
    await user.click(within(dialog).getByRole('button', { name: 'Remove requirement 3' }));
    expect(send).toBeDisabled();
    await user.type(within(dialog).getByLabelText(/Comment/), 'Who is this?');
    await user.click(send);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(posted(calls)).toEqual([
      {
        path: `/approvals/${CHIDI.id}/request-info`,
        body: { comment: 'Who is this?', requiredInfo: ['A letter', 'A second phone'] },
      },
    ]);
  });

  it('that fails says so', async () => {
    const { start, user } = open({
      requests: () => [CHIDI],
      more: { [`POST /approvals/${CHIDI.id}/request-info`]: () => refuse('NOT_YOUR_APPROVAL') },
    });
    const dialog = await start('Request More Information: Chidi Okoro', 'Request More Information');
    await user.type(within(dialog).getByLabelText(/Comment/), 'Who is this?');
    await user.click(within(dialog).getByRole('button', { name: 'Request Information' }));
    const alert = await within(dialog).findByRole('alert');
    expect(alert).toHaveTextContent('Failed to request information');
    expect(alert).toHaveTextContent('Another user decides on this request.');
  });
});

describe('the requester', () => {
  it('reads what is wanted and answers it, without losing the words to a refresh', async () => {
    let requests = [MINE];
    const { start, user, calls } = open({
      requests: () => requests,
      role: 'lga_admin',
      more: {
        [`POST /approvals/${MINE.id}/answer`]: () => {
          const answered = ownOf({
            ...MINE,
            requiredInfo: null,
            infoComment: null,
            can: { ...MINE.can, answer: false },
          });
          requests = [answered];
          return ok(ApprovalDetail, answered);
        },
      },
    });
    const dialog = await start('Answer: Chidi Okoro', 'User registration of Chidi Okoro');
    for (const text of ['Who is this?', 'A letter', 'A second phone']) expect(dialog).toHaveTextContent(text);
    expect(within(dialog).getByRole('button', { name: 'Send answer' })).toBeDisabled();
    await user.type(within(dialog).getByLabelText(/Your answer/), 'The deputy, letter follows ');
    await peopleChanged();
    expect(within(dialog).getByLabelText(/Your answer/)).toHaveValue('The deputy, letter follows ');
    await user.click(within(dialog).getByRole('button', { name: 'Send answer' }));
    await waitFor(() => expect(within(dialog).queryByLabelText(/Your answer/)).not.toBeInTheDocument());
    expect(posted(calls)).toEqual([
      { path: `/approvals/${MINE.id}/answer`, body: { answer: 'The deputy, letter follows' } },
    ]);
  });

  it('can withdraw from the details, after a question that names the person', async () => {
    const gone = ApprovalDetail.parse({
      ...MINE,
      status: 'CANCELLED',
      approvedAt: AT,
      standing: 'decided',
      can: { ...DECIDES, decide: false, requestInfo: false },
    });
    let requests = [MINE];
    const { user, calls } = open({
      requests: () => requests,
      role: 'lga_admin',
      search: `?request=${MINE.id}`,
      more: {
        [`POST /approvals/${MINE.id}/cancel`]: () => {
          requests = [gone];
          return ok(ApprovalDetail, gone);
        },
      },
    });
    const details = await screen.findByRole('dialog', { name: 'User registration of Chidi Okoro' });
    await user.click(within(details).getByRole('button', { name: 'Withdraw Request: Chidi Okoro' }));
    const dialog = await screen.findByRole('dialog', { name: 'Withdraw your request?' });
    expect(dialog).toHaveTextContent('Chidi Okoro (Ward Admin, Ipodo, Ikeja, Lagos) is not registered');
    await user.click(within(dialog).getByRole('button', { name: 'Withdraw Request' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(posted(calls).map(({ path }) => path)).toEqual([`/approvals/${MINE.id}/cancel`]);
    expect(await within(details).findByText(/Withdrawn on Feb 25, 2023/)).toBeVisible();
  });
});
