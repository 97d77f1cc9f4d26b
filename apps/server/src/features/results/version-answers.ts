import { byParty } from '@ec/contract/elections/parties';
import type { ResultVersion } from '@ec/contract/results/schemas';
import { validVotes } from '@ec/contract/results/sheet';
import type { VersionRow } from './queries.ts';

/** What was sent: the votes in the order of the ballot, the other boxes, and the proof of it. */
export function toSubmitted(row: VersionRow, parties: readonly string[]): Omit<ResultVersion, 'totalVotes'> {
  return {
    version: row.version,
    votes: byParty(row.votes, parties),
    voidVotes: row.voidVotes,
    accreditedVoters: row.accredited,
    registeredVoters: row.registered,
    boxes: row.boxes,
    flags: row.flags,
    sheetFileId: row.sheetFileId,
    sheetSha256: row.sheetSha256?.toString('hex') ?? null,
    submissionId: row.submissionId,
    digest: row.digest.toString('hex'),
    late: row.late,
    submittedBy: row.submittedBy,
    submittedAt: row.submittedAt.toISOString(),
  };
}

/** One submission as answers show it. */
export function toVersion(row: VersionRow, parties: readonly string[]): ResultVersion {
  const submitted = toSubmitted(row, parties);
  return { ...submitted, totalVotes: validVotes(submitted.votes) + submitted.voidVotes };
}
