import { ContestDayList } from '@ec/contract/contest-days/schemas';
import { Me } from '@ec/contract/auth/schemas';
import { Election, ElectionList } from '@ec/contract/elections/schemas';
import { locationIdOf, NATION } from '@ec/contract/geography/location-id';
import { LawProfileAnswer, LawProfiles } from '@ec/contract/law/schemas';
import { LocationList } from '@ec/contract/geography/schemas';
import { NotificationList, StreamTicket } from '@ec/contract/notifications/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { stubEventSource } from '../../../test/event-source.ts';
import { lawOf } from '../../../test/elections.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';

type Draft = z.input<typeof Election>;

const NOTHING = { edit: false, archive: false, delete: false, transitions: [] };
const ID = '0190a0b0-0000-7000-8000-0000000000e1';

function election(change: Partial<Draft> = {}): Draft {
  return {
    id: ID,
    name: 'Presidential 2027',
    description: 'The vote of the year',
    type: 'presidential',
    status: 'live',
    electionDate: '2027-02-20',
    lawProfile: 'electoral_act_2022',
    formerLawProfiles: [],
    formCodes: { polling_unit: 'EC8A', nation: 'EC8DA' },
    looks: [],
    opensAt: '2027-02-20T07:30:00.000Z',
    closesAt: '2027-02-20T13:30:00.000Z',
    deadline: '2027-02-21T13:30:00.000Z',
    parties: ['APC', 'PDP', 'LP'],
    areas: [NATION],
    constituencies: [],
    follows: null,
    contestDay: null,
    areaNames: ['Kano', 'Lagos', 'Oyo', 'Ogun', 'Osun'].map((name) => ({ id: NATION, name })),
    configuration: { fullEc8a: true, note: 'kept' },
    coverage: { units: 2000, reported: 500, verified: 400, pending: 80, disputed: 15, cancelled: 5 },
    createdAt: '2026-11-01T10:00:00.000Z',
    updatedAt: '2026-11-01T10:00:00.000Z',
    can: { edit: true, archive: false, delete: false, transitions: ['completed'] },
    ...change,
  };
}

const state = (code: string, name: string, units: number) => {
  const id = locationIdOf(code) ?? NATION;
  return {
    id,
    type: 'state' as const,
    name,
    code,
    parentId: NATION,
    chain: [{ id, type: 'state' as const, name }],
    units,
  };
};

function open(
  elections: Draft[],
  more: Parameters<typeof serve>[0] = {},
  role: Role = 'national_admin',
  at = '/elections',
) {
  signedInOnDevice();
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf(role)),
    'GET /notifications': () => ok(NotificationList, { notifications: [], total: 0, unread: 0 }),
    'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    'GET /contest-days': () => ok(ContestDayList, { contestDays: [], total: 0 }),
    'GET /elections': () => ok(ElectionList, { elections, total: elections.length }),
    'GET /locations': () =>
      ok(LocationList, { locations: [state('20', 'Kano', 11222), state('24', 'Lagos', 13325)], total: 2 }),
    ...more,
  });
  return { calls, ...renderConsole(at) };
}

const sent = (calls: Call[], method: string) =>
  calls.filter((call) => call.method === method && call.path !== '/notifications/stream-ticket');

beforeAll(async () => void (await import('./ElectionsPage.tsx')));
beforeEach(stubEventSource);

describe('an election card', () => {
  it('shows what has really been counted and what is covered', async () => {
    open([election()]);
    const card = await screen.findByRole('article', { name: 'Presidential 2027' });
    expect(card).toHaveTextContent('Results: 500 of 2,000 units reported (25.0%), 400 verified');
    expect(card).toHaveTextContent('Coverage: Kano, Lagos, Oyo +2 more · 2,000 polling units');
    expect(card).toHaveTextContent('Presidential · 20/02/2027');
    expect(within(card).getByText('Live')).toBeVisible();
    const bar = 'Results: Verified 400, Awaiting review 80, Disputed 15, Cancelled 5, of 2,000';
    expect(within(card).getByRole('img', { name: bar })).toBeInTheDocument();
    expect(within(card).getByRole('link', { name: /^Live results/ })).toHaveAttribute(
      'href',
      `/live-results?election=${ID}`,
    );
  });

  it('offers only what the server lets the person do', async () => {
    open([
      election({ name: 'Read only', can: NOTHING }),
      election({
        id: ID.replace('e1', 'e2'),
        name: 'A draft',
        status: 'draft',
        can: { edit: true, archive: false, delete: true, transitions: ['scheduled'] },
      }),
    ]);
    const buttons = (card: HTMLElement) =>
      within(card)
        .getAllByRole('button')
        .map((button) => button.textContent);
    expect(buttons(await screen.findByRole('article', { name: 'Read only' }))).toEqual(['View']);
    const draft = screen.getByRole('article', { name: 'A draft' });
    expect(buttons(draft)).toEqual(['View', 'Schedule', 'Delete']);
    expect(
      within(draft)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Ballot', 'Readiness', 'Edit']);
  });

  it('asks for a reason before a completed election is reopened, and sends it', async () => {
    const done = election({
      status: 'completed',
      can: { edit: true, archive: true, delete: false, transitions: ['archived', 'live'] },
    });
    const { user, calls } = open([done], {
      [`POST /elections/${ID}/transition`]: () => ok(Election, { ...done, status: 'live' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Reopen Presidential 2027' }));
    const dialog = await screen.findByRole('dialog', { name: 'Reopen Presidential 2027?' });
    expect(within(dialog).getByRole('button', { name: 'Reopen' })).toBeDisabled();
    expect(within(dialog).getByText('Give a reason first')).toBeVisible();
    await user.type(within(dialog).getByLabelText(/Reason/), 'Two wards vote again');
    await user.click(within(dialog).getByRole('button', { name: 'Reopen' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent(calls, 'POST').map((call) => call.body)).toEqual([{ to: 'live', reason: 'Two wards vote again' }]);
  });

  it('says in the dialog when a change of status is refused', async () => {
    const { user } = open([election()], {
      [`POST /elections/${ID}/transition`]: () => refuse('ELECTION_TRANSITION', { from: 'archived', to: 'completed' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Complete Presidential 2027' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Complete' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'An election that is archived cannot become completed.',
    );
  });

  it('shows everything, with the configuration as JSON', async () => {
    const { user } = open([election()], { [`GET /elections/${ID}`]: () => ok(Election, election()) });
    await user.click(await screen.findByRole('button', { name: 'View Presidential 2027' }));
    const dialog = await screen.findByRole('dialog', { name: 'Presidential 2027' });
    expect(await within(dialog).findByText(/"note": "kept"/)).toBeVisible();
    expect(dialog).toHaveTextContent('08:30 to 14:30');
    expect(dialog).toHaveTextContent('21/02/2027 14:30:00 (WAT)');
  });
});

describe('the list', () => {
  it('is filtered by status in the address', async () => {
    const { user, calls, router } = open([election()]);
    await user.click(await screen.findByRole('combobox', { name: 'Status' }));
    await user.click(await screen.findByRole('option', { name: 'Completed' }));
    await waitFor(() => expect(calls.at(-1)?.query.get('status')).toBe('completed'));
    expect(router.state.location.search).toBe('?status=completed');
  });

  it('says what to do when there is nothing, and offers to create only to editors', async () => {
    open([]);
    expect(await screen.findByText('No elections yet')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Create Election' })).toHaveLength(2);
  });

  it('offers the super admin no creating', async () => {
    open([], {}, 'super_admin');
    expect(await screen.findByText('No elections yet')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Create Election' })).not.toBeInTheDocument();
  });
});

describe('the law of an election', () => {
  const held = () => election({ lawProfile: 'electoral_act_2026', formerLawProfiles: ['electoral_act_2022'] });

  async function openSections(confirm: boolean) {
    const confirmed = {
      section: '51(2)',
      confirmed: true,
      confirmedBy: 'Ngozi Eze',
      confirmedAt: '2026-11-24T08:00:00.000Z',
    };
    let answer = lawOf();
    const page = open([held()], {
      [`GET /elections/${ID}`]: () => ok(Election, held()),
      'GET /law-profiles': () => ok(LawProfiles, { lawProfiles: [answer], can: { confirm } }),
      'PATCH /law-profiles/electoral_act_2026/provisions/overvoting': () => {
        answer = lawOf(confirmed);
        return ok(LawProfileAnswer, answer);
      },
    });
    await page.user.click(await screen.findByRole('button', { name: 'View Presidential 2027' }));
    const view = await screen.findByRole('dialog', { name: 'Presidential 2027' });
    expect(view).toHaveTextContent('Electoral Act 2026; before that, with results: Electoral Act 2022');
    await page.user.click(within(view).getByRole('button', { name: 'Show sections' }));
    const sections = await screen.findByRole('dialog', { name: 'Electoral Act 2026' });
    await within(sections).findByText('section number to be confirmed');
    return { ...page, sections };
  }

  it('marks numbers in doubt, and shows who confirmed one', async () => {
    const { user, calls, sections } = await openSections(true);
    await user.click(within(sections).getByRole('button', { name: 'Confirm the section of Over-voting' }));
    const question = await screen.findByRole('dialog', { name: 'Confirm the section of Over-voting?' });
    await user.type(within(question).getByRole('textbox', { name: 'Section' }), '(2)');
    await user.click(within(question).getByRole('button', { name: 'Confirm' }));
    await within(sections).findByText(/Confirmed by Ngozi Eze/);
    expect(sections).not.toHaveTextContent('to be confirmed');
    expect(sent(calls, 'PATCH').map(({ body }) => body)).toEqual([{ section: '51(2)', confirmed: true }]);
  });

  it('offers no confirmation to those without the right', async () => {
    const { sections } = await openSections(false);
    expect(within(sections).queryByRole('button', { name: /Confirm/ })).not.toBeInTheDocument();
  });
});
