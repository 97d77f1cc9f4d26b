import type { ElectionConfiguration } from '@ec/contract/elections/schemas';
import {
  OFFERED_POLICY,
  policyOf,
  SECOND_ENTRY_OPTION,
  type SecondEntryPolicy,
  type SecondEntryRule,
} from '@ec/contract/second-entry/policy';

/** The policy of second entry as the form holds it. */
export interface PolicyValues {
  entryRule: SecondEntryRule;
  /** As typed; '' while the field is empty. */
  entryPercent: number | string;
  entrySeed: string;
  entryOutsideLga: boolean;
  /** As typed; '' while the field is empty. */
  entryDeskMinutes: number | string;
}

const SEED_BYTES = 6;

/** Twelve hexadecimal digits. */
export function newSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SEED_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What a new election is offered, with a seed of its own. */
export const offeredPolicy = (seed = newSeed()): PolicyValues => ({
  entryRule: OFFERED_POLICY.rule,
  entryPercent: OFFERED_POLICY.percent,
  entrySeed: seed,
  entryOutsideLga: OFFERED_POLICY.outsideLga,
  entryDeskMinutes: OFFERED_POLICY.deskMinutes,
});

const hasPolicy = (configuration: ElectionConfiguration) => configuration[SECOND_ENTRY_OPTION] !== undefined;

/** The policy that an election has; where it has none, what another rule than none would begin with. */
export function policyValues(configuration: ElectionConfiguration, offered?: string): PolicyValues {
  if (!hasPolicy(configuration)) return { ...offeredPolicy(offered), entryRule: 'none' };
  const { rule, percent, seed, outsideLga, deskMinutes } = policyOf(configuration);
  return {
    entryRule: rule,
    entryPercent: percent,
    entrySeed: seed,
    entryOutsideLga: outsideLga,
    entryDeskMinutes: deskMinutes,
  };
}

export const RULE_WORDS: Readonly<Record<SecondEntryRule, string>> = {
  none: 'No result',
  sample: 'A random part',
  flagged: 'Failed checks and a random part',
  all: 'All results',
};

/** True for the rules that draw results at random. */
export const isDrawing = (rule: SecondEntryRule): boolean => rule === 'sample' || rule === 'flagged';

function percentOf({ entryPercent }: PolicyValues): number | undefined {
  const percent = entryPercent === '' ? Number.NaN : Number(entryPercent);
  return percent >= 0 && percent <= 100 ? percent : undefined;
}

/** Whole minutes from one to a day; undefined for anything else. */
function minutesOf({ entryDeskMinutes }: PolicyValues): number | undefined {
  const minutes = entryDeskMinutes === '' ? Number.NaN : Number(entryDeskMinutes);
  return Number.isInteger(minutes) && minutes >= 1 && minutes <= 1440 ? minutes : undefined;
}

type PolicyProblems = Partial<Record<'entryPercent' | 'entrySeed' | 'entryDeskMinutes', string>>;

/** What is missing of a policy. */
export function policyProblems(values: PolicyValues): PolicyProblems {
  if (values.entryRule === 'none') return {};
  return {
    ...(isDrawing(values.entryRule) && drawProblems(values)),
    ...(minutesOf(values) === undefined && { entryDeskMinutes: 'Enter whole minutes from 1 to 1440' }),
  };
}

function drawProblems(values: PolicyValues): PolicyProblems {
  const percent = percentOf(values);
  return {
    ...(percent === undefined && { entryPercent: 'Enter a percentage from 0 to 100' }),
    ...(percent === 0 && values.entryRule === 'sample' && { entryPercent: 'Enter more than 0 percent' }),
    ...(values.entrySeed.trim() === '' && { entrySeed: 'Enter a seed, or take a new one' }),
  };
}

/** The policy as an option of the election; an election without one is not given the rule none. */
export function policyOption(
  values: PolicyValues,
  before: ElectionConfiguration = {},
): { secondEntry?: SecondEntryPolicy } {
  if (values.entryRule === 'none' && !hasPolicy(before)) return {};
  const policy = {
    rule: values.entryRule,
    percent: percentOf(values) ?? 0,
    seed: values.entrySeed.trim() || '-',
    outsideLga: values.entryOutsideLga,
    deskMinutes: minutesOf(values) ?? OFFERED_POLICY.deskMinutes,
  };
  return { secondEntry: policy };
}

/** The stored policy in the same form, to be compared; nothing where there is none. */
export const storedPolicy = (configuration: ElectionConfiguration) =>
  policyOption(policyValues(configuration), configuration);
