import { errorText } from '@ec/contract/base/errors';
import { byParty } from '@ec/contract/elections/parties';
import { ancestorOf, type LocationId } from '@ec/contract/geography/location-id';
import type {
  Flag,
  Result,
  ResultDecision,
  ResultDetail,
  ResultStatus,
  ResultVersion,
} from '@ec/contract/results/schemas';
import { accreditationCheck } from '@ec/contract/results/contests';
import { checkSheet, percent, validVotes } from '@ec/contract/results/sheet';
import { deskWords } from '@ec/contract/second-entry/desk-words';
import type { SecondEntryOfResult } from '@ec/contract/second-entry/schemas';
import { entryWords } from '@ec/contract/second-entry/words';
import { ADMIN_ROLES, isOneOf, ROLES } from '@ec/contract/permissions/roles';
import { sourceOf } from '../elections/rules.ts';
import type { Db } from '../../platform/database/database.ts';
import { chainLinks, loadNames } from '../../platform/database/places.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { ballotAt } from '../elections/ballot-queries.ts';
import { formCodesFor } from '../form-codes/queries.ts';
import { citationFor } from '../law/queries.ts';
import { listUnitContests } from './contest-queries.ts';
import {
  type DecisionRow,
  listDecisions,
  listVersions,
  type ResultRow,
  type VersionRow,
  wardTurnout,
} from './queries.ts';
import { otherDecider, type Reader, toRefusal, toTakeover } from './refusal-answers.ts';
import {
  decisionRefusal,
  DECISIONS,
  NEAREST_FIRST,
  originalRefusal,
  reviewRefusal,
  rolesAbove,
  takeoverRefusal,
} from './decision-rules.ts';
import { askedEntry } from '../elections/second-entry-draw.ts';
import { checkWords, unexplained, unexplainedOf } from '../unusual/gate-service.ts';
import { mayReplace, photoState, takesVersions } from './submission-rules.ts';

type Compared = Pick<ResultRow, 'accredited' | 'flags' | 'otherSheets'>;

/** The flags of a result: those of its sheet, and what it is flagged with beside the other sheets of the unit as they are now. */
export function flagsNow({ accredited, flags, otherSheets }: Compared): Flag[] {
  const check = accreditationCheck(accredited, otherSheets ?? []);
  if (!check || check.ok) return [...flags];
  const { code, message, arithmetic } = check;
  return [...flags, { code, message, arithmetic }];
}

/** What was sent: the votes in the order of the ballot, the other boxes, and the proof of it. */
function toSubmitted(row: VersionRow, parties: readonly string[]): Omit<ResultVersion, 'totalVotes'> {
  return {
    version: row.version,
    votes: byParty(row.votes, parties),
    voidVotes: row.voidVotes,
    accreditedVoters: row.accredited,
    registeredVoters: row.registered,
    boxes: row.boxes,
    flags: row.flags,
    photo: photoState(row),
    photoDeclared: row.photoDeclared,
    sheetFileId: row.photoFileId,
    sheetSha256: row.sheetSha256?.toString('hex') ?? null,
    originalFileId: row.originalFileId,
    originalSha256: row.originalSha256?.toString('hex') ?? null,
    originalAskedAt: row.originalAskedAt?.toISOString() ?? null,
    submissionId: row.submissionId,
    digest: row.digest.toString('hex'),
    late: row.late,
    submittedBy: row.submittedBy,
    submittedAt: row.submittedAt.toISOString(),
    desk: row.desk,
  };
}

/** One submission as answers show it. */
export function toVersion(row: VersionRow, parties: readonly string[]): ResultVersion {
  const submitted = toSubmitted(row, parties);
  return { ...submitted, totalVotes: validVotes(submitted.votes) + submitted.voidVotes };
}

const NOTHING = {
  verify: false,
  return: false,
  dispute: false,
  cancel: false,
  resubmit: false,
  askOriginal: false,
  takeOver: false,
  askTakeover: false,
  refusal: null,
} as const;

const WAITING: readonly ResultStatus[] = ['pending', 'disputed'];

const askedOf = (row: ResultRow) => askedEntry({ ...row, flags: row.flags.map((flag) => flag.code) });

/** The second entry as answers show it. */
export function toSecondEntry(asked: ReturnType<typeof askedEntry>): SecondEntryOfResult | null {
  return asked && { id: asked.id, state: asked.state };
}

/** The row as the rules look at it. */
export const reviewedOf = (row: ResultRow) => ({
  ...row,
  originalAwaited: row.originalSha256 !== null && row.originalFileId === null,
  submittedBy: row.submittedBy.id,
  flags: row.flags.map((flag) => flag.code),
  secondEntry: askedOf(row),
});

/** What the person may do with the result now; what is archived stays as it is. */
function abilities(actor: Actor, row: ResultRow): Result['can'] {
  if (row.electionStatus === 'archived') return NOTHING;
  const reviewed = reviewedOf(row);
  const may = DECISIONS.map((decision) => [decision, decisionRefusal(actor, reviewed, decision) === null] as const);
  const can = Object.fromEntries(may) as Pick<Result['can'], 'verify' | 'return' | 'dispute' | 'cancel'>;
  const refusal = WAITING.includes(row.status) ? toRefusal(reviewRefusal(actor, reviewed)) : null;
  const askOriginal = row.originalAskedAt === null && originalRefusal(actor, reviewed) === null;
  const own = actor.area === row.pollingUnitId && sourceOf(actor.role) === row.source;
  return {
    ...can,
    resubmit: actor.area === row.pollingUnitId && mayReplace(row.status),
    askOriginal,
    takeOver: takeoverRefusal(actor, reviewed) === null,
    askTakeover: own && row.status === 'pending' && row.takenOver === null && row.takeoverAskedAt === null,
    refusal,
  };
}

/** Why the person may not decide and, where they could have sent it, who may instead; null where nothing is to decide. */
async function hintFor(db: Db, reader: Reader, row: ResultRow): Promise<string | null> {
  const { actor } = reader;
  if (!WAITING.includes(row.status)) return null;
  if (row.electionStatus === 'archived') return errorText('ELECTION_NOT_LIVE', { status: row.electionStatus });
  const reviewed = reviewedOf(row);
  const general = reviewRefusal(actor, reviewed);
  const refusal = toRefusal(general);
  if (refusal) {
    const { pollingUnitId, dispute } = row;
    const roles = dispute ? rolesAbove(dispute) : NEAREST_FIRST;
    const other = await otherDecider(db, reader, {
      ...reviewed,
      pollingUnitId,
      roles,
      raisedBy: dispute?.raisedBy ?? null,
      privilege: dispute ? 'canManageDisputes' : 'canManageResults',
    });
    return `${refusal.reason} ${other}`.trim();
  }
  if (general) return null;
  const verify = decisionRefusal(actor, reviewed, 'verify');
  if (verify?.code === 'TAKEN_OVER') {
    return errorText(verify.code, { name: verify.by.name, role: ROLES[verify.by.role].title });
  }
  if (verify?.code === 'SECOND_ENTRY_MISSING') return errorText(verify.code, { state: entryWords(verify.state) });
  return verify ? errorText(verify.code, { status: row.status, action: 'verified' }) : null;
}

function toResult(actor: Actor, row: ResultRow, names: ReadonlyMap<LocationId, string>): Result {
  return {
    id: row.id,
    electionId: row.electionId,
    pollingUnitId: row.pollingUnitId,
    pollingUnitCode: row.unitCode,
    chain: chainLinks(row.pollingUnitId, names),
    source: row.source,
    status: row.status,
    ...toSubmitted(row, row.parties),
    flags: flagsNow(row),
    totalVotes: row.totalVotes,
    turnout: row.registered === null ? null : percent(row.accredited, row.registered),
    leading: row.leading,
    decidedBy: row.decidedBy,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    reason: row.reason,
    takenOver: toTakeover(row.takenOver),
    takeoverAskedAt: row.takeoverAskedAt?.toISOString() ?? null,
    can: abilities(actor, row),
  };
}

/** Results of any election and count. What waits for an explanation is not offered for verification. */
export async function toResults(db: Db, actor: Actor, rows: readonly ResultRow[]): Promise<Result[]> {
  const names = await loadNames(
    db,
    rows.map((row) => row.pollingUnitId),
  );
  const results = rows.map((row) => toResult(actor, row, names));
  const waits = await unexplainedOf(
    db,
    results.filter(({ can }) => can.verify),
  );
  return results.map((result) =>
    waits.has(result.id) ? { ...result, can: { ...result.can, verify: false } } : result,
  );
}

function history(versions: readonly ResultVersion[], decisions: readonly DecisionRow[]): ResultDecision[] {
  const submitted = versions.map(
    (version): ResultDecision => ({
      action: version.desk ? 'desk' : 'submitted',
      version: version.version,
      by: version.submittedBy,
      at: version.submittedAt,
      reason: version.desk && deskWords(version.desk),
    }),
  );
  const decided = decisions.map((row): ResultDecision => ({ ...row, at: row.at.toISOString() }));
  return [...submitted, ...decided].sort((a, b) => a.at.localeCompare(b.at));
}

/** The result with everything its page shows. */
export async function toDetail(db: Db, reader: Reader, row: ResultRow): Promise<ResultDetail> {
  const ward = ancestorOf(row.pollingUnitId, 'ward') ?? row.pollingUnitId;
  const { electionId, source, pollingUnitId } = row;
  const [names, versionRows, decisions, others, hint, overVotingLaw, formCodes, contests, ballot] = await Promise.all([
    loadNames(db, [row.pollingUnitId]),
    listVersions(db, row.id),
    listDecisions(db, row.id),
    wardTurnout(db, ward, row),
    hintFor(db, reader, row),
    citationFor(db, row.electionId, 'overvoting'),
    formCodesFor(db, row.electionId),
    listUnitContests(db, { electionId, source, units: [pollingUnitId] }),
    ballotAt(db, { id: row.electionId, parties: row.parties }, row.pollingUnitId),
  ]);
  const flags = flagsNow(row);
  const shown = toResult(reader.actor, row, names);
  const asked = shown.can.verify ? await unexplained(db, row) : [];
  const versions = versionRows
    .map((version) => toVersion(version, row.parties))
    .map((version) => (version.version === row.version ? { ...version, flags } : version));
  const accreditation = accreditationCheck(row.accredited, row.otherSheets ?? []);
  const figures = {
    registeredVoters: row.registered,
    accreditedVoters: row.accredited,
    votes: byParty(row.votes, row.parties),
    voidVotes: row.voidVotes,
    boxes: row.boxes ?? undefined,
  };
  return {
    ...shown,
    ...(asked.length > 0 && { can: { ...shown.can, verify: false } }),
    election: { name: row.electionName, type: row.electionType },
    parties: row.parties,
    ...ballot,
    formCode: formCodes.polling_unit,
    checks: [...checkSheet(figures, row.registerVoters), ...(accreditation ? [accreditation] : [])],
    versions,
    history: history(versions, decisions),
    contests: contests.get(pollingUnitId) ?? [],
    disputeId: row.dispute?.id ?? null,
    takesVersions: takesVersions(row, reader),
    // An officer would learn whether the unit is drawn, while they may still replace the figures.
    secondEntry: isOneOf(ADMIN_ROLES, reader.actor.role) ? toSecondEntry(askedOf(row)) : null,
    hint: asked.length > 0 ? errorText('UNUSUAL_NOT_EXPLAINED', { checks: checkWords(asked) }) : hint,
    overVotingLaw,
    wardTurnout:
      others.units > 0 ? { turnout: percent(others.accredited, others.registered), units: others.units } : null,
  };
}
