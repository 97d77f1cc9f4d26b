import type { Basis } from '@ec/contract/base/common';
import type { LiveArea, LiveSummary, Totals } from '@ec/contract/live/schemas';

function sum(rows: readonly LiveArea[], basis: Basis): Totals {
  const totals: Totals = {
    results: 0,
    votes: {},
    voidVotes: 0,
    totalVotes: 0,
    accreditedVoters: 0,
    registeredVoters: 0,
  };
  for (const { [basis]: row } of rows) {
    totals.results += row.results;
    totals.voidVotes += row.voidVotes;
    totals.totalVotes += row.totalVotes;
    totals.accreditedVoters += row.accreditedVoters;
    totals.registeredVoters += row.registeredVoters;
    for (const [party, votes] of Object.entries(row.votes)) totals.votes[party] = (totals.votes[party] ?? 0) + votes;
  }
  return totals;
}

/** The summary over these of its areas alone, such as those where a party leads. */
export function summaryOver(summary: LiveSummary, rows: readonly LiveArea[]): LiveSummary {
  const coverage = { units: 0, reported: 0, verified: 0, pending: 0, disputed: 0, cancelled: 0 };
  for (const row of rows) {
    for (const key of Object.keys(coverage) as (keyof typeof coverage)[]) coverage[key] += row.coverage[key];
  }
  return { ...summary, coverage, basis: { verified: sum(rows, 'verified'), provisional: sum(rows, 'provisional') } };
}

/** What the page is narrowed to, for the line below its title; empty for nothing. */
export function narrowedText({ party, leading }: { party: string; leading: string }): string {
  const votes = party && ` · votes of ${party} only`;
  const where = leading && ` · areas with ${leading === 'Tie' ? 'a tie' : `${leading} in the lead`} only`;
  return `${votes}${where}`;
}
