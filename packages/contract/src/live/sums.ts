import type { Coverage } from '../elections/schemas.ts';
import type { Totals } from './schemas.ts';

export const NO_TOTALS: Totals = {
  results: 0,
  votes: {},
  voidVotes: 0,
  totalVotes: 0,
  accreditedVoters: 0,
  registeredVoters: 0,
  registeredUnits: 0,
  registeredAccredited: 0,
};
const NO_COVERAGE: Coverage = { units: 0, reported: 0, verified: 0, pending: 0, disputed: 0, cancelled: 0 };

/** The sum of totals on one basis, of areas that do not overlap. */
export function addTotals(all: readonly Totals[]): Totals {
  const sum: Totals = { ...NO_TOTALS, votes: {} };
  for (const one of all) {
    for (const name of Object.keys(NO_TOTALS) as (keyof Totals)[]) if (name !== 'votes') sum[name] += one[name];
    for (const [party, votes] of Object.entries(one.votes)) sum.votes[party] = (sum.votes[party] ?? 0) + votes;
  }
  return sum;
}

/** The coverage of areas that do not overlap, together. */
export function addCoverage(all: readonly Coverage[]): Coverage {
  const sum = { ...NO_COVERAGE };
  for (const one of all) for (const name of Object.keys(sum) as (keyof Coverage)[]) sum[name] += one[name];
  return sum;
}
