import { Me } from '@ec/contract/auth/schemas';
import { ConstituencyList } from '@ec/contract/constituencies/schemas';
import { ContestDayList } from '@ec/contract/contest-days/schemas';
import { CreateElectionRequest, Election } from '@ec/contract/elections/schemas';
import { locationIdOf, NATION } from '@ec/contract/geography/location-id';
import { LocationList } from '@ec/contract/geography/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stubEventSource } from '../../../../test/event-source.ts';
import { DISTRICT, electionOf, electionsAnswer } from '../../../../test/elections.ts';
import { meOf, signedInOnDevice } from '../../../../test/people.ts';
import { renderConsole } from '../../../../test/render.tsx';
import { ok, refuse, serve } from '../../../../test/server.ts';
import { cleanNotices } from '../../../../test/users-page.tsx';
import { atFields } from '../../../components/form/form-problems.ts';
import {
  changesOf,
  type ElectionValues,
  emptyValues,
  FIELD_ORDER,
  fieldAt,
  missing,
  toRequest,
  valuesOf,
} from './form-model.ts';

const ID = '0190a0b0-0000-7000-8000-0000000000e1';

const election = (change: Parameters<typeof electionOf>[0] = {}) =>
  electionOf({
    id: ID,
    name: 'Presidential 2027',
    status: 'scheduled',
    electionDate: '2027-02-20',
    opensAt: '2027-02-20T07:30:00.000Z',
    closesAt: '2027-02-20T13:30:00.000Z',
    areas: [NATION],
    configuration: { fullEc8a: true, note: 'kept' },
    can: { edit: true, archive: false, delete: false, transitions: [] },
    ...change,
  });

const lagos = locationIdOf('24') ?? NATION;
const state = (code: string, name: string, units: number) => {
  const id = locationIdOf(code) ?? NATION;
  const chain = [{ id, type: 'state' as const, name }];
  return { id, type: 'state' as const, name, code, parentId: NATION, chain, units };
};
const STATES = { locations: [state('20', 'Kano', 11222), state('24', 'Lagos', 13325)], total: 2 };

function open(at: string, more: Parameters<typeof serve>[0] = {}, role: Role = 'national_admin') {
  signedInOnDevice();
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf(role)),
    'GET /contest-days': () => ok(ContestDayList, { contestDays: [], total: 0 }),
    'GET /elections': () => electionsAnswer([election()]),
    [`GET /elections/${ID}`]: () => ok(Election, election()),
    'GET /locations': () => ok(LocationList, STATES),
    ...more,
  });
  const opened = renderConsole(at);
  const press = (name: string) => opened.user.click(screen.getByRole('button', { name }));
  const sent = (method: string) =>
    calls.filter((call) => call.method === method && call.path.startsWith('/elections')).map(({ body }) => body);
  /** Goes on to the step of that name. */
  const next = async (title: string) => {
    await press('Next');
    await screen.findByRole('heading', { level: 2, name: title });
  };
  return { ...opened, press, next, sent };
}

async function openNew(more: Parameters<typeof serve>[0] = {}) {
  const opened = open('/elections/new', more);
  const { user } = opened;
  await screen.findByRole('heading', { level: 1, name: 'Create Election' });
  const form = within(await screen.findByRole('form', { name: 'New election' }));
  const fillBasics = async (title: string, type: string) => {
    await user.type(form.getByRole('textbox', { name: 'Title' }), title);
    await user.click(form.getByRole('combobox', { name: 'Type' }));
    await user.click(await screen.findByRole('option', { name: type }));
    await user.type(form.getByLabelText(/Date/), '2027-03-06');
  };
  return { ...opened, form, fillBasics };
}

const factsOf = (step: string) =>
  within(screen.getByRole('region', { name: step }))
    .getAllByRole('definition')
    .map((each) => each.textContent);

beforeAll(async () => void (await import('./ElectionFormPage.tsx')));
beforeEach(() => {
  stubEventSource();
  cleanNotices();
});

describe('the form of a new election', () => {
  it('lists what is missing in the step, takes the focus there, and marks the fields', async () => {
    const { form, press, sent } = await openNew();
    await press('Next');
    const summary = await form.findByRole('alert');
    expect(summary).toHaveFocus();
    for (const message of ['Title is required', 'Type is required', 'Date is required']) {
      expect(within(summary).getByText(message)).toBeVisible();
    }
    expect(form.getByRole('textbox', { name: 'Title' })).toBeInvalid();
    expect(screen.getByRole('button', { name: /Basics/ })).toHaveTextContent('3 errors');
    expect(sent('POST')).toHaveLength(0);
  });

  it('creates a draft of the chosen states with a party of its own, after a last look', async () => {
    const { form, fillBasics, next, press, user, router, sent } = await openNew({
      'POST /elections': () => ok(Election, election({ status: 'draft' }), 201),
    });
    await fillBasics('Lagos 2027', 'Gubernatorial');
    await next('Ballot');
    await user.type(form.getByRole('combobox', { name: 'Add a party' }), 'XYZ{Enter}');
    await press('Move XYZ up');
    await press('Remove PDP');
    await next('Coverage');
    await user.click(form.getByRole('radio', { name: 'States' }));
    await press('Next');
    expect(await form.findByRole('link', { name: 'Choose at least one area' })).toBeVisible();
    await user.click(await form.findByPlaceholderText('Search states'));
    await user.click(await screen.findByRole('option', { name: 'Lagos' }));
    expect(await form.findByText('Covers 1 state, 13,325 polling units')).toBeVisible();
    expect(form.queryByRole('alert')).not.toBeInTheDocument();
    await next('Second entry');
    await next('Check and save');
    expect(factsOf('Basics')).toEqual([
      'Lagos 2027',
      'Gubernatorial',
      '06/03/2027',
      '08:30',
      '14:30',
      'In force on the election date',
      'None',
      'An election of its own',
    ]);
    expect(factsOf('Ballot')).toEqual(['APC, LP, XYZ, NNPP, Others', 'No', 'No']);
    expect(factsOf('Coverage')).toEqual(['Lagos']);
    expect(factsOf('Second entry')).toContain('Failed checks and a random part');
    await press('Create Election');
    await waitFor(() => expect(router.state.location.pathname).toBe('/elections'));
    expect(await screen.findByText('Election created successfully!')).toBeVisible();
    expect(CreateElectionRequest.parse(sent('POST')[0])).toMatchObject({
      name: 'Lagos 2027',
      type: 'gubernatorial',
      opensAt: '2027-03-06T07:30:00.000Z',
      closesAt: '2027-03-06T13:30:00.000Z',
      parties: ['APC', 'LP', 'XYZ', 'NNPP', 'Others'],
      areas: [String(lagos)],
    });
  });

  it('is held in constituencies of the kind that its type has', async () => {
    const { form, fillBasics, next, press, user, sent } = await openNew({
      'GET /constituencies': () => ok(ConstituencyList, { constituencies: [DISTRICT], total: 1, unassigned: 0 }),
      'POST /elections': () => ok(Election, election({ status: 'draft' }), 201),
    });
    await fillBasics('By-election', 'Senatorial');
    await next('Ballot');
    await next('Coverage');
    await user.click(form.getByRole('radio', { name: 'Senatorial districts' }));
    await press('Next');
    expect((await form.findAllByText('Choose at least one constituency')).length).toBeGreaterThan(0);
    await user.click(await form.findByPlaceholderText('Search senatorial districts'));
    await user.click(await screen.findByRole('option', { name: 'Lagos West' }));
    expect(await form.findByText('Covers 1 senatorial district, 900 polling units')).toBeVisible();
    await next('Second entry');
    await next('Check and save');
    expect(factsOf('Coverage')).toEqual(['Lagos West']);
    await press('Create Election');
    await waitFor(() => expect(sent('POST')).toMatchObject([{ areas: [], constituencies: ['senatorial-240'] }]));
  });

  it('keeps what was typed and says why when the server refuses', async () => {
    const { form, fillBasics, next, press } = await openNew({ 'POST /elections': () => refuse('UNAVAILABLE') });
    await fillBasics('Kept title', 'Presidential');
    for (const step of ['Ballot', 'Coverage', 'Second entry', 'Check and save']) await next(step);
    await press('Create Election');
    expect(await form.findByText('Failed to create election. Please try again.')).toBeVisible();
    await press('Edit Basics');
    await waitFor(() => expect(form.getByRole('textbox', { name: 'Title' })).toHaveFocus());
    expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('Kept title');
  });

  it('is not shown to a person who may not create elections', async () => {
    open('/elections/new', {}, 'super_admin');
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Access denied.*Your role: Super Admin$/);
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
  });
});

describe('the form of a stored election', () => {
  it('shows what changes, sends just that, and leads back to the list as it was narrowed', async () => {
    const { user, router, press, sent } = open('/elections?status=scheduled', {
      [`PUT /elections/${ID}`]: () => ok(Election, election({ name: 'Renamed' })),
    });
    await user.click(await screen.findByRole('link', { name: 'Edit Presidential 2027' }));
    const form = within(await screen.findByRole('form', { name: 'Edit election' }));
    const title = form.getByRole('textbox', { name: 'Title' });
    await user.clear(title);
    await user.type(title, 'Renamed');
    await press('5. Check and save');
    await screen.findByRole('heading', { level: 2, name: 'Check and save' });
    expect(screen.getAllByRole('deletion').map((each) => each.textContent)).toEqual(['Presidential 2027']);
    expect(factsOf('Coverage')).toEqual(['The whole nation']);
    await press('Save Changes');
    await waitFor(() => expect(router.state.location.pathname).toBe('/elections'));
    expect(router.state.location.search).toBe('?status=scheduled');
    expect(await screen.findByText('Election saved.')).toBeVisible();
    expect(sent('PUT')).toEqual([{ name: 'Renamed', updatedAt: election().updatedAt }]);
  });

  it('keeps what was typed when another user was faster, takes over their change and sends both', async () => {
    const policy = { rule: 'all', percent: 5, seed: 'abcdef012345', outsideLga: false, deskMinutes: 30 };
    const theirs = { configuration: { fullEc8a: true, secondEntry: policy }, updatedAt: '2027-01-02T10:00:00.000Z' };
    let saved = false;
    const { user, press, sent } = open(`/elections/${ID}/edit`, {
      [`GET /elections/${ID}`]: () => ok(Election, election(saved ? theirs : {})),
      [`PUT /elections/${ID}`]: () => {
        if (saved) return ok(Election, election(theirs));
        saved = true;
        return refuse('CONFLICT');
      },
    });
    const form = within(await screen.findByRole('form', { name: 'Edit election' }));
    await press('2. Ballot');
    await screen.findByRole('heading', { level: 2, name: 'Ballot' });
    await user.click(form.getByLabelText(/^Ask for the full EC8A/));
    await press('5. Check and save');
    await screen.findByRole('heading', { level: 2, name: 'Check and save' });
    await press('Save Changes');
    expect(await form.findByText('Another user changed Presidential 2027 in the meantime.')).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Reload' }));
    expect(factsOf('Second entry')[0]).toBe('All results');
    await press('Save Changes');
    await waitFor(() => expect(sent('PUT')).toHaveLength(2));
    expect(sent('PUT')[1]).toEqual({
      configuration: { fullEc8a: false, allPartiesListed: false, secondEntry: policy },
      updatedAt: theirs.updatedAt,
    });
  });

  it('leads from a refusal to the field on its step', async () => {
    const { user } = open(`/elections/${ID}/edit?step=check`, {
      [`PUT /elections/${ID}`]: () =>
        Response.json(
          {
            success: false,
            code: 'VALIDATION_FAILED',
            error: 'Check the fields',
            fields: [{ path: 'parties', message: 'Another ballot has results' }],
          },
          { status: 400 },
        ),
    });
    await user.click(await screen.findByRole('button', { name: 'Save Changes' }));
    await user.click(await screen.findByRole('link', { name: 'Another ballot has results' }));
    await screen.findByRole('heading', { level: 2, name: 'Ballot' });
    expect(screen.getByRole('combobox', { name: 'Add a party' })).toHaveFocus();
    expect(screen.getByRole('button', { name: /Ballot/ })).toHaveTextContent('1 error');
  });

  it('is not shown where it may not be changed', async () => {
    const archived = election({
      status: 'archived',
      can: { edit: false, archive: false, delete: false, transitions: [] },
    });
    open(`/elections/${ID}/edit`, { [`GET /elections/${ID}`]: () => ok(Election, archived) });
    expect(await screen.findByText('You may not change Presidential 2027')).toBeVisible();
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
  });
});

describe('what the form sends', () => {
  const values = { ...emptyValues(), name: 'X', type: 'presidential', date: '2027-02-20' };

  function check(typed: ElectionValues, before: Election | null) {
    const parsed = CreateElectionRequest.safeParse(toRequest(typed, 'Africa/Lagos', before));
    const issues = parsed.error?.issues ?? [];
    const { fields } = atFields(
      issues.map(({ path, message }) => ({ path: path.join('.'), message })),
      { fields: FIELD_ORDER, at: fieldAt },
    );
    const problems = { ...fields, ...missing(typed, before) };
    return parsed.success && Object.keys(problems).length === 0 ? { request: parsed.data } : { problems };
  }

  it('is refused when voting closes before it opens', () => {
    const checked = check({ ...values, closes: '08:00' }, null);
    expect(checked).toMatchObject({ problems: { closes: 'Voting must close after it opens' } });
  });

  it('needs an area and a party', () => {
    const checked = check({ ...values, kind: 'state', parties: [] }, null);
    expect(checked).toMatchObject({
      problems: { areas: 'Choose at least one area', parties: 'Choose at least one party' },
    });
  });

  it('leaves hours across midnight as they are while they are not touched', () => {
    const before = Election.parse(
      election({ opensAt: '2027-02-20T20:30:00.000Z', closesAt: '2027-02-21T02:30:00.000Z' }),
    );
    const checked = check({ ...valuesOf(before), name: 'Renamed' }, before);
    expect(checked.request && changesOf(before, checked.request)).toEqual({ name: 'Renamed' });
  });

  it('holds only what was changed, and keeps foreign keys of the configuration', () => {
    const before = Election.parse(election());
    const typed = { ...valuesOf(before), name: 'Renamed', fullEc8a: false };
    const checked = check(typed, before);
    if (!checked.request) throw new Error(JSON.stringify(checked.problems));
    expect(changesOf(before, checked.request)).toEqual({
      name: 'Renamed',
      configuration: { fullEc8a: false, allPartiesListed: false, note: 'kept' },
    });
  });
});
