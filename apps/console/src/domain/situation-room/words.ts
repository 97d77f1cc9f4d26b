import type { Basis } from '@ec/contract/base/common';
import { PACE, type SituationRoom } from '@ec/contract/situation-room/schemas';
import { formatCount, formatMinute, formatNumber, formatTime, inZone, type Moment } from '../../lib/format/format.ts';
import { BASIS_WORD } from '../results/labels.ts';

/** "21:40" on the same day, else with its date. */
function timeOrDate(moment: Moment, now: Moment): string {
  return inZone(moment).isSame(inZone(now), 'day') ? formatTime(moment) : formatMinute(moment);
}

/** What the rate of the last hour says of the end, or why it says nothing. */
export function projectionText(
  { rate, election }: Pick<SituationRoom, 'rate' | 'election'>,
  now: Moment = rate.asOf,
): string {
  const { lastHour, completeAt, none } = rate;
  if (completeAt) {
    return `If the rate of the last hour (${formatCount(lastHour, 'result')}) holds, all covered units will have reported by ${timeOrDate(completeAt, now)}.`;
  }
  switch (none) {
    case 'complete':
      return 'All covered units have reported.';
    case 'not_started':
      return election
        ? `No result has come in yet. Voting closes at ${timeOrDate(election.closesAt, now)}.`
        : 'No result has come in yet.';
    default:
      return `${capitalCount(lastHour)} in the last hour: fewer than ${PACE.least} say nothing about when all units will have reported.`;
  }
}

const capitalCount = (results: number) => (results === 0 ? 'No result' : formatCount(results, 'result'));

type Test = NonNullable<SituationRoom['declaration']>[Basis];

/** The name of the test, and of the areas that it counts. */
export const TEST_WORDS = {
  state: { title: 'Presidential test', areas: 'States', one: 'state', many: 'states' },
  lga: { title: 'Governorship test', areas: 'LGAs', one: 'LGA', many: 'LGAs' },
} as const;

/** What the test is, in a sentence. */
export function testText({ over, required, areas }: Test): string {
  const [section, where] =
    over === 'state'
      ? ['134', `the 36 states and the FCT (${required} of ${areas})`]
      : ['179', `the LGAs of the state (${required} of ${areas})`];
  return `Section ${section} of the Constitution asks for the most votes, and for at least a quarter of the votes in each of two thirds of ${where}.`;
}

/** On what the test's figures stand. */
export function testBasisText(
  { counted, areas, over }: Test,
  basis: Basis,
  room: Pick<SituationRoom, 'coverage' | 'basis'>,
) {
  const { results } = room.basis[basis];
  return `${BASIS_WORD[basis]} results of ${formatNumber(results)} of ${formatNumber(room.coverage.units)} units, ${formatNumber(counted)} of ${formatCount(areas, TEST_WORDS[over].one, TEST_WORDS[over].many)}`;
}

/** Who meets the test on the figures so far. */
export function verdictText({ parties, required, over }: Test): string {
  const meets = parties.find((party) => party.meets);
  if (meets) return `On these figures ${meets.party} meets both conditions.`;
  const leads = parties.find((party) => party.leads);
  if (!leads) return 'On these figures no party has the most votes alone.';
  return `On these figures no party meets both conditions: ${leads.party} has the most votes and a quarter in ${leads.reached} of the ${required} ${TEST_WORDS[over].many} needed.`;
}
