import { ApprovalStatistics } from '@ec/contract/approvals/schemas';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { COUNTS, serveApprovals } from '../../../test/approvals.ts';
import { TestEventSource } from '../../../test/event-source.ts';
import { renderConsole } from '../../../test/render.tsx';
import { ok } from '../../../test/server.ts';

const menuLink = async (name: string | RegExp) =>
  within(await screen.findByRole('navigation', { name: 'Main' })).findByRole('link', { name });

describe('the menu item Approvals', () => {
  it('says how many wait for the reader, live', async () => {
    let counts = COUNTS;
    serveApprovals(() => [], { 'GET /approvals/statistics': () => ok(ApprovalStatistics, counts) }, 'ward_admin');
    renderConsole('/announcements');
    expect(await menuLink(/^Approvals 2 ?waiting for you$/)).toBeVisible();
    counts = { ...COUNTS, awaitingMe: 3 };
    await waitFor(() => expect(TestEventSource.opened.length).toBeGreaterThan(0));
    act(() => TestEventSource.latest().open());
    act(() => TestEventSource.latest().send({ type: 'people' }));
    expect(await menuLink(/^Approvals 3 ?waiting for you$/)).toBeVisible();
    counts = { ...COUNTS, awaitingMe: 0 };
    act(() => TestEventSource.latest().send({ type: 'people' }));
    expect(await menuLink('Approvals')).toHaveTextContent(/^Approvals$/);
  });

  it('makes no call for a user who may not read approvals', async () => {
    const calls = serveApprovals(() => [], {}, 'polling_unit_officer');
    renderConsole('/announcements');
    const menu = await screen.findByRole('navigation', { name: 'Main' });
    await within(menu).findByRole('link', { name: 'Announcements' });
    expect(within(menu).queryByRole('link', { name: /Approvals/ })).not.toBeInTheDocument();
    expect(calls.some(({ path }) => path.startsWith('/approvals'))).toBe(false);
  });
});
