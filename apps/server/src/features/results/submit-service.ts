import type { ElectionId, FileId, ResultId } from '@ec/contract/common';
import type { Source } from '@ec/contract/elections';
import { chainOf, type LocationId, locationIdOf } from '@ec/contract/location-id';
import { inBallotOrder } from '@ec/contract/parties';
import type { Flag, Receipt, ResultStatus, SubmitResultRequest } from '@ec/contract/results';
import { checkSheet, FLAG_TEXT, leadingParty, type SheetFigures, totalVotes } from '@ec/contract/sheet';
import type { Actor } from '../../platform/actor.ts';
import type { WriteContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { formatsOf } from '../../platform/format.ts';
import { newId, sha256 } from '../../platform/ids.ts';
import { ownsFile } from '../files/queries.ts';
import { receiptDigest, submissionId } from './receipt.ts';
import {
  findByIdempotencyKey,
  loadSubmissionGround,
  type StoredReceipt,
  type SubmissionGround,
  storeVersion,
} from './repository.ts';
import { approvedAutomatically, ballotFaults, deadlineOf, mayReplace, sourceOf, submissionWindow } from './rules.ts';
import { type Countable, moveTallies } from './tally-repository.ts';

/** Constraints that only a race between two equal submissions violates; the loser runs again and sees the winner's. */
export const SUBMISSION_RACES = ['results_one_per_unit', 'result_versions_pkey', 'result_versions_one_per_key'];

/** The unit and the count that the person may submit for, which must be those they name. */
function requireOwnUnit(actor: Actor, request: SubmitResultRequest): { unit: LocationId; source: Source } {
  const source = sourceOf(actor.role);
  if (!source) throw new AppError('ROLE_DENIED', { required: ['polling_unit_officer', 'gpuo', 'grassroot_puo'] });
  if (actor.area === null) throw new AppError('UNIT_NOT_ASSIGNED');
  const unit = locationIdOf(request.pollingUnitId);
  if (unit !== actor.area)
    throw new AppError('UNIT_NOT_YOURS').at({ path: 'pollingUnitId', message: 'Not your polling unit' });
  if (request.source !== undefined && request.source !== source) {
    throw new AppError('VALIDATION_FAILED').at({ path: 'source', message: `Your role submits to the ${source} count` });
  }
  return { unit, source };
}

/** The request in one form, so that the same figures in another order or spelling are the same submission. */
function hashRequest(request: SubmitResultRequest, unit: LocationId, source: Source): Buffer {
  const { electionId, accreditedVoters, votes, voidVotes, boxes, registeredVoters, sheetFileId } = request;
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
    ]),
  );
}

function repeatedReceipt(stored: StoredReceipt, requestHash: Buffer): Receipt {
  if (!stored.requestHash.equals(requestHash)) throw new AppError('IDEMPOTENCY_CONFLICT');
  return toReceipt({ ...stored, id: stored.resultId });
}

function toReceipt(receipt: {
  id: ResultId;
  submissionId: string;
  version: number;
  status: ResultStatus;
  flags: Flag[];
  submittedAt: Date;
  digest: Buffer;
}): Receipt {
  return {
    id: receipt.id,
    submissionId: receipt.submissionId,
    version: receipt.version,
    status: receipt.status,
    flags: receipt.flags,
    submittedAt: receipt.submittedAt.toISOString(),
    digest: receipt.digest.toString('hex'),
  };
}

function requireOpen(ground: SubmissionGround, write: WriteContext): { late: boolean } {
  const { resultSubmissionDeadline, allowLateSubmissions } = write.organisation.settings.election;
  const deadline = deadlineOf(ground.closesAt, resultSubmissionDeadline);
  const window = submissionWindow(
    { status: ground.electionStatus, deadline, allowLate: allowLateSubmissions },
    write.now,
  );
  if (window === 'not_live') throw new AppError('ELECTION_NOT_LIVE', { status: ground.electionStatus });
  if (window === 'closed') {
    const formats = formatsOf(write.organisation.settings);
    throw new AppError('DEADLINE_PASSED', { deadline: formats.exact(deadline) });
  }
  return { late: window === 'late' };
}

function requireBallot(request: SubmitResultRequest, ground: SubmissionGround): void {
  const { missing, unknown } = ballotFaults(request.votes, ground.parties);
  if (unknown.length > 0) {
    throw new AppError('UNKNOWN_PARTY', { parties: unknown.join(', ') }).at(
      ...unknown.map((party) => ({ path: `votes.${party}`, message: 'Not on the ballot' })),
    );
  }
  if (missing.length > 0) {
    throw new AppError('MISSING_PARTY', { parties: missing.join(', ') }).at(
      ...missing.map((party) => ({ path: `votes.${party}`, message: 'Enter 0 where the sheet shows none' })),
    );
  }
  if (ground.configuration.fullEc8a === true && !request.boxes) {
    throw new AppError('BOXES_REQUIRED').at({ path: 'boxes', message: 'Fill in boxes 3 to 8' });
  }
  if (totalVotes(request) === 0 && request.zeroVotesConfirmed !== true) {
    throw new AppError('VOTES_ALL_ZERO').at({
      path: 'zeroVotesConfirmed',
      message: 'Confirm that the sheet shows no votes',
    });
  }
}

/** What the sheet says, and every check of it that failed. */
function readSheet(
  request: SubmitResultRequest,
  ground: SubmissionGround,
  late: boolean,
): { figures: SheetFigures; flags: Flag[] } {
  const figures: SheetFigures = {
    registeredVoters: request.registeredVoters ?? ground.registerVoters,
    accreditedVoters: request.accreditedVoters,
    votes: request.votes,
    voidVotes: request.voidVotes,
    boxes: request.boxes,
  };
  const flags: Flag[] = checkSheet(figures, ground.registerVoters)
    .filter((check) => !check.ok)
    .map(({ code, message, arithmetic }) => ({ code, message, arithmetic }));
  if (late) flags.push({ code: 'LATE', message: FLAG_TEXT.LATE, arithmetic: 'late' });
  return { figures, flags };
}

function countableOf(ground: SubmissionGround): Countable | null {
  if (ground.status === null || ground.votes === null) return null;
  return {
    status: ground.status,
    votes: ground.votes,
    voidVotes: ground.voidVotes ?? 0,
    accredited: ground.accredited ?? 0,
    registered: ground.registered,
  };
}

/**
 * Takes one submission: a new version of the unit's result, its totals, its audit entry and its event, or the first
 * receipt again where the same was sent before.
 */
export async function submitResult(
  write: WriteContext,
  actor: Actor,
  request: SubmitResultRequest,
  idempotencyKey: string,
): Promise<{ receipt: Receipt; repeated: boolean }> {
  const { tx, now } = write;
  const { unit, source } = requireOwnUnit(actor, request);
  const electionId: ElectionId = request.electionId;
  const requestHash = hashRequest(request, unit, source);
  const sheetFileId: FileId | null = request.sheetFileId ?? null;
  const [stored, ground, ownsSheet] = await Promise.all([
    findByIdempotencyKey(tx, actor.userId, idempotencyKey),
    loadSubmissionGround(tx, { electionId, pollingUnitId: unit, source, chain: chainOf(unit) }),
    sheetFileId === null || ownsFile(tx, sheetFileId, actor.userId),
  ]);
  if (stored) {
    write.noChange();
    return { receipt: repeatedReceipt(stored, requestHash), repeated: true };
  }
  if (!ground) throw new AppError('ELECTION_NOT_FOUND');
  if (!ground.covered) throw new AppError('UNIT_NOT_COVERED');
  const { late } = requireOpen(ground, write);
  requireBallot(request, ground);
  if (!mayReplace(ground.status)) throw new AppError('RESULT_FINAL', { status: ground.status ?? '' });
  if (!ownsSheet) throw new AppError('SHEET_NOT_FOUND');

  const { figures, flags } = readSheet(request, ground, late);
  const votes = inBallotOrder(request.votes, ground.parties);
  const total = totalVotes(request);
  const automatic = approvedAutomatically(
    { totalVotes: total, flags: flags.map((flag) => flag.code), late },
    write.organisation.settings.election,
  );
  const status: ResultStatus = automatic ? 'verified' : 'pending';
  const version = (ground.version ?? 0) + 1;
  const resultId = ground.resultId ?? newId<ResultId>();
  const digest = receiptDigest({
    electionId,
    pollingUnit: ground.unitCode,
    source,
    version,
    parties: ground.parties,
    votes,
    voidVotes: request.voidVotes,
    accreditedVoters: figures.accreditedVoters,
    registeredVoters: figures.registeredVoters,
    boxes: request.boxes ?? null,
    sheetFileId,
    submittedBy: actor.userId,
    submittedAt: now,
  });
  const submission = submissionId(ground.unitCode, source, version, digest);
  const after: Countable = {
    status,
    votes,
    voidVotes: request.voidVotes,
    accredited: figures.accreditedVoters,
    registered: figures.registeredVoters,
  };
  await Promise.all([
    storeVersion(tx, {
      resultId,
      electionId,
      pollingUnitId: unit,
      source,
      status,
      version,
      submissionId: submission,
      votes,
      voidVotes: request.voidVotes,
      totalVotes: total,
      accredited: figures.accreditedVoters,
      registered: figures.registeredVoters,
      leading: leadingParty(request.votes),
      boxes: request.boxes ?? null,
      flags,
      sheetFileId,
      late,
      idempotencyKey,
      requestHash,
      digest,
      submittedBy: actor.userId,
      submittedAt: now,
    }),
    write.audit({
      event: 'result.submitted',
      resourceId: resultId,
      areaId: unit,
      ...(ground.version !== null && {
        previous: { version: ground.version, status: ground.status, votes: ground.votes },
      }),
      next: {
        version,
        status,
        submissionId: submission,
        votes: request.votes,
        voidVotes: request.voidVotes,
        accredited: after.accredited,
        digest: digest.toString('hex'),
      },
    }),
    write.emit({ type: 'result.changed', electionId, source, resultId, pollingUnitId: unit, status, version }),
    // Last, so that the rows that neighbours share are held for the shortest time.
    moveTallies(tx, { electionId, source, pollingUnitId: unit }, countableOf(ground), after),
  ]);
  const receipt = toReceipt({
    id: resultId,
    submissionId: submission,
    version,
    status,
    flags,
    submittedAt: now,
    digest,
  });
  return { receipt, repeated: false };
}
