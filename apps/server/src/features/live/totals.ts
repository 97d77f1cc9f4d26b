import { byParty } from '@ec/contract/elections/parties';
import type { Coverage } from '@ec/contract/elections/schemas';
import type { Totals } from '@ec/contract/live/schemas';
import type { ResultStatus } from '@ec/contract/results/schemas';
import { leadOf, percent, validVotes } from '@ec/contract/results/sheet';

/** Sums of results in one state, votes in the ballot's order. */
export interface Tally {
  status: ResultStatus;
  units: number;
  votes: readonly number[];
  voidVotes: number;
  accredited: number;
  registered: number;
  /** How many of the results have known registered voters, and the accredited voters of these. */
  registeredUnits: number;
  registeredAccredited: number;
}

/** The part of a tally that one result's registered voters make. */
export function registeredPart({ accredited, registered }: { accredited: number; registered: number | null }) {
  if (registered === null) return { registered: 0, registeredUnits: 0, registeredAccredited: 0 };
  return { registered, registeredUnits: 1, registeredAccredited: accredited };
}

export type Basis = 'verified' | 'provisional';

/** What each basis counts: cancelled results and those in dispute are in neither (docs/glossary.md, Basis). */
const COUNTED: Record<Basis, readonly ResultStatus[]> = {
  verified: ['verified'],
  provisional: ['verified', 'pending'],
};

export const isCounted = (status: ResultStatus, basis: Basis): boolean => COUNTED[basis].includes(status);

/** Adds up the tallies that the basis counts. */
export function totalsOf(tallies: readonly Tally[], basis: Basis, parties: readonly string[]): Totals {
  const votes: number[] = [];
  const totals = {
    results: 0,
    voidVotes: 0,
    accreditedVoters: 0,
    registeredVoters: 0,
    registeredUnits: 0,
    registeredAccredited: 0,
  };
  for (const tally of tallies) {
    if (!COUNTED[basis].includes(tally.status)) continue;
    for (let i = 0; i < tally.votes.length; i++) votes[i] = (votes[i] ?? 0) + (tally.votes[i] ?? 0);
    totals.results += tally.units;
    totals.voidVotes += tally.voidVotes;
    totals.accreditedVoters += tally.accredited;
    totals.registeredVoters += tally.registered;
    totals.registeredUnits += tally.registeredUnits;
    totals.registeredAccredited += tally.registeredAccredited;
  }
  const named = byParty(votes, parties);
  return { ...totals, votes: named, totalVotes: validVotes(named) + totals.voidVotes };
}

/** How many of the area's units have reported, and how those stand. A returned result counts as none yet. */
export function coverageOf(tallies: readonly Tally[], units: number): Coverage {
  const count = (status: ResultStatus) =>
    tallies.reduce((sum, tally) => (tally.status === status ? sum + tally.units : sum), 0);
  const [verified, pending, disputed, cancelled] = [
    count('verified'),
    count('pending'),
    count('disputed'),
    count('cancelled'),
  ];
  return { units, reported: verified + pending + disputed + cancelled, verified, pending, disputed, cancelled };
}

export function leadingOf(verified: Totals, provisional: Totals) {
  return { verified: leadOf(verified.votes).leading, provisional: leadOf(provisional.votes).leading };
}

/** Share of each party in the valid votes, in percent; null where there are none. */
export function shares(totals: Totals): Record<string, number> | null {
  const valid = validVotes(totals.votes);
  if (valid === 0) return null;
  return Object.fromEntries(Object.entries(totals.votes).map(([party, votes]) => [party, (votes / valid) * 100]));
}

/** Share of the party in the valid votes as it is shown: percent with one decimal; null where there are none. */
export function shareOf({ votes }: Totals, party: string): number | null {
  const valid = validVotes(votes);
  return valid === 0 ? null : percent(votes[party] ?? 0, valid);
}

/** The party whose share differs most between two counts, and by how many percentage points (two decimals); null where no party can be compared. */
export function largestDifference(
  a: Totals,
  b: Totals,
  parties: readonly string[] = Object.keys(a.votes),
): { party: string; difference: number } | null {
  const [left, right] = [shares(a), shares(b)];
  const [first, ...others] = parties.map((party) => ({
    party,
    difference: Math.round(Math.abs((left?.[party] ?? 0) - (right?.[party] ?? 0)) * 100) / 100,
  }));
  if (!left || !right || !first) return null;
  return others.reduce((largest, gap) => (gap.difference > largest.difference ? gap : largest), first);
}
