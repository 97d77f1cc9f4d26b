/** The checks of single units. Each is made within one ward; the last two beside an earlier election. */
export const UNUSUAL_CHECKS = [
  'identical_votes',
  'full_turnout',
  'neighbour_share',
  'neighbour_turnout',
  'earlier_share',
  'earlier_turnout',
] as const;
export type UnusualCheck = (typeof UNUSUAL_CHECKS)[number];

/** The checks that need the results of an earlier election. */
export const EARLIER_CHECKS = ['earlier_share', 'earlier_turnout'] as const satisfies readonly UnusualCheck[];
export const isEarlierCheck = (check: UnusualCheck): boolean =>
  (EARLIER_CHECKS as readonly UnusualCheck[]).includes(check);

/** From which figures on a check is made, and from which on it marks a unit. Shares and turnout are in percent. */
export interface CheckThresholds {
  /** Valid votes that a unit must have to be looked at. */
  minVotes: number;
  /** Of identical votes: how many parties must have votes. */
  minParties: number;
  /** Of comparisons in a ward: how many of its units must be comparable. */
  minUnits: number;
  /** Of full turnout: accredited of registered voters. */
  turnout: number;
  /** Of comparisons: the least distance from the median in percentage points, and in deviations of the ward. */
  points: number;
  deviations: number;
  /** Of comparisons with an earlier election: by how much the register of the unit may have changed. */
  registerChange: number;
}
export type Threshold = keyof CheckThresholds;

export const DEFAULT_THRESHOLDS: Readonly<CheckThresholds> = {
  minVotes: 30,
  minParties: 3,
  minUnits: 8,
  turnout: 95,
  points: 20,
  deviations: 5,
  registerChange: 30,
};

/** Where a check starts from other figures than the rest. */
export const OWN_THRESHOLDS: Readonly<Partial<Record<UnusualCheck, Partial<CheckThresholds>>>> = {
  identical_votes: { minVotes: 100 },
};

/** The thresholds that a check has where nothing else is set. */
export const thresholdsOf = (check: UnusualCheck): CheckThresholds => ({
  ...DEFAULT_THRESHOLDS,
  ...OWN_THRESHOLDS[check],
});

/**
 * How many units each check marked among those that it tested, in the presidential election of 2023: 55,283 transcribed sheets of 19 states
 * (base-rates.test.ts), by the thresholds above. Null where no two elections could be compared.
 */
export const BASE_RATES: Readonly<Record<UnusualCheck, { marked: number; tested: number } | null>> = {
  identical_votes: { marked: 795, tested: 32_553 },
  full_turnout: { marked: 42, tested: 52_865 },
  neighbour_share: { marked: 1013, tested: 43_707 },
  neighbour_turnout: { marked: 1479, tested: 43_707 },
  earlier_share: null,
  earlier_turnout: null,
};
