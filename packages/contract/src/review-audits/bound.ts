/** The confidence of every bound: in at most one of twenty samples the share of wrong sheets lies above it. */
const ERROR_RATE = 0.05;
/** Halvings of an interval: more than the digits of a double need. */
const HALVINGS = 60;

/** What is known of a sample. */
export interface SampleFound {
  /** Sheets of the sample, all of them settled. */
  sheets: number;
  /** Of these wrong, or not to be counted as right. */
  wrong: number;
  /** Sheets that the sample was drawn from. */
  population: number;
}

/** P(X <= most) for X of the binomial distribution of `trials` and `share`; summed by logarithms, so that large samples do not vanish. */
export function binomialAtMost(most: number, trials: number, share: number): number {
  if (most >= trials || share <= 0) return 1;
  if (share >= 1) return 0;
  const odds = Math.log(share) - Math.log1p(-share);
  let term = trials * Math.log1p(-share);
  let sum = Math.exp(term);
  for (let successes = 1; successes <= most; successes++) {
    term += Math.log((trials - successes + 1) / successes) + odds;
    sum += Math.exp(term);
  }
  return Math.min(1, sum);
}

/** The Clopper–Pearson upper bound: the largest share under which so few wrong sheets are found in one of twenty samples. */
function largestShare({ sheets, wrong }: Pick<SampleFound, 'sheets' | 'wrong'>): number {
  if (wrong >= sheets) return 1;
  if (wrong === 0) return 1 - ERROR_RATE ** (1 / sheets);
  let [low, high] = [wrong / sheets, 1];
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2;
    if (binomialAtMost(wrong, sheets, middle) > ERROR_RATE) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * The share of wrong sheets that the population has at most, at 95 percent: 1 − 0.05^(1/n) without an error, else the exact one-sided Clopper–Pearson
 * bound. Both are of drawing with replacement; without it, as here, they hold all the more. Never more than what is not known to be right, so that a
 * sample of all sheets says what was counted.
 */
export function auditBound(found: SampleFound): number {
  const { sheets, wrong, population } = found;
  if (sheets === 0) return 1;
  return Math.min(largestShare(found), (population - sheets + wrong) / population);
}

/**
 * The smallest sample, from `sheets` on, whose bound is at most `asked` if no further sheet is wrong; null where no sample of up to `most` sheets
 * reaches that.
 */
export function sheetsNeeded(asked: number, found: SampleFound, most: number): number | null {
  const { sheets, wrong, population } = found;
  const reaches = (size: number) => auditBound({ sheets: size, wrong, population }) <= asked;
  let [low, high] = [sheets, Math.min(most, population)];
  if (high < low || !reaches(high)) return null;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (reaches(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}
