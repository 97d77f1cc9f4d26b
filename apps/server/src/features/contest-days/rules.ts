import type { ElectionStatus } from '@ec/contract/elections/schemas';

/** Why an election cannot be held on the day, as a sentence; undefined where it can. */
export function dayFault(
  election: { electionDate: string; status: ElectionStatus } | undefined,
  date: string,
): string | undefined {
  if (!election) return 'There is no such election in your area';
  if (election.electionDate !== date) return `It is held on ${election.electionDate}, not on ${date}`;
  return election.status === 'archived' ? 'It is archived' : undefined;
}

/** Elections that come into the day, and those that leave it. */
export function movesOf<Id>(before: readonly Id[], wanted: readonly Id[]): { added: Id[]; removed: Id[] } {
  return {
    added: wanted.filter((id) => !before.includes(id)),
    removed: before.filter((id) => !wanted.includes(id)),
  };
}
