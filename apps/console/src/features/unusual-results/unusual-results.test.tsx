import { Me } from '@ec/contract/auth/schemas';
import { LocationList } from '@ec/contract/geography/schemas';
import { ancestorOf, codeOf, type LocationType, locationType } from '@ec/contract/geography/location-id';
import { UnusualStatistics } from '@ec/contract/unusual/statistics';
import { UnusualList, type UnusualMark, UnusualOfResult } from '@ec/contract/unusual/schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { electionOf, electionsAnswer } from '../../../test/elections.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, person, signedInOnDevice } from '../../../test/people.ts';
import { onPhone } from '../../../test/phone.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId, UNIT } from '../../../test/results.ts';
import { ok, refuse, serve } from '../../../test/server.ts';

const ELECTION = freshId();
const [SHEET, TWIN] = [freshId(), freshId()];
const code = codeOf(UNIT);

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

const link = (type: LocationType, name: string) => ({ id: ancestorOf(UNIT, type) ?? UNIT, type, name });
const chain = [link('state', 'Lagos'), link('lga', 'Ikeja'), link('ward', 'Anifowoshe')];

const markOf = (change: Partial<z.input<typeof UnusualMark>> = {}): z.input<typeof UnusualMark> => ({
  check: 'identical_votes',
  mode: 'show',
  usual: true,
  earlier: null,
  resultId: SHEET,
  version: 2,
  resultStatus: 'pending',
  pollingUnitId: UNIT,
  code,
  name: 'Seriki Aro',
  chain,
  photoFileId: null,
  desk: false,
  votes: { APC: 120, PDP: 45, LP: 98, NNPP: 2, Others: 0 },
  validVotes: 265,
  accreditedVoters: 310,
  registeredVoters: 522,
  twins: [
    {
      resultId: TWIN,
      pollingUnitId: UNIT,
      code: '24-11-05-004',
      name: 'Ojelade',
      photoFileId: null,
      desk: false,
      sameVoters: true,
      samePhoto: false,
    },
  ],
  distances: [],
  closed: false,
  steps: [],
  can: { close: true, reopen: false },
  ...change,
});

const listOf = (marks: z.input<typeof UnusualMark>[], change: Partial<z.input<typeof UnusualList>> = {}) =>
  ok(UnusualList, {
    marks,
    total: marks.length,
    open: marks.filter(({ closed }) => !closed).length,
    closed: marks.filter(({ closed }) => closed).length,
    tests: 22_428,
    units: 3204,
    off: [],
    place: { code: '24-11', chain: chain.slice(0, 2) },
    previous: null,
    next: null,
    ...change,
  });

function openPage(handlers: Parameters<typeof serve>[0], role: 'national_admin' | 'ward_admin' = 'national_admin') {
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf(role)),
    'GET /elections': () => electionsAnswer([electionOf({ id: ELECTION })]),
    'GET /locations': () => ok(LocationList, { locations: [], total: 0 }),
    ...handlers,
  });
  renderConsole(`/unusual-results?election=${ELECTION}`);
  return calls;
}

it('says figure, comparison, base rate, an ordinary explanation and the next step, with the tests made', async () => {
  openPage({ 'GET /unusual': () => listOf([markOf()]) });
  const mark = await screen.findByRole('article', { name: `Same votes as another unit, ${code}` });
  expect(mark).toHaveTextContent('APC 120, PDP 45, LP 98, NNPP 2.');
  expect(mark).toHaveTextContent(
    'The same votes for all parties are reported by Ojelade (24-11-05-004), with the same accredited and registered voters.',
  );
  expect(mark).toHaveTextContent('In 2023 this was so in 795 of 32,553 units tested in 19 states (2.4 in 100).');
  expect(mark).toHaveTextContent('Often one sheet was photographed or typed for two units.');
  expect(mark).toHaveTextContent('Compare the photos of the units.');
  expect(within(mark).getByRole('link', { name: 'Seriki Aro' })).toHaveAttribute('href', `/review/${SHEET}`);
  expect(screen.getByText(/Ikeja, Lagos · 22,428 tests made on 3,204 units: 1 open, 0 closed\./)).toBeVisible();
  expect(document.body).not.toHaveTextContent(/suspicious|anomal|fraud|rigged|fabricated|score/i);
});

it('shows both units with both photos, one click away', async () => {
  openPage({ 'GET /unusual': () => listOf([markOf()]) });
  fireEvent.click(await screen.findByRole('button', { name: `Compare the photos of ${code}` }));
  expect(screen.getAllByText('No photo has arrived.')).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'Ojelade (24-11-05-004)' })).toHaveAttribute('href', `/review/${TWIN}`);
});

it('names the share beside the median of the ward', async () => {
  const desk = true;
  const distances = [{ party: 'APC', value: 71.4, median: 24.4, before: null, units: 10 }];
  openPage({ 'GET /unusual': () => listOf([markOf({ check: 'neighbour_share', desk, twins: [], distances })]) });
  const mark = await screen.findByRole('article', { name: `Share differs from the ward, ${code}` });
  expect(mark).toHaveTextContent('APC 71.4% of 265 valid votes.');
  expect(within(mark).getByText('From the photo, at the desk')).toBeVisible();
  expect(mark).toHaveTextContent('Median of 10 units of the ward: APC 24.4%.');
  expect(within(mark).queryByRole('button', { name: /Compare the photos/ })).not.toBeInTheDocument();
});

it('names the change since an earlier election, what follows in this election, and what is off', async () => {
  const distances = [{ party: 'LP', value: -46.2, median: 1.5, before: 62, units: 10 }];
  const change = { check: 'earlier_share', mode: 'explain', usual: false, earlier: 'Presidential 2023' } as const;
  openPage({
    'GET /unusual': () => listOf([markOf({ ...change, twins: [], distances })], { off: ['full_turnout'] }),
  });
  const mark = await screen.findByRole('article', { name: /^Share changed otherwise than in the ward/ });
  expect(mark).toHaveTextContent('LP 62.0% before, 15.8% now (−46.2 points). 265 valid votes now.');
  expect(mark).toHaveTextContent('Median change of 10 units of the ward since Presidential 2023: LP +1.5 points.');
  expect(mark).toHaveTextContent('The result is verified after this was closed with an explanation.');
  expect(screen.getByText('Off in this election: Nearly full turnout, all votes valid.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Checks of the election' })).toHaveAttribute(
    'href',
    `/unusual-results/checks?election=${ELECTION}`,
  );
});

it('closes with an explanation, and says so where another user was faster', async () => {
  onPhone();
  let overtaken = true;
  let closed = false;
  const step = {
    change: 'closed' as const,
    explanation: 'One sheet typed twice',
    by: { id: person('lga_admin').id, name: 'Chidi Okoro', role: 'lga_admin' },
    at: '2027-02-20T18:40:00.000Z',
  };
  const done = () => markOf({ closed: true, steps: [step], can: { close: false, reopen: true } });
  const calls = openPage({
    'GET /unusual': () => listOf([closed ? done() : markOf()]),
    [`POST /unusual/${SHEET}/close`]: () => {
      if (overtaken) return refuse('UNUSUAL_STEP');
      closed = true;
      return ok(UnusualOfResult, { marks: [done()], tests: 70, units: 10 });
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: `Close with explanation for ${code}` }));
  const dialog = await screen.findByRole('dialog', { name: `Close for ${code}?` });
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Explanation' }), {
    target: { value: ' One sheet typed twice ' },
  });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close with explanation' }));
  expect(await within(dialog).findByText(/Another user closed or reopened this/)).toBeVisible();
  overtaken = false;
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close with explanation' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
    check: 'identical_votes',
    version: 2,
    explanation: 'One sheet typed twice',
  });
  expect(await screen.findByText('One sheet typed twice')).toBeVisible();
  expect(screen.getByRole('button', { name: `Reopen for ${code}` })).toBeVisible();
});

it('says how many tests found nothing', async () => {
  openPage({ 'GET /unusual': () => listOf([]) });
  expect(await screen.findAllByText(/22,428 tests made on 3,204 units, nothing unusual found\./)).not.toHaveLength(0);
});

it('leads to the next LGA', async () => {
  const next = { id: ancestorOf(UNIT, 'lga') ?? UNIT, type: 'lga' as const, name: 'Ikeja' };
  expect(locationType(next.id)).toBe('lga');
  const calls = openPage({ 'GET /unusual': () => listOf([], { next }) });
  fireEvent.click(await screen.findByRole('button', { name: 'Next LGA: Ikeja' }));
  await waitFor(() =>
    expect(calls.findLast(({ path }) => path === '/unusual')?.query.get('area')).toBe(codeOf(next.id)),
  );
});

it('draws the statistics of a state with what they need and what chance gives', async () => {
  const cells = Array.from({ length: 20 }, (_, turnout) =>
    Array.from({ length: 20 }, (_, share) =>
      turnout === 5 && share === 11 ? 700 : turnout === 17 && share === 18 ? 9 : 0,
    ),
  );
  const statistics: z.input<typeof UnusualStatistics> = {
    place: link('state', 'Lagos'),
    units: 709,
    fingerprint: { cells, corner: 9 },
    percentages: [
      { of: 'turnout', units: 4000, found: { observed: 396, expected: 401.4, deviation: 18.2 } },
      { of: 'leader', units: 709, found: null },
    ],
    digits: [{ party: 'APC', counts: 2900, found: { digits: [], w: 0.058, p: 0.0003, uneven: false } }],
  };
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('national_admin')),
    'GET /elections': () => electionsAnswer([electionOf({ id: ELECTION })]),
    'GET /locations': () => ok(LocationList, { locations: [], total: 0 }),
    'GET /unusual/statistics': () => ok(UnusualStatistics, statistics),
  });
  renderConsole(`/unusual-results/statistics?election=${ELECTION}&area=24`);
  expect(
    await screen.findByRole('img', { name: /Most of them, 700, have a turnout of 25 to 30% and a share of 55 to 60%/ }),
  ).toBeVisible();
  expect(screen.getByText(/9 of 709 units have 80% or more of both/)).toBeVisible();
  expect(screen.getByText('As chance has it: 396 whole, 401 ± 18 by chance')).toBeVisible();
  expect(screen.getByText('Too few: 709 units of the 1,000 that the test needs')).toBeVisible();
  expect(screen.getByText(/No difference that is both large and rare \(w 0\.058, p 0\.0003\)/)).toBeVisible();
  expect(screen.getByText(/^2 tests made on this state\./)).toBeVisible();
  expect(calls.find(({ path }) => path === '/unusual/statistics')?.query.get('area')).toBe('24');
});
