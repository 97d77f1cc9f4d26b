import type { ElectionId, UserId } from '@ec/contract/base/common';
import type { BallotCandidate, BallotPartyRequest } from '@ec/contract/elections/ballot';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

interface NewBallot {
  id: ElectionId;
  version: number;
  parties: readonly (BallotPartyRequest & { candidates: readonly BallotCandidate[] })[];
  reason: string | null;
  /** Results that exist. */
  results: number;
  by: UserId;
  at: Date;
}

/** Adds a version of the ballot with all its candidates; thousands of them go in one statement. */
export async function insertBallot(
  tx: Tx,
  { id, version, parties, reason, results, by, at }: NewBallot,
): Promise<void> {
  await tx
    .insertInto('ballots')
    .values({ election_id: id, version, reason, results, created_by: by, created_at: at })
    .execute();
  await tx
    .insertInto('ballot_parties')
    .values(
      parties.map(({ code, name, colour, logoFileId }, index) => ({
        election_id: id,
        version,
        position: index + 1,
        code,
        name,
        colour,
        logo_file_id: logoFileId ?? null,
      })),
    )
    .execute();
  const candidates = parties.flatMap(({ code, candidates: all }) => all.map((one) => ({ party: code, ...one })));
  await sql`insert into ballot_candidates (election_id, version, party, constituency_id, name, running_mate)
    select ${id}, ${version}, c.party, c."constituencyId", c.name, c."runningMate"
    from json_to_recordset(${JSON.stringify(candidates)}::json)
      as c (party text, "constituencyId" text, name text, "runningMate" text)`.execute(tx);
}
