import { PACE, type SituationRoom } from '@ec/contract/situation-room/schemas';
import { formatCount, formatMinute, formatTime, isSameDay, type Moment } from '../../lib/format/format.ts';

/** "21:40" on the same day, else with its date. */
function timeOrDate(moment: Moment, now: Moment): string {
  return isSameDay(moment, now) ? formatTime(moment) : formatMinute(moment);
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
