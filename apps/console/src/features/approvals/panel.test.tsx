import { ApprovalList, ApprovalStatistics } from '@ec/contract/approvals/schemas';
import { Me } from '@ec/contract/auth/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { approvalOf, COUNTS, decidedOf, ownOf, requested, serveApprovals } from '../../../test/approvals.ts';
import { meOf } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { ok, type serve } from '../../../test/server.ts';

const CHIDI = approvalOf();
const DADA = decidedOf(approvalOf({ userData: requested({ name: 'Dada Musa' }) }), 'REJECTED', 'Wrong ward');
const MINE = ownOf({ userData: requested({ name: 'Femi Alao' }) });

function open(more: Parameters<typeof serve>[0] = {}, role: Role = 'state_admin', search = '') {
  const calls = serveApprovals(
    () => [CHIDI, DADA],
    {
      'GET /approvals': ({ query }) => {
        const all = query.get('mine') ? [MINE] : [CHIDI, DADA];
        const status = query.get('status');
        const requests = all.filter((request) => !status || request.status === status);
        return ok(ApprovalList, { requests, total: requests.length });
      },
      ...more,
    },
    role,
  );
  return { calls, ...renderConsole(`/users/approvals${search}`) };
}

const empty = { 'GET /approvals': () => ok(ApprovalList, { requests: [], total: 0 }) };
const cardNames = () => screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);

beforeAll(async () => void (await import('./PanelPage.tsx')));

describe('the approval panel', () => {
  it('counts, with the average time in hours to one decimal', async () => {
    open();
    expect(await screen.findByRole('heading', { name: 'Approval Management' })).toBeVisible();
    expect(await screen.findByText('4.3 h')).toBeVisible();
    expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual([
      'Pending Approval3',
      'My Requests1',
      'Approved8',
      'Rejected2',
    ]);
    expect(screen.getByRole('link', { name: 'Back to users' })).toHaveAttribute('href', '/users');
  });

  it('shows a dash for the average while nothing has been decided', async () => {
    open({ 'GET /approvals/statistics': () => ok(ApprovalStatistics, { ...COUNTS, averageApprovalTime: null }) });
    const label = await screen.findByText('Avg. Time');
    await waitFor(() => expect(screen.getByRole('tab', { name: /Approved/ })).toHaveTextContent('8'));
    expect(label.parentElement).toHaveTextContent('–');
  });

  it('has a tab for each state and one for my own', async () => {
    const { user, router } = open();
    expect(await screen.findByRole('article', { name: 'Chidi Okoro' })).toBeVisible();
    expect(cardNames()).toEqual(['Chidi Okoro']);
    await user.click(screen.getByRole('tab', { name: /Rejected/ }));
    expect(await screen.findByRole('article', { name: 'Dada Musa' })).toBeVisible();
    expect(router.state.location.search).toBe('?tab=rejected');
    await user.click(screen.getByRole('tab', { name: /My Requests/ }));
    const own = await screen.findByRole('article', { name: 'Femi Alao' });
    expect(within(own).getByText('Your Request')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Status' })).toBeEnabled();
  });

  it('opens a card to the justification, the person and the reason of a rejection', async () => {
    const { user } = open({}, 'state_admin', '?tab=rejected');
    const card = await screen.findByRole('article', { name: 'Dada Musa' });
    expect(card).not.toHaveTextContent('Wrong ward');
    const toggle = within(card).getByRole('button', { name: 'Show more: Dada Musa' });
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await user.click(toggle);
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    expect(card).toHaveTextContent('Rejection reasonWrong ward');
    expect(card).toHaveTextContent('The ward has had no admin since January');
    expect(card).toHaveTextContent('0803 111 2222');
    expect(within(card).getByRole('button', { name: 'View Details: Dada Musa' })).toBeVisible();
    expect(within(card).queryByRole('button', { name: 'Actions for Dada Musa' })).not.toBeInTheDocument();
  });

  it('decides with the dialogs of the queue', async () => {
    const { user } = open();
    const card = await screen.findByRole('article', { name: 'Chidi Okoro' });
    await user.click(within(card).getByRole('button', { name: 'Actions for Chidi Okoro' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Reject: Chidi Okoro' }));
    expect(await screen.findByRole('dialog', { name: 'Reject this request?' })).toHaveTextContent(
      'Give a reason first',
    );
  });

  it('says when there is nothing', async () => {
    const { user } = open(empty);
    expect(await screen.findByText('No requests found')).toBeVisible();
    expect(screen.getByText('No pending approval requests at the moment.')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: /Approved/ }));
    expect(await screen.findByText('There is nothing here yet.')).toBeVisible();
    expect(screen.getByText('No requests found')).toBeVisible();
  });

  it('is closed, without a call, to whom the module was taken from', async () => {
    const me = meOf('state_admin');
    const closed = { ...me, levels: { ...me.levels, approvals: 'none' as const } };
    const { calls } = open({ 'GET /auth/me': () => ok(Me, closed) });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent("Access DeniedYou don't have permission to access this page.");
    expect(calls.some(({ path }) => path.startsWith('/approvals'))).toBe(false);
  });
});
