import { inDigits } from '@ec/contract/base/wording';
import type { Totals } from '@ec/contract/live/schemas';
import { countedFigure } from '@ec/contract/live/counted';
import type { LocationId } from '@ec/contract/geography/location-id';
import { partyColour, type StoredLook } from '@ec/contract/elections/parties';
import { markedName } from '@ec/contract/second-entry/desk-words';
import { leadOf } from '@ec/contract/results/sheet';
import { largestDifference, shareOf, shares } from '../../live/totals.ts';
import { type AreaSums, type Ballots, figureOn, type Sums, type UnitDifference } from './comparison-sums.ts';
import type { UnitPair } from './comparison-queries.ts';
import { type Cell, type Chart, columnsOf, type Table } from '../documents/document.ts';

/** The names of the two counts for headings. */
export interface Names {
  left: string;
  right: string;
}

const NONE = 'No polling unit has both counts yet.';

/** Bars for more parties would be too small to compare. */
const CHARTED = 10;

/** The parties by their votes in both counts, most votes first. */
function byVotes({ left, right }: Pick<AreaSums, 'left' | 'right'>): string[] {
  const votes = (party: string) => (left.votes[party] ?? 0) + (right.votes[party] ?? 0);
  return Object.keys(left.votes).toSorted((a, b) => votes(b) - votes(a));
}

/** Whether a party may stand on one of the ballots only, as between two elections. */
const areAlike = ({ left, right, all }: Ballots): boolean => left.length === all.length && right.length === all.length;

export function partyTable({ ballots, whole: { left, right } }: Sums, names: Names): Table {
  const [ofLeft, ofRight] = [shares(left), shares(right)];
  const ofBoth = 'Shares are of the valid votes; differences in percentage points.';
  return {
    type: 'table',
    title: 'Votes by party, in units that both counts have',
    shortTitle: 'Parties',
    note: areAlike(ballots)
      ? ofBoth
      : `${ofBoth} A party has no figures where it is not on the ballot; Others is not of the same parties on both, and not compared.`,
    columns: columnsOf(
      'Party',
      `count:${names.left}`,
      'percent:Share',
      `count:${names.right}`,
      'percent:Share',
      'points:Difference',
    ),
    named: 1,
    rows: byVotes({ left, right }).map((party): Cell[] => {
      const [a, b] = [ofLeft?.[party], ofRight?.[party]];
      const known = a !== undefined && b !== undefined && ballots.compared.includes(party);
      const difference = known ? Math.round((b - a) * 100) / 100 : null;
      const votes = (ballot: readonly string[], totals: Totals) =>
        figureOn(ballot, party, countedFigure(totals, totals.votes[party] ?? 0));
      return [
        party,
        votes(ballots.left, left),
        shareOn(ballots.left, left, party),
        votes(ballots.right, right),
        shareOn(ballots.right, right, party),
        difference,
      ];
    }),
    empty: NONE,
  };
}

/** Both shares of each party, one below the other. */
export function shareChart(
  { ballots, whole: { left, right } }: Sums,
  names: Names,
  looks: readonly StoredLook[],
): Chart {
  const voted = byVotes({ left, right }).filter((party) => (left.votes[party] ?? 0) + (right.votes[party] ?? 0) > 0);
  const shown = voted.slice(0, CHARTED);
  const which = shown.length < voted.length ? `, the ${CHARTED} largest parties` : '';
  const bar = (party: string, side: 'left' | 'right') => {
    const totals = side === 'left' ? left : right;
    const share = shareOf(totals, party) ?? 0;
    const votes = totals.votes[party] ?? 0;
    const text = figureOn(ballots[side], party, `${share.toFixed(1)}% (${inDigits(votes)})`) ?? 'Not on the ballot';
    return { label: `${party}, ${names[side]}`, value: share, text, colour: partyColour(party, looks) };
  };
  return {
    type: 'chart',
    title: `Shares of the valid votes, in units that both counts have${which}`,
    bars: shown.flatMap((party) => [bar(party, 'left'), bar(party, 'right')]),
    empty: NONE,
  };
}

export function areaTable(
  heading: string,
  areas: readonly { id: LocationId; name: string }[],
  sums: Sums,
  names: Names,
  threshold: number,
): Table {
  const cells = ({ left, right, onlyLeft, onlyRight, above }: AreaSums): Cell[] => {
    const gap = largestDifference(left, right, sums.ballots.compared);
    return [
      left.results,
      onlyLeft,
      onlyRight,
      countedFigure(left, left.totalVotes),
      countedFigure(right, right.totalVotes),
      gap?.party ?? null,
      gap?.difference ?? null,
      gap === null ? null : gap.difference > threshold ? 'Yes' : 'No',
      above,
    ];
  };
  return {
    type: 'table',
    title: `Totals by ${heading === 'LGA' ? heading : heading.toLowerCase()}`,
    shortTitle: 'By area',
    note: `Votes are those of units that both counts have. Above: by more than ${threshold} percentage points.`,
    columns: columnsOf(
      heading,
      'count:Units with both',
      `count:Only ${names.left}`,
      `count:Only ${names.right}`,
      `count:Votes, ${names.left}`,
      `count:Votes, ${names.right}`,
      'Party that differs most',
      'points:By points',
      'Above',
      'count:Units above',
    ),
    named: 1,
    rows: areas.flatMap(({ id, name }): Cell[][] => {
      const own = sums.byArea.get(id);
      return own ? [[name, ...cells(own)]] : [];
    }),
    total: ['Total', ...cells(sums.whole)],
    empty: 'Neither count has a result here yet.',
  };
}

/** The unit, marked where the figures of a count were entered from the photo at the desk. */
const unitName = ({ name, left, right }: UnitPair): string =>
  markedName(name, left?.desk === true || right?.desk === true);

const cutNote = (shown: number, all: number, order: string) =>
  all > shown ? { note: `The ${inDigits(shown)} ${order} of ${inDigits(all)}.` } : {};

const votesOf = (ballot: readonly string[], { votes }: Totals, party: string): Cell =>
  figureOn(ballot, party, votes[party] ?? 0);
const shareOn = (ballot: readonly string[], totals: Totals, party: string): Cell =>
  figureOn(ballot, party, shareOf(totals, party));

/** The units above the threshold, largest difference first. */
export function unitTable(
  differing: readonly UnitDifference[],
  { ballots, whole }: Sums,
  placeOf: (unit: UnitPair) => string,
  names: Names,
  threshold: number,
): Table {
  return {
    type: 'table',
    title: `Polling units that differ by more than ${threshold} percentage points`,
    shortTitle: 'Units above threshold',
    ...cutNote(differing.length, whole.above, 'with the largest differences'),
    columns: columnsOf(
      'Code',
      'Polling unit',
      'Ward',
      'Party',
      'points:Difference',
      `count:Its votes, ${names.left}`,
      `count:Its votes, ${names.right}`,
      `percent:Its share, ${names.left}`,
      `percent:Its share, ${names.right}`,
      `count:Votes cast, ${names.left}`,
      `count:Votes cast, ${names.right}`,
    ),
    named: 2,
    rows: differing.map(({ unit, left, right, party, difference }) => [
      unit.code,
      unitName(unit),
      placeOf(unit),
      party,
      difference,
      votesOf(ballots.left, left, party),
      votesOf(ballots.right, right, party),
      shareOn(ballots.left, left, party),
      shareOn(ballots.right, right, party),
      left.totalVotes,
      right.totalVotes,
    ]),
    empty: `No polling unit differs by more than ${threshold} percentage points.`,
  };
}

/** The same units with all figures of both counts. */
export function figuresTable(
  differing: readonly UnitDifference[],
  { ballots, whole }: Sums,
  placeOf: (unit: UnitPair) => string,
  names: Names,
): Table {
  const sides = ['left', 'right'] as const;
  return {
    type: 'table',
    title: 'Figures of units above the threshold',
    shortTitle: 'Figures side by side',
    ...cutNote(differing.length, whole.above, 'with the largest differences'),
    columns: columnsOf(
      'Code',
      'Polling unit',
      'Ward',
      'Party',
      'points:Difference',
      ...sides.flatMap((side) => [
        `Leading, ${names[side]}`,
        `count:Accredited, ${names[side]}`,
        ...ballots[side].map((party) => `count:${party}, ${names[side]}`),
        `count:Void, ${names[side]}`,
        `count:Votes cast, ${names[side]}`,
      ]),
    ),
    named: 2,
    rows: differing.map((row) => [
      row.unit.code,
      unitName(row.unit),
      placeOf(row.unit),
      row.party,
      row.difference,
      ...sides.flatMap((side): Cell[] => {
        const { votes, accreditedVoters, voidVotes, totalVotes } = row[side];
        const each = ballots[side].map((party) => votes[party] ?? 0);
        return [leadOf(votes).leading, accreditedVoters, ...each, voidVotes, totalVotes];
      }),
    ]),
    empty: 'No polling unit is above the threshold.',
  };
}

/** Units in only one count. */
export function lonelyTable(
  units: readonly UnitPair[],
  all: number,
  placeOf: (unit: UnitPair) => string,
  names: Names,
): Table {
  const cast = ({ left, right }: UnitPair): Cell => {
    const figures = left ?? right;
    return figures ? figures.votes.reduce((sum, votes) => sum + votes, 0) + figures.voidVotes : null;
  };
  return {
    type: 'table',
    title: 'Polling units with one count only',
    shortTitle: 'One count only',
    ...cutNote(units.length, all, 'first'),
    columns: columnsOf('Code', 'Polling unit', 'Ward', 'Has', 'count:Votes cast'),
    named: 2,
    rows: units.map((unit) => [
      unit.code,
      unitName(unit),
      placeOf(unit),
      unit.left ? names.left : names.right,
      cast(unit),
    ]),
    empty: 'Every polling unit that one count has, the other has too.',
  };
}
