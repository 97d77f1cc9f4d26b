import type { EnterPublishedRequest, PublishedComparison, PublishedSheet } from '@ec/contract/collations/published';
import { fieldNames, fieldOf, type RowFigures } from '@ec/contract/collations/figures';
import type { ElectionId } from '@ec/contract/base/common';
import { ballotOf, byParty } from '@ec/contract/elections/parties';
import { type LocationId, locationType } from '@ec/contract/geography/location-id';
import { decideAccess } from '@ec/contract/permissions/decide-access';
import { validVotes } from '@ec/contract/results/sheet';
import type { Db } from '../../platform/database/database.ts';
import { type Actor, requireInside } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { areaFromReference } from '../../platform/http/requests.ts';
import { takesFigures } from '../elections/rules.ts';
import { requireElection } from './form-service.ts';
import { findOwnSheet, listPublished, type OwnSheet, type PublishedRecord } from './published-queries.ts';
import { type Child, type CollatedElection, findCovered, ownPages } from './queries.ts';
import { insertPublished } from './repository.ts';
import { DECIDERS } from './rules.ts';

/** The covered unit that is named, inside the person's area. */
async function requireUnit(db: Db, actor: Actor, election: CollatedElection, reference: string): Promise<Child> {
  const id = areaFromReference(reference);
  if (id === undefined) throw new AppError('NOT_FOUND');
  requireInside(actor, id);
  if (locationType(id) !== 'polling_unit')
    throw new AppError('VALIDATION_FAILED').at({ path: 'pollingUnitId', message: 'Name a polling unit' });
  const unit = await findCovered(db, election.id, id);
  if (!unit) throw new AppError('UNIT_NOT_COVERED').atField('pollingUnitId');
  return unit;
}

/** Sums are made of what is known alone: a blank vote leaves them unknown. */
function withSums(figures: Omit<RowFigures, 'valid' | 'total'>): RowFigures {
  const values = Object.values(figures.votes);
  const valid = values.every((value) => value !== null) ? values.reduce((sum, value) => sum + (value ?? 0), 0) : null;
  return { ...figures, valid, total: valid === null || figures.rejected === null ? null : valid + figures.rejected };
}

function publishedFigures({
  state,
  parties,
  registered,
  accredited,
  votes,
  rejected,
}: PublishedRecord): RowFigures | null {
  if (state !== 'figures') return null;
  const named = Object.fromEntries(parties.map((party, index) => [party, votes[index] ?? null]));
  return withSums({ registered, accredited, votes: named, rejected });
}

const toSheet = (record: PublishedRecord): PublishedSheet => ({
  state: record.state,
  figures: publishedFigures(record),
  note: record.note,
  sheetFileId: record.fileId,
  enteredBy: record.by,
  enteredAt: record.at.toISOString(),
});

function ownFigures({ registered, accredited, votes, rejected }: OwnSheet, parties: readonly string[]): RowFigures {
  const named = byParty(votes, parties);
  const valid = validVotes(named);
  return { registered, accredited, votes: named, valid, rejected, total: valid + rejected };
}

async function comparisonOf(
  db: Db,
  actor: Actor,
  election: CollatedElection,
  unit: Child,
): Promise<PublishedComparison> {
  const [entries, result] = await Promise.all([
    listPublished(db, election.id, unit.id),
    findOwnSheet(db, election.id, unit.id),
  ]);
  const parties = ballotOf(election.parties);
  const [newest, ...earlier] = entries;
  const own = result ? ownFigures(result, election.parties) : null;
  const published = newest ? publishedFigures(newest) : null;
  return {
    unit: { code: unit.code, name: unit.name },
    parties,
    published: newest ? toSheet(newest) : null,
    earlier: earlier.map(toSheet),
    own: result && own ? { resultId: result.resultId, status: result.status, figures: own } : null,
    fields: fieldNames(parties).map((name) => {
      const [theirs, ours] = [published && fieldOf(published, name), own && fieldOf(own, name)];
      return { name, published: theirs, own: ours, differs: theirs !== null && ours !== null && theirs !== ours };
    }),
    can: {
      enter: decideAccess({ ...actor, electionMode: true }, DECIDERS).allowed && takesFigures(election.status),
    },
  };
}

/** What the portal publishes of the unit beside our own sheet. */
export async function publishedSheet(
  db: Db,
  actor: Actor,
  query: { electionId: ElectionId; pollingUnitId: string },
): Promise<PublishedComparison> {
  const election = await requireElection(db, query.electionId);
  return await comparisonOf(db, actor, election, await requireUnit(db, actor, election, query.pollingUnitId));
}

function requireParties(votes: Readonly<Record<string, unknown>>, parties: readonly string[]): void {
  const unknown = Object.keys(votes).filter((party) => !parties.includes(party));
  if (unknown.length === 0) return;
  throw new AppError('UNKNOWN_PARTY', { parties: unknown.join(', ') }).at(
    ...unknown.map((party) => ({ path: `figures.votes.${party}`, message: 'Not on the ballot' })),
  );
}

/** Enters what the portal shows of a unit. It changes no result and no total; the newest entry counts, earlier ones stay. */
export async function enterPublished(
  write: WriteContext,
  actor: Actor,
  request: EnterPublishedRequest,
): Promise<PublishedComparison> {
  const { tx, now } = write;
  const election = await requireElection(tx, request.electionId);
  const unit: Child & { id: LocationId } = await requireUnit(tx, actor, election, request.pollingUnitId);
  if (!takesFigures(election.status)) throw new AppError('ELECTION_NOT_LIVE', { status: election.status });
  const parties = ballotOf(election.parties);
  const { state, figures, sheetFileId = null, note } = request;
  if (figures) requireParties(figures.votes, parties);
  if (sheetFileId !== null && !(await ownPages(tx, [sheetFileId], actor.userId)).has(sheetFileId))
    throw new AppError('SHEET_NOT_FOUND').atField('sheetFileId');
  await insertPublished(tx, {
    electionId: election.id,
    unit: unit.id,
    state,
    parties,
    registered: figures?.registered ?? null,
    accredited: figures?.accredited ?? null,
    votes: parties.map((party) => figures?.votes[party] ?? null),
    rejected: figures?.rejected ?? null,
    note: note || null,
    fileId: sheetFileId,
    by: actor.userId,
    at: now,
  });
  await write.audit({
    event: 'collation.published_entered',
    resourceId: String(unit.id),
    areaId: unit.id,
    next: {
      electionId: election.id,
      unit: unit.code,
      state,
      ...(figures && { figures }),
      ...(sheetFileId && { sheetFileId }),
    },
  });
  await write.emit({ type: 'collation.changed', electionId: election.id, collationId: String(unit.id), area: unit.id });
  return await comparisonOf(tx, actor, election, unit);
}
