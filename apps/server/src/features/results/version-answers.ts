import { byParty } from '@ec/contract/parties';
import type { ResultVersion } from '@ec/contract/results';
import { validVotes } from '@ec/contract/sheet';
import type { VersionRow } from './queries.ts';

/** One submission as answers show it, with the votes in the order of the ballot. */
export function toVersion(row: VersionRow, parties: readonly string[]): ResultVersion {
  const votes = byParty(row.votes, parties);
  return {
    version: row.version,
    votes,
    voidVotes: row.voidVotes,
    totalVotes: validVotes(votes) + row.voidVotes,
    accreditedVoters: row.accredited,
    registeredVoters: row.registered,
    boxes: row.boxes,
    flags: row.flags,
    sheetFileId: row.sheetFileId,
    submissionId: row.submissionId,
    digest: row.digest.toString('hex'),
    late: row.late,
    submittedBy: row.submittedBy,
    submittedAt: row.submittedAt.toISOString(),
  };
}
