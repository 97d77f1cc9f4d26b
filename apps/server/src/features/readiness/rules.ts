import { OTHERS, PARTIES } from '@ec/contract/elections/parties';
import { isInside, type LocationId } from '@ec/contract/geography/location-id';
import type { ReadinessCheck, ReadinessCheckId } from '@ec/contract/readiness/schemas';

/** A check before its places are named. */
export interface Finding extends Omit<ReadinessCheck, 'places'> {
  places: LocationId[];
}

const number = new Intl.NumberFormat('en-NG');
const LARGEST_SKEW_MS = 2000;

/** The sentence of each count: nothing left, one, several. */
const COUNTED = {
  units_without_officer: [
    'Every polling unit has an active officer.',
    'polling unit has no active officer, so its result cannot be sent.',
    'polling units have no active officer, so their results cannot be sent.',
  ],
  officers_never_signed_in: [
    'Every active officer has signed in.',
    'active officer has never signed in.',
    'active officers have never signed in.',
  ],
  phones_not_confirmed: [
    'All accounts have used their invite code, so their phone numbers are confirmed.',
    'person has not used their invite code, so the phone number is not confirmed.',
    'people have not used their invite codes, so their phone numbers are not confirmed.',
  ],
  states_without_admin: [
    'Every state has an active admin.',
    'state has no active admin.',
    'states have no active admin.',
  ],
  lgas_without_admin: ['Every LGA has an active admin.', 'LGA has no active admin.', 'LGAs have no active admin.'],
  wards_without_admin: [
    'Every ward has an active admin.',
    'ward has no active admin to review its results.',
    'wards have no active admin to review their results.',
  ],
  units_without_voters: [
    'Every polling unit has its registered voters.',
    'polling unit has no registered voters in the register, so turnout cannot be checked there.',
    'polling units have no registered voters in the register, so turnout cannot be checked there.',
  ],
  wards_without_units: [
    'Every ward has polling units.',
    'ward has no polling unit in the register.',
    'wards have no polling unit in the register.',
  ],
  placeholders: [
    'Every polling unit is of the register.',
    'polling unit is a placeholder: its name, code and voters are not of the register.',
    'polling units are placeholders: their names, codes and voters are not of the register.',
  ],
  wards_without_constituency: [
    'Every ward belongs to a constituency of the kind that this election is held in.',
    'ward belongs to no constituency of the kind that this election is held in.',
    'wards belong to no constituency of the kind that this election is held in.',
  ],
} as const satisfies Partial<Record<ReadinessCheckId, readonly [string, string, string]>>;
export type CountedCheck = keyof typeof COUNTED;

export function judgeCount(id: CountedCheck, count: number, places: LocationId[] = []): Finding {
  const [none, one, many] = COUNTED[id];
  const text = count === 0 ? none : `${number.format(count)} ${count === 1 ? one : many}`;
  return { id, state: count === 0 ? 'ok' : 'not_ready', count, text, places };
}

/** A check that could not be made in time. */
export function judgeUnknown(id: ReadinessCheckId): Finding {
  return {
    id,
    state: 'unknown',
    count: null,
    text: 'This could not be checked in time. Refresh the page to check it again.',
    places: [],
  };
}

/** Of an election whose policy or whose open audit asks for second entries. */
export function judgeTranscribers(active: number): Finding {
  const text =
    active === 0
      ? 'There is no active transcriber, so sheets that are drawn for a second entry or for an audit are not entered.'
      : `${number.format(active)} active ${active === 1 ? 'transcriber enters' : 'transcribers enter'} sheets a second time.`;
  return { id: 'transcribers', state: active === 0 ? 'not_ready' : 'ok', count: null, text, places: [] };
}

export function judgeParties(parties: readonly string[]): Finding {
  const grey = parties.filter((party) => party !== OTHERS && PARTIES[party] === undefined);
  const text =
    grey.length === 0
      ? 'Every party has a colour of its own.'
      : `Drawn in grey, because no colour is known for the abbreviation: ${grey.join(', ')}.`;
  return {
    id: 'parties_without_colour',
    state: grey.length === 0 ? 'ok' : 'not_ready',
    count: grey.length,
    text,
    places: [],
  };
}

const CHANNELS = { sms_gateway: 'SMS', email_gateway: 'e-mail' } as const;

export function judgeGateway(id: keyof typeof CHANNELS, of: { configured: boolean; paused: boolean }): Finding {
  const what = CHANNELS[id];
  const text = !of.configured
    ? `No gateway for ${what} is configured: codes and notices by ${what} only reach the server’s log.`
    : of.paused
      ? `The gateway for ${what} does not answer; messages wait.`
      : `A gateway for ${what} is configured.`;
  return { id, state: of.configured && !of.paused ? 'ok' : 'not_ready', count: null, text, places: [] };
}

/** The difference between the clocks of the server and of the database. */
export function judgeClocks(skewMs: number): Finding {
  const apart = Math.abs(skewMs);
  const ok = apart <= LARGEST_SKEW_MS;
  const text = ok
    ? 'The clocks of the server and the database agree.'
    : `The clocks of the server and the database differ by ${number.format(Math.round(apart / 1000))} seconds, so deadlines are not exact.`;
  return { id: 'clocks', state: ok ? 'ok' : 'not_ready', count: null, text, places: [] };
}

/** The areas that lie in both lists, none inside another. */
export function commonAreas(covered: readonly LocationId[], own: readonly LocationId[]): LocationId[] {
  const common = new Set(
    covered.flatMap((area) =>
      own.flatMap((mine) => (isInside(area, mine) ? [area] : isInside(mine, area) ? [mine] : [])),
    ),
  );
  return [...common].filter((area) => ![...common].some((other) => other !== area && isInside(area, other)));
}
