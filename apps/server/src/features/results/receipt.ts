import type { ElectionId, FileId, UserId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Receipt, SubmitResultRequest } from '@ec/contract/results/schemas';
import { BOXES, type Ec8aBoxes } from '@ec/contract/results/sheet';
import { sha256 } from '../../platform/runtime/ids.ts';
import { photoState } from './submission-rules.ts';
import type { StoredReceipt } from './submission-repository.ts';

/** The content of a receipt's digest: everything that is stored of one submission, in this order (docs/receipts.md). */
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
  /** Of the photo's bytes; null without a photo, and in receipts of the first form. */
  sheetSha256: Buffer | null;
  /** True where the photo was declared with the figures and follows: the third form. */
  photoDeclared: boolean;
  /** Of the photo as taken, where the declared one is a copy of it. */
  originalSha256: Buffer | null;
}

/**
 * SHA-256 over the values above as one JSON array without blanks, in that order, the time in ISO form. The photo's SHA-256 is the
 * 14th value if there is one: without it the array is that of the first form, so that older receipts still verify. A declared
 * photo has no file yet: the 11th value is null, and a 15th is the SHA-256 of the original or null.
 */
export function receiptDigest(content: ReceiptContent): Buffer {
  const { boxes, photoDeclared } = content;
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
      boxes && BOXES.map((box) => boxes[box]),
      photoDeclared ? null : content.sheetFileId,
      content.submittedBy,
      content.submittedAt.toISOString(),
      ...(content.sheetSha256 ? [content.sheetSha256.toString('hex')] : []),
      ...(photoDeclared ? [content.originalSha256?.toString('hex') ?? null] : []),
    ]),
  );
}

/** The number an officer reads out on the phone: unit, G for the grassroots count, version, start of the digest. */
export function submissionId(pollingUnit: string, source: Source, version: number, digest: Buffer): string {
  const count = source === 'grassroots' ? 'G' : 'V';
  return `${pollingUnit}-${count}${version}-${digest.toString('hex').slice(0, 6).toUpperCase()}`;
}

/** The code of the unit that a text in the form of a submission ID names; undefined for any other text. */
export function unitOfSubmissionId(text: string): string | undefined {
  return /^(\d[\d-]*\d)-[GV]\d+-[0-9A-F]{6}$/.exec(text)?.[1];
}

/** Hashes the request in one form: the same figures in another order or spelling are the same submission. */
export function hashRequest(request: SubmitResultRequest, unit: LocationId, source: Source): Buffer {
  const { electionId, accreditedVoters, votes, voidVotes, boxes, registeredVoters, sheetFileId, photo } = request;
  const entries = Object.entries(votes).sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256(
    JSON.stringify([
      electionId,
      unit,
      source,
      accreditedVoters,
      entries,
      voidVotes,
      boxes ?? null,
      registeredVoters ?? null,
      sheetFileId ?? null,
      ...(photo ? [photo.sha256, photo.originalSha256 ?? null] : []),
    ]),
  );
}

/** The receipt of a stored version. */
export function toReceipt(stored: Omit<StoredReceipt, 'requestHash'>): Receipt {
  return {
    id: stored.resultId,
    submissionId: stored.submissionId,
    version: stored.version,
    status: stored.status,
    flags: stored.flags,
    submittedAt: stored.submittedAt.toISOString(),
    sheetSha256: stored.sheetSha256?.toString('hex') ?? null,
    originalSha256: stored.originalSha256?.toString('hex') ?? null,
    photo: photoState(stored),
    digest: stored.digest.toString('hex'),
  };
}
