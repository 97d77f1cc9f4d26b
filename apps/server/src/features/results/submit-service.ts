import type { FileId, ResultId, UserId } from '@ec/contract/base/common';
import { byParty, inBallotOrder } from '@ec/contract/elections/parties';
import type { Source } from '@ec/contract/elections/schemas';
import { type LocationId, locationIdOf } from '@ec/contract/geography/location-id';
import type { Flag, Receipt, SubmitResultRequest } from '@ec/contract/results/schemas';
import { accreditationCheck } from '@ec/contract/results/contests';
import { BOXES, checkSheet, FLAG_TEXT, leadingParty, type SheetFigures, totalVotes } from '@ec/contract/results/sheet';
import { policyOf } from '@ec/contract/second-entry/policy';
import type { SharedWriteTools } from '../../platform/database/shared-write.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { WorkContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { formatsOf } from '../../platform/runtime/format.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { deadlineOf, sourceOf } from '../elections/rules.ts';
import { hashRequest, receiptDigest, submissionId, toReceipt } from './receipt.ts';
import { secondEntryGround } from '../elections/second-entry-draw.ts';
import {
  approvedAutomatically,
  ballotFaults,
  isOvertaken,
  mayReplace,
  submissionWindow,
  waitForVersion,
} from './submission-rules.ts';
import {
  type ElectionGround,
  type NewVersion,
  type SavedVersion,
  type StoredReceipt,
  SUBMISSION_RACES,
  type SubmissionReads,
  submissionReads,
  submissionWrites,
  type UnitGround,
} from './submission-repository.ts';
import type { Countable } from './tally-repository.ts';

/** One call: who sends what, under which key. */
export interface Submission
  extends Pick<WorkContext, 'now' | 'organisation' | 'platform'>,
    SharedWriteTools<SubmissionReads, SavedVersion> {
  actor: Actor;
  request: SubmitResultRequest;
  /** Undefined if the call has no valid one. */
  idempotencyKey: string | undefined;
}

export interface Submitted {
  receipt: Receipt;
  /** The same was sent before, and this is its first receipt again. */
  repeated: boolean;
}

/** How submissions share a transaction: those for one unit never do. */
export const SUBMISSION_SHARING = {
  apart: ({ actor }: Pick<Submission, 'actor'>) => actor.area ?? actor.userId,
  reads: submissionReads,
  writes: submissionWrites,
  retryOn: SUBMISSION_RACES,
};

/**
 * Takes the result of the caller's polling unit: stores a new version of it with its totals, audit entry and event, and
 * returns the receipt. The same request under the same key returns its first receipt again and stores nothing. Throws an
 * AppError if the submission is refused; then nothing is stored.
 *
 * Submissions that arrive at the same time share a transaction and its statements (platform/database/shared-write.ts), so
 * all reads are started in one tick.
 */
export async function submitResult(submission: Submission): Promise<Submitted> {
  const { actor, request, idempotencyKey, now, organisation, reads } = submission;
  const { electionId } = request;
  const sheetFileId: FileId | null = request.sheetFileId ?? null;
  const declared = declaredPhoto(request);

  if (idempotencyKey === undefined) throw new AppError('IDEMPOTENCY_KEY_REQUIRED');
  const key = { userId: actor.userId, key: idempotencyKey };
  const target = targetOf(actor, request);
  if (target.refusal) return await receiptOfBefore(submission, key, target.refusal);
  const { unit, source } = target;
  const requestHash = hashRequest(request, unit, source);

  const [stored, election, ground, sentSha256, sheetArrived, originalArrived] = await Promise.all([
    reads.receipt(key),
    reads.election(electionId),
    reads.unit({ electionId, source, pollingUnitId: unit }),
    sheetFileId === null ? null : reads.sheet({ fileId: sheetFileId, userId: actor.userId }),
    declared && reads.arrived({ sha256: declared.sha256, userId: actor.userId }),
    declared?.original && reads.arrived({ sha256: declared.original, userId: actor.userId }),
  ]);

  if (stored) {
    const same = ground && ground.version === stored.version && ground.accredited !== null;
    return repeat(submission, stored, requestHash, same ? besideOthers(ground.accredited ?? 0, ground) : []);
  }

  if (!election || !ground) throw new AppError('ELECTION_NOT_FOUND');
  if (!ground.covered) throw new AppError('UNIT_NOT_COVERED');
  const { late } = requireOpen(election, submission);
  requireBallot(request, election);
  if (!mayReplace(ground.status)) throw new AppError('RESULT_FINAL', { status: ground.status ?? '' });
  if (sentSha256 === undefined) throw new AppError('SHEET_NOT_FOUND');
  requireSeen(submission, ground, election.parties);
  const versionNumber = (ground.version ?? 0) + 1;
  requirePause(versionNumber, ground.submittedAt, submission);

  const { figures, flags } = readSheet(request, ground.registerVoters, late);
  const { accreditedVoters, registeredVoters, voidVotes } = figures;
  const beside = besideOthers(accreditedVoters, ground);
  const boxes = request.boxes ?? null;
  const votes = inBallotOrder(request.votes, election.parties);
  const total = totalVotes(request);
  const photos = {
    sheetFileId,
    sheetSha256: declared?.sha256 ?? sentSha256,
    photoDeclared: declared !== null,
    originalSha256: declared?.original ?? null,
  };
  const approved = approvedAutomatically(
    {
      totalVotes: total,
      flags: [...flags, ...beside].map((flag) => flag.code),
      late: late !== null,
      photoAwaited: declared !== null && !sheetArrived,
      secondEntryAsked:
        secondEntryGround(policyOf(election.configuration), {
          electionId,
          unitCode: ground.unitCode,
          flags: flags.map((flag) => flag.code),
          // Of a later version this is not known here: under a policy a person decides on it.
          enteredBefore: versionNumber > 1,
        }) !== null,
      // What the result is unusual beside can still arrive, so a person decides.
      explanationsAsked: election.explains,
    },
    organisation.settings.election,
  );
  const digest = receiptDigest({
    electionId,
    pollingUnit: ground.unitCode,
    source,
    version: versionNumber,
    parties: election.parties,
    votes,
    voidVotes,
    accreditedVoters,
    registeredVoters,
    boxes,
    ...photos,
    submittedBy: actor.userId,
    submittedAt: now,
  });
  const version: NewVersion = {
    resultId: ground.resultId ?? newId<ResultId>(),
    electionId,
    pollingUnitId: unit,
    source,
    status: approved ? 'verified' : 'pending',
    version: versionNumber,
    submissionId: submissionId(ground.unitCode, source, versionNumber, digest),
    votes,
    voidVotes,
    totalVotes: total,
    accredited: accreditedVoters,
    registered: registeredVoters,
    leading: leadingParty(request.votes),
    boxes,
    flags,
    ...photos,
    arrived: [
      ...(sheetArrived ? [{ part: 'sheet', fileId: sheetArrived } as const] : []),
      ...(originalArrived ? [{ part: 'original', fileId: originalArrived } as const] : []),
    ],
    late: late !== null,
    idempotencyKey,
    requestHash,
    digest,
    device: actor.device,
    submittedBy: actor.userId,
    submittedAt: now,
  };

  const before = countableOf(ground);
  submission.save({ version, before });
  record(submission, version, before);
  return {
    receipt: toReceipt({ ...version, flags: [...flags, ...beside], photoFileId: sheetFileId ?? sheetArrived ?? null }),
    repeated: false,
  };
}

/** The digests of the photo that follows and of its original; null where none was declared. */
function declaredPhoto({
  photo,
  sheetFileId,
}: SubmitResultRequest): { sha256: Buffer; original: Buffer | null } | null {
  if (!photo) return null;
  if (sheetFileId)
    throw new AppError('VALIDATION_FAILED').at({
      path: 'photo',
      message: 'Declare a photo or name a stored one, not both',
    });
  const { sha256, originalSha256 } = photo;
  return { sha256: Buffer.from(sha256, 'hex'), original: originalSha256 ? Buffer.from(originalSha256, 'hex') : null };
}

/** The unit and the count that the caller may submit to; `refusal` where the request names others. */
function targetOf(
  actor: Actor,
  request: SubmitResultRequest,
): { unit: LocationId; source: Source; refusal?: undefined } | { refusal: AppError } {
  const source = sourceOf(actor.role);
  if (!source) throw new AppError('ROLE_DENIED', { required: ['polling_unit_officer', 'gpuo', 'grassroot_puo'] });
  if (actor.area === null) return { refusal: new AppError('UNIT_NOT_ASSIGNED') };
  if (locationIdOf(request.pollingUnitId) !== actor.area) {
    const refusal = new AppError('UNIT_NOT_YOURS');
    return { refusal: refusal.at({ path: 'pollingUnitId', message: 'Not your polling unit' }) };
  }
  if (request.source !== undefined && request.source !== source) {
    const refusal = new AppError('VALIDATION_FAILED');
    return { refusal: refusal.at({ path: 'source', message: `Your role submits to the ${source} count` }) };
  }
  return { unit: actor.area, source };
}

/**
 * The first receipt of a request to a unit or count that is not the caller's any more: it was stored before the caller was
 * moved, and only its answer was lost. Throws the refusal if nothing was stored. The unit itself is not read or locked.
 */
async function receiptOfBefore(
  submission: Submission,
  key: { userId: UserId; key: string },
  refusal: AppError,
): Promise<Submitted> {
  const { actor, request, reads } = submission;
  const stored = await reads.receipt(key);
  const unit = locationIdOf(request.pollingUnitId);
  const source = request.source ?? sourceOf(actor.role);
  if (!stored || unit === undefined || !source) throw refusal;
  return repeat(submission, stored, hashRequest(request, unit, source), []);
}

/** The first receipt again, with what the sheet is flagged with beside others by now. */
function repeat(submission: Submission, stored: StoredReceipt, requestHash: Buffer, beside: Flag[]): Submitted {
  if (!stored.requestHash.equals(requestHash)) throw new AppError('IDEMPOTENCY_CONFLICT');
  submission.noChange();
  return { receipt: toReceipt({ ...stored, flags: [...stored.flags, ...beside] }), repeated: true };
}

/** `late` says by which moments the submission is late; null where it is in time. */
function requireOpen(election: ElectionGround, { organisation, now }: Submission): { late: string | null } {
  const settings = organisation.settings.election;
  const deadline = deadlineOf(election.closesAt, settings.resultSubmissionDeadline);
  const window = submissionWindow(election, settings, now);
  if (window === 'not_live') throw new AppError('ELECTION_NOT_LIVE', { status: election.status });
  const formats = formatsOf(organisation.settings);
  if (window === 'closed') {
    throw new AppError('DEADLINE_PASSED', { deadline: formats.exact(deadline) });
  }
  return { late: window === 'late' ? `sent ${formats.exact(now)}, deadline ${formats.exact(deadline)}` : null };
}

function requireBallot(request: SubmitResultRequest, { parties, configuration }: ElectionGround): void {
  const { missing, unknown } = ballotFaults(request.votes, parties, configuration.allPartiesListed === true);
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
  if (configuration.fullEc8a === true && !request.boxes) {
    throw new AppError('BOXES_REQUIRED').at({ path: 'boxes', message: 'Fill in boxes 3 to 8' });
  }
  if (totalVotes(request) === 0 && request.zeroVotesConfirmed !== true) {
    throw new AppError('VOTES_ALL_ZERO').at({
      path: 'zeroVotesConfirmed',
      message: 'Confirm that the sheet shows no votes',
    });
  }
}

/** Refuses other figures than those of a version from another device that the sender has not seen, and marks where they differ. */
function requireSeen(
  { actor, request, organisation }: Submission,
  ground: UnitGround,
  parties: readonly string[],
): void {
  const { version, submittedAt, votes, voidVotes, accredited, registered, boxes } = ground;
  if (!isOvertaken({ replaces: request.replaces, device: actor.device }, ground) || !version || !submittedAt) return;
  const stored = byParty(votes ?? [], parties);
  const figures: [path: string, stored: number | null, sent: number | null][] = [
    ['registeredVoters', registered, request.registeredVoters ?? ground.registerVoters],
    ['accreditedVoters', accredited, request.accreditedVoters],
    ...Object.entries(stored).map(([party, count]): [string, number, number] => [
      `votes.${party}`,
      count,
      request.votes[party] ?? 0,
    ]),
    ['voidVotes', voidVotes, request.voidVotes],
    ...BOXES.flatMap((box): [string, number, number | null][] =>
      boxes ? [[`boxes.${box}`, boxes[box], request.boxes?.[box] ?? null]] : [],
    ),
  ];
  const other = figures.filter(([, before, now]) => before !== now);
  if (other.length === 0) return;
  const at = formatsOf(organisation.settings).exact(submittedAt);
  throw new AppError('NEWER_VERSION', { version, at }).at(
    ...other.map(([path, before]) => ({ path, message: `Version ${version} says ${before ?? 'nothing'}` })),
  );
}

/** Refuses a version that comes too soon after the one before. */
function requirePause(version: number, lastAt: Date | null, { now, platform }: Submission): void {
  const sinceLast = now.getTime() - (lastAt?.getTime() ?? 0);
  const seconds = waitForVersion(Math.ceil(version / platform.config.rateLimitFactor), sinceLast);
  if (seconds > 0) throw new AppError('TOO_MANY_REQUESTS', { seconds });
}

/** The figures of the sheet, and a flag for each check that failed. */
function readSheet(
  request: SubmitResultRequest,
  registerVoters: number | null,
  late: string | null,
): { figures: SheetFigures; flags: Flag[] } {
  const figures: SheetFigures = {
    registeredVoters: request.registeredVoters ?? registerVoters,
    accreditedVoters: request.accreditedVoters,
    votes: request.votes,
    voidVotes: request.voidVotes,
    boxes: request.boxes,
  };
  const flags: Flag[] = checkSheet(figures, registerVoters)
    .filter((check) => !check.ok)
    .map(({ code, message, arithmetic }) => ({ code, message, arithmetic }));
  if (late !== null) flags.push({ code: 'LATE', message: FLAG_TEXT.LATE, arithmetic: late });
  return { figures, flags };
}

/** What the sheet is flagged with beside the others of its unit: it changes with them, so it is answered and not stored. */
function besideOthers(accredited: number, { otherSheets }: Pick<UnitGround, 'otherSheets'>): Flag[] {
  const check = accreditationCheck(accredited, otherSheets ?? []);
  return check && !check.ok ? [{ code: check.code, message: check.message, arithmetic: check.arithmetic }] : [];
}

/** What the totals count of the unit's present result; null if there is none. */
function countableOf(unit: UnitGround): Countable | null {
  if (unit.status === null || unit.votes === null) return null;
  return {
    status: unit.status,
    votes: unit.votes,
    voidVotes: unit.voidVotes ?? 0,
    accredited: unit.accredited ?? 0,
    registered: unit.registered,
  };
}

/** Leaves the audit entry and the event of a new version. */
function record(submission: Submission, stored: NewVersion, before: Countable | null): void {
  const { electionId, source, resultId, pollingUnitId, status, version } = stored;
  submission.audit({
    event: 'result.submitted',
    resourceId: resultId,
    areaId: pollingUnitId,
    ...(before && { previous: { version: version - 1, status: before.status, votes: before.votes } }),
    next: {
      version,
      status,
      submissionId: stored.submissionId,
      votes: submission.request.votes,
      voidVotes: stored.voidVotes,
      accredited: stored.accredited,
      sheetSha256: stored.sheetSha256?.toString('hex') ?? null,
      ...(stored.originalSha256 && { originalSha256: stored.originalSha256.toString('hex') }),
      digest: stored.digest.toString('hex'),
    },
  });
  submission.emit({ type: 'result.changed', electionId, source, resultId, pollingUnitId, status, version });
}
