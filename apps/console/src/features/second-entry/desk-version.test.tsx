import { Me } from '@ec/contract/auth/schemas';
import { StreamTicket } from '@ec/contract/notifications/schemas';
import { SecondEntryDetail, WaitingForMe } from '@ec/contract/second-entry/schemas';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { deskVersions } from '../../../test/desk-versions.ts';
import { electionsAnswer } from '../../../test/elections.ts';
import { stubEventSource, TestEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { MAY_DECIDE_ENTRY, secondEntriesAnswer, secondEntryOf } from '../../../test/second-entries.ts';
import { ok, refuse, serve } from '../../../test/server.ts';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

const main = () => within(screen.getByRole('main'));
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const NOT_YOURS = { decide: false, refusal: null };

/** An entry whose officer was asked so many minutes ago. */
const askedAgo = (minutes: number) =>
  secondEntryOf({
    state: 'officer_asked',
    can: NOT_YOURS,
    deskOffer: { askedAt: minutesFromNow(-minutes), minutes: 60, due: minutesFromNow(60 - minutes) },
  });

async function openEntry(entry: SecondEntryDetail, answer: () => Response) {
  const current = { entry };
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('lga_admin')),
    [`GET /second-entries/${entry.id}`]: () => ok(SecondEntryDetail, current.entry),
    [`POST /second-entries/${entry.id}/desk-version`]: answer,
  });
  const tools = renderConsole(`/second-entries?entry=${entry.id}`);
  await screen.findByRole('heading', { name: 'Second entry, Seriki Aro' });
  const sent = () => calls.filter(({ path }) => path.endsWith('/desk-version')).map(({ body }) => body);
  return { ...tools, current, sent };
}

const ask = () => main().findByRole('button', { name: 'Use the figures from the photo' });
const dialog = () => screen.findByRole('dialog', { name: 'Use the figures from the photo?' });

describe('a desk version', () => {
  it('needs a reason while the officer has time, and says what will happen and who verifies', async () => {
    const entry = askedAgo(5);
    const made = secondEntryOf({ ...entry, state: 'void', differences: [], deskOffer: null });
    const { user, sent } = await openEntry(entry, () => ok(SecondEntryDetail, made));
    expect(main().getByText(/can be used before that, with a reason/)).toBeVisible();
    await user.click(await ask());
    const question = within(await dialog());
    expect(question.getByText(/Tola Bello entered from the photo become the next version/)).toHaveTextContent(
      /APC, Rejected ballots \(box 6\).*verified by a person other than Tola Bello and you.*can still send the result again/,
    );
    const confirm = question.getByRole('button', { name: /Make the desk version/ });
    await user.click(confirm);
    expect(sent()).toEqual([]);
    await user.type(question.getByRole('textbox', { name: /Why the officer cannot be reached/ }), 'His phone is off.');
    await user.click(confirm);
    expect(await main().findByText(/This version of the result no longer counts/)).toBeVisible();
    expect(sent()).toEqual([{ updatedAt: entry.updatedAt, reason: 'His phone is off.' }]);
    expect(main().queryByRole('button', { name: 'Use the figures from the photo' })).not.toBeInTheDocument();
  });

  it('needs none afterwards; where the officer was first, the page says so and shows how it stands', async () => {
    const entry = askedAgo(61);
    const { user, sent, current } = await openEntry(entry, () => refuse('DESK_OVERTAKEN'));
    expect(main().getByText(/has not answered within 60 minutes/)).toBeVisible();
    await user.click(await ask());
    current.entry = secondEntryOf({
      ...entry,
      state: 'void',
      differences: [],
      deskOffer: null,
      updatedAt: minutesFromNow(0),
    });
    await user.click(within(await dialog()).getByRole('button', { name: 'Make the desk version' }));
    expect(sent()).toEqual([{ updatedAt: entry.updatedAt }]);
    expect((await screen.findAllByText(/the officer sent a new version/)).length).toBeGreaterThan(0);
  });

  it('is named as one where it is checked itself', async () => {
    const { desk } = deskVersions();
    await openEntry(secondEntryOf({ ...MAY_DECIDE_ENTRY, desk, version: 2 }), () => refuse('CONFLICT'));
    expect(main().getByRole('columnheader', { name: 'Desk version' })).toBeVisible();
    expect(main().getByRole('radio', { name: 'The desk version is wrong' })).toBeVisible();
    expect(main().queryByRole('radio', { name: /officer’s figures/ })).not.toBeInTheDocument();
    expect(main().getByText('From the photo, at the desk: entered by Tola Bello')).toBeVisible();
  });
});

describe('an officer who does not answer', () => {
  it('is named in the list once their time is over, and not before', async () => {
    const asked = (name: string, minutes: number) =>
      secondEntryOf({ name, state: 'officer_asked', can: NOT_YOURS, answerDue: minutesFromNow(minutes) });
    const entries = [asked('Seriki Aro', -1), asked('Oke Odo', 5)];
    serve({
      'GET /auth/me': () => ok(Me, meOf('lga_admin')),
      'GET /elections': () => electionsAnswer([]),
      'GET /second-entries': () => secondEntriesAnswer(entries, { officer_asked: 2 }),
    });
    renderConsole('/second-entries');
    await screen.findByRole('main');
    const over = await main().findByRole('row', { name: /Seriki Aro/ });
    const waiting = await main().findByRole('row', { name: /Oke Odo/ });
    expect(over).toHaveTextContent(/Returned to the officer.*Officer did not answer/);
    expect(waiting).toHaveTextContent(/Returned to the officer/);
    expect(waiting).not.toHaveTextContent('Officer did not answer');
  });
});

describe('what waits for an arbiter', () => {
  it('is counted in the menu, live, and shown by itself in the list', async () => {
    let waiting = 2;
    const entry = secondEntryOf(MAY_DECIDE_ENTRY);
    const calls = serve({
      'GET /auth/me': () => ok(Me, meOf('lga_admin')),
      'GET /elections': () => electionsAnswer([]),
      'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
      'GET /second-entries/waiting': () => ok(WaitingForMe, { waiting }),
      'GET /second-entries': () => secondEntriesAnswer([entry], { differs: 5 }, waiting),
    });
    const { user } = renderConsole('/second-entries');
    const link = async (name: string | RegExp) =>
      within(await screen.findByRole('navigation', { name: 'Main' })).findByRole('link', { name });
    expect(await link(/^Second entries 2 ?waiting for you$/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'For your decision 2' }));
    const asked = () => Object.fromEntries(calls.findLast(({ path }) => path === '/second-entries')?.query ?? []);
    await waitFor(() => expect(asked()).toMatchObject({ mine: 'true' }));
    waiting = 1;
    await waitFor(() => expect(TestEventSource.opened.length).toBeGreaterThan(0));
    act(() => TestEventSource.latest().open());
    act(() => TestEventSource.latest().send({ type: 'second-entries' }));
    expect(await link(/^Second entries 1 ?waiting for you$/)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'For your decision 1' })).toBeVisible();
  });

  it('is not requested for an officer', async () => {
    const calls = serve({ 'GET /auth/me': () => ok(Me, meOf('polling_unit_officer')) });
    renderConsole('/announcements');
    await within(await screen.findByRole('navigation', { name: 'Main' })).findByRole('link', { name: 'Announcements' });
    expect(calls.some(({ path }) => path.startsWith('/second-entries'))).toBe(false);
  });
});
