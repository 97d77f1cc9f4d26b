import { inDigits } from '../base/wording.ts';
import { BASE_RATES, isEarlierCheck, type UnusualCheck } from './checks.ts';
import type { UnusualDistance, UnusualMark } from './schemas.ts';

/** The checks, as lists and documents name them. */
export const CHECK_WORDS: Readonly<Record<UnusualCheck, string>> = {
  identical_votes: 'Same votes as another unit',
  full_turnout: 'Nearly full turnout, all votes valid',
  neighbour_share: 'Share differs from the ward',
  neighbour_turnout: 'Turnout differs from the ward',
  earlier_share: 'Share changed otherwise than in the ward',
  earlier_turnout: 'Turnout changed otherwise than in the ward',
};
const percent = (value: number) => `${value.toFixed(1)}%`;

const figures = ({ votes }: Pick<UnusualMark, 'votes'>) =>
  Object.entries(votes)
    .filter(([, count]) => count > 0)
    .map(([party, count]) => `${party} ${inDigits(count)}`)
    .join(', ');

const measured = ({ party, value }: UnusualDistance) => `${party === null ? 'Turnout' : party} ${percent(value)}`;
/** "+12.5 points", with a minus sign that is as wide as the plus. */
const change = (points: number) => `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(1)} points`;
const changed = ({ party, value, before }: UnusualDistance) =>
  `${party === null ? 'Turnout' : party} ${percent(before ?? 0)} before, ${percent((before ?? 0) + value)} now (${change(value)})`;
const compared = ({ party, median }: UnusualDistance) => `${party === null ? '' : `${party} `}${percent(median)}`;

function figureOf(mark: UnusualMark): string {
  const turnout = `Accredited ${inDigits(mark.accreditedVoters)} of ${inDigits(mark.registeredVoters ?? 0)} registered`;
  switch (mark.check) {
    case 'identical_votes':
      return `${figures(mark)}.`;
    case 'full_turnout':
      return `${turnout}, valid votes ${inDigits(mark.validVotes)}.`;
    case 'neighbour_share':
      return `${mark.distances.map(measured).join(', ')} of ${inDigits(mark.validVotes)} valid votes.`;
    case 'neighbour_turnout':
      return `${mark.distances.map(measured).join(', ')}. ${turnout}.`;
    case 'earlier_share':
      return `${mark.distances.map(changed).join('; ')}. ${inDigits(mark.validVotes)} valid votes now.`;
    case 'earlier_turnout':
      return `${mark.distances.map(changed).join('; ')}. ${turnout} now.`;
  }
}

/** Twins that a sentence names; their photos stand beside each other all. */
const MOST_NAMED = 3;

function comparisonOf(mark: UnusualMark): string {
  if (mark.check === 'full_turnout')
    return 'Every accredited voter cast a valid vote, and nearly all registered voters came.';
  if (mark.check === 'identical_votes') {
    const others = mark.twins.slice(0, MOST_NAMED).map(({ code, name, sameVoters, samePhoto }) => {
      const more = [
        ...(sameVoters ? ['the same accredited and registered voters'] : []),
        ...(samePhoto ? ['the same photo'] : []),
      ];
      return `${name} (${code})${more.length > 0 ? `, with ${more.join(' and ')}` : ''}`;
    });
    const more = mark.twins.length - others.length;
    const rest = more === 0 ? '' : ` and ${inDigits(more)} other ${more === 1 ? 'unit' : 'units'} of the ward`;
    return `The same votes for all parties are reported by ${others.join('; ')}${rest}.`;
  }
  const units = mark.distances[0]?.units ?? 0;
  if (isEarlierCheck(mark.check)) {
    const medians = mark.distances.map(({ party, median }) => `${party === null ? '' : `${party} `}${change(median)}`);
    return `Median change of ${inDigits(units)} units of the ward since ${mark.earlier ?? 'the earlier election'}: ${medians.join(', ')}.`;
  }
  return `Median of ${inDigits(units)} units of the ward: ${mark.distances.map(compared).join(', ')}.`;
}

/** How often the check marks a unit in an ordinary election, from the figures of 2023. `usual`: by the thresholds of these figures. */
export function baseRateWords(check: UnusualCheck, usual: boolean): string {
  const rate = BASE_RATES[check];
  if (rate === null) return 'How often this happens is not known: no two elections were compared unit by unit.';
  const { marked, tested } = rate;
  const often = `this was so in ${inDigits(marked)} of ${inDigits(tested)} units tested in 19 states (${((100 * marked) / tested).toFixed(1)} in 100)`;
  return usual
    ? `In 2023 ${often}.`
    : `In 2023, by the usual thresholds, ${often}. This election has thresholds of its own.`;
}

const EXPLANATIONS: Readonly<Record<UnusualCheck, string>> = {
  identical_votes: 'Often one sheet was photographed or typed for two units.',
  full_turnout: 'Small units of one household or estate can have nearly full turnout.',
  neighbour_share: 'A unit of one community, market or barracks can vote otherwise than the ward around it.',
  neighbour_turnout: 'A unit can have many voters who moved away, or a register that changed since it was split.',
  earlier_share: 'A local candidate, or voters who moved in, can change the votes of one unit and not of the ward.',
  earlier_turnout:
    'Voters can have been moved between units, or the unit could hardly be reached in one of the elections.',
};

const NEXT: Readonly<Record<UnusualCheck, string>> = {
  identical_votes: 'Compare the photos of the units.',
  full_turnout:
    'Compare accredited and registered voters with the photo, and ask the officer for the accreditation record.',
  neighbour_share: 'Compare the figures with the photo: votes may stand beside the wrong party.',
  neighbour_turnout: 'Compare accredited and registered voters with the photo and the register.',
  earlier_share: 'Compare the figures with the photo: votes may stand beside the wrong party.',
  earlier_turnout:
    'Compare accredited and registered voters with the photo, and with the sheet of the earlier election.',
};

/** What one marking says: the figure, the comparison, how often this happens, an ordinary explanation, and what to do next. */
export interface MarkWords {
  figure: string;
  comparison: string;
  baseRate: string;
  explanation: string;
  next: string;
}

export function markWords(mark: UnusualMark): MarkWords {
  return {
    figure: figureOf(mark),
    comparison: comparisonOf(mark),
    baseRate: baseRateWords(mark.check, mark.usual),
    explanation: EXPLANATIONS[mark.check],
    next: NEXT[mark.check],
  };
}

/** Whether the result waits for the explanation of the marking. One that was verified before waits no longer. */
export const needsExplanation = ({
  mode,
  closed,
  resultStatus,
}: Pick<UnusualMark, 'mode' | 'closed' | 'resultStatus'>) =>
  mode === 'explain' && !closed && resultStatus !== 'verified';

/** What follows from a marking, where more follows than that it is shown. */
export function modeWords(mark: Pick<UnusualMark, 'mode' | 'closed' | 'resultStatus'>): string | null {
  const { mode } = mark;
  if (needsExplanation(mark)) return 'The result is verified after this was closed with an explanation.';
  return mode === 'alert' ? 'An alert was or will be raised about it.' : null;
}

/** The number of tests, which belongs to every answer: with many tests some units are marked by chance. */
export const testsWords = ({ tests, units }: { tests: number; units: number }): string =>
  `${inDigits(tests)} ${tests === 1 ? 'test' : 'tests'} made on ${inDigits(units)} ${units === 1 ? 'unit' : 'units'}`;
