import { Declaration } from '@ec/contract/elections/declaration';
import { ElectionList } from '@ec/contract/elections/schemas';
import { LiveAreas, LiveConstituencies } from '@ec/contract/live/schemas';
import { act, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stubEventSource } from '../../../test/event-source.ts';
import { AS_OF, election, empty, row, verified } from '../../../test/live.ts';
import { openLive as open } from '../../../test/live-page.tsx';
import { onComputer } from '../../../test/phone.ts';
import { ok } from '../../../test/server.ts';

beforeAll(async () => void (await import('./LivePage.tsx')));
beforeEach(stubEventSource);

it('an area with votes of Others alone has no leader', async () => {
  const votes = { ...verified, votes: { APC: 0, PDP: 0, LP: 0, Others: 12 } };
  const zone = row('SW', { verified: votes, leading: { verified: null, provisional: 'LP' } });
  open('/live-results', { 'GET /live/areas': () => ok(LiveAreas, { areas: [zone], asOf: AS_OF }) });
  const table = await screen.findByRole('table', { name: 'By zone, verified votes' });
  expect(await within(table).findByRole('row', { name: /^South West No leader / })).toBeVisible();
});

describe('rows by constituency', () => {
  const assembly = { ...election, type: 'state_assembly' as const };
  const answer = {
    kind: 'state' as const,
    constituencies: [
      { id: 'state-1', name: 'Ikeja I', votes: verified },
      { id: 'state-2', name: 'Ikeja II', votes: empty },
    ].map(({ id, name, votes }, index) => ({
      constituency: { id, name, code: index + 1, state: 'Lagos' },
      coverage: election.coverage,
      verified: votes,
      provisional: votes,
      leading: { verified: index === 0 ? 'APC' : null, provisional: index === 0 ? 'APC' : null },
    })),
    asOf: AS_OF,
  };
  const calls = {
    'GET /elections': () => ok(ElectionList, { elections: [assembly], total: 1 }),
    'GET /live/constituencies': () => ok(LiveConstituencies, answer),
  };

  it('say who leads and by how much, and a dash where nothing is counted', async () => {
    open('/live-results?rows=constituency', calls);
    const table = await screen.findByRole('table', { name: 'By state constituency, verified votes' });
    await within(table).findByRole('row', { name: /Ikeja II / });
    const cells = (name: RegExp) =>
      within(within(table).getByRole('row', { name }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(cells(/Ikeja I /).slice(1, 4)).toEqual(['APC', '300', '100']);
    expect(cells(/Ikeja II /).slice(1, 4)).toEqual(['–', '–', '–']);
  });

  it('never let Others lead or come second, and are of one party where one is chosen', async () => {
    const votes = { ...verified, votes: { APC: 1000, PDP: 900, LP: 50, Others: 1050 }, totalVotes: 3010 };
    const [first, ...others] = answer.constituencies;
    const with1050 = { ...answer, constituencies: first ? [{ ...first, verified: votes }, ...others] : others };
    const { router } = open('/live-results?rows=constituency', {
      ...calls,
      'GET /live/constituencies': () => ok(LiveConstituencies, with1050),
    });
    const rows = async (name: string) => {
      const table = await screen.findByRole('table', { name });
      await within(table).findByRole('row', { name: /Ikeja II / });
      return within(table)
        .getAllByRole('row')
        .map(({ textContent }) => textContent);
    };
    expect(await rows('By state constituency, verified votes')).toEqual([
      'State constituencyLeadingMost votesLeadReportedTotal votes',
      'Ikeja I LagosAPC1,00010050.0% of 200 units3,010',
      'Ikeja II Lagos–––50.0% of 200 units–',
    ]);
    await act(() => router.navigate('/live-results?rows=constituency&party=PDP'));
    expect(await rows('By state constituency, verified votes of PDP')).toEqual([
      'State constituencyPDPShare of valid votesReported',
      'Ikeja I Lagos90030.0%50.0% of 200 units',
      'Ikeja II Lagos––50.0% of 200 units',
    ]);
  });

  it('say whether the figures decide, and sum up the seats of parties', async () => {
    onComputer();
    const coverage = { units: 20, reported: 4, verified: 4, pending: 0, disputed: 0, cancelled: 0 };
    const row = { test: 'plurality' as const, second: 'PDP', lead: 100, atStake: 0, results: 4, coverage, words: '' };
    const contest = (code: string, name: string) => ({ code, name, kind: 'constituency' as const, state: 'Lagos' });
    open('/live-results?rows=constituency', {
      ...calls,
      'GET /live/declaration': () =>
        ok(Declaration, {
          electionId: assembly.id,
          basis: 'verified',
          contest: null,
          test: 'plurality',
          parties: [],
          leading: null,
          lead: null,
          areas: 0,
          outcome: 'open',
          decided: false,
          atStake: 0,
          atStakeUnits: 0,
          upperBound: 0,
          atStakeUnknown: 0,
          creditedZero: 0,
          overVoted: 0,
          outstanding: { units: 0, registered: 0, unknown: 0 },
          outside: 0,
          unplaced: 0,
          restsOnRecords: false,
          results: 4,
          coverage,
          spread: [],
          contests: answer.constituencies.map(({ constituency: { id, name } }, index) => ({
            ...row,
            contest: contest(id, name),
            leading: index === 0 ? 'APC' : null,
            decided: index === 0,
            outcome: index === 0 ? ('returned' as const) : ('open' as const),
          })),
          seats: [{ code: 'APC', led: 1, decided: 1 }],
          words: '',
          asOf: AS_OF,
        }),
    });
    const table = await screen.findByRole('table', { name: 'By state constituency, verified votes' });
    expect(await within(table).findByText('Decided by the figures held')).toBeVisible();
    expect(within(table).getByText('Not decided by the figures held')).toBeVisible();
    const seats = await screen.findByRole('table', { name: 'Seats by leading party' });
    expect(within(seats).getByRole('row', { name: 'APC 1 1' })).toBeVisible();
    expect(screen.getByText(/Verified results of 4 of 20 units · 1 of 2 contests decided/)).toBeVisible();
  });

  it('are those that the cards and charts sum up where a party leads, as the line below the title says', async () => {
    open('/live-results?rows=constituency&leading=APC', calls);
    const table = await screen.findByRole('table', { name: 'By state constituency, verified votes' });
    await within(table).findByRole('row', { name: /^Ikeja I / });
    expect(within(table).getAllByRole('row')).toHaveLength(2);
    const card = (name: string) => screen.findByRole('group', { name });
    expect(await card('Total Votes')).toHaveTextContent('Total Votes610');
    expect(await card('Total Results')).toHaveTextContent('50.0% of 200 units reported');
    expect(await card('Disputed')).toHaveTextContent('1 state constituency above 2 percent');
    const chart = await screen.findByRole('table', { name: /^National Vote Distribution/ });
    expect(within(chart).getByRole('row', { name: 'APC 300 50.0%' })).toBeInTheDocument();
    expect(screen.getByText(/· state constituencies with APC in the lead only$/)).toBeVisible();
  });

  it('begin with those that are there when a filter or another basis leaves fewer pages', async () => {
    const [first] = answer.constituencies;
    if (!first) throw new Error('no constituency');
    const many = Array.from({ length: 45 }, (_, index) => ({
      ...first,
      constituency: { ...first.constituency, id: `state-${index + 1}`, name: `Seat ${index + 1}` },
      leading: { verified: index < 3 ? 'APC' : 'PDP', provisional: index < 2 ? 'APC' : 'PDP' },
    }));
    const { user, router } = open('/live-results?rows=constituency', {
      ...calls,
      'GET /live/constituencies': () => ok(LiveConstituencies, { ...answer, constituencies: many }),
    });
    const table = async (basis: string) =>
      within(await screen.findByRole('table', { name: `By state constituency, ${basis} votes` }));
    await user.click(await screen.findByRole('button', { name: 'Page 3' }));
    expect(await (await table('verified')).findByRole('row', { name: /^Seat 41 / })).toBeVisible();
    await act(() => router.navigate('/live-results?rows=constituency&leading=APC'));
    expect(await (await table('verified')).findByRole('row', { name: /^Seat 3 / })).toBeVisible();
    await act(() => router.navigate('/live-results?rows=constituency&leading=APC&basis=provisional'));
    expect(await (await table('provisional')).findByRole('row', { name: /^Seat 2 / })).toBeVisible();
    expect(screen.queryByText(/leads in none of them/)).not.toBeInTheDocument();
  });

  it('are offered only where the election returns one winner in each', async () => {
    open('/live-results', calls);
    expect(await screen.findByRole('radio', { name: 'State constituencies' })).toBeInTheDocument();
  });

  it('are not offered for a presidential election', async () => {
    open('/live-results?rows=constituency');
    expect(await screen.findByRole('radio', { name: 'Zones' })).toBeChecked();
    expect(screen.queryByRole('radio', { name: /constituencies/ })).not.toBeInTheDocument();
  });
});
