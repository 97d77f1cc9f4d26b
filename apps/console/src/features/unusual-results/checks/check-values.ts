import { type Threshold, thresholdsOf, UNUSUAL_CHECKS, type UnusualCheck } from '@ec/contract/unusual/checks';
import {
  type CheckMode,
  CheckSettings,
  THRESHOLD_LIMITS,
  THRESHOLDS_OF,
  type UnusualSettings,
} from '@ec/contract/unusual/settings';
import { formatNumber } from '../../../lib/format/format.ts';

type ModeField = `checks.${UnusualCheck}.mode`;
type ThresholdField = `checks.${UnusualCheck}.thresholds.${Threshold}`;

/** The fields of the form by the names of the API. A check has those of its own thresholds only; the others hold nothing. */
export type CheckValues = Record<ModeField | 'earlierId', string> & Record<ThresholdField, string | number>;

export const modeField = (check: UnusualCheck): ModeField => `checks.${check}.mode`;
export const thresholdField = (check: UnusualCheck, name: Threshold): ThresholdField =>
  `checks.${check}.thresholds.${name}`;

export const MODE_WORDS: Readonly<Record<CheckMode, string>> = {
  off: 'Off',
  show: 'Show what it marks',
  alert: 'Show and raise an alert',
  explain: 'Explanation needed before verification',
};

interface ThresholdWords {
  label: string;
  hint: string;
  suffix?: string;
}

export const THRESHOLD_WORDS: Readonly<Record<Threshold, ThresholdWords>> = {
  minVotes: { label: 'Least valid votes', hint: 'Fewer: not tested.' },
  minParties: { label: 'Least parties with votes', hint: 'Fewer agree easily.' },
  minUnits: { label: 'Least units of the ward', hint: 'Fewer say little.' },
  turnout: { label: 'Turnout from', hint: 'Of registered voters.', suffix: '%' },
  points: { label: 'Least distance', hint: 'From the median.', suffix: ' points' },
  deviations: {
    label: 'Least deviations',
    hint: 'Times the spread.',
  },
  registerChange: {
    label: 'Change of the register, at most',
    hint: 'More: not compared.',
    suffix: '%',
  },
};

/** "Fewer: not tested. Usually 30 (10 to 1,000)": one line, the help says more. */
export function thresholdHint(check: UnusualCheck, name: Threshold): string {
  const { least, most } = THRESHOLD_LIMITS[name];
  const usual = formatNumber(thresholdsOf(check)[name]);
  return `${THRESHOLD_WORDS[name].hint} Usually ${usual} (${formatNumber(least)} to ${formatNumber(most)})`;
}

export function valuesOf({ checks, earlier }: Pick<UnusualSettings, 'checks' | 'earlier'>): CheckValues {
  const fields = UNUSUAL_CHECKS.flatMap((check): [string, string | number][] => {
    const held: Readonly<Record<string, number>> = { ...checks[check].thresholds };
    return [
      [modeField(check), checks[check].mode],
      ...THRESHOLDS_OF[check].map((name): [string, number] => [thresholdField(check, name), held[name] ?? 0]),
    ];
  });
  return { ...(Object.fromEntries(fields) as CheckValues), earlierId: earlier?.id ?? '' };
}

const numberOf = (value: string | number) => (value === '' ? undefined : Number(value));

/** What is typed, as the API takes it; not checked. */
export function checksOf(values: CheckValues): unknown {
  return Object.fromEntries(
    UNUSUAL_CHECKS.map((check) => [
      check,
      {
        mode: values[modeField(check)],
        thresholds: Object.fromEntries(
          THRESHOLDS_OF[check].map((name) => [name, numberOf(values[thresholdField(check, name)])]),
        ),
      },
    ]),
  );
}

/** The checks that are typed; null where a threshold is none. */
export function readChecks(values: CheckValues): CheckSettings | null {
  const parsed = CheckSettings.safeParse(checksOf(values));
  return parsed.success ? parsed.data : null;
}
