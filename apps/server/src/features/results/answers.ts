import { ancestorOf, type LocationId } from '@ec/contract/location-id';
import { byParty } from '@ec/contract/parties';
import type { Result, ResultDecision, ResultDetail, ResultVersion } from '@ec/contract/results';
import { checkSheet, percent } from '@ec/contract/sheet';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database.ts';
import { errorText } from '@ec/contract/errors';
import { chainLinks, loadNames } from '../../platform/locations.ts';
import { type DecisionRow, listDecisions, listVersions, type ResultRow, wardTurnout } from './queries.ts';
import { DECISIONS, decisionRefusal, mayReplace, reviewRefusal } from './rules.ts';
import { toSubmitted, toVersion } from './version-answers.ts';

const NOTHING = { verify: false, return: false, dispute: false, cancel: false, resubmit: false } as const;

/** What the person may do with the result now; what is archived stays as it is. */
function abilities(actor: Actor, row: ResultRow): Result['can'] {
  if (row.electionStatus === 'archived') return NOTHING;
  const reviewed = { ...row, submittedBy: row.submittedBy.id, flags: row.flags.map((flag) => flag.code) };
  const may = DECISIONS.map((decision) => [decision, decisionRefusal(actor, reviewed, decision) === null] as const);
  const can = Object.fromEntries(may) as Pick<Result['can'], 'verify' | 'return' | 'dispute' | 'cancel'>;
  return { ...can, resubmit: actor.area === row.pollingUnitId && mayReplace(row.status) };
}

/** Why the person may not decide, in a sentence; null where they may or where nobody has to. */
function hintFor(actor: Actor, row: ResultRow): string | null {
  if (row.status !== 'pending' && row.status !== 'disputed') return null;
  if (row.electionStatus === 'archived') return errorText('ELECTION_NOT_LIVE', { status: row.electionStatus });
  const reviewed = { ...row, submittedBy: row.submittedBy.id, flags: row.flags.map((flag) => flag.code) };
  const general = reviewRefusal(actor, reviewed);
  if (general?.code === 'OWN_RESULT') return errorText('OWN_RESULT');
  if (general) return null;
  const verify = decisionRefusal(actor, reviewed, 'verify');
  return verify ? errorText(verify.code, { status: row.status, action: 'verified' }) : null;
}

export function toResult(actor: Actor, row: ResultRow, names: ReadonlyMap<LocationId, string>): Result {
  return {
    id: row.id,
    electionId: row.electionId,
    pollingUnitId: row.pollingUnitId,
    pollingUnitCode: row.unitCode,
    chain: chainLinks(row.pollingUnitId, names),
    source: row.source,
    status: row.status,
    ...toSubmitted(row, row.parties),
    totalVotes: row.totalVotes,
    turnout: row.registered === null ? null : percent(row.accredited, row.registered),
    leading: row.leading,
    decidedBy: row.decidedBy,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    reason: row.reason,
    can: abilities(actor, row),
  };
}

function history(versions: readonly ResultVersion[], decisions: readonly DecisionRow[]): ResultDecision[] {
  const submitted = versions.map(
    (version): ResultDecision => ({
      action: 'submitted',
      version: version.version,
      by: version.submittedBy,
      at: version.submittedAt,
      reason: null,
    }),
  );
  const decided = decisions.map((row): ResultDecision => ({ ...row, at: row.at.toISOString() }));
  return [...submitted, ...decided].sort((a, b) => a.at.localeCompare(b.at));
}

/** The result with everything its page shows. */
export async function toDetail(db: Db, actor: Actor, row: ResultRow): Promise<ResultDetail> {
  const ward = ancestorOf(row.pollingUnitId, 'ward') ?? row.pollingUnitId;
  const [names, versionRows, decisions, others] = await Promise.all([
    loadNames(db, [row.pollingUnitId]),
    listVersions(db, row.id),
    listDecisions(db, row.id),
    wardTurnout(db, ward, row),
  ]);
  const versions = versionRows.map((version) => toVersion(version, row.parties));
  const figures = {
    registeredVoters: row.registered,
    accreditedVoters: row.accredited,
    votes: byParty(row.votes, row.parties),
    voidVotes: row.voidVotes,
    boxes: row.boxes ?? undefined,
  };
  return {
    ...toResult(actor, row, names),
    parties: row.parties,
    checks: checkSheet(figures, row.registerVoters),
    versions,
    history: history(versions, decisions),
    disputeId: row.dispute?.id ?? null,
    hint: hintFor(actor, row),
    wardTurnout:
      others.units > 0 ? { turnout: percent(others.accredited, others.registered), units: others.units } : null,
  };
}
