import { Me } from '@ec/contract/auth/schemas';
import { Dashboard } from '@ec/contract/dashboards/schemas';
import { type LocationId, locationIdOf } from '@ec/contract/geography/location-id';
import { StreamTicket } from '@ec/contract/notifications/schemas';
import { SubmissionDesk } from '@ec/contract/results/desk';
import { Receipt } from '@ec/contract/results/schemas';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { common, NO_DESK, officerUnit, unitElection } from '../../../test/dashboards.ts';
import { stubEventSource, TestEventSource } from '../../../test/event-source.ts';
import { meOf, person, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { deskElection, deskOf, freshId, receiptOf, resultOf, UNIT, versionOf } from '../../../test/results.ts';
import { ok, refuse, serve } from '../../../test/server.ts';
import { keep, kept, keptUnder } from '../../lib/device/device-store.ts';
import { draftSlot, loadDraft } from '../../lib/device/drafts.ts';
import { outbox } from './sheets.ts';

const OFFICER = person('polling_unit_officer').id;
const OTHER_UNIT = locationIdOf('24-11-05-004') ?? UNIT;
const NOT_YOURS = 'This polling unit is not the one you are assigned to.';
const FINAL = 'The result of this unit is verified. It can only be changed through a dispute.';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

/** Puts a sheet on the phone that the server refused, or that waits. */
async function refusedSheet(electionId: string, unit: LocationId, message: string, state = 'refused'): Promise<string> {
  const slot = draftSlot(OFFICER, electionId, unit);
  const body = { electionId, pollingUnitId: String(unit), ...versionOf() };
  const problem = { code: 'X', message, fields: [] };
  const sheet = { slot, userId: OFFICER, key: 'k', body, photo: null, fileId: null, receipt: null, attempts: 9 };
  await keep(`parcel:${slot}`, { ...sheet, state, problem, madeAt: '2027-02-20T14:00:00.000Z' });
  await keep(`draft:${slot}`, { values: { 'votes.LP': '77' }, ticks: {}, savedAt: '' });
  return slot;
}

function open(page: string, elections: ReturnType<typeof deskElection>[] = [], electionMode = () => true) {
  serve({
    'GET /auth/me': () => ok(Me, meOf('polling_unit_officer', { electionMode: electionMode() })),
    'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    'POST /results': () => (electionMode() ? ok(Receipt, receiptOf(), 201) : refuse('ELECTION_MODE_REQUIRED')),
    'GET /results/desk': () => ok(SubmissionDesk, deskOf(elections)),
    'GET /dashboard': () => {
      const unit = officerUnit([unitElection()]);
      return ok(Dashboard, { kind: 'polling_unit', unit, ...common({ desk: NO_DESK, lastHour: null }) });
    },
  });
  return renderConsole(page).user;
}

async function discard(user: ReturnType<typeof open>, region: string) {
  const bar = within(await screen.findByRole('region', { name: region }));
  await user.click(bar.getByRole('button', { name: 'Discard' }));
  const question = within(await screen.findByRole('dialog'));
  await user.click(question.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: region })).not.toBeInTheDocument());
}

it.each(['/dashboard', '/submit-results'])(
  'a refused sheet of another unit is not said to wait, and can be discarded: %s',
  async (page) => {
    const slot = await refusedSheet(freshId(), OTHER_UNIT, NOT_YOURS);
    const user = open(page, [deskElection()]);
    expect(await screen.findByText(NOT_YOURS)).toBeVisible();
    expect(screen.queryByText(/waiting on this phone/)).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Send now' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Open' })).not.toBeInTheDocument();
    await discard(user, 'The result of 24-11-05-004 was not accepted');
    expect([await kept(`parcel:${slot}`), await loadDraft(slot)]).toEqual([undefined, null]);
  },
);

it('a refused sheet stays where the question is answered with Keep', async () => {
  const slot = await refusedSheet('e1', UNIT, FINAL);
  const user = open('/dashboard');
  const bar = within(await screen.findByRole('region', { name: 'The result of 24-11-05-003 was not accepted' }));
  expect(bar.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/submit-results?election=e1');
  await user.click(bar.getByRole('button', { name: 'Discard' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Keep' }));
  expect(await kept(`parcel:${slot}`)).toBeDefined();
});

it('a refused sheet gives way to the verified result once it is discarded', async () => {
  const result = resultOf({ status: 'verified' });
  const election = deskElection({ result, closed: FINAL });
  await refusedSheet(election.id, UNIT, FINAL);
  const user = open('/submit-results', [election]);
  expect(await screen.findByRole('textbox', { name: 'LP' })).toHaveValue('77');
  await discard(user, 'The result of 24-11-05-003 was not accepted');
  expect(await screen.findByText(/^Verified\. There is nothing more to do/)).toBeVisible();
  expect(screen.queryByRole('form', { name: 'Result sheet' })).not.toBeInTheDocument();
});

it('the form is empty once a refused sheet is discarded', async () => {
  const election = deskElection();
  await refusedSheet(election.id, UNIT, 'Some of what was sent is not valid.');
  const user = open('/submit-results', [election]);
  expect(await screen.findByRole('textbox', { name: 'LP' })).toHaveValue('77');
  await discard(user, 'The result of 24-11-05-003 was not accepted');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'LP' })).toHaveValue(''));
});

it('a refused photo is not said to wait, and can be discarded', async () => {
  const key = 'ab'.repeat(32);
  const problem = { code: 'FILE_NOT_IMAGE', message: 'The file is not a PNG or JPG image.', fields: [] };
  const photo = { blob: new Blob(['x']), name: 'sheet.jpg' };
  const item = { userId: OFFICER, key, photo, fileId: null, problem, madeAt: '2027-02-20T14:00:00.000Z', attempts: 1 };
  await keep(`photo:${OFFICER}/${key}`, { ...item, state: 'refused' });
  const user = open('/dashboard');
  expect(await screen.findByText(problem.message)).toBeVisible();
  expect(screen.queryByText(/waiting on this phone/)).not.toBeInTheDocument();
  await discard(user, 'A photo was not accepted');
  expect(await keptUnder(`photo:${OFFICER}/`)).toEqual([]);
});

it('a sheet waits on every page while election mode is off, and is sent once it is on', async () => {
  let on = false;
  await refusedSheet(freshId(), UNIT, 'Cannot connect to server.', 'waiting');
  open('/dashboard', [], () => on);
  const bar = within(await screen.findByRole('region', { name: 'Waiting on this phone' }));
  expect(await bar.findByText('Waits until election mode is on')).toBeVisible();
  expect(screen.queryByText(/was not accepted$/)).not.toBeInTheDocument();
  await waitFor(() => TestEventSource.latest());
  act(() => TestEventSource.latest().open());
  const item = () => outbox.list().find(({ state }) => state === 'waiting');
  await waitFor(() => expect(item()).toMatchObject({ attempts: 11, sending: false }));
  on = true;
  act(() => TestEventSource.latest().send({ type: 'election-mode', isElectionMode: true } as { type: string }));
  await waitFor(() => expect(screen.queryByText('1 result waiting on this phone')).not.toBeInTheDocument());
});
