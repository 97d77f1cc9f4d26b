import type { ElectionId, ResultId, UserId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import { ancestorOf, type LocationId } from '@ec/contract/geography/location-id';
import { ballotOf } from '@ec/contract/elections/parties';
import type { Flag } from '@ec/contract/results/schemas';
import { checkSheet, leadingParty } from '@ec/contract/results/sheet';
import { receiptDigest, submissionId } from '../features/results/receipt.ts';
import type { Bulk, Cell } from '../platform/database/bulk.ts';
import { newId, sha256 } from '../platform/runtime/ids.ts';
import { addDispute, type DisputeRows, storeDisputes } from './disputes.ts';
import { CONTESTED_REASON, type Fate } from './fates.ts';
import type { Offices } from './people.ts';
import type { PlannedSheet } from './sheets.ts';

export interface LoadedElection {
  id: ElectionId;
  parties: readonly string[];
  closesAt: Date;
  /** The latest time of anything that has happened. */
  until: Date;
}

export interface LoadedResult {
  sheet: PlannedSheet;
  fate: Fate;
  officer: UserId;
}

/** Rows per table, buffered until they are copied. */
interface Rows extends DisputeRows {
  results: Cell[][];
  versions: Cell[][];
  decisions: Cell[][];
}

const RESULT_COLUMNS =
  'id election_id polling_unit_id source status version votes void_votes total_votes accredited registered leading_party flags submitted_by submitted_at decided_by decided_at reason updated_at'.split(
    ' ',
  );
const VERSION_COLUMNS =
  'result_id version submission_id votes void_votes accredited registered flags idempotency_key request_hash digest submitted_by submitted_at'.split(
    ' ',
  );
const DECISION_COLUMNS = ['result_id', 'version', 'action', 'decided_by', 'reason', 'decided_at'];

function flagsOf(sheet: PlannedSheet): Flag[] {
  const figures = {
    registeredVoters: sheet.registered,
    accreditedVoters: sheet.accredited,
    votes: { all: sheet.totalVotes - sheet.voidVotes },
    voidVotes: sheet.voidVotes,
  };
  return checkSheet(figures, sheet.registered)
    .filter(({ ok }) => !ok)
    .map(({ code, message, arithmetic }) => ({ code, message, arithmetic }));
}

/** The deciders on a unit's results: its ward admin, and if the ward admin disputes one, the LGA admin. */
interface Deciders {
  wardAdmin: UserId | null;
  lgaAdmin: UserId | null;
}

/** When a contested result was disputed, as a share of time before the decision. */
const CONTESTED_BEFORE = 0.06;

function addResult(
  rows: Rows,
  election: LoadedElection,
  source: Source,
  { sheet, fate, officer }: LoadedResult,
  { wardAdmin, lgaAdmin }: Deciders,
): void {
  const id = newId<ResultId>();
  const ballot = ballotOf(election.parties);
  const votes = ballot.map((_, index) => sheet.votes[index] ?? 0);
  const byParty = Object.fromEntries(ballot.map((party, index) => [party, votes[index] ?? 0]));
  const span = election.until.getTime() - election.closesAt.getTime();
  const at = (share: number) => new Date(election.closesAt.getTime() + Math.round(share * span));
  const sentAt = at(fate.sentAt);
  const decidedAt = fate.decidedAt === null ? null : at(fate.decidedAt);
  const decidedBy = decidedAt && (fate.contested ? lgaAdmin : wardAdmin);
  const flags = flagsOf(sheet);
  const { unit, code, voidVotes, accredited, registered } = sheet;
  const digest = receiptDigest({
    electionId: election.id,
    pollingUnit: code,
    source,
    version: 1,
    parties: election.parties,
    votes,
    voidVotes,
    accreditedVoters: accredited,
    registeredVoters: registered,
    boxes: null,
    sheetFileId: null,
    submittedBy: officer,
    submittedAt: sentAt,
    sheetSha256: null,
    photoDeclared: false,
    originalSha256: null,
  });
  const figures: Cell[] = [voidVotes, sheet.totalVotes, accredited, registered];
  const codes = flags.map((flag) => flag.code);
  const key = `rehearsal-${source}-${code}`;
  const given: Cell[] = [id, election.id, unit, source, fate.status, 1, votes];
  const known: Cell[] = [leadingParty(byParty), codes, officer, sentAt];
  rows.results.push([...given, ...figures, ...known, decidedBy, decidedAt, fate.reason, decidedAt ?? sentAt]);
  rows.versions.push([
    id,
    1,
    submissionId(code, source, 1, digest),
    votes,
    voidVotes,
    accredited,
    registered,
    JSON.stringify(flags),
    `${election.id}-${key}`,
    sha256(key),
    digest,
    officer,
    sentAt,
  ]);
  if (fate.decidedAt === null || !decidedAt) return;
  const raised = fate.decidedAt - (fate.contested ? CONTESTED_BEFORE : 0);
  if (fate.contested) rows.decisions.push([id, 1, 'disputed', wardAdmin, CONTESTED_REASON, at(raised)]);
  rows.decisions.push([id, 1, fate.status, decidedBy, fate.reason, decidedAt]);
  if (fate.status !== 'disputed' && !fate.contested) return;
  const verified = fate.contested ? { share: fate.decidedAt, reason: fate.reason ?? '' } : null;
  const about = { resultId: id, electionId: election.id, source, unit, reason: CONTESTED_REASON };
  addDispute(rows, { ...about, wardAdmin, lgaAdmin, raised, verified, at, chance: (sheet.fate * 15_485_863) % 1 });
}

function decidersOf(unit: LocationId, { wardAdmins, lgaAdmins }: Pick<Offices, 'wardAdmins' | 'lgaAdmins'>): Deciders {
  const ward = ancestorOf(unit, 'ward');
  const lga = ancestorOf(unit, 'lga');
  return { wardAdmin: (ward && wardAdmins.get(ward)) ?? null, lgaAdmin: (lga && lgaAdmins.get(lga)) ?? null };
}

/** Stores results as the API does: current figures, first version, decisions, disputes. */
export async function storeResults(
  bulk: Bulk,
  election: LoadedElection,
  source: Source,
  results: Iterable<LoadedResult>,
  offices: Pick<Offices, 'wardAdmins' | 'lgaAdmins'>,
): Promise<number> {
  const rows: Rows = { results: [], versions: [], decisions: [], disputes: [], entries: [] };
  for (const result of results) {
    addResult(rows, election, source, result, decidersOf(result.sheet.unit, offices));
  }
  await bulk.copy('results', RESULT_COLUMNS, rows.results);
  await bulk.copy('result_versions', VERSION_COLUMNS, rows.versions);
  await bulk.copy('result_decisions', DECISION_COLUMNS, rows.decisions);
  await storeDisputes(bulk, rows);
  return rows.results.length;
}
