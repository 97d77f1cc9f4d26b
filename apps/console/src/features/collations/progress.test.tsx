import { Me } from '@ec/contract/auth/schemas';
import { CollationGains, CollationProgress } from '@ec/contract/collations/gap';
import { PublishedComparison } from '@ec/contract/collations/published';
import { CollationAgentList } from '@ec/contract/collations/schemas';
import { locationIdOf, NATION } from '@ec/contract/geography/location-id';
import { LocationList } from '@ec/contract/geography/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { AGENT } from '../../../test/collations.ts';
import { electionOf, electionsAnswer } from '../../../test/elections.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId } from '../../../test/results.ts';
import { type Call, ok, refuse, serve } from '../../../test/server.ts';

const election = electionOf({ parties: ['APC', 'LP', 'Others'] });
const NOW = '2027-01-16T20:00:00.000Z';

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

const covering = (...codes: string[]) =>
  electionsAnswer([{ ...election, areas: codes.map((code) => locationIdOf(code) ?? NATION) }]);

const open = (path: string, handlers: Record<string, (call: Call) => Response>) => {
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('lga_admin')),
    'GET /elections': () => electionsAnswer([election]),
    'GET /locations': () => ok(LocationList, { locations: [], total: 0 }),
    ...handlers,
  });
  return { ...renderConsole(path), calls };
};

const centre = (code: string, name: string, change: Record<string, unknown> = {}) => ({
  area: { id: locationIdOf(code) ?? NATION, type: 'ward' as const, name },
  areaCode: code,
  started: false,
  forms: [],
  below: { places: 12, in: 0 },
  people: [],
  ...change,
});

it('says which centres have started, which forms are in and whom to call', async () => {
  const form = {
    id: freshId(),
    level: 'ward',
    formCode: 'EC8B',
    constituency: null,
    source: 'agent',
    status: 'pending',
  };
  open('/collations/progress', {
    'GET /collations/progress': () =>
      ok(CollationProgress, {
        centres: [
          centre('24-11-01', 'Anifowoshe', {
            started: true,
            forms: [{ ...form, submittedAt: NOW, outOfDate: false }],
            below: { places: 12, in: 11 },
            people: [{ ...AGENT, agent: true, phone: '+2348031234567' }],
          }),
          centre('24-11-02', 'Oke-Ira'),
        ],
        counts: { centres: 2, started: 1, in: 1, verified: 0, disputed: 0 },
        asOf: NOW,
      }),
  });
  const first = await screen.findByRole('row', { name: /Anifowoshe/ });
  expect(within(first).getByRole('link', { name: 'EC8B' })).toHaveAttribute('href', `/collations/${form.id}`);
  expect(first).toHaveTextContent('11 of 12');
  expect(within(first).getByRole('link', { name: /^Call Agent Ade/ })).toHaveAttribute('href', 'tel:+2348031234567');
  const second = screen.getByRole('row', { name: /Oke-Ira/ });
  expect(second).toHaveTextContent('Not started');
  expect(second).toHaveTextContent('Without a person');
  expect(screen.getByText(/1 of 2 centres started/)).toBeVisible();
});

it('shows what each party gained by form and place, and a dash where no form is held', async () => {
  open('/collations/gains', {
    'GET /collations/gains': () =>
      ok(CollationGains, {
        constituency: null,
        parties: ['APC', 'LP', 'Others'],
        levels: [{ level: 'ward', formCode: 'EC8B', kind: 'row', places: 2, votes: { APC: 50, LP: -50 } }],
        areas: [{ code: '24-11-01', name: 'Anifowoshe', changed: { APC: 50, LP: -50 }, unseen: {}, places: 2 }],
        held: ['24-11-01'],
        declared: null,
        own: { APC: 300, LP: 200, Others: 0 },
        coverage: { units: 12, held: 11, verified: 3 },
        asOf: NOW,
      }),
  });
  const parties = await screen.findByRole('table', { name: 'Own count and form by party' });
  expect(within(parties).getByRole('row', { name: /^APC/ })).toHaveTextContent('APC300––');
  const byForm = screen.getByRole('table', { name: 'Gains and losses by form' });
  expect(within(byForm).getByRole('row', { name: /EC8B/ })).toHaveTextContent(/Row of the form2\+50−50$/);
  // A party that neither gained nor lost has no column.
  expect(within(byForm).queryByRole('columnheader', { name: 'Others' })).not.toBeInTheDocument();
  const byPlace = screen.getByRole('table', { name: 'Gains and losses by place' });
  expect(within(byPlace).getByRole('link', { name: 'Anifowoshe' }).getAttribute('href')).toContain('area=24-11-01');
});

it('draws the net shift of the chosen party over the nation, with a pattern where no form is held', async () => {
  await import('./gap/GainsMap.tsx');
  const { user } = open('/collations/gains?area=NG&party=APC', {
    'GET /auth/me': () => ok(Me, meOf('national_admin')),
    'GET /elections': () => covering('01', '20', '24'),
    'GET /collations/gains': () =>
      ok(CollationGains, {
        constituency: null,
        parties: ['APC', 'LP', 'Others'],
        levels: [],
        areas: [
          { code: '24', name: 'Lagos', changed: { APC: 1250, LP: -300 }, unseen: {}, places: 4 },
          { code: '01', name: 'Abia', changed: {}, unseen: { APC: 70 }, places: 0 },
        ],
        held: ['20', '24'],
        declared: null,
        own: { APC: 300, LP: 200, Others: 0 },
        coverage: { units: 12, held: 11, verified: 3 },
        asOf: NOW,
      }),
  });
  const map = await screen.findByRole('group', { name: /^Net shift of APC by state/ });
  const lagos = within(map).getByRole('link', { name: /^Lagos, Net shift of APC: \+1,250 votes, 4 changes/ });
  expect(lagos.getAttribute('href')).toContain('area=24&party=APC');
  expect(within(map).getByRole('link', { name: /^Katsina, No net shift/ })).toBeInTheDocument();
  const abia = within(map).getByRole('link', { name: 'Abia, No form held, +70 votes without a sheet or form of ours' });
  expect(abia.querySelector('path')).toHaveAttribute('data-fill', 'stripes');
  // Where the election is not held a state leads nowhere.
  expect(within(map).queryByRole('link', { name: /^Borno/ })).not.toBeInTheDocument();
  const legend = screen.getByRole('list', { name: 'Legend' });
  expect(within(legend).getByText('Not part of this election')).toBeVisible();
  expect(within(legend).getByText('+1,000 to +9,999 votes')).toBeVisible();
  expect(within(legend).getByText('No form held')).toBeVisible();
  await user.click(screen.getByText('Forms held in 2 of 3 states'));
  expect(screen.getByText('No form yet from Abia.')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Party on the map' }), 'LP');
  expect(await screen.findByRole('link', { name: /^Lagos, Net shift of LP: −300 votes/ })).toBeInTheDocument();
  expect(within(legend).getByText('−100 to −999 votes')).toBeVisible();
});

it('draws no map of a place inside the nation', async () => {
  open('/collations/gains?area=24', {
    'GET /collations/gains': () =>
      ok(CollationGains, {
        constituency: null,
        parties: ['APC'],
        levels: [],
        areas: [],
        held: [],
        declared: null,
        own: { APC: 300 },
        coverage: { units: 12, held: 11, verified: 3 },
        asOf: NOW,
      }),
  });
  expect(await screen.findByRole('heading', { name: 'By place' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Net shift by state' })).not.toBeInTheDocument();
});

it('stores what the portal shows of a unit, blank where nothing can be read', async () => {
  const unit = { code: '24-11-05-003', name: 'Market' };
  const nothing = {
    unit,
    parties: ['APC', 'LP'],
    published: null,
    earlier: [],
    own: null,
    fields: [],
    can: { enter: true },
  };
  const { user, calls } = open(`/collations/published?election=${election.id}&unit=${unit.code}`, {
    'GET /collations/published': () => ok(PublishedComparison, nothing),
    'PUT /collations/published': () => refuse('NOT_PERMITTED'),
  });
  expect(await screen.findByText('What the portal shows has not been entered yet.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Enter what the portal shows' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('button', { name: 'Store' })).toBeDisabled();
  await user.type(dialog.getByRole('textbox', { name: 'APC' }), '1,203');
  await user.click(dialog.getByRole('button', { name: 'Store' }));
  expect(await dialog.findByRole('alert')).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'APC' })).toHaveValue('1203');
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    electionId: election.id,
    pollingUnitId: unit.code,
    state: 'figures',
    figures: { registered: null, accredited: null, rejected: null, votes: { APC: 1203, LP: null } },
  });
});

it('saves gains and losses in the format and table that are chosen', async () => {
  const { user, calls } = open('/collations/gains', {
    'GET /collations/gains': () =>
      ok(CollationGains, {
        constituency: null,
        parties: ['APC'],
        levels: [],
        areas: [],
        held: [],
        declared: null,
        own: { APC: 1 },
        coverage: { units: 1, held: 1, verified: 0 },
        asOf: NOW,
      }),
  });
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'By place (CSV)' }));
  await waitFor(() => expect(calls.some(({ path }) => path === '/collations/gains/export')).toBe(true));
  const call = calls.find(({ path }) => path === '/collations/gains/export');
  expect([call?.query.get('format'), call?.query.get('table')]).toEqual(['csv', 'places']);
});

it('names an agent whose account is suspended as such, with their centre still to end', async () => {
  const agent = (name: string, status: 'ACTIVE' | 'SUSPENDED') => ({
    id: freshId(),
    electionId: election.id,
    person: { ...AGENT, id: freshId(), name },
    status,
    phone: null,
    area: centre('24-11-01', 'Anifowoshe').area,
    areaCode: '24-11-01',
    assignedBy: AGENT,
    assignedAt: NOW,
  });
  open('/collations/agents', {
    'GET /collations/agents': () =>
      ok(CollationAgentList, { agents: [agent('Bola Ojo', 'ACTIVE'), agent('Chika Eze', 'SUSPENDED')], total: 2 }),
  });
  const suspended = await screen.findByRole('row', { name: /Chika Eze/ });
  expect(suspended).toHaveTextContent('Suspended');
  expect(within(suspended).getByRole('button', { name: /the assignment of Chika Eze/ })).toBeEnabled();
  expect(screen.getByRole('row', { name: /Bola Ojo/ })).not.toHaveTextContent('Active');
});
