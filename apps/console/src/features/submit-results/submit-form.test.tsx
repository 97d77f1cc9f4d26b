import { Me } from '@ec/contract/auth/schemas';
import { locationIdOf } from '@ec/contract/geography/location-id';
import { StreamTicket } from '@ec/contract/notifications/schemas';
import { SubmissionDesk } from '@ec/contract/results/desk';
import { act, cleanup, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubEventSource, TestEventSource } from '../../../test/event-source.ts';
import { meOf, person, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import {
  deskElection,
  deskOf,
  MAY_NOTHING,
  receiptOf,
  resultOf,
  TYPED_SHEET,
  UNIT,
  versionOf,
} from '../../../test/results.ts';
import { ok, serve } from '../../../test/server.ts';
import { keep, kept } from '../../lib/device/device-store.ts';
import { draftSlot } from '../../lib/device/drafts.ts';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

function serveDesk(desk: SubmissionDesk) {
  return serve({
    'GET /auth/me': () => ok(Me, meOf('polling_unit_officer', { electionMode: true })),
    'GET /results/desk': () => ok(SubmissionDesk, desk),
  });
}

const OTHER_UNIT = locationIdOf('24-11-05-004') ?? UNIT;
const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
const submitButton = () => screen.getByRole('button', { name: 'Submit Results for Approval' });

async function type(user: UserEvent, figures: Record<string, string>) {
  for (const [label, text] of Object.entries(figures)) {
    await user.clear(field(label));
    if (text) await user.type(field(label), text);
  }
}

async function openForm(desk = deskOf([deskElection()])) {
  const calls = serveDesk(desk);
  const { user, router } = renderConsole('/submit-results');
  await screen.findByRole('form', { name: 'Result sheet' });
  return { user, router, calls };
}

describe('the sheet', () => {
  it('names the unit, its places and its registered voters', async () => {
    await openForm();
    const unit = screen.getByRole('region', { name: 'Your polling unit' });
    expect(unit).toHaveTextContent('Seriki Aro, Ipodo');
    expect(unit).toHaveTextContent('Ikeja · Lagos · 24-11-05-003 · 512 registered');
    expect(field('Registered voters')).toHaveValue('');
    expect(field('Registered voters')).toHaveAccessibleDescription(
      'The register says 512. Leave it empty if the sheet says the same.',
    );
    expect(screen.getByText('3 h 0 min left')).toBeVisible();
  });

  it('adds up as the officer types and opens the button with the first vote', async () => {
    const { user } = await openForm();
    expect(submitButton()).toBeDisabled();
    expect(submitButton()).toHaveAccessibleDescription('Enter the votes of the sheet to submit.');
    await type(user, TYPED_SHEET);
    const summary = screen.getByRole('region', { name: 'Vote summary' });
    expect(summary).toHaveTextContent('Total votes cast140');
    expect(summary).toHaveTextContent('99.3%');
    expect(summary).toHaveTextContent('31 + 12 + 88 + 2 + 3 + 4 = 140, within 141 accredited');
    expect(submitButton()).toBeEnabled();
  });

  it('warns of over-voting in the words of the law’s arithmetic, and still lets it be sent', async () => {
    const { user } = await openForm();
    await type(user, { ...TYPED_SHEET, 'Accredited voters': '100' });
    expect(screen.getByText('Warning: Total votes (140) exceeds accredited voters (100)')).toBeVisible();
    expect(submitButton()).toBeEnabled();
  });

  it('refuses letters and signs beside the field and takes 1,234', async () => {
    const { user } = await openForm();
    await type(user, { APC: '-5', LP: '12a' });
    expect(field('APC')).toHaveAccessibleDescription('Must not be negative');
    expect(field('LP')).toBeInvalid();
    await user.clear(field('PDP'));
    await user.click(field('PDP'));
    await user.paste('1,234');
    expect(screen.getByRole('region', { name: 'Vote summary' })).toHaveTextContent('Total votes cast1,234');
  });

  it('says what is wrong while it is typed, at the field and once to those who hear the page', async () => {
    const { user } = await openForm();
    await type(user, { 'Accredited voters': '40', APC: '31', LP: '12' });
    expect(field('LP')).toHaveAccessibleDescription(/^! Over-voting: .* total votes 43 > accredited 40$/);
    const spoken = screen.getAllByRole('status').filter((each) => each.textContent?.startsWith('LP: '));
    expect(spoken).toHaveLength(1);
    expect(spoken[0]).toHaveTextContent('LP: Over-voting');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('has no Others where all parties of the ballot are listed', async () => {
    const { user } = await openForm(deskOf([deskElection({ allPartiesListed: true })]));
    expect(screen.queryByRole('textbox', { name: 'Others' })).not.toBeInTheDocument();
    await type(user, { 'Accredited voters': '141', APC: '31' });
    await user.click(screen.getByRole('button', { name: 'Fill empty fields with 0' }));
    await user.click(submitButton());
    expect(await screen.findByRole('heading', { name: 'You are sending:' })).toBeVisible();
  });

  it('goes from field to field with Enter in the order of the paper, and to the button at the end', async () => {
    const { user } = await openForm();
    await type(user, { Others: '1' });
    await user.click(field('Registered voters'));
    const order: (string | null)[] = [];
    for (let step = 0; step < 8; step += 1) {
      await user.keyboard('{Enter}');
      const now = document.activeElement;
      order.push(now instanceof HTMLInputElement ? (now.labels?.[0]?.textContent ?? null) : (now?.textContent ?? null));
    }
    expect(order).toEqual([
      'Accredited voters',
      'APC',
      'PDP',
      'LP',
      'NNPP',
      'Others',
      'Rejected ballots (box 6)',
      'Submit Results for Approval',
    ]);
  });

  it('asks for a figure in every field: an empty one is no zero', async () => {
    const { user } = await openForm();
    await type(user, { 'Accredited voters': '141', APC: '31' });
    await user.click(submitButton());
    const summary = screen.getByText('Some figures are missing or not right').closest('[role="alert"]');
    expect(summary).toHaveFocus();
    expect(summary).toHaveTextContent(
      'PDP, LP, NNPP, Others, Rejected ballots (box 6): Enter 0 where the sheet shows none',
    );
    await user.click(screen.getByRole('button', { name: 'Fill empty fields with 0' }));
    expect(field('PDP')).toHaveValue('0');
    expect(field('Rejected ballots (box 6)')).toHaveValue('0');
    await user.click(submitButton());
    expect(await screen.findByRole('heading', { name: 'You are sending:' })).toBeVisible();
  });

  it('lets a sheet without votes be sent only after the officer has said so', async () => {
    const { user } = await openForm();
    await type(user, { 'Accredited voters': '10' });
    await user.click(screen.getByRole('button', { name: 'Fill empty fields with 0' }));
    expect(submitButton()).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: 'The sheet shows no votes at all' }));
    expect(submitButton()).toBeEnabled();
  });

  it('asks for boxes 1 to 8 where the election wants the full EC8A, each with its check', async () => {
    const { user } = await openForm(deskOf([deskElection({ fullEc8a: true })]));
    await type(user, {
      APC: '31',
      PDP: '12',
      LP: '88',
      NNPP: '2',
      Others: '3',
    });
    await user.type(field(/Rejected ballots/), '4');
    await user.type(field(/Total valid votes/), '130');
    expect(field(/Total valid votes/)).toHaveAccessibleDescription(/box 7 \(valid\) does not add up: parties 136/);
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) expect(screen.getByLabelText(`Box ${number}`)).toBeVisible();
  });

  it('is found again as it was typed after the page was closed', async () => {
    const desk = deskOf([deskElection()]);
    const { user } = await openForm(desk);
    await type(user, { APC: '31', LP: '8x' });
    cleanup();
    await openForm(desk);
    expect(await screen.findByText(/^Restored from this device/)).toBeVisible();
    expect(field('APC')).toHaveValue('31');
    expect(field('LP')).toHaveValue('8x');
  });

  it('goes back from the last look with nothing lost', async () => {
    const { user } = await openForm();
    await type(user, TYPED_SHEET);
    await user.click(submitButton());
    await screen.findByRole('heading', { name: 'You are sending:' });
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(field('LP')).toHaveValue('88');
  });
});

describe('the desk', () => {
  it('says who is not assigned and offers no form', async () => {
    serveDesk(deskOf([], { unit: null, pollingUnitId: null }));
    renderConsole('/submit-results');
    expect(await screen.findByText('Polling unit: Not assigned')).toBeVisible();
    expect(screen.queryByRole('form', { name: 'Result sheet' })).not.toBeInTheDocument();
  });

  it('says why it is closed', async () => {
    serveDesk(deskOf([deskElection({ closed: 'The deadline passed at 17:30. Call your ward administrator.' })]));
    renderConsole('/submit-results');
    expect(await screen.findByText('The deadline passed at 17:30. Call your ward administrator.')).toBeVisible();
    expect(screen.queryByRole('form', { name: 'Result sheet' })).not.toBeInTheDocument();
  });

  it.each([
    [true, 'What you send now is marked late.'],
    [false, 'Results are no longer taken.'],
    [undefined, 'What you send now is marked late, if it is still taken.'],
  ])('says after the deadline whether results are still taken: %s', async (lateTaken, words) => {
    const deadline = new Date(Date.now() - 120_000).toISOString();
    await openForm(deskOf([deskElection({ deadline, ...(lateTaken !== undefined && { lateTaken }) })]));
    expect(screen.getByText(/^The deadline was /)).toHaveTextContent(words);
  });

  it('lets the officer choose between elections', async () => {
    const desk = deskOf([deskElection(), deskElection({ name: 'Governor of Lagos', parties: ['APC', 'LP'] })]);
    const { user } = await openForm(desk);
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'Election' }),
      'Governor of Lagos, 25/02/2023, form EC8A',
    );
    expect(screen.queryByRole('textbox', { name: 'PDP' })).not.toBeInTheDocument();
    expect(await screen.findByRole('textbox', { name: 'LP' })).toBeVisible();
  });

  it('shows the reviewer’s reason and resubmits from the last version', async () => {
    const result = resultOf({
      status: 'returned',
      reason: 'The photo cannot be read.',
      decidedBy: { id: '0190a0b0-0000-7000-8000-000000000009', name: 'Bola Ade', role: 'ward_admin' },
      decidedAt: '2023-02-25T16:00:00.000Z',
      can: { ...MAY_NOTHING, resubmit: true },
    });
    serveDesk(deskOf([deskElection({ result })]));
    const { user } = renderConsole('/submit-results');
    expect(await screen.findByText('Reason: The photo cannot be read.')).toBeVisible();
    expect(screen.getByText('Returned')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Resubmit' }));
    expect(await screen.findByRole('textbox', { name: 'LP' })).toHaveValue('88');
    expect(field('Accredited voters')).toHaveValue('141');
    await user.click(submitButton());
    expect(await screen.findByText('Nothing was changed since it was returned.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send it unchanged' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await type(user, { LP: '87' });
    await user.click(submitButton());
    expect(await screen.findByRole('button', { name: 'Submit' })).toBeVisible();
    expect(screen.queryByText('Nothing was changed since it was returned.')).not.toBeInTheDocument();
  });

  describe('a receipt that was not read', () => {
    const open = async (receipt: object, result: ReturnType<typeof resultOf>) => {
      const election = deskElection({ result });
      const { id } = person('polling_unit_officer');
      const key = `parcel:${draftSlot(id, election.id, UNIT)}`;
      const slot = key.slice('parcel:'.length);
      const body = { electionId: election.id, pollingUnitId: String(UNIT), ...versionOf() };
      const sent = { slot, userId: id, key: 'k', body, photo: null, fileId: null, problem: null, attempts: 0 };
      await keep(key, { ...sent, state: 'received', receipt: receiptOf(receipt), madeAt: '2023-02-25T15:00:00.000Z' });
      serveDesk(deskOf([election]));
      renderConsole('/submit-results');
      return key;
    };
    const received = () => screen.queryByRole('heading', { name: 'Results Submitted Successfully!' });

    it('gives way to the reason for which the result was returned', async () => {
      const can = { ...MAY_NOTHING, resubmit: true };
      const key = await open({ version: 1 }, resultOf({ status: 'returned', reason: 'The photo is blurred.', can }));
      expect(await screen.findByText('Reason: The photo is blurred.')).toBeVisible();
      expect(screen.getByRole('button', { name: 'Resubmit' })).toBeEnabled();
      expect(received()).not.toBeInTheDocument();
      expect(await kept(key)).toBeUndefined();
    });

    it('gives way to a newer version', async () => {
      await open({ version: 1 }, resultOf({}, [versionOf(), versionOf({ version: 2 })]));
      expect(await screen.findByRole('heading', { name: 'Sent, version 2' })).toBeVisible();
      expect(received()).not.toBeInTheDocument();
    });

    it.each([
      ['is read while the result stands as it says', { version: 1 }, resultOf()],
      ['is read before the desk knows its version', { version: 2 }, resultOf({ status: 'returned' })],
    ])('%s', async (_, receipt, result) => {
      const key = await open(receipt, result);
      await screen.findByRole('button', { name: 'See what was sent' });
      expect(received()).toBeVisible();
      expect(await kept(key)).toBeDefined();
    });
  });

  it('does not carry what was typed for one unit over to another', async () => {
    const [unit, election] = [deskOf([]).unit, deskElection()];
    let desk = deskOf([election]);
    serve({
      'GET /auth/me': () => ok(Me, meOf('polling_unit_officer', { electionMode: true })),
      'GET /results/desk': () => ok(SubmissionDesk, desk),
      'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    });
    const { user } = renderConsole('/submit-results');
    await screen.findByRole('form', { name: 'Result sheet' });
    await type(user, { APC: '31' });
    desk = deskOf([election], {
      unit: unit && { ...unit, id: OTHER_UNIT, name: 'Oba Akran' },
      pollingUnitId: OTHER_UNIT,
    });
    await vi.waitFor(() => TestEventSource.latest());
    act(() => TestEventSource.latest().open());
    act(() => TestEventSource.latest().send({ type: 'results' }));
    expect(await screen.findByText('Oba Akran, Ipodo')).toBeVisible();
    expect(await screen.findByRole('textbox', { name: 'APC' })).toHaveValue('');
  });

  it('offers nothing to change once the result is verified', async () => {
    serveDesk(deskOf([deskElection({ result: resultOf({ status: 'verified' }) })]));
    renderConsole('/submit-results');
    expect(await screen.findByText(/^Verified\. There is nothing more to do/)).toBeVisible();
    const main = within(screen.getByRole('main'));
    expect(main.queryByRole('button', { name: /Replace|Resubmit|Submit/ })).not.toBeInTheDocument();
  });
});
