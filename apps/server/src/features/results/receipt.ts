import type { ElectionId, FileId, UserId } from '@ec/contract/common';
import type { Source } from '@ec/contract/elections';
import type { Ec8aBoxes } from '@ec/contract/sheet';
import { sha256 } from '../../platform/ids.ts';

/** What a receipt's digest is made over: all that is stored of one submission, in this order (docs/receipts.md). */
export interface ReceiptContent {
  electionId: ElectionId;
  pollingUnit: string;
  source: Source;
  version: number;
  parties: readonly string[];
  votes: readonly number[];
  voidVotes: number;
  accreditedVoters: number;
  registeredVoters: number | null;
  boxes: Ec8aBoxes | null;
  sheetFileId: FileId | null;
  submittedBy: UserId;
  submittedAt: Date;
}

/** SHA-256 over the values above as one JSON array without blanks, in that order, the time in ISO form. */
export function receiptDigest(content: ReceiptContent): Buffer {
  const { boxes } = content;
  return sha256(
    JSON.stringify([
      content.electionId,
      content.pollingUnit,
      content.source,
      content.version,
      content.parties,
      content.votes,
      content.voidVotes,
      content.accreditedVoters,
      content.registeredVoters,
      boxes && [boxes.ballotsIssued, boxes.unusedBallots, boxes.spoiledBallots, boxes.validVotes, boxes.usedBallots],
      content.sheetFileId,
      content.submittedBy,
      content.submittedAt.toISOString(),
    ]),
  );
}

/** The number an officer reads out on the phone: unit, G for the grassroots count, version, start of the digest. */
export function submissionId(pollingUnit: string, source: Source, version: number, digest: Buffer): string {
  const count = source === 'grassroots' ? 'G' : 'V';
  return `${pollingUnit}-${count}${version}-${digest.toString('hex').slice(0, 6).toUpperCase()}`;
}
