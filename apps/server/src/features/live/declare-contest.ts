import type { Basis } from '@ec/contract/base/common';
import type { ContestDeclaration, ContestRow, Margin, Seats } from '@ec/contract/elections/declaration';
import {
  type DeclarationKind,
  declarationTest,
  type QuarterStanding,
  quarterIn,
  type TestedArea,
} from '@ec/contract/elections/declaration-test';
import { declarationWords } from '@ec/contract/elections/declaration-words';
import { byParty, OTHERS } from '@ec/contract/elections/parties';
import type { Coverage } from '@ec/contract/elections/schemas';
import { addCoverage } from '@ec/contract/live/sums';
import { isInside } from '@ec/contract/geography/location-id';
import type { Totals } from '@ec/contract/live/schemas';
import { countsForMargin, votersAtStake } from '@ec/contract/margin-of-lead/kinds';
import { TIE } from '@ec/contract/results/sheet';
import type { ContestOf, ContestPart } from './contests.ts';
import { type WardFigures, wardsIn } from './counted-wards.ts';
import { coverageOf, isCounted, totalsOf } from './totals.ts';
import type { AffectedFigures, Electorate } from './ward-queries.ts';

/** What the test of each contest is computed from. */
export interface DeclarationFigures {
  parties: readonly string[];
  wards: WardFigures;
  affected: readonly AffectedFigures[];
}

/** Voters who can still change the figures, and units whose number of voters is not known. */
type VotersOut = Pick<TestedArea, 'out' | 'unknown'>;

interface PartFigures {
  part: ContestPart;
  totals: Totals;
  coverage: Coverage;
  margin: Margin;
  removable: Record<string, number>;
  /** The same with all registered voters of the recorded units, whatever their records say of them. */
  heaviest: VotersOut;
}

/** The unit alone, as part of an electorate. */
const unitOf = ({ registered }: AffectedFigures): Electorate => ({
  units: 1,
  known: registered ?? 0,
  unknown: registered === null ? 1 : 0,
});

function sumOf(rows: readonly Electorate[]): Electorate {
  const sum = { units: 0, known: 0, unknown: 0 };
  for (const { units, known, unknown } of rows) {
    sum.units += units;
    sum.known += known;
    sum.unknown += unknown;
  }
  return sum;
}

/** The first less the others. */
function less(whole: Electorate, ...parts: readonly Electorate[]): Electorate {
  const { units, known, unknown } = sumOf(parts);
  return {
    units: Math.max(0, whole.units - units),
    known: Math.max(0, whole.known - known),
    unknown: Math.max(0, whole.unknown - unknown),
  };
}

/** What weighs against the lead: recorded units, and cancelled results of which nothing is recorded, with their registered voters. */
function atStakeOf(
  affected: readonly AffectedFigures[],
  cancelled: Electorate,
): Omit<Margin, 'outstanding' | 'creditedZero' | 'overVoted'> {
  const counting = affected.filter(({ kind }) => countsForMargin(kind));
  return {
    atStake: counting.reduce((sum, unit) => sum + (votersAtStake(unit) ?? 0), cancelled.known),
    atStakeUnits: counting.length + cancelled.units,
    upperBound:
      counting.filter(({ pvcCollected, registered }) => pvcCollected === null && registered !== null).length +
      cancelled.units -
      cancelled.unknown,
    atStakeUnknown: counting.filter((unit) => votersAtStake(unit) === null).length + cancelled.unknown,
  };
}

/** With every recorded unit at all its registered voters, or at its PVCs collected where these are more. */
function heaviestOf(recorded: readonly AffectedFigures[], ...rest: readonly Electorate[]): VotersOut {
  const units = recorded.map((unit) => ({
    ...unitOf(unit),
    known: Math.max(unit.registered ?? 0, votersAtStake(unit) ?? 0),
  }));
  const { known, unknown } = sumOf([...units, ...rest]);
  return { out: known, unknown };
}

function figuresOf(figures: DeclarationFigures, part: ContestPart, basis: Basis): PartFigures {
  const { parties, wards } = figures;
  const covered = sumOf(wardsIn(wards.covered, part.area));
  const rows = wardsIn(wards.counted, part.area);
  const inPart = ({ unit }: AffectedFigures) => isInside(unit, part.area);
  const overVoted = basis === 'provisional' ? wards.overVoted.filter(inPart) : [];
  const recorded = [...figures.affected.filter(inPart), ...overVoted];
  const [withCounted, others] = [
    recorded.filter(({ status }) => status !== null && isCounted(status, basis)),
    recorded.filter(({ status }) => status === null || !isCounted(status, basis)),
  ];
  const isCancelled = ({ status }: AffectedFigures) => status === 'cancelled';
  const allCancelled = sumOf(rows.filter(({ status }) => status === 'cancelled'));
  const counted = sumOf(rows.filter(({ status }) => isCounted(status, basis)));
  const cancelled = less(allCancelled, sumOf(others.filter(isCancelled).map(unitOf)));
  const out = less(covered, counted, allCancelled, sumOf(others.filter((unit) => !isCancelled(unit)).map(unitOf)));
  const removable: Record<string, number> = {};
  for (const { votes } of withCounted)
    for (const [party, n] of Object.entries(byParty(votes ?? [], parties)))
      removable[party] = (removable[party] ?? 0) + n;
  return {
    part,
    totals: totalsOf(rows, basis, parties),
    coverage: coverageOf(rows, covered.units),
    margin: {
      ...atStakeOf(recorded, cancelled),
      creditedZero: others.filter(({ kind }) => !countsForMargin(kind)).length,
      overVoted: overVoted.length,
      outstanding: { units: out.units, registered: out.known, unknown: out.unknown },
    },
    removable,
    heaviest: heaviestOf(recorded, cancelled, out),
  };
}

const outIn = ({ margin }: PartFigures): VotersOut => ({
  out: margin.atStake + margin.outstanding.registered,
  unknown: margin.atStakeUnknown + margin.outstanding.unknown,
});

const isOutside = ({ part }: PartFigures): boolean => !part.whole;

/** A state or LGA of which the register holds no unit; one that the election does not cover holds none of its units. */
const isEmpty = (figures: PartFigures, test: DeclarationKind): boolean =>
  test !== 'plurality' && figures.coverage.units === 0 && !isOutside(figures);

/** A part that the election does not cover, and a state or LGA of which the register holds no unit, count as one unit whose voters are not known. */
const testedOf = (figures: PartFigures, test: DeclarationKind, { out, unknown } = outIn(figures)): TestedArea => ({
  code: figures.part.code,
  votes: figures.totals.votes,
  out,
  unknown: unknown + (isOutside(figures) || isEmpty(figures, test) ? 1 : 0),
  removable: figures.removable,
});

function addMargins(all: readonly Margin[]): Margin {
  const sum = (of: (margin: Margin) => number) => all.reduce((total, margin) => total + of(margin), 0);
  return {
    atStake: sum(({ atStake }) => atStake),
    atStakeUnits: sum(({ atStakeUnits }) => atStakeUnits),
    upperBound: sum(({ upperBound }) => upperBound),
    atStakeUnknown: sum(({ atStakeUnknown }) => atStakeUnknown),
    creditedZero: sum(({ creditedZero }) => creditedZero),
    overVoted: sum(({ overVoted }) => overVoted),
    outstanding: {
      units: sum(({ outstanding }) => outstanding.units),
      registered: sum(({ outstanding }) => outstanding.registered),
      unknown: sum(({ outstanding }) => outstanding.unknown),
    },
  };
}

/** Wards of no constituency may belong to this contest, so their voters are not known to it. */
const unplacedOf = ({ unplaced }: ContestOf): TestedArea[] =>
  unplaced === 0 ? [] : [{ code: 'unplaced', votes: {}, out: 0, unknown: unplaced }];

/** The test of a contest on one basis. */
export function declareContest(figures: DeclarationFigures, contest: ContestOf, basis: Basis): ContestDeclaration {
  const parts = contest.parts.map((part) => figuresOf(figures, part, basis));
  const testWith = (weigh?: (part: PartFigures) => VotersOut) =>
    declarationTest(
      contest.test,
      [...parts.map((part) => testedOf(part, contest.test, weigh?.(part))), ...unplacedOf(contest)],
      figures.parties,
    );
  const candidates = figures.parties.filter((party) => party !== OTHERS);
  const result = testWith();
  const { code, name, kind, test } = contest;
  const standings = (area: TestedArea): Record<string, QuarterStanding> =>
    Object.fromEntries(candidates.map((party) => [party, quarterIn(area, party)]));
  const declaration = {
    ...result,
    contest: { code, name, kind },
    basis,
    results: parts.reduce((sum, { totals }) => sum + totals.results, 0),
    coverage: addCoverage(parts.map(({ coverage }) => coverage)),
    ...addMargins(parts.map(({ margin }) => margin)),
    outside: parts.filter(isOutside).length,
    unplaced: contest.unplaced,
    restsOnRecords: result.decided && testWith(({ heaviest }) => heaviest).outcome !== result.outcome,
    spread:
      test === 'plurality'
        ? []
        : parts.map((part) => {
            const area = testedOf(part, test);
            return {
              code: part.part.code,
              name: part.part.name,
              coverage: part.coverage,
              results: part.totals.results,
              ...outIn(part),
              standings: standings(area),
            };
          }),
  };
  const empty = parts.filter((part) => isEmpty(part, test)).length;
  return { ...declaration, words: declarationWords(declaration, empty) };
}

/** A contest in one line. */
export function contestRow(declaration: ContestDeclaration, state: string): ContestRow {
  const { contest, test, parties, leading, lead, atStake, decided, outcome, results, coverage, words } = declaration;
  const second = leading === null ? null : (parties[1]?.code ?? null);
  return {
    contest: { ...contest, state },
    test,
    leading,
    second,
    lead,
    atStake,
    decided,
    outcome,
    results,
    coverage,
    words,
  };
}

/** Contests by leading party, most first; a party that leads none has no row. One that goes to a run-off is no seat yet. */
export function seatsOf(rows: readonly Pick<ContestRow, 'leading' | 'outcome'>[]): Seats[] {
  const led = Map.groupBy(
    rows.filter(({ leading }) => leading !== null && leading !== TIE),
    ({ leading }) => leading ?? '',
  );
  return [...led]
    .map(([code, theirs]) => ({
      code,
      led: theirs.length,
      decided: theirs.filter(({ outcome }) => outcome === 'returned').length,
    }))
    .toSorted((a, b) => b.led - a.led || (a.code < b.code ? -1 : 1));
}
