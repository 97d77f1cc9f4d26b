import type {
  Collation,
  CollationDetail,
  CollationEntry,
  CollationRow,
  FormPhoto,
} from '@ec/contract/collations/schemas';
import { namedFigures } from '@ec/contract/collations/figures';
import { chainOf, type LocationId, locationType } from '@ec/contract/geography/location-id';
import { type ErrorCode, errorText } from '@ec/contract/base/errors';
import type { Db } from '../../platform/database/database.ts';
import { chainLinks, loadNames } from '../../platform/database/places.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { CONTROL_WORDS } from '../results/refusal-answers.ts';
import { takesFigures } from '../elections/rules.ts';
import {
  type CollationRecord,
  isAgentOf,
  listDecisions,
  listRows,
  listVersions,
  type StoredRow,
  type VersionRecord,
} from './queries.ts';
import {
  acknowledgeRefusal,
  type CollationDecision,
  type CollationRefusal,
  decisionRefusal,
  entryRefusal,
  flagsNow,
  mayReplace,
  pagesRefusal,
  type ReviewedForm,
} from './rules.ts';

export function reviewedOf(record: CollationRecord): ReviewedForm {
  const { areaId, status, submittedBy, device, controls, lockedBy, outOfDateAt, decider } = record;
  return {
    areaId,
    status,
    submittedBy,
    device,
    controls,
    pagesBy: record.photos.flatMap(({ added }) => added?.by.id ?? []),
    disputedBy: status === 'disputed' ? decider : null,
    locked: lockedBy !== null,
    outOfDate: outOfDateAt !== null,
  };
}

const SENDER: readonly CollationRefusal['code'][] = ['OWN_COLLATION', 'CONTROLS_SENDER', 'SENT_FROM_YOUR_DEVICE'];

function refusalAnswer(refusal: CollationRefusal | null): { code: ErrorCode; reason: string } | null {
  if (!refusal || !SENDER.includes(refusal.code)) return null;
  const details = refusal.code === 'CONTROLS_SENDER' ? { act: CONTROL_WORDS[refusal.act] } : {};
  return { code: refusal.code, reason: errorText(refusal.code, details) };
}

/** The database gives moments in JSON as it writes them. */
const toPhoto = ({ added, ...photo }: FormPhoto): FormPhoto => ({
  ...photo,
  added: added && { ...added, at: new Date(added.at).toISOString() },
});

export function toCollation(
  actor: Actor,
  record: CollationRecord,
  names: ReadonlyMap<LocationId, string>,
  isAgent: boolean,
): Collation {
  const reviewed = reviewedOf(record);
  const isArchived = record.electionStatus === 'archived';
  const may = (decision: CollationDecision) => !isArchived && decisionRefusal(actor, reviewed, decision) === null;
  const { areaId, constituencyId, constituencyName, timeOnForm, decidedAt, outOfDateAt, status } = record;
  const enters = entryRefusal(actor, record, isAgent) === null;
  const isOpen = takesFigures(record.electionStatus);
  const refusal = decisionRefusal(actor, reviewed, 'verify');
  return {
    id: record.id,
    electionId: record.electionId,
    electionName: record.electionName,
    level: record.level,
    formCode: record.formCode,
    area: { id: areaId, type: locationType(areaId), name: record.areaName },
    areaCode: record.areaCode,
    chain: chainLinks(areaId, names),
    constituency: constituencyId === null ? null : { id: constituencyId, name: constituencyName ?? '' },
    source: record.source,
    status,
    version: record.version,
    submissionId: record.submissionId,
    rowCount: record.rowCount,
    statedTotals: namedFigures(record.stated, record.parties),
    flags: flagsNow(record.flags, record.photos) as Collation['flags'],
    photos: record.photos.map(toPhoto),
    officerName: record.officerName,
    signedBy: record.signedBy,
    stamped: record.stamped,
    timeOnForm: timeOnForm?.toISOString() ?? null,
    submittedBy: record.submitter,
    submittedAt: record.submittedAt.toISOString(),
    decidedBy: record.decider,
    decidedAt: decidedAt?.toISOString() ?? null,
    reason: record.reason,
    outOfDateAt: outOfDateAt?.toISOString() ?? null,
    lockedBy: record.lockedBy,
    can: {
      verify: may('verify'),
      return: may('return'),
      dispute: may('dispute'),
      enter: enters && mayReplace(status) && isOpen,
      addPages: pagesRefusal(actor.userId, record, isAgent) === null && isOpen,
      acknowledge: !isArchived && acknowledgeRefusal(actor, reviewed) === null,
      refusal: isArchived ? null : refusalAnswer(refusal),
    },
  };
}

/** The entries of a version about pages that came after it: one for those that came together. */
function pagesAdded({ version, photos }: Pick<VersionRecord, 'version' | 'photos'>): CollationEntry[] {
  const later = photos.flatMap(({ added }, index) => (added ? [{ ...added, page: index + 1 }] : []));
  return [...Map.groupBy(later, ({ by, at }) => `${at} ${by.id}`).values()].flatMap((together) => {
    const [first] = together;
    if (!first) return [];
    const at = new Date(first.at).toISOString();
    const pages = together.map(({ page }) => page);
    return [{ action: 'pages_added' as const, version, pages, by: first.by, at, ground: null, reason: null }];
  });
}

const toRow = ({ childId, childCode, name, ...figures }: StoredRow, parties: readonly string[]): CollationRow => ({
  childId,
  childCode,
  name,
  ...namedFigures(figures, parties),
});

export async function toDetail(db: Db, actor: Actor, record: CollationRecord): Promise<CollationDetail> {
  const [rows, versions, decisions, names, isAgent] = await Promise.all([
    listRows(db, record.id),
    listVersions(db, record.id),
    listDecisions(db, record.id),
    loadNames(db, chainOf(record.areaId)),
    isAgentOf(db, actor.userId, record.electionId, record.areaId),
  ]);
  const byVersion = Map.groupBy(rows, ({ version }) => version);
  const submitted = versions.map(
    ({ version, submitter, submittedAt }): CollationEntry => ({
      action: 'submitted',
      version,
      pages: [],
      by: submitter,
      at: submittedAt.toISOString(),
      ground: null,
      reason: null,
    }),
  );
  const decided = decisions.map(
    (decision): CollationEntry => ({
      ...decision,
      pages: [],
      at: decision.at.toISOString(),
    }),
  );
  return {
    ...toCollation(actor, record, names, isAgent),
    parties: record.parties,
    rows: (byVersion.get(record.version) ?? []).map((row) => toRow(row, record.parties)),
    versions: versions.map(
      ({ version, submissionId, digest, parties, stated, flags, photos, submitter, submittedAt }) => ({
        version,
        submissionId,
        digest,
        rows: (byVersion.get(version) ?? []).map((row) => toRow(row, parties)),
        statedTotals: namedFigures(stated, parties),
        flags: flagsNow(flags, photos) as Collation['flags'],
        photos: photos.map(toPhoto),
        submittedBy: submitter,
        submittedAt: submittedAt.toISOString(),
      }),
    ),
    history: [...submitted, ...versions.flatMap(pagesAdded), ...decided].toSorted((a, b) =>
      a.at < b.at ? -1 : a.at > b.at ? 1 : 0,
    ),
  };
}
