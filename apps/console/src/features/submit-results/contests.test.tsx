import { Me } from '@ec/contract/auth/schemas';
import { StreamTicket } from '@ec/contract/notifications/schemas';
import { SubmissionDesk } from '@ec/contract/results/desk';
import { Receipt } from '@ec/contract/results/schemas';
import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { stubEventSource, TestEventSource } from '../../../test/event-source.ts';
import { meOf, person, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import {
  deskElection,
  deskOf,
  freshId,
  MAY_NOTHING,
  receiptOf,
  resultOf,
  TYPED_SHEET,
  UNIT,
  versionOf,
} from '../../../test/results.ts';
import { type Call, ok, serve } from '../../../test/server.ts';
import { keep } from '../../lib/device/device-store.ts';
import { draftSlot } from '../../lib/device/drafts.ts';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

const contestDay = { id: freshId(), name: 'General election' };
const senate = () => deskElection({ name: 'Senate', type: 'senatorial', formCode: 'EC8A(I)', contestDay });
const president = (change = {}) => deskElection({ contestDay, ...change });

async function open(
  elections: ReturnType<typeof deskElection>[],
  post?: (call: Call) => Response | Promise<Response>,
  search = '',
  change: Parameters<typeof deskOf>[1] = {},
) {
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('polling_unit_officer', { electionMode: true })),
    'GET /results/desk': () => ok(SubmissionDesk, deskOf(elections, change)),
    'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    ...(post && { 'POST /results': post }),
  });
  const { user } = renderConsole(`/submit-results${search}`);
  await screen.findByRole('form', { name: 'Result sheet' });
  return { user, calls };
}

/** The page returns from the last look once the sheet is on its way. */
const sheets = async () => await screen.findByRole('navigation', { name: 'Sheets of this unit' });
const field = (name: string) => screen.getByRole('textbox', { name });

it('carries the accredited voters over from the sheet that was sent, says so, and takes another figure', async () => {
  const sent = president({ result: resultOf({ registeredVoters: 600 }, [versionOf({ registeredVoters: 600 })]) });
  const { user } = await open([sent, senate()]);
  expect(await sheets()).toHaveTextContent('1 of 2 sent');
  expect(within(await sheets()).getByRole('link', { name: /Senate/ })).toHaveAttribute('aria-current', 'page');
  expect(within(await sheets()).getByRole('link', { name: /Senate/ })).toHaveTextContent('EC8A(I)');
  expect(field('Accredited voters')).toHaveValue('141');
  expect(field('Registered voters')).toHaveValue('600');
  expect(field('Accredited voters')).toHaveAccessibleDescription(/^Carried over from the President sheet/);
  await user.clear(field('Accredited voters'));
  expect(field('Accredited voters')).toHaveValue('');
  await user.type(field('Accredited voters'), '140');
  expect(field('Accredited voters')).toHaveAccessibleDescription(/The President sheet says 141/);
  expect(field('LP')).toHaveValue('');
});

it('leads from the receipt to the next sheet, which has the voters of the one before', async () => {
  const { user, calls } = await open([president(), senate()], () => ok(Receipt, receiptOf(), 201));
  for (const [label, text] of Object.entries(TYPED_SHEET)) await user.type(field(label), text);
  await user.click(screen.getByRole('button', { name: 'Submit Results for Approval' }));
  await user.click(await screen.findByRole('button', { name: 'Submit' }));
  expect(await screen.findByRole('heading', { name: 'Results Submitted Successfully!' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Next sheet: Senate' }));
  await screen.findByRole('form', { name: 'Result sheet' });
  expect(field('Accredited voters')).toHaveValue('141');
  expect(field('APC')).toHaveValue('');
  expect(within(await sheets()).getByRole('link', { name: /Senate/ })).toHaveFocus();
  expect(calls.filter(({ path }) => path === '/results')).toHaveLength(1);
});

it('keeps the contest that is being typed when its result comes from another phone', async () => {
  const [first, second] = [president(), senate()];
  const elections = [first, second];
  const { user } = await open(elections);
  await user.type(field('APC'), '77');
  elections[0] = { ...first, result: resultOf({ can: { ...MAY_NOTHING, resubmit: true } }) };
  await vi.waitFor(() => TestEventSource.latest());
  act(() => TestEventSource.latest().open());
  act(() => TestEventSource.latest().send({ type: 'results' }));
  await user.click(await screen.findByRole('button', { name: 'Replace' }));
  expect(await screen.findByRole('textbox', { name: 'APC' })).toHaveValue('77');
  expect(within(await sheets()).getByRole('link', { name: /President/ })).toHaveAttribute('aria-current', 'page');
});

it('says that a sheet was returned, also where its receipt was not read', async () => {
  const [returned, other] = [president({ result: resultOf({ status: 'returned' }) }), senate()];
  const { id } = person('polling_unit_officer');
  const slot = draftSlot(id, returned.id, UNIT);
  const sent = { slot, userId: id, key: 'k', body: versionOf(), photo: null, fileId: null, problem: null };
  await keep(`parcel:${slot}`, { ...sent, state: 'received', receipt: receiptOf(), madeAt: '', attempts: 0 });
  await open([returned, other], undefined, `?election=${other.id}`);
  const link = within(await sheets()).getByRole('link', { name: /President/ });
  expect(link).toHaveTextContent('Returned');
  expect(await sheets()).toHaveTextContent('0 of 2 sent');
});

it('goes on to the next sheet while the one before waits for a network', async () => {
  const { user } = await open([president(), senate()], () => Promise.reject(new TypeError('Failed to fetch')));
  for (const [label, text] of Object.entries(TYPED_SHEET)) await user.type(field(label), text);
  await user.click(screen.getByRole('button', { name: 'Submit Results for Approval' }));
  await user.click(await screen.findByRole('button', { name: 'Submit' }));
  expect(await screen.findByRole('heading', { name: 'Waiting for network - kept on this phone' })).toBeVisible();
  expect(await sheets()).toHaveTextContent('0 of 2 sent');
  await user.click(screen.getByRole('link', { name: 'Next sheet: Senate' }));
  await screen.findByRole('form', { name: 'Result sheet' });
  expect(field('Accredited voters')).toHaveValue('141');
  expect(within(await sheets()).getByRole('link', { name: /President/ })).toHaveTextContent('Waiting on this phone');
});

it('offers no SMS, which names no election, where another one of the day is final already', async () => {
  const final = president({ result: resultOf({ status: 'verified' }), closed: 'The result is verified.' });
  const { user } = await open([final, senate()], () => Promise.reject(new TypeError('Failed to fetch')), '', {
    resultSmsNumber: '32811',
  });
  await user.clear(field('Accredited voters'));
  for (const [label, text] of Object.entries(TYPED_SHEET)) await user.type(field(label), text);
  await user.click(screen.getByRole('button', { name: 'Submit Results for Approval' }));
  await user.click(await screen.findByRole('button', { name: 'Submit' }));
  await screen.findByRole('link', { name: 'Call ward admin' });
  expect(screen.queryByRole('link', { name: 'Send by SMS' })).not.toBeInTheDocument();
});
