import { Me } from '@ec/contract/auth/schemas';
import { CollationDesk } from '@ec/contract/collations/schemas';
import { LocationList } from '@ec/contract/geography/schemas';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { electionOf, electionsAnswer } from '../../../test/elections.ts';
import { stubEventSource } from '../../../test/event-source.ts';
import { meOf, signedInOnDevice } from '../../../test/people.ts';
import { renderConsole } from '../../../test/render.tsx';
import { freshId } from '../../../test/results.ts';
import { ok, refuse, serve } from '../../../test/server.ts';

const election = electionOf({ parties: ['APC', 'LP', 'Others'] });

beforeEach(() => {
  stubEventSource();
  signedInOnDevice();
});

function open(path: string) {
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf('lga_admin')),
    'GET /elections': () => electionsAnswer([election]),
    'GET /locations': () => ok(LocationList, { locations: [], total: 0 }),
    'GET /collations/desk': () => ok(CollationDesk, { forms: [] }),
    'GET /collations/blank': () => refuse('NOT_FOUND'),
    'GET /collations': () => refuse('NOT_FOUND'),
    'GET /collations/agents': () => refuse('NOT_FOUND'),
    'GET /collations/progress': () => refuse('NOT_FOUND'),
    'GET /collations/gap': () => refuse('NOT_FOUND'),
    'GET /collations/gains': () => refuse('NOT_FOUND'),
    'GET /collations/published': () => refuse('UNIT_NOT_COVERED'),
  });
  renderConsole(path);
  return calls;
}

const unit = '24-11-05-003';
const CASES: [path: string, said: RegExp, link: string, leads: string][] = [
  ['/collations/published', /names no election/, 'Results of the units', '/review'],
  [`/collations/published?election=x&unit=${unit}`, /names no election/, 'Results of the units', '/review'],
  [`/collations/published?election=${election.id}`, /names no polling unit/, 'Results of the units', '/review'],
  [
    `/collations/published?election=${election.id}&unit=24-11`,
    /names no polling unit/,
    'Results of the units',
    '/review',
  ],
  [
    `/collations/published?election=${election.id}&unit=${unit}`,
    /could not be loaded/,
    'Results of the units',
    '/review',
  ],
  ['/collations/enter', /names no form/, 'Your forms', '/collations'],
  [`/collations/enter?election=${election.id}&area=24-11-05`, /names no form/, 'Your forms', '/collations'],
  [
    `/collations/enter?election=${election.id}&area=24-11-05&form=EC8B`,
    /could not be loaded/,
    'Your forms',
    '/collations',
  ],
  ['/collations/abc', /names no form/, 'All forms', '/collations'],
  ['/collations/published/import?import=abc', /names no import/, 'Choose a file', '/collations/published/import'],
  ['/collations?area=19-02', /could not be loaded/, 'Show all forms', '/collations'],
  ['/collations/agents?area=19-02', /could not be loaded/, 'Show all agents', '/collations/agents'],
  ['/collations/progress?area=19-02', /could not be loaded/, 'Show your own area', '/collations/progress'],
  ['/collations/gap?area=19-02', /could not be loaded/, 'Show your own area', '/collations/gap'],
  ['/collations/gains?area=19-02', /could not be loaded/, 'Show your own area', '/collations/gains'],
];

it.each(CASES)('%s says what is missing and leads to what there is', async (path, said, link, leads) => {
  open(path);
  expect(await screen.findByText(said)).toBeVisible();
  expect(screen.getByRole('link', { name: link }).getAttribute('href')?.split('?')[0]).toBe(leads);
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
});

it('never shows another election, place or party than the address names without saying so', async () => {
  open(`/collations/gap?election=${freshId()}&area=nowhere&party=XYZ`);
  expect(await screen.findByText(/The election of this address is not here. Shown is/)).toBeVisible();
  expect(screen.getByText(/names a place that does not exist \(nowhere\)/)).toBeVisible();
  expect(screen.getByText(/XYZ is not on the ballot/)).toBeVisible();
});
