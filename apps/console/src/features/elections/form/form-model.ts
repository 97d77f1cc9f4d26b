import { type ConstituencyKind, KIND_OF_ELECTION } from '@ec/contract/constituencies/kinds';
import {
  CreateElectionRequest,
  type Election,
  type ElectionConfiguration,
  type ElectionType,
  type FollowKind,
  type UpdateElectionRequest,
} from '@ec/contract/elections/schemas';
import { locationType, type LocationType, NATION } from '@ec/contract/geography/location-id';
import { DEFAULT_PARTIES, OTHERS } from '@ec/contract/elections/parties';
import { LawProfileId, LAWS } from '@ec/contract/law/profiles';
import dayjs from 'dayjs';
import * as z from 'zod/mini';
import { inZone } from '../../../lib/format/format.ts';
import type { CoverageType } from '../api.ts';
import {
  offeredPolicy,
  policyOption,
  policyProblems,
  policyValues,
  type PolicyValues,
  storedPolicy,
} from '../second-entry/policy-values.ts';

/** How the covered areas are chosen; `kept` stands for an election that already mixes kinds of area. */
type CoverageKind = 'national' | CoverageType | 'constituency' | 'kept';

export interface ElectionValues extends PolicyValues {
  name: string;
  type: string;
  date: string;
  /** Empty: the law in force on the date. */
  law: LawProfileId | '';
  opens: string;
  closes: string;
  description: string;
  /** Without Others, which is always on the ballot and always last. */
  parties: string[];
  fullEc8a: boolean;
  /** The parties are all those of the ballot: the sheet has no Others. */
  allPartiesListed: boolean;
  /** What the election repeats: `rerun` or `runoff`; empty for none. */
  followsAs: FollowKind | '';
  /** The election that it repeats; empty for none. */
  follows: string;
  kind: CoverageKind;
  /** Chosen ids as texts, apart for each kind, so that a look at another kind loses nothing. */
  chosen: Record<CoverageType | 'constituency' | 'kept', string[]>;
}

export type ElectionField =
  | 'name'
  | 'type'
  | 'date'
  | 'law'
  | 'opens'
  | 'closes'
  | 'description'
  | 'follows'
  | 'parties'
  | 'entryPercent'
  | 'entrySeed'
  | 'entryDeskMinutes'
  | 'areas';
export type Problems = Partial<Record<ElectionField, string>>;

/** INEC's usual voting hours. */
const USUAL_HOURS = { opens: '08:30', closes: '14:30' };

export function emptyValues(seed?: string): ElectionValues {
  return {
    name: '',
    type: '',
    date: '',
    law: '',
    ...USUAL_HOURS,
    description: '',
    parties: DEFAULT_PARTIES.filter((party) => party !== OTHERS),
    fullEc8a: false,
    allPartiesListed: false,
    ...offeredPolicy(seed),
    followsAs: '',
    follows: '',
    kind: 'national',
    chosen: { region: [], state: [], lga: [], constituency: [], kept: [] },
  };
}

/** The options that the form has. */
const optionsOf = ({ fullEc8a, allPartiesListed }: ElectionConfiguration) => ({
  fullEc8a: fullEc8a === true,
  allPartiesListed: allPartiesListed === true,
});

const CHOOSABLE: readonly LocationType[] = ['region', 'state', 'lga'];

function coverageKindOf({ areas, constituencies }: Election): CoverageKind {
  if (constituencies.length > 0) return 'constituency';
  const kinds = [...new Set(areas.map(locationType))];
  const only = kinds.length === 1 ? kinds[0] : undefined;
  if (only === 'national') return 'national';
  return only && CHOOSABLE.includes(only) ? (only as CoverageType) : 'kept';
}

/** The election as it is stored; `seed` is offered where it has no policy of second entry. */
export function valuesOf(election: Election, seed?: string): ElectionValues {
  const kind = coverageKindOf(election);
  const chosen = { ...emptyValues().chosen };
  if (kind === 'constituency') chosen[kind] = election.constituencies.map(({ id }) => id);
  else if (kind !== 'national') chosen[kind] = election.areas.map(String);
  return {
    name: election.name,
    type: election.type,
    date: election.electionDate.slice(0, 10),
    law: election.lawProfile,
    opens: inZone(election.opensAt).format('HH:mm'),
    closes: inZone(election.closesAt).format('HH:mm'),
    description: election.description,
    parties: election.parties.filter((party) => party !== OTHERS),
    ...optionsOf(election.configuration),
    ...policyValues(election.configuration, seed),
    followsAs: election.follows?.as ?? '',
    follows: election.follows?.id ?? '',
    kind,
    chosen,
  };
}

function chosenCover({ kind, chosen }: Pick<ElectionValues, 'kind' | 'chosen'>) {
  if (kind === 'constituency') return { areas: [], constituencies: chosen.constituency };
  return { areas: kind === 'national' ? [String(NATION)] : chosen[kind], constituencies: [] };
}

function moment(date: string, time: string, zone: string): string | undefined {
  const at = dayjs.tz(`${date} ${time}`, zone);
  return at.isValid() ? at.toISOString() : undefined;
}

/** Hours that were not touched stay to the second; they may cross midnight, which the form cannot say. */
function keepsHours(values: ElectionValues, before: Election | null): before is Election {
  if (!before) return false;
  const then = valuesOf(before);
  return (['date', 'opens', 'closes'] as const).every((field) => values[field] === then[field]);
}

function hoursOf(values: ElectionValues, zone: string, before: Election | null) {
  if (keepsHours(values, before)) return { opensAt: before.opensAt, closesAt: before.closesAt };
  if (values.date === '') return {};
  return { opensAt: moment(values.date, values.opens, zone), closesAt: moment(values.date, values.closes, zone) };
}

/** A request, and the version of the election that the form began with; null for a new one. */
export const VersionedRequest = z.object({ request: CreateElectionRequest, version: z.nullable(z.string()) });

/** What is sent; `before` is the election that is edited. */
export function toRequest(values: ElectionValues, zone: string, before: Election | null) {
  return {
    name: values.name,
    description: values.description,
    type: values.type,
    electionDate: values.date,
    ...(values.law !== '' && { lawProfile: values.law }),
    ...hoursOf(values, zone, before),
    parties: [...values.parties, OTHERS],
    follows: values.followsAs === '' ? null : { id: values.follows, as: values.followsAs },
    ...chosenCover(values),
    configuration: {
      ...before?.configuration,
      ...optionsOf({ ...values }),
      ...policyOption(values, before?.configuration),
    },
  };
}

/** Where the API and the form name a field differently. */
const FIELDS: Record<string, ElectionField> = {
  electionDate: 'date',
  opensAt: 'opens',
  closesAt: 'closes',
  lawProfile: 'law',
  constituencies: 'areas',
};

/** The field that a path of the request is about (`areas.3`). */
export function fieldAt(path: string): string {
  const [name = ''] = path.replace(/^request\./, '').split('.');
  return FIELDS[name] ?? name;
}

/** The fields of each step, in the order in which they stand. */
export const STEP_FIELDS = {
  basics: ['name', 'type', 'date', 'opens', 'closes', 'law', 'description', 'follows'],
  ballot: ['parties'],
  coverage: ['areas'],
  entry: ['entryPercent', 'entrySeed', 'entryDeskMinutes'],
} as const satisfies Record<string, readonly ElectionField[]>;

export const FIELD_ORDER: readonly ElectionField[] = Object.values(STEP_FIELDS).flat();

/** What elections of the chosen type return one winner in. */
export const kindOfType = (type: string): ConstituencyKind | undefined =>
  (KIND_OF_ELECTION as Record<string, ConstituencyKind | undefined>)[type];

/** Texts where the contract's own would not say what is missing. */
export function missing(values: ElectionValues, before: Election | null): Problems {
  return {
    ...(values.type === '' && { type: 'Type is required' }),
    ...(values.date === '' && { date: 'Date is required' }),
    ...(values.followsAs !== '' && values.follows === '' && { follows: 'Choose the election that it repeats' }),
    ...(values.kind === 'constituency' && {
      ...(kindOfType(values.type) === undefined && { areas: 'Elections of this type are not held in constituencies' }),
      ...(values.chosen.constituency.length === 0 && { areas: 'Choose at least one constituency' }),
    }),
    ...policyProblems(values),
    ...(values.opens === '' && { opens: 'Give the time when voting opens' }),
    ...(values.closes === '' && { closes: 'Give the time when voting closes' }),
    ...(!keepsHours(values, before) &&
      values.opens !== '' &&
      values.closes !== '' &&
      values.closes <= values.opens && { closes: 'Voting must close after it opens' }),
  };
}

/** What of the request differs from the election as it stands: only that is sent. */
export function changesOf(election: Election, request: CreateElectionRequest): UpdateElectionRequest {
  const before: Record<string, unknown> = {
    ...election,
    electionDate: election.electionDate.slice(0, 10),
    parties: [...election.parties.filter((party) => party !== OTHERS), OTHERS],
    areas: election.constituencies.length > 0 ? [] : election.areas.map(String),
    constituencies: election.constituencies.map(({ id }) => id),
    follows: election.follows && { id: election.follows.id, as: election.follows.as },
    configuration: {
      ...election.configuration,
      ...optionsOf(election.configuration),
      ...storedPolicy(election.configuration),
    },
  };
  const same = (key: string, value: unknown) =>
    key.endsWith('At')
      ? Date.parse(String(before[key])) === Date.parse(String(value))
      : JSON.stringify(before[key]) === JSON.stringify(value);
  return Object.fromEntries(Object.entries(request).filter(([key, value]) => !same(key, value)));
}

export const typeOptions = (labels: Record<ElectionType, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** The laws to choose from; a new election may leave it to its date. */
export const lawOptions = (election: Election | null) => [
  ...(election ? [] : [{ value: '', label: 'In force on the election date' }]),
  ...LawProfileId.options.map((value) => ({ value, label: LAWS[value].title })),
];

/** Fields that are fixed once results may exist. */
export function isFixed(election: Election | null): boolean {
  return election !== null && election.status !== 'draft' && election.status !== 'scheduled';
}
