import type { RowFigures } from '@ec/contract/collations/figures';
import {
  type CollationId,
  type CollationReceipt,
  type CollationStatus,
  type EnterCollationRequest,
  MAX_COLLATED,
  type SentRow,
} from '@ec/contract/collations/schemas';
import type { FieldError } from '@ec/contract/base/error-body';
import { ballotOf } from '@ec/contract/elections/parties';
import { isInside, type LocationId, locationIdOf, locationType } from '@ec/contract/geography/location-id';
import type { Tx } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { takesFigures } from '../elections/rules.ts';
import { findForm as findNamedForm, type NamedForm } from './form-service.ts';
import { requirePages } from './pages-service.ts';
import { findCollation, isAgentOf, ownPages } from './queries.ts';
import { formDigest, formNumber, hashRequest } from './record/receipt.ts';
import {
  findForm,
  findReceipt,
  findRepeated,
  holdForms,
  markOutOfDate,
  type NewRow,
  type StoredReceipt,
  storeVersion,
} from './repository.ts';
import { type EnteredRow, entryRefusal, flagsOf, formsAbove, mayReplace } from './rules.ts';

type Sent = Omit<SentRow, 'childCode'>;

const blankOf = (value: number | null | undefined): number | null => value ?? null;

/** The figures as sent, every blank as null, the votes of all parties of the ballot. */
function figuresOf(sent: Sent, parties: readonly string[]): RowFigures {
  return {
    registered: blankOf(sent.registered),
    accredited: blankOf(sent.accredited),
    votes: Object.fromEntries(parties.map((party) => [party, blankOf(sent.votes[party])])),
    valid: blankOf(sent.valid),
    rejected: blankOf(sent.rejected),
    total: blankOf(sent.total),
  };
}

const inOrder = ({ votes, ...figures }: RowFigures, parties: readonly string[]) => ({
  ...figures,
  votes: parties.map((party) => votes[party] ?? null),
});

const PLACES = {
  polling_unit: 'ward',
  ward: 'LGA',
  lga: 'state',
  state: 'nation',
  national: 'nation',
  region: 'nation',
} as const;

/** Where each row belongs, and everything that is wrong with the rows. */
function readRows(
  { rows, statedTotals, area }: EnterCollationRequest,
  { place, children }: NamedForm,
  parties: readonly string[],
): { ids: LocationId[]; faults: FieldError[] } {
  const known = new Map(children.map((child) => [child.id, child]));
  const seen = new Map<LocationId, number>();
  const faults: FieldError[] = [];
  const unknown = (votes: Sent['votes'], path: string) => {
    for (const party of Object.keys(votes))
      if (!parties.includes(party))
        faults.push({ path: `${path}.votes.${party}`, message: `${party} is not on the ballot` });
  };
  const ids = rows.map(({ childCode, votes }, index) => {
    const path = `rows.${index}.childCode`;
    unknown(votes, `rows.${index}`);
    const id = place.level === 'declaration' && childCode === area ? place.areaId : locationIdOf(childCode);
    const earlier = id === undefined ? undefined : seen.get(id);
    if (id === undefined) faults.push({ path, message: `${childCode} is no code of a place` });
    else if (earlier !== undefined)
      faults.push({ path, message: `${childCode} stands on the form twice, in rows ${earlier + 1} and ${index + 1}` });
    else if (!known.has(id)) {
      const message = isInside(id, place.areaId)
        ? `${childCode} is not among the places that the election covers here`
        : `${childCode} belongs to another ${PLACES[locationType(id)]}`;
      faults.push({ path, message });
    }
    if (id !== undefined && earlier === undefined) seen.set(id, index);
    return id ?? place.areaId;
  });
  unknown(statedTotals.votes, 'statedTotals');
  return { ids, faults };
}

/** A form that is verified or in dispute takes no version, nor one under a verified form. */
async function requireOpen(tx: Tx, { id, status }: { id: CollationId; status: CollationStatus }): Promise<void> {
  if (!mayReplace(status)) throw new AppError('COLLATION_FINAL', { status });
  const { lockedBy } = (await findCollation(tx, id)) ?? {};
  if (lockedBy && status === 'pending')
    throw new AppError('COLLATION_LOCKED', { formCode: lockedBy.formCode, area: lockedBy.area });
}

const isBlank = ({ votes, ...rest }: RowFigures) =>
  Object.values(rest).every((value) => value === null) && Object.values(votes).every((value) => value === null);

/** Sums of columns are whole numbers of the database. */
function requireSums(rows: readonly RowFigures[]): void {
  const most = rows.reduce((sum, { total, valid }) => sum + Math.max(total ?? 0, valid ?? 0), 0);
  if (most > MAX_COLLATED)
    throw new AppError('VALIDATION_FAILED').at({ path: 'rows', message: 'The rows add up to more than all voters' });
}

export interface Entered {
  receipt: CollationReceipt;
  /** The same was sent before, and this is its first receipt again. */
  repeated: boolean;
}

/** The first receipt again: nothing is stored. */
function repeatOf(write: WriteContext, stored: StoredReceipt): Entered {
  write.noChange();
  const { id, submissionId, version, flags, submittedAt, digest, photos } = stored;
  const receipt = { id, submissionId, version, flags, status: 'pending' as const, photoSha256: photos };
  return {
    receipt: { ...receipt, submittedAt: submittedAt.toISOString(), digest: digest.toString('hex') },
    repeated: true,
  };
}

/**
 * Takes a form as it was copied from the paper. Whatever its sums say it is stored, with flags; refused are rows that are not of this form.
 * The same figures and photos under the same key return their first receipt again, and under another key where they are the form's present version,
 * unless it was returned. Entries of one election follow each other, so that of two agents of one centre the second is the newer version, and both stay.
 */
export async function enterCollation(
  write: WriteContext,
  actor: Actor,
  request: EnterCollationRequest,
  idempotencyKey: string | undefined,
): Promise<Entered> {
  const { tx, now } = write;
  if (idempotencyKey === undefined) throw new AppError('IDEMPOTENCY_KEY_REQUIRED');
  const requestHash = hashRequest(request, await ownPages(tx, request.sheetFileIds, actor.userId));
  await holdForms(tx, request.electionId);
  const before = await findReceipt(tx, actor.userId, idempotencyKey);
  if (before) {
    // Versions from before 0063 have the hash over the ids of their pages.
    const same = [requestHash, hashRequest(request, new Map())].some((hash) => hash.equals(before.requestHash));
    if (!same) throw new AppError('COLLATION_KEY_USED', { submissionId: before.submissionId });
    return repeatOf(write, before);
  }

  const form = await findNamedForm(tx, request);
  const { election, place, formCode, children } = form;
  const refusal = entryRefusal(actor, place, await isAgentOf(tx, actor.userId, election.id, place.areaId));
  if (refusal) throw new AppError(refusal.code);
  const existing = await findForm(tx, election.id, place, request.source);
  const repeated = existing && (await findRepeated(tx, existing, actor.userId, requestHash));
  if (repeated) return repeatOf(write, repeated);
  if (!takesFigures(election.status)) throw new AppError('ELECTION_NOT_LIVE', { status: election.status });

  const parties = ballotOf(election.parties);
  const { ids, faults } = readRows(request, form, parties);
  if (faults.length > 0) throw new AppError('COLLATION_ROWS').at(...faults);
  const entered: (RowFigures & { id: LocationId })[] = request.rows.map((row, index) => ({
    ...figuresOf(row, parties),
    id: ids[index] ?? place.areaId,
  }));
  const stated = figuresOf(request.statedTotals, parties);
  if (entered.length === 0 && request.source !== 'announced' && place.level !== 'declaration')
    throw new AppError('VALIDATION_FAILED').at({ path: 'rows', message: 'Enter the rows of the form' });
  if (entered.length === 0 && isBlank(stated))
    throw new AppError('VALIDATION_FAILED').at({ path: 'statedTotals', message: 'Enter the figures of the form' });
  requireSums(entered);
  const strangers = (request.signedBy ?? []).filter((party) => !parties.includes(party));
  if (strangers.length > 0) throw new AppError('UNKNOWN_PARTY', { parties: strangers.join(', ') }).atField('signedBy');
  const photos = await requirePages(tx, request.sheetFileIds, actor);

  if (existing) await requireOpen(tx, existing);
  const codes = new Map(children.map(({ id, code }) => [id, code]));
  const rows: NewRow[] = entered.map(({ id, ...figures }) => ({ childId: id, ...inOrder(figures, parties) }));
  const flags = flagsOf({
    rows: entered.map((row): EnteredRow => ({ ...row, childCode: codes.get(row.id) ?? '' })),
    stated,
    parties,
    missing: children.filter(({ id }) => !ids.includes(id)).map(({ code }) => code),
    photos: photos.length,
  });
  const made = {
    ...place,
    id: existing?.id ?? newId<CollationId>(),
    electionId: election.id,
    source: request.source,
    formCode,
    version: (existing?.version ?? 0) + 1,
    parties,
    stated: inOrder(stated, parties),
    rows,
    photos,
    flags,
    officerName: request.officerName || null,
    signedBy: request.signedBy ?? [],
    stamped: request.stamped ?? null,
    timeOnForm: request.timeOnForm ?? null,
    idempotencyKey,
    requestHash,
    device: actor.device,
    submittedBy: actor.userId,
    submittedAt: now,
  };
  const digest = formDigest(made);
  const submissionId = formNumber(made, digest);
  await storeVersion(tx, { ...made, digest, submissionId });
  await markOutOfDate(tx, election.id, formsAbove(election.type, place), {
    by: actor,
    at: now,
    reason: `${submissionId} came in after this form was verified`,
  });
  await write.audit({
    event: 'collation.entered',
    resourceId: made.id,
    areaId: place.areaId,
    ...(existing && { previous: { version: existing.version, status: existing.status } }),
    next: {
      submissionId,
      formCode,
      source: request.source,
      version: made.version,
      rows: rows.length,
      votes: stated.votes,
      flags: flags.map(({ code }) => code),
      digest: digest.toString('hex'),
    },
  });
  await write.emit({ type: 'collation.changed', electionId: election.id, collationId: made.id, area: place.areaId });
  return {
    receipt: {
      id: made.id,
      submissionId,
      version: made.version,
      status: 'pending',
      flags,
      submittedAt: now.toISOString(),
      photoSha256: photos.map((photo) => photo.sha256.toString('hex')),
      digest: digest.toString('hex'),
    },
    repeated: false,
  };
}
