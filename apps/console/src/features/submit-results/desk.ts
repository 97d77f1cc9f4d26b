import type { Location } from '@ec/contract/geography/schemas';
import type { SubmissionDesk } from '@ec/contract/results/desk';

/** One election as the officer's desk has it. */
export type DeskElection = SubmissionDesk['elections'][number];

/** The unit with what stands above it, by kind. */
export function placeNames(unit: Location): { ward: string; lga: string; state: string } {
  const name = (type: string) => unit.chain.find((link) => link.type === type)?.name ?? 'Not assigned';
  return { ward: name('ward'), lga: name('lga'), state: name('state') };
}

/** The election the page opens with: what was requested, else what wants something from the officer, else the first. */
export function chooseElection(elections: DeskElection[], asked: string): DeskElection | undefined {
  return (
    elections.find((election) => election.id === asked) ??
    elections.find((election) => !election.closed && (!election.result || election.result.status === 'returned')) ??
    elections.find((election) => !election.closed) ??
    elections[0]
  );
}

/** "3 h 20 min left"; null once the moment has passed. */
export function timeLeft(deadline: string, now: number): string | null {
  const minutes = Math.floor((Date.parse(deadline) - now) / 60_000);
  if (minutes < 0) return null;
  if (minutes < 60) return `${minutes} min left`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
  return `${Math.floor(minutes / (24 * 60))} days left`;
}
