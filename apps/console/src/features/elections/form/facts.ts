import type { Election } from '@ec/contract/elections/schemas';
import { OTHERS } from '@ec/contract/elections/parties';
import { ancestorOf } from '@ec/contract/geography/location-id';
import type { Location } from '@ec/contract/geography/schemas';
import { useQuery } from '@tanstack/react-query';
import { TYPES } from '../../../domain/elections/election-types.ts';
import { formatDay } from '../../../lib/format/format.ts';
import { constituenciesQuery } from '../../../domain/places/ConstituencySelect.tsx';
import { areasQuery, followedQuery } from '../api.ts';
import { FOLLOW_WORDS } from '../labels.ts';
import { isDrawing, RULE_WORDS } from '../second-entry/policy-values.ts';
import { type ElectionValues, kindOfType, lawOptions, type STEP_FIELDS } from './form-model.ts';

type Facts = Record<keyof typeof STEP_FIELDS, (values: ElectionValues) => [string, string | undefined][]>;

const yesNo = (value: boolean) => (value ? 'Yes' : 'No');

/** Names of LGAs repeat between states. */
function placeName({ id, type, name, chain }: Location): string {
  const state = type === 'lga' && chain.find((link) => link.id === ancestorOf(id, 'state'))?.name;
  return state ? `${name} (${state})` : name;
}

/** The names of what the form holds as ids: covered places, constituencies, the election that is followed. */
function useNames({ kind, type, followsAs }: ElectionValues, election: Election | null): ReadonlyMap<string, string> {
  const ofPlaces = kind !== 'national' && kind !== 'constituency' && kind !== 'kept';
  const places = useQuery({ ...areasQuery(ofPlaces ? kind : 'state'), enabled: ofPlaces }).data;
  const returned = kindOfType(type) ?? 'senatorial';
  const districts = useQuery({ ...constituenciesQuery(returned), enabled: kind === 'constituency' }).data;
  const followed = useQuery({ ...followedQuery, enabled: followsAs !== '' }).data;
  return new Map([
    ...(election ? [...election.areaNames, ...election.constituencies] : []).map(({ id, name }) => [String(id), name]),
    ...(election?.follows ? [[election.follows.id, election.follows.name]] : []),
    ...(places?.locations ?? []).map((place) => [String(place.id), placeName(place)]),
    ...(districts?.constituencies ?? []).map(({ id, name }) => [id, name]),
    ...(followed?.elections ?? []).map(({ id, name }) => [id, name]),
  ] as [string, string][]);
}

/** What the last look says of each step. */
export function useElectionFacts(values: ElectionValues, election: Election | null, zone: string): Facts {
  const names = useNames(values, election);
  const nameOf = (id: string) => names.get(id) ?? id;
  return {
    basics: ({ name, type, date, opens, closes, law, description, followsAs, follows }) => [
      ['Title', name],
      ['Type', type === '' ? '' : TYPES[type as keyof typeof TYPES]],
      ['Date', date === '' ? '' : formatDay(date)],
      [`Voting opens (${zone})`, opens],
      [`Voting closes (${zone})`, closes],
      ['Law', lawOptions(null).find(({ value }) => value === law)?.label],
      ['Description', description],
      ['This is', followsAs === '' ? 'An election of its own' : `${FOLLOW_WORDS[followsAs]} ${nameOf(follows)}`],
    ],
    ballot: ({ parties, allPartiesListed, fullEc8a }) => [
      ['Parties on the ballot', [...parties, ...(allPartiesListed ? [] : [OTHERS])].join(', ')],
      ['All parties of the ballot are listed', yesNo(allPartiesListed)],
      ['Ask for the full EC8A', yesNo(fullEc8a)],
    ],
    coverage: ({ kind, chosen }) => [
      ['Covered by', kind === 'national' ? 'The whole nation' : chosen[kind].map(nameOf).join(', ')],
    ],
    entry: ({ entryRule, entryPercent, entrySeed, entryOutsideLga, entryDeskMinutes }) => [
      ['Entered a second time', RULE_WORDS[entryRule]],
      ['Drawn at random', isDrawing(entryRule) ? `${entryPercent}%` : undefined],
      ['Seed of the draw', isDrawing(entryRule) ? entrySeed : undefined],
      ['Transcribers from outside the LGA first', entryRule === 'none' ? undefined : yesNo(entryOutsideLga)],
      ['Minutes for an officer to correct a result', entryRule === 'none' ? undefined : String(entryDeskMinutes)],
    ],
  };
}
