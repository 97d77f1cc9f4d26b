import type { Basis } from '@ec/contract/base/common';
import type { LiveArea, LiveSummary } from '@ec/contract/live/schemas';
import { countedFigure, uncountedText } from '@ec/contract/live/counted';
import { ballotOf } from '@ec/contract/elections/parties';
import type { LocationId } from '@ec/contract/geography/location-id';
import { percent } from '@ec/contract/results/sheet';
import { type Cell, columnsOf, type Table } from '../documents/document.ts';

/** Singular and plural of each area type, for headings. */
export const KINDS = {
  region: ['Zone', 'zone'],
  state: ['State', 'state'],
  lga: ['LGA', 'LGA'],
  ward: ['Ward', 'ward'],
  polling_unit: ['Polling unit', 'polling unit'],
} as const;
type Level = keyof typeof KINDS;

/** Who leads; where no one does, why: nothing has come, nothing counts, or no party has a vote. */
export const leaderText = (leading: string | null, coverage: LiveArea['coverage'], basis: Basis): string =>
  leading ?? uncountedText(coverage, basis) ?? 'No leader';

const EMPTY = 'The election covers no area here.';

function coverageCells({ coverage }: Pick<LiveArea, 'coverage'>, flagged: number): Cell[] {
  const { units, reported, verified, pending, disputed, cancelled } = coverage;
  return [units, reported, percent(reported, units), verified, pending, disputed, cancelled, flagged];
}

const COVERAGE = [
  'count:Units',
  'count:Reported',
  'percent:Reported %',
  'count:Verified',
  'count:Awaiting review',
  'count:Disputed',
  'count:Cancelled',
  'count:Flagged',
];

const turnout = (totals: LiveArea['verified']): Cell =>
  totals.registeredVoters > 0 ? percent(totals.registeredAccredited, totals.registeredVoters) : null;

const sumOf = (counts: ReadonlyMap<LocationId, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);

function coverageTable(
  level: Level,
  areas: readonly LiveArea[],
  flagged: ReadonlyMap<LocationId, number>,
  whole: LiveSummary,
): Table {
  const [heading, word] = KINDS[level];
  return {
    type: 'table',
    title: `Coverage by ${word}`,
    shortTitle: `Coverage by ${word}`,
    columns: columnsOf(heading, 'Code', ...COVERAGE),
    named: 2,
    rows: areas.map((row) => [row.area.name, row.area.code, ...coverageCells(row, flagged.get(row.area.id) ?? 0)]),
    total: ['Total', '', ...coverageCells(whole, sumOf(flagged))],
    empty: EMPTY,
  };
}

/** Votes of each party in each area on one basis, with turnout and the leading party. */
function votesTable(level: Level, basis: Basis, areas: readonly LiveArea[], whole: LiveSummary): Table {
  const [heading, word] = KINDS[level];
  const { votes } = whole.basis.provisional;
  // By votes, so that in a table split into parts the main parties are together.
  const parties = ballotOf(whole.parties).toSorted((a, b) => (votes[b] ?? 0) - (votes[a] ?? 0));
  const cells = (
    totals: LiveArea['verified'],
    { leading, coverage }: Pick<LiveArea, 'leading' | 'coverage'>,
  ): Cell[] => [
    leaderText(leading[basis], coverage, basis),
    countedFigure(totals, totals.accreditedVoters),
    turnout(totals),
    ...parties.map((party) => countedFigure(totals, totals.votes[party] ?? 0)),
    countedFigure(totals, totals.voidVotes),
    countedFigure(totals, totals.totalVotes),
  ];
  return {
    type: 'table',
    title: `Votes by ${word}, ${basis}`,
    shortTitle: `${basis === 'verified' ? 'Verified' : 'Provisional'} by ${word}`,
    note: 'Turnout is accredited over registered voters of the counted units whose registered voters are known.',
    columns: columnsOf(
      heading,
      'Leading',
      'count:Accredited',
      'percent:Turnout',
      ...parties.map((party) => `count:${party}`),
      'count:Void',
      'count:Votes cast',
    ),
    named: 1,
    rows: areas.map((row) => [row.area.name, ...cells(row[basis], row)]),
    total: ['Total', ...cells(whole.basis[basis], whole)],
    empty: EMPTY,
  };
}

export function areaTables(
  level: Level,
  areas: readonly LiveArea[],
  flagged: ReadonlyMap<LocationId, number>,
  whole: LiveSummary,
): Table[] {
  return [
    votesTable(level, 'verified', areas, whole),
    votesTable(level, 'provisional', areas, whole),
    coverageTable(level, areas, flagged, whole),
  ];
}

/** One row per area with all figures, for further calculations. */
export function mainTable(
  level: Level,
  areas: readonly LiveArea[],
  flagged: ReadonlyMap<LocationId, number>,
  whole: LiveSummary,
): Table {
  const [heading, word] = KINDS[level];
  const parties = ballotOf(whole.parties);
  const bases = ['verified', 'provisional'] as const;
  const headings = (basis: (typeof bases)[number]) => [
    `Leading, ${basis}`,
    `count:Registered, ${basis}`,
    `count:Accredited, ${basis}`,
    `percent:Turnout %, ${basis}`,
    ...parties.map((party) => `count:${party}, ${basis}`),
    `count:Void, ${basis}`,
    `count:Votes cast, ${basis}`,
  ];
  const cells = (row: LiveArea, basis: (typeof bases)[number]): Cell[] => {
    const totals = row[basis];
    const { registeredVoters, accreditedVoters, voidVotes, totalVotes } = totals;
    const votes = parties.map((party) => totals.votes[party] ?? 0);
    const figures = (...values: number[]) => values.map((value) => countedFigure(totals, value));
    const voters = figures(registeredVoters, accreditedVoters);
    return [row.leading[basis], ...voters, turnout(totals), ...figures(...votes, voidVotes, totalVotes)];
  };
  return {
    type: 'table',
    title: `All figures by ${word}`,
    shortTitle: `All by ${word}`,
    columns: columnsOf(heading, 'Code', ...COVERAGE, ...bases.flatMap(headings)),
    named: 2,
    rows: areas.map((row) => [
      row.area.name,
      row.area.code,
      ...coverageCells(row, flagged.get(row.area.id) ?? 0),
      ...bases.flatMap((basis) => cells(row, basis)),
    ]),
    empty: EMPTY,
  };
}
