import { Me } from '@ec/contract/auth/schemas';
import { BlankForm, CollationDesk, CollationReceipt } from '@ec/contract/collations/schemas';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { blankOf } from '../../../test/collations.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { onPhone } from '../../../test/phone.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId } from '../../../test/results.ts';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

const receipt = () =>
  ok(
    CollationReceipt,
    {
      id: freshId(),
      submissionId: '24-11-05-EC8B-A1-9F03AB',
      version: 1,
      status: 'pending',
      flags: [{ code: 'COLUMN_SUM', message: 'The stated totals are not the sums of the rows', at: ['votes.APC'] }],
      submittedAt: '2027-01-16T18:00:00.000Z',
      photoSha256: [],
      digest: 'a'.repeat(64),
    },
    201,
  );

/** The page of a form; each entered form is given to `answer`. */
function openForm(
  answer: (call: Call) => Response | Promise<Response> = receipt,
  form = blankOf(),
  me = meOf('ward_admin'),
) {
  const calls = serve({
    'GET /auth/me': () => ok(Me, me),
    'GET /collations/desk': () => ok(CollationDesk, { forms: [] }),
    'GET /collations/blank': () => ok(BlankForm, form),
    'POST /collations': answer,
  });
  const query = new URLSearchParams({ election: form.electionId, area: form.area.code, form: form.formCode });
  const console = renderConsole(`/collations/enter?${query}`);
  return { ...console, sent: () => calls.filter(({ method, path }) => method === 'POST' && path === '/collations') };
}

const cell = async (name: string) => await screen.findByRole('textbox', { name });
/** Can be pressed once the form knows, after the frame with the key, that something is typed. */
const toSend = async () => {
  const button = screen.getByRole('button', { name: 'Send the form' });
  await waitFor(() => expect(button).toBeEnabled());
  return button;
};
/** A cell that is not typed now. */
const other = async (name: string) => await screen.findByRole('button', { name });

describe('a form on a computer', () => {
  it('is typed by keys alone, blank is not zero, and what does not add up is sent and marked', async () => {
    const { user, sent } = openForm();
    await user.click(await cell('Registered, Polling Unit 1'));
    await user.keyboard('500{Enter}200{Enter}100{Enter}50{Enter}{Enter}151{Enter}2{Enter}153{Enter}');
    expect(await cell('Registered, Polling Unit 2')).toHaveFocus();
    expect(await screen.findByText('Parties add up to 150, valid votes say 151')).toBeVisible();
    await user.click(await other('APC, Totals stated on the form: blank'));
    expect(await cell('APC, Totals stated on the form')).toHaveFocus();
    expect(await other('Valid votes, Polling Unit 1: 151')).toBeVisible();
    await user.keyboard('110');
    expect(await screen.findByText('+10')).toBeVisible();
    await user.click(await toSend());
    expect(await screen.findByText('24-11-05-EC8B-A1-9F03AB')).toBeVisible();
    expect(screen.getByText('The stated totals are not the sums of the rows')).toBeVisible();
    const [call] = sent();
    expect(call?.headers.get('idempotency-key')).toBeTruthy();
    expect(call?.body).toMatchObject({
      formCode: 'EC8B',
      source: 'agent',
      rows: [
        {
          childCode: '24-11-05-001',
          registered: 500,
          accredited: 200,
          votes: { APC: 100, LP: 50, Others: null },
          valid: 151,
          rejected: 2,
          total: 153,
        },
      ],
      statedTotals: { votes: { APC: 110, LP: null, Others: null } },
      sheetFileIds: [],
    });
  });

  it('is walked through by Tab too, shows at once what was typed, and Tab leaves it at its ends', async () => {
    const { user } = openForm();
    await user.click(await cell('Registered, Polling Unit 1'));
    await user.keyboard('7');
    await user.tab();
    expect(screen.getByRole('button', { name: /^Registered, Polling Unit 1/ })).toHaveTextContent('7');
    expect(await cell('Accredited, Polling Unit 1')).toHaveFocus();
    await user.tab({ shift: true });
    expect(await cell('Registered, Polling Unit 1')).toHaveFocus();
    expect(await cell('Registered, Polling Unit 1')).toHaveValue('7');
    await user.tab({ shift: true });
    expect(await cell('Registered, Polling Unit 1')).not.toHaveFocus();
    await user.click(await other('Total cast, Totals stated on the form: blank'));
    await user.tab();
    expect(await cell('Total cast, Totals stated on the form')).not.toHaveFocus();
  });

  it('takes a block from a spreadsheet and says what it left out', async () => {
    const { user } = openForm();
    await user.click(await other('APC, Polling Unit 1: blank'));
    await user.paste('1,200\t7\nx\t9\n');
    expect(await cell('APC, Polling Unit 1')).toHaveValue('1200');
    expect(await other('LP, Polling Unit 2: 9')).toBeVisible();
    expect(screen.getByText(/3 cells filled in from the spreadsheet\. 1 cell left out/)).toBeVisible();
  });

  it('keeps everything where it could not be sent, and repeats the same attempt under the same key', async () => {
    let first = true;
    const { user, sent } = openForm(() => {
      if (!first) return receipt();
      first = false;
      throw new TypeError('Failed to fetch');
    });
    await user.click(await other('APC, Polling Unit 1: blank'));
    await user.keyboard('12');
    await user.click(await toSend());
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(await cell('APC, Polling Unit 1')).toHaveValue('12');
    await user.click(await toSend());
    await screen.findByText('24-11-05-EC8B-A1-9F03AB');
    const keys = sent().map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(2);
  });

  it('takes a new key after a change: the server may hold what was sent before', async () => {
    let first = true;
    const { user, sent } = openForm(() => {
      if (!first) return receipt();
      first = false;
      throw new TypeError('Failed to fetch');
    });
    await user.click(await other('APC, Polling Unit 1: blank'));
    await user.keyboard('12');
    await user.click(await toSend());
    await screen.findByRole('alert');
    await user.click(await other('LP, Polling Unit 1: blank'));
    await user.keyboard('3');
    await user.click(await toSend());
    await screen.findByText('24-11-05-EC8B-A1-9F03AB');
    expect(new Set(sent().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
  });

  it('takes a new key for a change after it was opened again, and none for the same once more', async () => {
    const lost = () => {
      throw new TypeError('Failed to fetch');
    };
    const [form, me] = [blankOf(), meOf('ward_admin')];
    const first = openForm(lost, form, me);
    await first.user.click(await other('APC, Polling Unit 1: blank'));
    await first.user.keyboard('12');
    await first.user.click(await toSend());
    await screen.findByRole('alert');
    cleanup();
    const again = openForm(lost, form, me);
    await screen.findByText('What you typed before was kept on this device.');
    await again.user.click(await toSend());
    await screen.findByRole('alert');
    cleanup();
    const changed = openForm(receipt, form, me);
    await changed.user.click(await other('LP, Polling Unit 1: blank'));
    await changed.user.keyboard('3');
    await changed.user.click(await toSend());
    await screen.findByText('24-11-05-EC8B-A1-9F03AB');
    const keys = [first, again, changed].map(({ sent }) => sent()[0]?.headers.get('idempotency-key'));
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('says what the server refused', async () => {
    const { user } = openForm(() => refuse('CENTRE_NOT_YOURS'));
    await user.click(await other('APC, Polling Unit 1: blank'));
    await user.keyboard('12');
    await user.click(await toSend());
    expect(await screen.findByRole('alert')).toHaveTextContent(/centre/);
    expect(screen.getByRole('button', { name: 'Send the form' })).toBeEnabled();
  });
});

it.each(['computer', 'phone'])('takes nothing more on a %s while it is being sent', async (device) => {
  if (device === 'phone') onPhone();
  const held = Promise.withResolvers<Response>();
  const { user, sent } = openForm(() => held.promise);
  await user.click(device === 'phone' ? await cell('APC, Polling Unit 1') : await other('APC, Polling Unit 1: blank'));
  await user.keyboard('12');
  await user.click(await toSend());
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(await cell('APC, Polling Unit 1')).toBeDisabled();
  await user.type(await cell('APC, Polling Unit 1'), '3');
  if (device === 'phone') expect(screen.getByRole('button', { name: 'Next row' })).toBeDisabled();
  else await user.click(await other('LP, Polling Unit 1: blank'));
  await user.type(screen.getByRole('textbox', { name: 'Collation officer' }), 'Ada');
  held.resolve(refuse('CENTRE_NOT_YOURS'));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(await cell('APC, Polling Unit 1')).toBeEnabled();
  expect(await cell('APC, Polling Unit 1')).toHaveValue('12');
  expect(screen.getByRole('textbox', { name: 'Collation officer' })).toHaveValue('');
});

it('leads a phone from row to row, with the totals last', async () => {
  onPhone();
  const { user } = openForm();
  await user.type(await cell('APC, Polling Unit 1'), '40');
  await user.click(screen.getByRole('button', { name: 'Next row' }));
  await user.type(await cell('APC, Polling Unit 2'), '2');
  await user.click(screen.getByRole('button', { name: 'Totals' }));
  const totals = within(await screen.findByRole('group', { name: 'Totals stated on the form' }));
  expect(totals.getByText('Sum of the rows 42')).toBeVisible();
  await user.type(await cell('APC, Totals stated on the form'), '41');
  await waitFor(() => expect(totals.getByText(/the total differs by −1/)).toBeVisible());
});
