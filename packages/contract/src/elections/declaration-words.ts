import { inDigits } from '../base/wording.ts';
import { TIE } from '../results/sheet.ts';
import type { ContestDeclaration } from './declaration.ts';
import { beyondSpread, type DeclarationKind, type PartyStanding } from './declaration-test.ts';

/** The name of each test, and of the areas that it counts. */
export const TEST_WORDS: Readonly<
  Record<DeclarationKind, { title: string; areas: string; one: string; many: string }>
> = {
  presidential: { title: 'Presidential test', areas: 'States', one: 'state', many: 'states' },
  governorship: { title: 'Governorship test', areas: 'LGAs', one: 'LGA', many: 'LGAs' },
  plurality: { title: 'Most votes', areas: 'Areas', one: 'area', many: 'areas' },
};

export const STANDING_WORDS = { reached: 'Reached', not_reached: 'Not reached', open: 'Open' } as const;

/** The words for figures that decide nothing; the console never says more. */
export const NOT_DECIDED = 'Not decided by the figures held';
export const DECIDED = 'Decided by the figures held';
const counted = (value: number, one: string, many: string) => `${inDigits(value)} ${value === 1 ? one : many}`;

type Figures = Omit<ContestDeclaration, 'words'>;

/** What the test asks for, in a sentence. */
export function testText({ test, areas, parties }: Pick<Figures, 'test' | 'areas' | 'parties'>): string {
  const needed = parties[0]?.spreadNeeded ?? 0;
  if (test === 'plurality') return 'The candidate with the most votes is returned.';
  const [section, where] =
    test === 'presidential'
      ? ['134', `the 36 states and the FCT (${needed} of ${areas})`]
      : ['179', `the LGAs of the state (${needed} of ${areas})`];
  return `Section ${section} of the Constitution asks for the most votes, and for at least a quarter of the votes in each of two thirds of ${where}.`;
}

function leadText({ leading, lead, parties, results }: Figures): string {
  const [first, second] = parties;
  if (results === 0) return 'No vote is counted on this basis.';
  if (leading === null || first === undefined) return 'No party on the ballot has a counted vote.';
  if (leading === TIE) {
    const tied = parties.filter(({ votes }) => votes === first.votes).map(({ code }) => code);
    return `Equal votes: ${tied.join(' and ')} have ${inDigits(first.votes)} each. If it stays so, they stand in a fresh election.`;
  }
  const before = second ? ` before ${second.code}` : '';
  return `${first.code} leads by ${counted(lead ?? 0, 'vote', 'votes')}${before}.`;
}

function spreadText({ test, parties }: Figures): string | null {
  const [first] = parties;
  if (test === 'plurality' || first === undefined || first.votes === 0) return null;
  const { many } = TEST_WORDS[test];
  const { code, spreadReached, spreadOpen, spreadNeeded } = first;
  return `${code} has a quarter for certain in ${spreadReached} ${many}, ${spreadOpen} are open, ${spreadNeeded} are needed.`;
}

function marginText(figures: Figures, empty: number): string {
  const { atStake, atStakeUnits, upperBound, atStakeUnknown, creditedZero, overVoted, outstanding, test } = figures;
  const { outside, unplaced } = figures;
  const parts: string[] = [];
  if (atStakeUnits > 0) {
    const over =
      overVoted > 0
        ? `, ${counted(overVoted, 'of them a sheet', 'of them sheets')} with over-voting that can only be cancelled or returned`
        : '';
    const bound = `${upperBound > 0 ? ', upper bound' : ''}${over}`;
    parts.push(
      `${counted(atStake, 'voter', 'voters')} at stake in ${counted(atStakeUnits, 'affected unit', 'affected units')}${bound}`,
    );
  }
  if (outstanding.units > 0) {
    const of = counted(outstanding.units, 'unit', 'units');
    parts.push(
      `${counted(outstanding.registered, 'registered voter', 'registered voters')} of ${of} without a counted result`,
    );
  }
  const unknown = atStakeUnknown + outstanding.unknown;
  if (unknown > 0) parts.push(`${counted(unknown, 'unit', 'units')} whose number of voters is not known`);
  const { one, many } = TEST_WORDS[test];
  if (empty > 0) parts.push(`${counted(empty, one, many)} of which the register holds no unit`);
  if (outside > 0) parts.push(`${counted(outside, 'area', 'areas')} of the contest outside this election`);
  if (unplaced > 0) parts.push(`${counted(unplaced, 'ward', 'wards')} of the state in no constituency`);
  const against = parts.length === 0 ? 'Nothing is at stake or out.' : `Against it: ${parts.join('; ')}.`;
  if (creditedZero === 0) return against;
  const left = counted(creditedZero, 'unit is', 'units are');
  return `${against} ${left} left out: recorded as credited zero for obstruction.`;
}

/** Whether a party meets the test: open until that can no longer change, a dash where nothing is counted. */
export function meetsText({ results, decided }: Figures, party: PartyStanding): string {
  if (results === 0) return '–';
  if (!decided && !beyondSpread(party)) return STANDING_WORDS.open;
  return party.meets ? 'Yes' : 'No';
}

/** What the figures say: lead, spread, what is at stake, and whether they decide. `empty`: areas of the spread of which the register holds no unit. */
export function declarationWords(figures: Figures, empty = 0): string {
  const all = 'No constituency is known here, so these are all covered areas together.';
  const sentences = [figures.contest.kind === 'covered' ? all : null, leadText(figures), spreadText(figures)];
  if (figures.leading !== null) sentences.push(marginText(figures, empty));
  const first = figures.parties[0]?.code ?? '';
  const none = figures.parties.every(beyondSpread);
  const lacking = none ? 'can reach the spread' : 'can have both the most votes and the spread';
  const verdict = {
    open: `${NOT_DECIDED}.`,
    returned: `${DECIDED}: ${first} ${figures.test === 'plurality' ? 'has the most votes' : 'meets the test'} whatever is still out.`,
    no_spread: `${DECIDED}: no candidate ${lacking}, so another election between two candidates follows.`,
  }[figures.outcome];
  const rests = figures.restsOnRecords
    ? 'This rests on what is recorded of affected units: with all their registered voters at stake it would be open. Check these records first.'
    : null;
  return [...sentences, verdict, rests].filter((sentence) => sentence !== null).join(' ');
}
