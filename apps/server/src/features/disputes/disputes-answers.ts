import type { Dispute, DisputeDetail } from '@ec/contract/disputes/schemas';
import { errorText } from '@ec/contract/base/errors';
import type { LocationId } from '@ec/contract/geography/location-id';
import { atLeast } from '@ec/contract/permissions/default-levels';
import { holdsPrivilege } from '@ec/contract/permissions/privileges';
import type { Actor } from '../../platform/http/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { chainLinks, loadNames } from '../../platform/database/places.ts';
import { listVersions } from '../results/queries.ts';
import { otherDecider, type Reader, toRefusal } from '../results/refusal-answers.ts';
import { decisionRefusal, resolveRefusal, rolesAbove } from '../results/decision-rules.ts';
import { takesVersions } from '../results/submission-rules.ts';
import { toVersion } from '../results/answers.ts';
import { askedEntry } from '../elections/second-entry-draw.ts';
import { type DisputeRow, listEntries } from './queries.ts';
import { mayAssign } from './rules.ts';
import { citationFor } from '../law/queries.ts';
import { checkWords, type Unexplained, unexplainedOf } from '../unusual/gate-service.ts';

/** The facts of a listed dispute that the rules need. */
export function decidableOf(row: DisputeRow) {
  const { pollingUnitId, submittedBy, controls, device, flags, raisedRole } = row;
  const raised = { raisedBy: row.raisedBy?.id ?? null, raisedRole };
  return {
    ...raised,
    status: row.resultStatus,
    pollingUnitId,
    submittedBy,
    controls,
    device,
    flags,
    wardDecides: true,
    takenOver: null,
    dispute: raised,
    secondEntry: askedEntry(row),
    checkers: row.checkers,
  };
}

const isOpen = (row: DisputeRow): boolean => row.resolvedAt === null;
/** No decisions after the election is archived. */
const isDecidable = (row: DisputeRow): boolean => isOpen(row) && row.electionStatus !== 'archived';

const mayDecide = (actor: Actor, row: DisputeRow, decision: 'verify' | 'return' | 'cancel'): boolean =>
  isDecidable(row) && decisionRefusal(actor, decidableOf(row), decision) === null;

/** Results that the user could verify but for an explanation. */
const unexplainedFor = async (db: Db, actor: Actor, rows: readonly DisputeRow[]): Promise<Unexplained> =>
  await unexplainedOf(
    db,
    rows.filter((row) => mayDecide(actor, row, 'verify')).map((row) => ({ ...row, id: row.resultId })),
  );

/** What the user can do with the dispute now. */
function abilities(actor: Actor, row: DisputeRow, waits: Unexplained): Dispute['can'] {
  const decidable = decidableOf(row);
  const writes = atLeast(actor.levels.disputes, 'write');
  return {
    comment: isOpen(row) && writes && holdsPrivilege(actor, 'canManageDisputes'),
    assign: isOpen(row) && mayAssign(actor, decidable),
    verify: mayDecide(actor, row, 'verify') && !waits.has(row.resultId),
    return: mayDecide(actor, row, 'return'),
    cancel: mayDecide(actor, row, 'cancel'),
    refusal: isDecidable(row) ? toRefusal(resolveRefusal(actor, decidable)) : null,
  };
}

/** Why the user cannot resolve it, as a sentence; null if they can or it needs no resolution. */
async function hintFor(db: Db, reader: Reader, row: DisputeRow): Promise<string | null> {
  if (!isOpen(row)) return null;
  if (!isDecidable(row)) return errorText('ELECTION_NOT_LIVE', { status: row.electionStatus });
  const decidable = decidableOf(row);
  const refusal = resolveRefusal(reader.actor, decidable);
  if (!refusal) return null;
  const shown = toRefusal(refusal);
  if (!shown) return errorText(refusal.code, { action: 'resolve disputes' });
  return `${shown.reason} ${await otherDecider(db, reader, { ...decidable, roles: rolesAbove(row), privilege: 'canManageDisputes' })}`.trim();
}

interface Known {
  names: ReadonlyMap<LocationId, string>;
  waits: Unexplained;
}

function toDispute(actor: Actor, row: DisputeRow, { names, waits }: Known): Dispute {
  const { id, resultId, electionId, electionName, pollingUnitId, source, version, reason } = row;
  return {
    id,
    resultId,
    electionId,
    electionName,
    pollingUnitId,
    pollingUnitCode: row.unitCode,
    chain: chainLinks(pollingUnitId, names),
    source,
    version,
    status: isOpen(row) ? 'open' : 'resolved',
    reason,
    raisedBy: row.raisedBy,
    raisedAt: row.raisedAt.toISOString(),
    assignee: row.assignee,
    resolvedAs: row.resolvedAs,
    resolvedBy: row.resolvedBy,
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    comments: row.comments,
    updatedAt: row.updatedAt.toISOString(),
    can: abilities(actor, row, waits),
  };
}

export async function toDisputes(db: Db, actor: Actor, rows: readonly DisputeRow[]): Promise<Dispute[]> {
  const units = rows.map(({ pollingUnitId }) => pollingUnitId);
  const [names, waits] = await Promise.all([loadNames(db, units), unexplainedFor(db, actor, rows)]);
  return rows.map((row) => toDispute(actor, row, { names, waits }));
}

/** The dispute with its history and the figures in question. */
export async function toDisputeDetail(db: Db, reader: Reader, row: DisputeRow): Promise<DisputeDetail> {
  const [names, waits, entries, versions, hint, overVotingLaw] = await Promise.all([
    loadNames(db, [row.pollingUnitId]),
    unexplainedFor(db, reader.actor, [row]),
    listEntries(db, row.id),
    listVersions(db, row.resultId),
    hintFor(db, reader, row),
    citationFor(db, row.electionId, 'overvoting'),
  ]);
  const checks = waits.get(row.resultId);
  const disputed = versions.find(({ version }) => version === row.version);
  if (!disputed) throw new Error('a dispute without its version');
  return {
    ...toDispute(reader.actor, row, { names, waits }),
    entries: entries.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
    figures: toVersion(disputed, row.parties),
    parties: row.parties,
    takesVersions: takesVersions(row, reader),
    overVotingLaw,
    hint: hint ?? (checks ? errorText('UNUSUAL_NOT_EXPLAINED', { checks: checkWords(checks) }) : null),
  };
}
