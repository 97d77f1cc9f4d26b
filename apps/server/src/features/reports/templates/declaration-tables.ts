import { inDigits } from '@ec/contract/base/wording';
import type { ContestDeclaration, ContestRow } from '@ec/contract/elections/declaration';
import {
  DECIDED,
  meetsText,
  NOT_DECIDED,
  STANDING_WORDS,
  TEST_WORDS,
  testText,
} from '@ec/contract/elections/declaration-words';
import type { LocationId } from '@ec/contract/geography/location-id';
import { countedFigure } from '@ec/contract/live/counted';
import { readWards } from '../../live/counted-wards.ts';
import { contestRows, loadDeclaration, type LoadedDeclaration, onlyContest } from '../../live/declaration-service.ts';
import { seatsOf } from '../../live/declare-contest.ts';
import type { Snapshot } from '../../live/snapshot.ts';
import type { Db } from '../../../platform/database/database.ts';
import { type Cell, columnsOf, type Table } from '../documents/document.ts';
import { leaderText } from './election-area-tables.ts';

const NO_RESULTS = 'No results yet';
const BASES = ['verified', 'provisional'] as const;
type Basis = (typeof BASES)[number];
/** So many parties have a column in the table of areas, the strongest first. */
const SHOWN = 6;
const basisText = ({ basis, results, coverage }: Pick<ContestDeclaration, 'basis' | 'results' | 'coverage'>) =>
  `${basis === 'verified' ? 'Verified' : 'Provisional'} results of ${inDigits(results)} of ${inDigits(coverage.units)} units.`;

function partyTable(declaration: ContestDeclaration): Table {
  const { test, parties, basis, words } = declaration;
  const { title, areas } = TEST_WORDS[test];
  const spread = test !== 'plurality';
  const capital = test === 'presidential';
  return {
    type: 'table',
    title: `${title}, ${basis}`,
    shortTitle: `${title}, ${basis}`,
    note: `${testText(declaration)} ${basisText(declaration)} ${words}`,
    columns: columnsOf(
      'Party',
      'count:Votes',
      'percent:Share',
      ...(spread ? [`count:${areas} reached`, `count:${areas} open`, `count:${areas} needed`] : []),
      ...(capital ? ['FCT'] : []),
      'Most votes',
      'Meets the test',
    ),
    named: 1,
    rows: parties.map((party): Cell[] => [
      party.code,
      countedFigure(declaration, party.votes),
      countedFigure(declaration, party.share),
      ...(spread ? [party.spreadReached, party.spreadOpen, party.spreadNeeded] : []),
      ...(capital ? [party.capital ? STANDING_WORDS[party.capital] : null] : []),
      party.leads ? 'Yes' : 'No',
      meetsText(declaration, party),
    ]),
    empty: NO_RESULTS,
  };
}

function spreadTable({ test, parties, basis, spread }: ContestDeclaration): Table {
  const { one, areas, many } = TEST_WORDS[test];
  const shown = parties.slice(0, SHOWN).map(({ code }) => code);
  return {
    type: 'table',
    title: `A quarter by ${one}, ${basis}`,
    shortTitle: `Quarter, ${basis}`,
    note: `Open: registered voters whose votes are not counted yet could still change it. ${parties.length > SHOWN ? `The ${SHOWN} parties with the most votes.` : ''}`.trim(),
    columns: columnsOf(
      areas,
      'count:Units',
      'count:Counted',
      'count:Voters out',
      'count:Units without register',
      ...shown,
    ),
    named: 1,
    rows: spread.map((area): Cell[] => [
      area.name,
      area.coverage.units,
      area.results,
      area.out,
      area.unknown,
      ...shown.map((party) => STANDING_WORDS[area.standings[party] ?? 'open']),
    ]),
    empty: `The election covers no ${many} here.`,
  };
}

function contestTable(rows: readonly ContestRow[], basis: Basis): Table {
  return {
    type: 'table',
    title: `Contests, ${basis}`,
    shortTitle: `Contests, ${basis}`,
    note: 'One winner each. What is at stake are voters of units that did not hold or were cancelled.',
    columns: columnsOf(
      'Contest',
      'State',
      'count:Units',
      'count:Counted',
      'Leading',
      'Second',
      'count:Lead',
      'count:At stake',
      'Figures',
    ),
    named: 2,
    rows: rows.map((row): Cell[] => [
      row.contest.name,
      row.contest.state,
      row.coverage.units,
      row.results,
      leaderText(row.leading, row.coverage, basis),
      row.second,
      row.lead,
      row.atStake,
      row.decided ? DECIDED : NOT_DECIDED,
    ]),
    empty: 'No contest lies in this area as a whole.',
  };
}

function seatTable(rows: readonly ContestRow[], basis: Basis): Table {
  const reported = rows.filter(({ results }) => results > 0).length;
  return {
    type: 'table',
    title: `Seats by leading party, ${basis}`,
    shortTitle: `Seats, ${basis}`,
    note: `Of ${inDigits(rows.length)} contests, ${inDigits(reported)} have counted votes on this basis.`,
    columns: columnsOf('Party', 'count:Leads', 'count:Decided'),
    named: 1,
    rows: seatsOf(rows).map(({ code, led, decided }): Cell[] => [code, led, decided]),
    empty: 'No party leads a contest yet.',
  };
}

const tablesOf = (declaration: ContestDeclaration): Table[] =>
  declaration.test === 'plurality' ? [partyTable(declaration)] : [partyTable(declaration), spreadTable(declaration)];

function tables(loaded: LoadedDeclaration, area: LocationId): Table[] {
  const only = onlyContest(loaded, [area]);
  if (only) return BASES.flatMap((basis) => tablesOf(only[basis]));
  if (loaded.contests.length < 2) return [];
  return BASES.flatMap((basis) => {
    const rows = contestRows(loaded, [area], basis);
    return rows.length === 0 ? [] : [seatTable(rows, basis), contestTable(rows, basis)];
  });
}

/** The tests of all contests that lie in the area as a whole, on both bases. */
export async function declarationTables(
  db: Db,
  snapshot: Pick<Snapshot, 'election' | 'places'>,
  area: LocationId,
): Promise<Table[]> {
  const loaded = await loadDeclaration(db, snapshot, async (election, source) => await readWards(db, election, source));
  return tables(loaded, area);
}
