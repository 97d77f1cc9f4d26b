import { Me } from '@ec/contract/auth/schemas';
import { SecondEntryDetail } from '@ec/contract/second-entry/schemas';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { electionOf, electionsAnswer } from '../../../test/elections.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { onPhone } from '../../../test/phone.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId } from '../../../test/results.ts';
import { MAY_DECIDE_ENTRY, secondEntriesAnswer, secondEntryOf, TRANSCRIBER } from '../../../test/second-entries.ts';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';
import { publish } from '../../lib/stream/stream.ts';

type Answer = Response | Promise<Response>;
const NOT_YOURS = { decide: false, refusal: null };
const LATER = '2023-02-25T16:30:00.000Z';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

const main = () => within(screen.getByRole('main'));

describe('the list of second entries', () => {
  const ELECTION = freshId();

  function openList(answer: () => Response, at = '', role: 'lga_admin' | 'ward_admin' = 'lga_admin') {
    const calls = serve({
      'GET /auth/me': () => ok(Me, meOf(role)),
      'GET /elections': () => electionsAnswer([electionOf({ id: ELECTION })]),
      'GET /second-entries': answer,
    });
    const asked = () => Object.fromEntries(calls.findLast(({ path }) => path === '/second-entries')?.query ?? []);
    return { ...renderConsole(`/second-entries${at}`), asked };
  }

  it('says of each where, why, how it stands and which fields differ, without a figure', async () => {
    const entry = secondEntryOf(MAY_DECIDE_ENTRY);
    const { asked } = openList(() => secondEntriesAnswer([entry], { differs: 1, matched: 1200 }));
    const row = await screen.findByRole('row', { name: /Seriki Aro/ });
    expect(within(row).getByRole('link', { name: 'Seriki Aro 24-11-05-003' })).toHaveAttribute(
      'href',
      `/second-entries?entry=${entry.id}`,
    );
    expect(row).toHaveTextContent('24-11-05-003Ipodo');
    expect(row).toHaveTextContent('DiffersFor your decision');
    expect(row).toHaveTextContent('APC, Rejected ballots (box 6)');
    expect(row).toHaveTextContent('A check failed');
    expect(row).toHaveTextContent('Presidential election');
    expect(within(row).getByTitle('25/02/2023 17:00:00 (WAT)')).toHaveTextContent(/\d days$/);
    expect(screen.getByRole('button', { name: 'Differs 1' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Matched 1,200' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'All 1,201' })).toHaveAttribute('aria-pressed', 'true');
    expect(asked()).toEqual({ page: '1', pageSize: '20' });
    expect(screen.getByRole('link', { name: 'Transcribers' })).toHaveAttribute('href', '/second-entries/transcribers');
  });

  it('is narrowed by state, election and words in the address, and leads back to all', async () => {
    const { user, asked, router } = openList(() => secondEntriesAnswer([]));
    await user.click(await screen.findByRole('button', { name: /^Photo cannot be read/ }));
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await user.click(screen.getByRole('combobox', { name: 'Election' }));
    await user.click(await screen.findByRole('option', { name: 'Presidential election' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'aro');
    await waitFor(() => expect(asked()).toMatchObject({ state: 'unreadable', electionId: ELECTION, q: 'aro' }));
    expect(await screen.findByText('No second entry here is in the state “Photo cannot be read”.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all second entries' }));
    expect(await screen.findByText('No sheet of your area is entered a second time yet.')).toBeVisible();
    expect(router.state.location.search).toBe('');
  });

  it('opens an entry in place of the list, and finds the list again as it was narrowed', async () => {
    const entry = secondEntryOf();
    serve({
      'GET /auth/me': () => ok(Me, meOf('lga_admin')),
      'GET /second-entries': () => secondEntriesAnswer([entry], { differs: 1 }),
      [`GET /second-entries/${entry.id}`]: () => ok(SecondEntryDetail, entry),
    });
    const { user, router } = renderConsole('/second-entries?state=differs');
    await user.click(await screen.findByRole('link', { name: 'Seriki Aro 24-11-05-003' }));
    const title = await screen.findByRole('heading', { name: 'Second entry, Seriki Aro' });
    await waitFor(() => expect(title).toHaveFocus());
    expect(router.state.location.search).toBe(`?state=differs&entry=${entry.id}`);
    await user.click(screen.getByRole('link', { name: 'All second entries' }));
    expect(await screen.findByRole('link', { name: 'Seriki Aro 24-11-05-003' })).toBeVisible();
    expect(router.state.location.search).toBe('?state=differs');
  });

  it('stands as cards on a phone', async () => {
    onPhone();
    openList(() => secondEntriesAnswer([secondEntryOf({ differences: [], fields: [] })], { differs: 1 }));
    const card = within(await screen.findByRole('list', { name: 'Second entries' })).getByRole('listitem');
    expect(card).toHaveTextContent('Both entries are empty');
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });
});

/** The page of one entry; what `current` holds is what the server answers, so that it can change. */
async function openEntry(entry: SecondEntryDetail, decide: (call: Call) => Answer = () => refuse('CONFLICT')) {
  const current = { entry };
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('lga_admin')),
    [`GET /second-entries/${entry.id}`]: () => ok(SecondEntryDetail, current.entry),
    [`POST /second-entries/${entry.id}/decide`]: decide,
  });
  const tools = renderConsole(`/second-entries?entry=${entry.id}`);
  await screen.findByRole('heading', { name: 'Second entry, Seriki Aro' });
  const sent = () => calls.filter(({ path }) => path.endsWith('/decide')).map(({ body }) => body);
  return { ...tools, calls, current, sent };
}

describe('a second entry', () => {
  it('shows the differing fields of both entries and no other figure, who entered it and its steps', async () => {
    const entry = secondEntryOf();
    await openEntry(entry);
    const rows = within(screen.getByRole('table', { name: 'Fields that differ' })).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'FieldOfficerSecond entry',
      'APC3137',
      'Rejected ballots (box 6)4Blank',
    ]);
    expect(main().queryByText(/140|512|Registered voters/)).not.toBeInTheDocument();
    expect(main().getAllByText('Tola Bello (Polling Unit Officer)')).not.toHaveLength(0);
    const steps = within(screen.getByRole('list', { name: 'Steps of the second entry' })).getAllByRole('listitem');
    expect(steps[0]).toHaveTextContent(/took the sheet, 25\/02\/2023/);
    expect(steps[1]).toHaveTextContent('entered the sheet, which then differed (APC, Rejected ballots (box 6))');
    expect(screen.getByRole('link', { name: 'Open the result' })).toHaveAttribute('href', `/review/${entry.resultId}`);
    expect(main().getByText(/An administrator who may decide on results of this unit/)).toBeVisible();
    expect(main().queryByRole('radio')).not.toBeInTheDocument();
  });

  it('says why the reader may not decide, and offers no verdict', async () => {
    const refusal = 'You entered this sheet, so another administrator decides between the entries.';
    await openEntry(secondEntryOf({ can: { decide: false, refusal } }));
    expect(main().getByText(refusal)).toBeVisible();
    expect(main().queryByRole('radio')).not.toBeInTheDocument();
    expect(main().queryByRole('button', { name: 'Decide' })).not.toBeInTheDocument();
  });

  it.each([
    ['correcting', 'The transcriber enters these fields again: APC, Rejected ballots (box 6).'],
    ['unreadable', 'The transcriber cannot read these fields: APC, Rejected ballots (box 6).'],
    ['matched', 'Both entries match in every field.'],
  ] as const)('in the state %s compares nothing', async (state, words) => {
    await openEntry(secondEntryOf({ state, differences: [] }));
    expect(main().getByText(words)).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  it('shows at once what others do', async () => {
    const entry = secondEntryOf();
    const { current } = await openEntry(entry);
    current.entry = secondEntryOf({ ...entry, state: 'matched', differences: [], fields: [] });
    act(() => publish({ type: 'results', electionId: entry.electionId, source: 'official', count: 1, lgas: null }));
    expect(await screen.findByText('Both entries match in every field.')).toBeVisible();
  });
});

describe('a verdict', () => {
  const CHOSEN = 'The officer’s figures are wrong';
  const dialog = () => screen.findByRole('dialog', { name: 'Return the result to its officer?' });

  it('is one that the server allows, and says what will happen before it is sent with the state that was seen', async () => {
    const entry = secondEntryOf(MAY_DECIDE_ENTRY);
    const decided = secondEntryOf({ ...entry, state: 'officer_asked', can: NOT_YOURS, verdicts: [], updatedAt: LATER });
    const { user, sent } = await openEntry(entry, () => ok(SecondEntryDetail, decided));
    expect(
      main()
        .getAllByRole('radio')
        .map((radio) => (radio as HTMLInputElement).value),
    ).toEqual(entry.verdicts);
    await user.click(main().getByRole('button', { name: 'Decide' }));
    expect((await main().findAllByText('Choose what the paper shows')).length).toBeGreaterThan(0);
    await user.click(main().getByRole('radio', { name: CHOSEN }));
    await user.type(main().getByRole('textbox', { name: /^Reason/ }), 'Line 1 says 37.');
    await user.click(main().getByRole('button', { name: 'Decide' }));
    const question = await dialog();
    expect(question).toHaveTextContent(
      'The result of Seriki Aro (24-11-05-003) goes back to its officer, who reads that the figures differ from the paper in APC, Rejected ballots (box 6).',
    );
    expect(sent()).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Return the result' }));
    expect(await main().findByText('Returned to the officer')).toBeVisible();
    expect(sent()).toEqual([{ verdict: 'officer_wrong', updatedAt: entry.updatedAt, reason: 'Line 1 says 37.' }]);
    expect(main().queryByRole('radio')).not.toBeInTheDocument();
  });

  it('that sends the sheet back names its transcriber, and that another administrator verifies', async () => {
    const { user, sent } = await openEntry(secondEntryOf(MAY_DECIDE_ENTRY));
    await user.click(main().getByRole('radio', { name: 'The second entry is wrong' }));
    await user.click(main().getByRole('button', { name: 'Decide' }));
    const question = await screen.findByRole('dialog', { name: 'Send the sheet back to its transcriber?' });
    expect(question).toHaveTextContent(`${TRANSCRIBER.name} enters APC, Rejected ballots (box 6) of Seriki Aro`);
    expect(question).toHaveTextContent('Another administrator than you then verifies the result.');
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(sent()).toEqual([]);
  });

  it('that was overtaken is not stored: the choice is kept and sent again with the new state', async () => {
    const entry = secondEntryOf(MAY_DECIDE_ENTRY);
    const answers = [
      refuse('CONFLICT'),
      ok(SecondEntryDetail, secondEntryOf({ ...entry, state: 'officer_asked', verdicts: [] })),
    ];
    const { user, sent, current } = await openEntry(entry, () => answers.shift() ?? refuse('INTERNAL'));
    await user.click(main().getByRole('radio', { name: CHOSEN }));
    current.entry = secondEntryOf({ ...entry, updatedAt: LATER, fields: ['votes.LP'] });
    const decide = async () => {
      await user.click(main().getByRole('button', { name: 'Decide' }));
      await user.click(within(await dialog()).getByRole('button', { name: 'Return the result' }));
    };
    await decide();
    expect(await main().findByText(/changed this second entry in the meantime/)).toBeVisible();
    expect(main().getByRole('button', { name: 'Decide' })).toBeDisabled();
    await user.click(main().getByRole('button', { name: 'Keep my choice' }));
    expect(main().getByRole('radio', { name: CHOSEN })).toBeChecked();
    await decide();
    expect(await main().findByText('Returned to the officer')).toBeVisible();
    expect(sent()).toEqual([
      { verdict: 'officer_wrong', updatedAt: entry.updatedAt },
      { verdict: 'officer_wrong', updatedAt: LATER },
    ]);
  });

  it('that another arbiter gave meanwhile leaves nothing to decide, and shows what was typed', async () => {
    const entry = secondEntryOf(MAY_DECIDE_ENTRY);
    const { user, current } = await openEntry(entry);
    await user.click(main().getByRole('radio', { name: CHOSEN }));
    await user.type(main().getByRole('textbox', { name: /^Reason/ }), 'Line 1 says 37.');
    current.entry = secondEntryOf({
      ...entry,
      state: 'waiting',
      updatedAt: LATER,
      differences: [],
      fields: [],
      verdicts: [],
    });
    act(() => publish({ type: 'results', electionId: entry.electionId, source: 'official', count: 1, lgas: null }));
    expect(await main().findByText(/It is now in the state “Waiting for a transcriber”/)).toBeVisible();
    expect(main().getByText('Line 1 says 37.')).toBeVisible();
    await user.click(main().getByRole('button', { name: 'Discard my choice' }));
    expect(main().queryByText('Line 1 says 37.')).not.toBeInTheDocument();
  });
});
