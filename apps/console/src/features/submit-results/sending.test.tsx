import { Me } from '@ec/contract/auth/schemas';
import { StreamTicket } from '@ec/contract/notifications/schemas';
import { Receipt } from '@ec/contract/results/schemas';
import { SubmissionDesk } from '@ec/contract/results/desk';
import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { stubEventSource, TestEventSource } from '../../../test/event-source.ts';
import { meOf, person, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { deskElection, deskOf, receiptOf, resultOf, TYPED_SHEET, UNIT, versionOf } from '../../../test/results.ts';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';
import { imageFile } from '../../../test/uploads.ts';
import { keep } from '../../lib/device/device-store.ts';
import { draftSlot, loadDraft } from '../../lib/device/drafts.ts';
import { preparePhoto } from '../../lib/device/prepare-photo.ts';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));

/** Types a sheet; the server gives the answers one after the other, and has the result `later` after the first. */
async function typed(
  answers: ((call: Call) => Response | Promise<Response>)[],
  change: Parameters<typeof deskOf>[1] = {},
  later: ReturnType<typeof resultOf> | null = null,
  electionMode = () => true,
) {
  const first = answers.length;
  const election = deskElection();
  const desk = () => deskOf([{ ...election, result: answers.length < first ? later : null }], change);
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('polling_unit_officer', { electionMode: electionMode() })),
    'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    'GET /results/desk': () => ok(SubmissionDesk, desk()),
    'POST /results': (call) => (answers.shift() ?? noNetwork)(call),
  });
  const { user, router } = renderConsole('/submit-results');
  await screen.findByRole('form', { name: 'Result sheet' });
  for (const [label, text] of Object.entries(TYPED_SHEET)) {
    await user.type(screen.getByRole('textbox', { name: label }), text);
  }
  const submit = async () => {
    await user.click(screen.getByRole('button', { name: 'Submit Results for Approval' }));
    await user.click(await screen.findByRole('button', { name: 'Submit' }));
  };
  return {
    user,
    router,
    submit,
    slot: draftSlot(person('polling_unit_officer').id, election.id, UNIT),
    sent: () => calls.filter(({ method, path }) => `${method} ${path}` === 'POST /results'),
  };
}

/** Types a sheet and sends it. */
async function send(...how: Parameters<typeof typed>) {
  const sheet = await typed(...how);
  await sheet.submit();
  return sheet;
}

/** What waits leaves the phone, and its receipt is shown. */
async function networkIsBack() {
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByRole('heading', { name: 'Results Submitted Successfully!' })).toBeVisible();
}

describe('sending a sheet', () => {
  it('answers with the receipt of what was stored', async () => {
    const { sent } = await send([() => ok(Receipt, receiptOf(), 201)]);
    expect(await screen.findByRole('heading', { name: 'Results Submitted Successfully!' })).toBeVisible();
    expect(screen.getByText('Results submitted successfully for approval!')).toBeVisible();
    expect(screen.getByText('The results are pending Ward Admin approval.')).toBeVisible();
    expect(screen.getByText('S-24-11-05-003-O-1-ABCDEF')).toBeVisible();
    expect(screen.getByText('a1b2c3d4e5f6')).toBeVisible();
    expect(sent()[0]?.body).toMatchObject({
      accreditedVoters: 141,
      votes: { APC: 31, PDP: 12, LP: 88, NNPP: 2, Others: 3 },
      voidVotes: 4,
      registeredVoters: null,
      sheetFileId: null,
      source: 'official',
    });
  });

  it('says truthfully when it was approved automatically', async () => {
    await send([() => ok(Receipt, receiptOf({ status: 'verified' }), 201)]);
    expect(await screen.findByText('The results were approved automatically.')).toBeVisible();
  });

  it.each([
    ['2027-01-16T11:30:00Z', '3 h slow'],
    ['2031-01-16T14:30:00Z', '1461 days fast'],
  ])('goes by the clock of the server, and says that the phone’s is wrong: %s', async (clock, wrong) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(clock) });
    onTestFinished(() => void vi.useRealTimers());
    const desk = deskOf([deskElection({ deadline: '2027-01-16T16:30:00.000Z' })]);
    serve({
      'GET /auth/me': () => ok(Me, meOf('polling_unit_officer', { electionMode: true })),
      'GET /results/desk': () => {
        const answer = ok(SubmissionDesk, desk);
        answer.headers.set('date', 'Sat, 16 Jan 2027 14:30:00 GMT');
        return answer;
      },
    });
    renderConsole('/submit-results');
    expect(await screen.findByText(new RegExp(`^The clock of this phone is ${wrong}\\.`))).toBeVisible();
    expect(screen.getByText('2 h 0 min left')).toBeVisible();
    expect(screen.getByRole('form', { name: 'Result sheet' })).toBeVisible();
  });

  it('waits for the network on the phone and goes on with the same key when it is back', async () => {
    const { sent } = await send([noNetwork, () => ok(Receipt, receiptOf(), 201)]);
    expect(await screen.findByText('Waiting for network - kept on this phone')).toBeVisible();
    // No test has a store that outlasts its page.
    expect(screen.getByText(/^This browser cannot keep the results on the phone\./)).toBeVisible();
    await networkIsBack();
    const keys = sent().map((call) => call.headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[\w-]{8,}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(sent()[1]?.body).toEqual(sent()[0]?.body);
  });

  it('waits while election mode is off, and is sent once it is on', async () => {
    let on = true;
    const answer = () => (on ? ok(Receipt, receiptOf(), 201) : refuse('ELECTION_MODE_REQUIRED'));
    const { submit } = await typed(Array<typeof answer>(9).fill(answer), {}, null, () => on);
    on = false;
    await submit();
    expect(await screen.findByText('Waits until election mode is on - kept on this phone')).toBeVisible();
    const switched = (isElectionMode: boolean) =>
      act(() => TestEventSource.latest().send({ type: 'election-mode', isElectionMode } as { type: string }));
    await vi.waitFor(() => TestEventSource.latest());
    act(() => TestEventSource.latest().open());
    switched(false);
    await vi.waitFor(() => expect(screen.queryByText(/^Waits until election mode is on/)).not.toBeInTheDocument());
    on = true;
    switched(true);
    expect(await screen.findByRole('heading', { name: 'Results Submitted Successfully!' })).toBeVisible();
  });

  it.each([
    ['asks for a pause', () => refuse('TOO_MANY_REQUESTS', { seconds: 5 })],
    ['fails', () => refuse('INTERNAL')],
  ])('does not say that the network is missing where the server %s', async (_, answer) => {
    await send([answer, () => ok(Receipt, receiptOf(), 201)]);
    expect(await screen.findByText('Sent again shortly - kept on this phone')).toBeVisible();
    await networkIsBack();
  });

  it('sends nothing where the officer goes back while the photo is prepared, and what they correct is what leaves', async () => {
    const { user, router, submit, sent } = await typed([() => ok(Receipt, receiptOf(), 201)]);
    const [file, content] = [imageFile(), Promise.withResolvers<ArrayBuffer>()];
    file.arrayBuffer = () => content.promise;
    await user.upload(screen.getByLabelText('Image file of the result sheet'), file);
    await screen.findByText(/^Result sheet attached/);
    await submit();
    await act(() => router.navigate(-1));
    await user.type(await screen.findByRole('textbox', { name: 'LP' }), '87');
    await user.click(screen.getByRole('button', { name: 'Submit Results for Approval' }));
    content.resolve(new ArrayBuffer(2000));
    await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Submit' })).not.toHaveAttribute('data-loading'));
    expect(sent()).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByRole('heading', { name: 'Results Submitted Successfully!' });
    expect(sent().map(({ body }) => body)).toMatchObject([{ votes: { LP: 87 } }]);
  });

  it('says how else the ward admin and the result can be reached while it waits', async () => {
    await send([noNetwork, () => ok(Receipt, receiptOf(), 201)], { resultSmsNumber: '32811' });
    expect(await screen.findByRole('link', { name: 'Call ward admin' })).toHaveAttribute('href', 'tel:+2348035550101');
    const text = 'EC 2411050032 A141 J4 APC31 PDP12 LP88 NNPP2 OT3 T136';
    expect(screen.getByRole('link', { name: 'Send by SMS' })).toHaveAttribute(
      'href',
      `sms:32811?&body=${encodeURIComponent(text)}`,
    );
    expect(screen.getByText(/it counts when it is sent from here\.$/)).toBeVisible();
    expect(screen.queryByText(/You may close this page/)).not.toBeInTheDocument();
    await networkIsBack();
  });

  it('offers no SMS where no number takes it, and no call where the ward has no admin', async () => {
    await send([noNetwork, () => ok(Receipt, receiptOf(), 201)], { wardAdmin: null });
    await screen.findByText('Waiting for network - kept on this phone');
    expect(screen.queryByRole('region', { name: 'Other ways' })).not.toBeInTheDocument();
    await networkIsBack();
  });

  it('does not say that all has arrived while the photo has not, wherever it is', async () => {
    await send([() => ok(Receipt, receiptOf({ photo: 'awaited', sheetSha256: 'ab'.repeat(32) }), 201)]);
    expect(await screen.findByText(/^Not all of it has arrived/)).toBeVisible();
    expect(screen.queryByText(/You may close this page/)).not.toBeInTheDocument();
  });

  it('asks to keep the page open where the phone cannot keep the photo, and leaves that of the draft', async () => {
    const photo = { blob: imageFile('image/jpeg', 3000), name: 'sheet.jpg', turn: 0 };
    const { sheet } = await preparePhoto(photo, 'copy_first');
    const receipt = receiptOf({ photo: 'awaited', sheetSha256: sheet.sha256 });
    const { user, submit, slot } = await typed([() => ok(Receipt, receipt, 201)]);
    await user.upload(screen.getByLabelText('Image file of the result sheet'), photo.blob);
    await submit();
    // This browser has no IndexedDB: what is kept is in the tab alone.
    expect(await screen.findByText(/cannot keep the photo on the phone\. Do not close this page/)).toBeVisible();
    expect(screen.queryByText(/now or later/)).not.toBeInTheDocument();
    expect((await loadDraft(slot))?.photo).toBeTruthy();
  });

  it('says what to do where the photo was refused, also once it is discarded', async () => {
    const [userId, key] = [person('polling_unit_officer').id, 'cd'.repeat(32)];
    const problem = { code: 'FILE_NOT_IMAGE', message: 'The file is not a PNG or JPG image.', fields: [] };
    const photo = { userId, key, photo: { blob: new Blob(['x']), name: '' }, fileId: null, attempts: 1, madeAt: '' };
    await keep(`photo:${userId}/${key}`, { ...photo, state: 'refused', problem });
    const { user } = await send([() => ok(Receipt, receiptOf({ photo: 'awaited', sheetSha256: key }), 201)]);
    expect(await screen.findByText(/^The photo was not taken\. Press See what was sent, then Replace/)).toBeVisible();
    expect(screen.queryByText(/^Not all of it has arrived/)).not.toBeInTheDocument();
    const bar = within(screen.getByRole('region', { name: 'A photo was not accepted' }));
    await user.click(bar.getByRole('button', { name: 'Discard' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }));
    expect(
      await screen.findByText(
        /If that phone no longer has it, press See what was sent, then Replace and attach another\.$/,
      ),
    ).toBeVisible();
  });

  it('gives the receipt as one SMS with the figures, and whole', async () => {
    const { user } = await send([() => ok(Receipt, receiptOf({ submissionId: '24-11-05-003-V1-E936FB' }), 201)]);
    expect(await screen.findByText('Everything that you sent has arrived. You may close this page.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy receipt' }));
    expect(await screen.findByText('Copied.')).toBeVisible();
    const copied = await navigator.clipboard.readText();
    expect(copied).toMatch(
      /APC 31, PDP 12, LP 88, NNPP 2, Others 3, rejected 4, accredited 141\. ID 24-11-05-003-V1-E936FB/,
    );
    expect(copied.length).toBeLessThanOrEqual(160);
    await user.click(screen.getByText('The whole receipt'));
    await user.click(screen.getByRole('button', { name: 'Copy the whole receipt' }));
    expect(await navigator.clipboard.readText()).toContain('a1b2c3d4e5f6'.padEnd(64, '0'));
  });

  it('sends at once when asked to', async () => {
    const { user } = await send([noNetwork, () => ok(Receipt, receiptOf(), 201)]);
    await user.click(await screen.findByRole('button', { name: 'Send now' }));
    expect(await screen.findByRole('heading', { name: 'Results Submitted Successfully!' })).toBeVisible();
  });

  it('keeps everything typed when the server refuses, says why and marks the field', async () => {
    const { user, sent } = await send([
      () =>
        new Response(
          JSON.stringify({
            success: false,
            code: 'VALIDATION_FAILED',
            error: 'Some of what was sent is not valid. Check the marked fields.',
            fields: [{ path: 'votes.LP', message: 'Not on the ballot' }],
          }),
          { status: 400 },
        ),
      () => ok(Receipt, receiptOf(), 201),
    ]);
    expect(await screen.findByText('Failed to submit results. Please try again.')).toBeVisible();
    expect(screen.getByText('Some of what was sent is not valid. Check the marked fields.')).toBeVisible();
    const field = screen.getByRole('textbox', { name: 'LP' });
    expect(field).toHaveValue('88');
    expect(field).toHaveAccessibleDescription('Not on the ballot');
    await user.type(field, '{Backspace}7');
    expect(field).toBeValid();
    await user.click(screen.getByRole('button', { name: 'Submit Results for Approval' }));
    await user.click(await screen.findByRole('button', { name: 'Submit' }));
    await screen.findByRole('heading', { name: 'Results Submitted Successfully!' });
    const keys = sent().map((call) => call.headers.get('idempotency-key'));
    expect(keys[1]).not.toBe(keys[0]);
  });

  it('shows where a newer version of another phone differs, and replaces it only with what was seen', async () => {
    const newer = () =>
      new Response(
        JSON.stringify({
          success: false,
          code: 'NEWER_VERSION',
          error: 'Version 1 of this result, sent at 17:02 from another device, has other figures.',
          details: { version: 1, at: '17:02' },
          fields: [{ path: 'votes.LP', message: 'Version 1 says 80' }],
        }),
        { status: 409 },
      );
    const stored = () => ok(Receipt, receiptOf({ version: 2 }), 201);
    const { user, sent } = await send(
      [newer, stored],
      {},
      resultOf({}, [versionOf({ votes: { ...versionOf().votes, LP: 80 } })]),
    );
    expect(await screen.findByText(/^Version 1 of this result, sent at 17:02/)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'LP' })).toHaveAccessibleDescription('Version 1 says 80');
    await user.click(screen.getByRole('button', { name: 'Submit Results for Approval' }));
    await user.click(await screen.findByRole('button', { name: 'Submit' }));
    await screen.findByRole('heading', { name: 'Results Submitted Successfully!' });
    expect(sent().map(({ body }) => (body as { replaces: number }).replaces)).toEqual([0, 1]);
  });

  it('names a closed desk when the deadline passed while it waited', async () => {
    await send([() => refuse('DEADLINE_PASSED', { deadline: '17:30' })]);
    expect(await screen.findByText(/The deadline for this election passed at 17:30/)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'APC' })).toHaveValue('31');
  });
});
