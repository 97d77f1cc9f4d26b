import type { FileId, ResultId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import { chainOf, type LocationId, locationIdOf } from '@ec/contract/geography/location-id';
import { inBallotOrder } from '@ec/contract/elections/parties';
import type { Flag, Receipt, ResultStatus, SubmitResultRequest } from '@ec/contract/results/schemas';
import { checkSheet, FLAG_TEXT, leadingParty, type SheetFigures, totalVotes } from '@ec/contract/results/sheet';
import type { Actor } from '../../platform/http/actor.ts';
import type { WorkContext } from '../../platform/http/context.ts';
import type { Statements } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { formatsOf } from '../../platform/runtime/format.ts';
import { newId, sha256 } from '../../platform/runtime/ids.ts';
import type { Settled } from '../../platform/database/pipelined.ts';
import type { SharedWriteTools } from '../../platform/database/shared-write.ts';
import { ownFiles } from '../files/queries.ts';
import { receiptDigest, submissionId } from './receipt.ts';
import { approvedAutomatically, ballotFaults, mayReplace, submissionWindow, waitForVersion } from './rules.ts';
import {
  type ElectionGround,
  findByIdempotencyKeys,
  loadElections,
  lockUnits,
  type NewVersion,
  type StoredReceipt,
  type UnitGround,
  versionWrites,
} from './submission-repository.ts';
import { type Countable, talliesWrite } from './tally-repository.ts';
import { deadlineOf, sourceOf } from '../elections/rules.ts';

/** Constraints that only a race between two equal submissions violates; the loser runs again and sees the winner's. */
export const SUBMISSION_RACES = ['results_one_per_unit', 'result_versions_pkey', 'result_versions_one_per_key'];

/** One call: who sends what, under which key. */
export interface Submission extends Pick<WorkContext, 'now' | 'organisation' | 'platform'>, SharedWriteTools {
  actor: Actor;
  request: SubmitResultRequest;
  /** Undefined where the call brought none that is valid. */
  idempotencyKey: string | undefined;
}

/** What is said of it without looking into the store. */
interface Claim {
  unit: LocationId;
  source: Source;
  idempotencyKey: string;
  requestHash: Buffer;
}

/** What it is judged by. */
interface Ground {
  election: ElectionGround | undefined;
  unit: UnitGround | undefined;
  /** The photo's SHA-256 as it was received; undefined where there is no such sheet of this person. */
  sheetSha256: Buffer | null | undefined;
}

interface Accepted {
  version: NewVersion;
  before: Countable | null;
  receipt: Receipt;
}

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
  sheetSha256: Buffer | null;
  digest: Buffer;
}): Receipt {
  return {
    id: receipt.id,
    submissionId: receipt.submissionId,
    version: receipt.version,
    status: receipt.status,
    flags: receipt.flags,
    submittedAt: receipt.submittedAt.toISOString(),
    sheetSha256: receipt.sheetSha256?.toString('hex') ?? null,
    digest: receipt.digest.toString('hex'),
  };
}

function requireOpen(election: ElectionGround, { organisation, now }: Submission): { late: boolean } {
  const { resultSubmissionDeadline, allowLateSubmissions } = organisation.settings.election;
  const deadline = deadlineOf(election.closesAt, resultSubmissionDeadline);
  const window = submissionWindow({ status: election.status, deadline, allowLate: allowLateSubmissions }, now);
  if (window === 'not_live') throw new AppError('ELECTION_NOT_LIVE', { status: election.status });
  if (window === 'closed') {
    const formats = formatsOf(organisation.settings);
    throw new AppError('DEADLINE_PASSED', { deadline: formats.exact(deadline) });
  }
  return { late: window === 'late' };
}

function requireBallot(request: SubmitResultRequest, { parties, configuration }: ElectionGround): void {
  const { missing, unknown } = ballotFaults(request.votes, parties);
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

/** What the sheet says, and every check of it that failed. */
function readSheet(
  request: SubmitResultRequest,
  registerVoters: number | null,
  late: boolean,
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
  if (late) flags.push({ code: 'LATE', message: FLAG_TEXT.LATE, arithmetic: 'late' });
  return { figures, flags };
}

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

/** Decides on a submission that is not a repeated one; throws the reason where it is refused. */
function judge(submission: Submission, claim: Claim, ground: Ground): Accepted {
  const { actor, request, now, organisation, platform } = submission;
  const { election, unit, sheetSha256 } = ground;
  if (!election || !unit) throw new AppError('ELECTION_NOT_FOUND');
  if (!unit.covered) throw new AppError('UNIT_NOT_COVERED');
  const { late } = requireOpen(election, submission);
  requireBallot(request, election);
  if (!mayReplace(unit.status)) throw new AppError('RESULT_FINAL', { status: unit.status ?? '' });
  if (sheetSha256 === undefined) throw new AppError('SHEET_NOT_FOUND');
  const version = (unit.version ?? 0) + 1;
  const sinceLast = now.getTime() - (unit.submittedAt?.getTime() ?? 0);
  const seconds = waitForVersion(Math.ceil(version / platform.config.rateLimitFactor), sinceLast);
  if (seconds > 0) throw new AppError('TOO_MANY_REQUESTS', { seconds });

  const { figures, flags } = readSheet(request, unit.registerVoters, late);
  const { accreditedVoters, registeredVoters, voidVotes } = figures;
  const sheetFileId: FileId | null = request.sheetFileId ?? null;
  const boxes = request.boxes ?? null;
  const votes = inBallotOrder(request.votes, election.parties);
  const total = totalVotes(request);
  const automatic = approvedAutomatically(
    { totalVotes: total, flags: flags.map((flag) => flag.code), late },
    organisation.settings.election,
  );
  const status: ResultStatus = automatic ? 'verified' : 'pending';
  const digest = receiptDigest({
    electionId: election.id,
    pollingUnit: unit.unitCode,
    source: claim.source,
    version,
    parties: election.parties,
    votes,
    voidVotes,
    accreditedVoters,
    registeredVoters,
    boxes,
    sheetFileId,
    submittedBy: actor.userId,
    submittedAt: now,
    sheetSha256,
  });
  const accepted: NewVersion = {
    resultId: unit.resultId ?? newId<ResultId>(),
    electionId: election.id,
    pollingUnitId: claim.unit,
    source: claim.source,
    status,
    version,
    submissionId: submissionId(unit.unitCode, claim.source, version, digest),
    votes,
    voidVotes,
    totalVotes: total,
    accredited: accreditedVoters,
    registered: registeredVoters,
    leading: leadingParty(request.votes),
    boxes,
    flags,
    sheetFileId,
    sheetSha256,
    late,
    idempotencyKey: claim.idempotencyKey,
    requestHash: claim.requestHash,
    digest,
    device: actor.device,
    submittedBy: actor.userId,
    submittedAt: now,
  };
  return { version: accepted, before: countableOf(unit), receipt: toReceipt({ ...accepted, id: accepted.resultId }) };
}

/** Its audit entry and its event. */
function tell(submission: Submission, { version: stored, before }: Accepted): void {
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
      digest: stored.digest.toString('hex'),
    },
  });
  submission.emit({ type: 'result.changed', electionId, source, resultId, pollingUnitId, status, version });
}

/** What the work answers, or the error by which it refuses; anything else that goes wrong is thrown. */
function orRefusal<T>(work: () => T): T | AppError {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function claimOf({ actor, request, idempotencyKey }: Submission): Claim {
  if (idempotencyKey === undefined) throw new AppError('IDEMPOTENCY_KEY_REQUIRED');
  const { unit, source } = requireOwnUnit(actor, request);
  return { unit, source, idempotencyKey, requestHash: hashRequest(request, unit, source) };
}

/** What stands in the store about each claim. */
async function readGround(
  tx: Statements,
  claims: readonly (Claim & { submission: Submission })[],
): Promise<{ stored: (StoredReceipt | undefined)[]; grounds: Ground[] }> {
  const sheets = claims.flatMap(({ submission: { request, actor } }) =>
    request.sheetFileId ? [{ fileId: request.sheetFileId, userId: actor.userId }] : [],
  );
  const [stored, elections, units, own] = await Promise.all([
    findByIdempotencyKeys(
      tx,
      claims.map(({ submission, idempotencyKey }) => ({ userId: submission.actor.userId, key: idempotencyKey })),
    ),
    loadElections(tx, [...new Set(claims.map(({ submission }) => submission.request.electionId))]),
    lockUnits(
      tx,
      claims.map(({ submission, unit, source }) => ({
        electionId: submission.request.electionId,
        source,
        pollingUnitId: unit,
        chain: chainOf(unit),
      })),
    ),
    ownFiles(tx, sheets),
  ]);
  const digests = own.values();
  const grounds = claims.map(({ submission: { request } }, index): Ground => {
    const sheetSha256 = request.sheetFileId ? digests.next().value : null;
    return { election: elections.get(request.electionId), unit: units[index], sheetSha256 };
  });
  return { stored, grounds };
}

export interface Taken {
  receipt: Receipt;
  /** The same was sent before, and this is its first receipt again. */
  repeated: boolean;
}

/** What is stored of those that were accepted, but for their audit entries and events. */
function writesOf(accepted: readonly Accepted[]): Settled<unknown>['writes'] {
  if (accepted.length === 0) return [];
  // The totals last, so that the rows that neighbours share are held for the shortest time.
  return [
    ...versionWrites(accepted.map(({ version }) => version)),
    talliesWrite(accepted.map(({ version, before }) => ({ ...version, before, after: version }))),
  ];
}

/**
 * Takes submissions for different units in one transaction: of each a new version of the unit's result, its totals, its
 * audit entry and its event, or the first receipt again where the same was sent before. Answers in their order; one that is
 * refused stores nothing and does not touch the others.
 */
export async function submitResults(
  tx: Statements,
  submissions: readonly Submission[],
): Promise<Settled<(Taken | AppError)[]>> {
  const outcomes = submissions.map((submission) => orRefusal(() => claimOf(submission)));
  const claims = outcomes.flatMap((claim, index) => {
    const submission = submissions[index];
    return claim instanceof AppError || !submission ? [] : [{ ...claim, submission }];
  });
  if (claims.length === 0) return { answer: outcomes as AppError[], writes: [] };
  const { stored, grounds } = await readGround(tx, claims);
  const judged = claims.map((claim, index) =>
    orRefusal((): Taken | Accepted => {
      const before = stored[index];
      if (before) {
        claim.submission.noChange();
        return { receipt: repeatedReceipt(before, claim.requestHash), repeated: true };
      }
      const accepted = judge(claim.submission, claim, grounds[index] as Ground);
      tell(claim.submission, accepted);
      return accepted;
    }),
  );
  const answers = judged.values();
  const answer = outcomes.map((outcome) => {
    if (outcome instanceof AppError) return outcome;
    const one = answers.next().value as Taken | Accepted | AppError;
    return 'version' in one ? { receipt: one.receipt, repeated: false } : one;
  });
  return { answer, writes: writesOf(judged.filter((one) => 'version' in one)) };
}
