import { UserBulkAnswer, type UserBulkStep } from '@ec/contract/users/bulk';
import { screen, waitFor, within } from '@testing-library/react';
import type * as z from 'zod/mini';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { stubEventSource } from '../../../../test/event-source.ts';
import { ok } from '../../../../test/server.ts';
import { NOTHING, userOf } from '../../../../test/users.ts';
import { cleanNotices, openUsers } from '../../../../test/users-page.tsx';

beforeAll(async () => {
  await import('../UsersPage.tsx');
  await import('../TaskDialog.tsx');
});
beforeEach(() => {
  stubEventSource();
  cleanNotices();
});

const ID = (n: number) => `0190a0b0-0000-7000-8000-0000000000c${n}`;
const SEEN = '2026-02-03T10:00:00.000Z';
const CHANGED = '2026-11-26T10:00:00.000Z';
const users = [
  userOf({ id: ID(1), name: 'Bola Ade' }),
  userOf({ id: ID(2), name: 'Chi Eze' }),
  userOf({ id: ID(3), name: 'Musa Bello', can: NOTHING }),
];
const step = (n: number, change: Partial<z.input<typeof UserBulkStep>>): z.input<typeof UserBulkStep> => ({
  id: ID(n),
  name: users[n - 1]?.name ?? null,
  outcome: 'done',
  before: null,
  requestId: null,
  code: null,
  reason: null,
  ...change,
});
const refused = step(2, { outcome: 'refused', code: 'USER_STATE', reason: 'Chi Eze is already suspended.' });

async function choose(answers: (body: Record<string, unknown>) => z.input<typeof UserBulkStep>[], action: string) {
  const bodies: Record<string, unknown>[] = [];
  const opened = openUsers(
    'national_admin',
    { users },
    {
      'POST /users/bulk': ({ body }) => {
        bodies.push(body as Record<string, unknown>);
        return ok(UserBulkAnswer, { steps: answers(body as Record<string, unknown>) });
      },
    },
  );
  await opened.user.click(
    await screen.findByRole('checkbox', { name: 'Select all 2 that you may change on this page' }),
  );
  const bar = screen.getByRole('region', { name: 'Selected users' });
  expect(within(bar).getByRole('status')).toHaveTextContent('2 users selected');
  await opened.user.click(within(bar).getByRole('button', { name: action }));
  return { ...opened, bodies, dialog: within(await screen.findByRole('dialog')) };
}

it('says who is changed and who is left out and why, then what happened to each, and takes it back', async () => {
  const before = { status: 'ACTIVE' as const, updatedAt: CHANGED };
  const { user, dialog, bodies } = await choose(
    ({ status, preview }) =>
      status === 'ACTIVE' ? [step(1, { before })] : [step(1, preview ? {} : { before }), refused],
    'Suspend',
  );
  expect(await dialog.findByText(/will be suspended: Bola Ade\./)).toBeVisible();
  expect(dialog.getByRole('region', { name: 'Left out' })).toHaveTextContent('Chi Eze: Chi Eze is already suspended.');
  expect(dialog.queryByLabelText(/Justification/)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Suspend 1 user' }));
  expect(await dialog.findByRole('status')).toHaveTextContent('1 user suspended. 1 user stayed as before.');
  const chosen = [ID(1), ID(2)].map((id) => ({ id, updatedAt: SEEN }));
  expect(bodies).toEqual([
    { status: 'SUSPENDED', users: chosen, preview: true },
    { status: 'SUSPENDED', users: chosen },
  ]);
  expect(screen.queryByRole('region', { name: 'Selected users' })).toBeNull();

  await user.click(dialog.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(dialog.getByRole('status')).toHaveTextContent('1 user put back.'));
  expect(bodies[2]).toMatchObject({ status: 'ACTIVE', users: [{ id: ID(1), updatedAt: CHANGED }] });
  expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('wants a justification where requests are sent, and links each of them', async () => {
  const requestId = '0190a0b0-0000-7000-8000-0000000000b1';
  const { user, dialog, bodies } = await choose(
    ({ preview }) => [1, 2].map((n) => step(n, { outcome: 'requested', requestId: preview ? null : requestId })),
    'Deactivate',
  );
  const submit = await dialog.findByRole('button', { name: 'Deactivate 2 users' });
  await user.click(submit);
  expect(bodies).toHaveLength(1);
  await user.type(dialog.getByRole('textbox', { name: /Justification/ }), 'They left the ward in May');
  await user.click(submit);
  expect(await dialog.findByRole('status')).toHaveTextContent('2 requests sent.');
  expect(bodies[1]).toMatchObject({ status: 'INACTIVE', justification: 'They left the ward in May' });
  expect(dialog.getAllByRole('link', { name: 'request sent' })[0]).toHaveAttribute(
    'href',
    `/approvals?request=${requestId}`,
  );
  expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull();
});
