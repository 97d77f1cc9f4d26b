import type { ElectionId, FileId } from '@ec/contract/base/common';
import {
  type Ballot,
  type BallotCandidate,
  type BallotImport,
  type BallotPartyRequest,
  type ImportBallotRequest,
  nearPairs,
  type SaveBallotRequest,
} from '@ec/contract/elections/ballot';
import { KIND_OF_ELECTION } from '@ec/contract/constituencies/kinds';
import { looksOf } from '@ec/contract/elections/parties';
import { type Actor, areasOf } from '../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { candidatesOf, countResults, existingConstituencies, listLogos, newestBallot } from './ballot-queries.ts';
import { requireFollows } from './follow-service.ts';
import { insertBallot, lockElection, updateElection } from './repository.ts';
import { readBallotFile } from './ballot-file.ts';
import { ballotChanges, candidateFaults, codesOf, mayChangeParties, type Place } from './ballot-rules.ts';
import { type ElectionRow, findElectionRow } from './queries.ts';
import { mayEdit } from './rules.ts';

const listOf = (id: ElectionId) => `/results?electionId=${id}`;

/** An election that touches the actor's areas. Throws ELECTION_NOT_FOUND. */
export async function requireElection(
  { db }: Pick<ReadContext, 'db'>,
  actor: Actor,
  id: ElectionId,
): Promise<ElectionRow> {
  const row = await findElectionRow(db, id, areasOf(actor));
  if (!row) throw new AppError('ELECTION_NOT_FOUND');
  return row;
}

const editable = (actor: Actor, row: ElectionRow): boolean =>
  row.status !== 'archived' &&
  mayEdit(
    actor,
    row.areas.map(({ id }) => id),
  );

/** The newest ballot; before the first, the codes of the parties with their usual names and colours. */
export async function ballotOfElection(context: ReadContext, actor: Actor, id: ElectionId): Promise<Ballot> {
  const row = await requireElection(context, actor, id);
  const stored = await newestBallot(context.db, id);
  const [candidates, results] = await Promise.all([
    candidatesOf(context.db, id, stored.version),
    countResults(context.db, id),
  ]);
  const parties = looksOf(row.parties, row.ballot).map((look) => ({
    ...look,
    candidates: candidates.get(look.code) ?? [],
  }));
  const edit = editable(actor, row);
  return {
    electionId: id,
    version: stored.version,
    parties,
    reason: stored.reason,
    savedBy: stored.savedBy,
    savedAt: stored.savedAt?.toISOString() ?? null,
    affected: { results, list: listOf(id) },
    nearColours: nearPairs(parties),
    can: { edit, parties: edit && mayChangeParties(row.status, results) },
  };
}

/** Throws VALIDATION_FAILED at the candidates of constituencies that there are not, or that the election is not held in. */
async function requireCandidates(write: WriteContext, parties: readonly BallotPartyRequest[], place: Place) {
  const named = parties.flatMap(({ candidates = [] }) =>
    candidates.flatMap(({ constituencyId: id }) => (id ? [id] : [])),
  );
  const known = await existingConstituencies(write.tx, [...new Set(named)]);
  const kind = KIND_OF_ELECTION[place.type];
  const existing = new Set([...known].filter((id) => kind && id.startsWith(`${kind}-`)));
  const faults = parties.flatMap(({ candidates = [] }, at) =>
    candidateFaults(candidates, place, existing).map(({ index, path, message }) => ({
      path: `parties.${at}.candidates.${index}.${path}`,
      message,
    })),
  );
  if (faults.length > 0) throw new AppError('VALIDATION_FAILED').at(...faults);
}

/** A logo is one that the person uploaded, or one of an election that they may edit; the ballot's own ones stay. Throws VALIDATION_FAILED. */
async function requireLogos(
  write: WriteContext,
  actor: Actor,
  parties: readonly BallotPartyRequest[],
  own: ReadonlySet<FileId | null | undefined>,
): Promise<void> {
  const added = parties.flatMap(({ logoFileId: id }) => (id && !own.has(id) ? [id] : []));
  const logos = await listLogos(write.tx, added);
  const usable = new Set(
    logos
      .filter(({ uploadedBy, elections }) => uploadedBy === actor.userId || elections.some((of) => mayEdit(actor, of)))
      .map(({ id }) => id),
  );
  const faults = parties.flatMap(({ logoFileId: id }, at) =>
    !id || own.has(id) || usable.has(id)
      ? []
      : [{ path: `parties.${at}.logoFileId`, message: 'There is no such logo. Upload it again.' }],
  );
  if (faults.length > 0) throw new AppError('VALIDATION_FAILED').at(...faults);
}

/**
 * The one rule for each way in which a ballot changes, and the parties of its election with it. Throws unless the change may be made: see
 * mayChangeParties; anything that changes after the first result needs a reason.
 */
function requireAllowed(
  row: ElectionRow,
  changes: Pick<ReturnType<typeof ballotChanges>, 'order'>,
  { results, reason }: { results: number; reason: string | undefined },
): void {
  const affected = { results, list: listOf(row.id) };
  if (changes.order && results > 0) throw new AppError('BALLOT_COUNTED', affected).atField('parties');
  if (changes.order && !mayChangeParties(row.status, results))
    throw new AppError('ELECTION_LOCKED', { status: row.status, what: 'parties' }).atField('parties');
  if (results > 0 && !reason) throw new AppError('BALLOT_REASON_REQUIRED', affected).atField('reason');
}

/**
 * Saves a new version of the ballot; the codes of its parties become those of the election. Throws CONFLICT where another version was saved
 * meanwhile, BALLOT_COUNTED, BALLOT_REASON_REQUIRED or ELECTION_LOCKED where it may not change so, VALIDATION_FAILED for wrong candidates.
 */
export async function saveBallot(
  write: WriteContext,
  actor: Actor,
  id: ElectionId,
  request: SaveBallotRequest,
): Promise<Ballot> {
  await lockElection(write.tx, id);
  const row = await requireElection(write, actor, id);
  if (
    !mayEdit(
      actor,
      row.areas.map((area) => area.id),
    )
  )
    throw new AppError('NOT_PERMITTED', { action: 'change elections outside your area' });
  if (row.status === 'archived') throw new AppError('ELECTION_LOCKED', { status: row.status, what: 'ballot' });
  const { version } = await newestBallot(write.tx, id);
  if (request.version !== undefined && request.version !== version) throw new AppError('CONFLICT');
  const kept: ReadonlyMap<string, BallotCandidate[]> = await candidatesOf(write.tx, id, version);
  const before = looksOf(row.parties, row.ballot).map((look) => ({ ...look, candidates: kept.get(look.code) ?? [] }));
  const logos = new Map(before.map(({ code, logoFileId }) => [code, logoFileId]));
  const parties = request.parties.map((party) => ({
    ...party,
    logoFileId: party.logoFileId === undefined ? logos.get(party.code) : party.logoFileId,
    candidates: party.candidates ?? kept.get(party.code) ?? [],
  }));
  await requireLogos(write, actor, parties, new Set(logos.values()));
  await requireCandidates(write, parties, row);
  const changes = ballotChanges(before, parties);
  if (!changes.any) {
    write.noChange();
    return await ballotOfElection(write, actor, id);
  }
  const results = await countResults(write.tx, id);
  requireAllowed(row, changes, { results, reason: request.reason });
  const codes = codesOf(parties, row.parties);
  if (changes.order) {
    await requireFollows(write, actor, { ...row, parties: codes }, row.follows);
    await updateElection(write.tx, id, { parties: codes });
  }
  await storeVersion(write, actor, { id, version, before, parties, changes, reason: request.reason || null, results });
  await write.emit({ type: 'election.changed', electionId: id, status: row.status });
  return await ballotOfElection(write, actor, id);
}

type Listed = BallotPartyRequest & { candidates: BallotCandidate[] };

interface NextVersion {
  id: ElectionId;
  /** The newest one. */
  version: number;
  before: readonly Listed[];
  parties: readonly Listed[];
  changes: ReturnType<typeof ballotChanges>;
  reason: string | null;
  results: number;
}

/** Adds the next version with its audit entry. */
async function storeVersion(write: WriteContext, actor: Actor, next: NextVersion): Promise<void> {
  const { id, version, before, parties, changes, reason, results } = next;
  await insertBallot(write.tx, { id, version: version + 1, parties, reason, results, by: actor.userId, at: write.now });
  const looks = (list: readonly BallotPartyRequest[]) =>
    list.map(({ code, name, colour, logoFileId }) =>
      [`${code}: ${name}`, colour, ...(logoFileId ? [`logo ${logoFileId}`] : [])].join(', '),
    );
  await write.audit({
    event: 'election.ballot_saved',
    resourceId: id,
    previous: { version, parties: looks(before) },
    next: { version: version + 1, parties: looks(parties), candidatesChanged: changes.candidates, reason, results },
  });
}

/**
 * The ballot follows other parties of its election, by the same rule as saveBallot: parties that stay keep their names, colours, logos and
 * candidates in the next version, new ones have the usual names and colours. An election without a ballot needs none. The caller holds the
 * election locked and stores its parties.
 */
export async function followParties(
  write: WriteContext,
  actor: Actor,
  row: ElectionRow,
  codes: readonly string[],
): Promise<void> {
  const results = await countResults(write.tx, row.id);
  requireAllowed(row, { order: true }, { results, reason: undefined });
  const { version } = await newestBallot(write.tx, row.id);
  if (version === 0) return;
  const kept = await candidatesOf(write.tx, row.id, version);
  const listed = (parties: readonly string[]): Listed[] =>
    looksOf(parties, row.ballot).map((look) => ({
      ...look,
      // A ballot has a name for each party, and an unknown one has none.
      name: look.name || look.code,
      candidates: kept.get(look.code) ?? [],
    }));
  const [before, parties] = [listed(row.parties), listed(codes)];
  const changes = ballotChanges(before, parties);
  if (changes.any)
    await storeVersion(write, actor, { id: row.id, version, before, parties, changes, reason: null, results });
}

/** Saves the ballot of a CSV file, or says what it holds. Throws IMPORT_INVALID with the bad lines, and what saveBallot throws. */
export async function importBallot(
  write: WriteContext,
  actor: Actor,
  id: ElectionId,
  request: ImportBallotRequest,
): Promise<BallotImport> {
  const row = await requireElection(write, actor, id);
  const file = await readBallotFile(write.tx, request.text, row);
  const { rows, parties, refused } = file;
  const seen = parties.map(({ code, name, colour, candidates = [] }) => ({
    code,
    name,
    colour,
    candidates: candidates.length,
  }));
  const candidates = seen.reduce((sum, party) => sum + party.candidates, 0);
  if (refused.count > 0 || !request.store) {
    if (request.store) throw new AppError('IMPORT_INVALID', refused);
    write.noChange();
    return { stored: false, rows, candidates, parties: seen, refused };
  }
  const { reason, version } = request;
  await saveBallot(write, actor, id, { parties, ...(reason && { reason }), ...(version !== undefined && { version }) });
  return { stored: true, rows, candidates, parties: seen, refused };
}
