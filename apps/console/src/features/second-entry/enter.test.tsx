import { OTHERS, PARTIES } from '@ec/contract/elections/parties';
import { entryFields } from '@ec/contract/second-entry/figures';
import { WorkDesk } from '@ec/contract/second-entry/schemas';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openQueue, sheetOf } from '../../../test/entering.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { signedInOnDevice } from '../../../test/people.ts';
import { ok, refuse } from '../../../test/server.ts';

const BLANK = 'Enter the number on the paper, 0 where it shows none, or say that it cannot be read';

const field = async (name: string | RegExp) => await screen.findByRole('textbox', { name });
const send = () => screen.getByRole('button', { name: 'Check and send' });
/** Registered voters blank, then accredited, APC, LP, rejected. */
const WHOLE = '{Enter}310{Enter}120{Enter}98{Enter}4';
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'));

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined });
});

afterEach(() => vi.useRealTimers());

describe('the start', () => {
  it('shows the queue and the own errors with their denominator, and leads into a sheet', async () => {
    const sheet = sheetOf();
    const { user } = openQueue([sheet]);
    expect(await screen.findByRole('group', { name: 'Sheets waiting' })).toHaveTextContent('1');
    expect(screen.getByRole('group', { name: 'Found wrong by an arbiter' })).toHaveTextContent('3 of 240');
    await user.click(screen.getByRole('button', { name: 'Take a sheet' }));
    expect(await screen.findByRole('heading', { name: `${sheet.unit.code} Seriki Aro` })).toBeVisible();
    expect(screen.getByText('Ipodo, Ikeja, Lagos')).toBeVisible();
    expect(screen.getByText('EC8A · Presidential election')).toBeVisible();
    expect(screen.getByText('Reserved for you for 8 more minutes.')).toBeVisible();
    expect(await screen.findByRole('img', { name: /Photo of the sheet/ })).toBeVisible();
    expect(await field('Registered voters (box 1)')).toHaveFocus();
  });

  it('says that nothing waits, and looks again by itself, not before half a minute', async () => {
    let waiting = 0;
    let looks = 0;
    const { user, claims } = openQueue([], {
      handlers: {
        'GET /second-entries/work': () => {
          looks += 1;
          return ok(WorkDesk, { held: [], waiting, counts: { today: 0, entered: 0, wrong: 0 } });
        },
      },
    });
    expect(await screen.findByText(/^No sheet waits for you\. This page looks again/)).toBeVisible();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    waiting = 2;
    await user.click(screen.getByRole('button', { name: 'Take a sheet' }));
    expect(await screen.findByText(/^2 sheets wait\. None was free for you/)).toBeVisible();
    expect(claims()).toHaveLength(1);
    const before = looks;
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(looks).toBe(before);
    waiting = 3;
    await act(() => vi.advanceTimersByTimeAsync(11_000));
    expect(await screen.findByText(/^3 sheets wait\./)).toBeVisible();
  });
});

describe('a sheet', () => {
  it('is typed and sent by keys alone, and the next one stands there at once', async () => {
    const [one, two] = [sheetOf(), sheetOf({ unit: { ...sheetOf().unit, name: 'Ojelade' } })];
    const { user, sent, claims, photos } = openQueue([one, two]);
    await user.click(await screen.findByRole('button', { name: 'Take a sheet' }));
    expect(await field('Registered voters (box 1)')).toHaveFocus();
    await user.keyboard('{Enter}310');
    await waitFor(() => expect(photos(two)).toHaveLength(1));
    await user.keyboard('{Enter}120{Enter}98{Enter}');
    expect(await field('Rejected ballots (box 6)')).toHaveFocus();
    expect(screen.getByText('Sum of the parties as you typed them').parentElement).toHaveTextContent(/218$/);
    await user.keyboard('4{Enter}');
    expect(send()).toHaveFocus();
    await user.keyboard('{Shift>}{Tab}{/Shift}');
    await user.click(await field('APC'));
    await user.keyboard('121');
    send().focus();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByRole('heading', { name: /Ojelade/ })).toBeVisible();
    expect(screen.getByText('Stored. 12 today.')).toHaveAttribute('role', 'status');
    expect(await field('Registered voters (box 1)')).toHaveFocus();
    expect(await field('APC')).toHaveValue('');
    expect(sent(one, 'enter').map(({ body }) => body)).toEqual([
      {
        figures: {
          registeredVoters: null,
          accreditedVoters: 310,
          'votes.APC': 121,
          'votes.LP': 98,
          voidVotes: 4,
        },
      },
    ]);
    expect(claims()).toHaveLength(2);
    expect(photos(two)).toHaveLength(1);
  });

  it('of 18 parties and Others takes 89 keys to the first field of the next one, digits and Enter alone', async () => {
    const parties = [...Object.keys(PARTIES), OTHERS];
    const fields = entryFields({ parties, fullEc8a: false, allPartiesListed: false });
    const figures = fields.map((_, index) => 617 - 23 * index);
    const [one, two] = [sheetOf({ parties, fields }), sheetOf({ parties, fields })];
    const { user, router, sent, photos } = openQueue([one, two]);
    await screen.findByRole('button', { name: 'Take a sheet' });
    const keys: string[] = [];
    const pointed = vi.fn();
    const watching = new AbortController();
    onTestFinished(() => watching.abort());
    const watched = { capture: true, signal: watching.signal };
    document.addEventListener('keydown', ({ key }) => keys.push(key), watched);
    document.addEventListener('pointerdown', pointed, watched);
    // From another page: the focus is on the title, and the page's help lies before the queue.
    await router.navigate('/account');
    await screen.findByRole('heading', { level: 1, name: /account/i });
    await router.navigate('/second-entry');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Enter sheets' })).toHaveFocus());
    await screen.findByRole('button', { name: 'Take a sheet' });
    await user.keyboard('{Tab}{Tab}{Enter}');
    expect(await field('Registered voters (box 1)')).toHaveFocus();
    expect(keys.splice(0)).toEqual(['Tab', 'Tab', 'Enter']);

    const [first, ...others] = figures;
    await user.keyboard(`${first}`);
    await waitFor(() => expect(photos(two)).toHaveLength(1));
    await user.keyboard(`${others.map((figure) => `{Enter}${figure}`).join('')}{Enter}{Enter}`);
    expect(await screen.findByText('Stored. 12 today.')).toBeVisible();
    expect(await field('Registered voters (box 1)')).toHaveFocus();
    expect(await field('Registered voters (box 1)')).toHaveValue('');
    const enters = keys.filter((key) => key === 'Enter');
    const digits = keys.filter((key) => /^\d$/.test(key));
    expect([fields.length, digits.length, enters.length, keys.length]).toEqual([22, 66, 23, 89]);
    expect(pointed).not.toHaveBeenCalled();
    expect(sent(one, 'enter').map(({ body }) => body)).toEqual([
      { figures: Object.fromEntries(fields.map((name, index) => [name, figures[index]])) },
    ]);
  });

  it('is refused with a blank, which is not a zero', async () => {
    const sheet = sheetOf();
    const { user, sent } = openQueue([sheet], { held: 1 });
    await user.click(await field('Accredited voters (box 2)'));
    await user.keyboard('310{Enter}120{Enter}{Enter}4');
    await user.click(send());
    expect(await screen.findByRole('alert')).toHaveTextContent(BLANK);
    expect(await field('LP')).toHaveAccessibleDescription(BLANK);
    expect(await field('Registered voters (box 1)')).toHaveAccessibleDescription(
      'Leave blank if the paper shows none.',
    );
    expect(sent(sheet, 'enter')).toEqual([]);
    await user.click(screen.getByRole('link', { name: BLANK }));
    expect(await field('LP')).toHaveFocus();
    await user.keyboard('12.5{Enter}');
    expect(await field('LP')).toHaveAccessibleDescription('Use digits only');
  });

  it('is reported as unreadable with the marked fields, and no figure of it is sent', async () => {
    const sheet = sheetOf();
    const { user, sent } = openQueue([sheet], { held: 1 });
    await user.click(await field('Accredited voters (box 2)'));
    await user.keyboard('310{Enter}120{Enter}{Alt>}u{/Alt}{Enter}{Tab}');
    expect(screen.getByRole('button', { name: 'Rejected ballots (box 6) cannot be read' })).toHaveFocus();
    await user.keyboard(' ');
    expect(screen.getByRole('button', { name: 'LP cannot be read' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByText(/The other figures are not stored\./)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Report as unreadable' }));
    expect(await screen.findByText(`Reported as unreadable: ${sheet.unit.code}.`)).toBeVisible();
    expect(sent(sheet, 'unreadable').map(({ body }) => body)).toEqual([{ fields: ['votes.LP', 'voidVotes'] }]);
    expect(sent(sheet, 'enter')).toEqual([]);
  });

  it('without any vote is sent after a confirmation', async () => {
    const sheet = sheetOf();
    const { user, sent } = openQueue([sheet], { held: 1 });
    await user.click(await field('Accredited voters (box 2)'));
    await user.keyboard('0{Enter}0{Enter}0{Enter}0{Control>}{Enter}{/Control}');
    const dialog = within(await screen.findByRole('dialog', { name: 'No votes at all?' }));
    expect(sent(sheet, 'enter')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'The paper shows no votes' }));
    expect(await screen.findByText('Stored. 12 today.')).toBeVisible();
    expect(sent(sheet, 'enter')).toHaveLength(1);
  });

  it('keeps what was typed over a reload, and nothing after it was sent', async () => {
    const sheet = sheetOf();
    const first = openQueue([sheet], { held: 1 });
    await first.user.click(await field('Registered voters (box 1)'));
    await first.user.keyboard(WHOLE);
    cleanup();
    expect(drafts()).toHaveLength(1);
    const { user, sent } = openQueue([sheet], { held: 1 });
    expect(await field('LP')).toHaveValue('98');
    await user.click(send());
    expect(await screen.findByText('Stored. 12 today.')).toBeVisible();
    expect(sent(sheet, 'enter')).toHaveLength(1);
    expect(drafts()).toEqual([]);
    cleanup();
    openQueue([sheet], { held: 1 });
    expect(await field('LP')).toHaveValue('');
  });

  it('shows what the server says of a field at the field', async () => {
    const sheet = sheetOf();
    const { user } = openQueue([sheet], {
      held: 1,
      handlers: {
        [`POST /second-entries/${sheet.id}/enter`]: () =>
          new Response(
            JSON.stringify({
              success: false,
              code: 'ENTRY_FIELDS',
              error: 'Some fields do not belong on this sheet, or are missing.',
              fields: [{ path: 'figures.votes.LP', message: 'Not asked for on this sheet' }],
            }),
            { status: 400, headers: { 'content-type': 'application/json' } },
          ),
      },
    });
    await user.click(await field('Registered voters (box 1)'));
    await user.keyboard(`${WHOLE}{Control>}{Enter}{/Control}`);
    expect(await screen.findByRole('alert')).toHaveTextContent('Not asked for on this sheet');
    expect(await field('LP')).toHaveAccessibleDescription('Not asked for on this sheet');
  });

  it.each(['ENTRY_VOID', 'ENTRY_NOT_HELD'] as const)(
    'that was lost says so (%s), and its draft goes with the next sheet',
    async (code) => {
      const [lost, next] = [sheetOf(), sheetOf({ unit: { ...sheetOf().unit, name: 'Ojelade' } })];
      const { user } = openQueue([lost, next], {
        held: 1,
        handlers: { [`POST /second-entries/${lost.id}/enter`]: () => refuse(code) },
      });
      await user.click(await field('Registered voters (box 1)'));
      await user.keyboard(`${WHOLE}{Control>}{Enter}{/Control}`);
      const panel = await screen.findByRole('alert');
      expect(panel).toHaveTextContent(
        code === 'ENTRY_VOID' ? /sent new figures or a new photo/ : /another transcriber/,
      );
      expect(await field('LP')).toHaveValue('98');
      expect(screen.queryByRole('button', { name: 'Check and send' })).not.toBeInTheDocument();
      expect(drafts()).toHaveLength(1);
      await user.click(within(panel).getByRole('button', { name: 'Take the next sheet' }));
      expect(await screen.findByRole('heading', { name: /Ojelade/ })).toBeVisible();
      await waitFor(() => expect(drafts()).toEqual([]));
    },
  );

  it('says that an attempt that was cut off may have been stored', async () => {
    const sheet = sheetOf();
    let attempts = 0;
    const { user } = openQueue([sheet], {
      held: 1,
      handlers: {
        [`POST /second-entries/${sheet.id}/enter`]: () => {
          attempts += 1;
          if (attempts === 1) throw new TypeError('Failed to fetch');
          return refuse('ENTRY_NOT_HELD');
        },
      },
    });
    await user.click(await field('Registered voters (box 1)'));
    await user.keyboard(`${WHOLE}{Control>}{Enter}{/Control}`);
    expect(await screen.findByRole('alert')).toHaveTextContent(/Cannot connect to server/);
    await user.click(send());
    expect(await screen.findByText(/your entry may have been stored then/)).toBeVisible();
  });

  it('can still be sent after its time, while no other transcriber has it', async () => {
    const sheet = sheetOf({ leaseUntil: new Date(Date.now() - 60_000).toISOString() });
    const { user, sent } = openQueue([sheet], { held: 1 });
    await user.click(await field('Registered voters (box 1)'));
    expect(screen.getByText(/The time for this sheet is over\./)).toBeVisible();
    await user.keyboard(`${WHOLE}{Control>}{Enter}{/Control}`);
    expect(await screen.findByText('Stored. 12 today.')).toBeVisible();
    expect(sent(sheet, 'enter')).toHaveLength(1);
  });

  it('is given back after a question, where something was typed', async () => {
    const sheet = sheetOf();
    const { user, sent } = openQueue([sheet], { held: 1 });
    await user.click(await field('Accredited voters (box 2)'));
    await user.keyboard('31');
    await user.click(screen.getByRole('button', { name: 'Give back' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Give this sheet back?' }));
    await user.click(dialog.getByRole('button', { name: 'Give back' }));
    expect(await screen.findByRole('button', { name: 'Take a sheet' })).toBeVisible();
    expect(sent(sheet, 'release')).toHaveLength(1);
    expect(drafts()).toEqual([]);
  });

  it('that was only loaded ahead is given back when the page is left', async () => {
    const [one, two] = [sheetOf(), sheetOf()];
    const { user, router, sent, photos } = openQueue([one, two], { held: 1 });
    await user.click(await field('Accredited voters (box 2)'));
    await user.keyboard('31');
    await waitFor(() => expect(photos(two)).toHaveLength(1));
    await router.navigate('/account');
    await waitFor(() => expect(sent(two, 'release')).toHaveLength(1));
    expect(sent(one, 'release')).toEqual([]);
  });
});

it('asks of a correction only its fields, beside what stays', async () => {
  const sheet = sheetOf({
    state: 'correcting',
    leaseUntil: null,
    fields: ['votes.LP'],
    kept: { voidVotes: 4, 'votes.APC': 120, accreditedVoters: 310 },
  });
  const { user, sent } = openQueue([sheet], { held: 1 });
  expect(await screen.findByText('An arbiter asks you to enter these fields again from the photo.')).toBeVisible();
  expect(await screen.findAllByRole('textbox')).toHaveLength(1);
  const kept = within(screen.getByRole('region', { name: 'Stays as you entered it' }));
  expect(kept.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Accredited voters (box 2)',
    'APC',
    'Rejected ballots (box 6)',
  ]);
  await user.type(await field('LP'), '89{Control>}{Enter}{/Control}');
  await screen.findByText('Stored. 12 today.');
  expect(sent(sheet, 'enter').map(({ body }) => body)).toEqual([{ figures: { 'votes.LP': 89 } }]);
});

it('moves the photo to the field as large as chosen, as long as it is to follow', async () => {
  const size = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 400));
  const natural = { naturalWidth: 1000, naturalHeight: 2000 };
  for (const [name, value] of Object.entries(natural)) {
    vi.spyOn(HTMLImageElement.prototype, name as keyof typeof natural, 'get').mockReturnValue(value);
  }
  const { user } = openQueue([sheetOf()], { held: 1 });
  const photo = await screen.findByRole('img', { name: /Photo of the sheet/ });
  fireEvent.load(photo);
  await user.click(await field('Accredited voters (box 2)'));
  const top = photo.style.transform;
  expect(top).toContain('scale(2)');
  await user.click(await field('LP'));
  const party = photo.style.transform;
  expect(party).not.toBe(top);
  await user.click(screen.getByRole('button', { name: '3 times as large as the whole sheet' }));
  expect(photo.style.transform).toContain('scale(3)');
  await user.click(await field('Accredited voters (box 2)'));
  const closer = photo.style.transform;
  expect(closer).toContain('scale(3)');
  await user.click(screen.getByRole('switch', { name: 'Follow the field' }));
  await user.click(await field('LP'));
  expect(photo.style.transform).toBe(closer);
  await user.click(screen.getByRole('button', { name: 'Show the whole sheet' }));
  expect(photo.style.transform).toContain('scale(1)');
  size.mockRestore();
  vi.restoreAllMocks();
});
