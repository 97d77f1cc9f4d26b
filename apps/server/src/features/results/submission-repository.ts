import type { ElectionId, FileId, ResultId, UserId } from '@ec/contract/base/common';
import type { ElectionConfiguration, ElectionStatus, Source } from '@ec/contract/elections/schemas';
import { chainOf, type LocationId } from '@ec/contract/geography/location-id';
import type { PhotoPart } from '@ec/contract/files/schemas';
import type { Flag, ResultStatus } from '@ec/contract/results/schemas';
import type { OtherSheet } from '@ec/contract/results/contests';
import type { Ec8aBoxes } from '@ec/contract/results/sheet';
import { CompiledQuery } from 'kysely';
import { bigintArray, statement, type Statements } from '../../platform/database/database.ts';
import { loader } from '../../platform/runtime/batcher.ts';
import { ownContents, ownFiles } from '../files/queries.ts';
import { type Countable, talliesWrite } from './tally-repository.ts';

/** Constraints that only a race between two equal submissions violates; the loser runs again and finds the winner's. */
export const SUBMISSION_RACES = ['results_one_per_unit', 'result_versions_pkey', 'result_versions_one_per_key'];

/** What a submission is judged by, of its election. */
export interface ElectionGround {
  id: ElectionId;
  status: ElectionStatus;
  closesAt: Date;
  parties: string[];
  configuration: ElectionConfiguration;
  /** Results that a check marks are verified after they were explained. */
  explains: boolean;
}

const selectElections = statement<ElectionGround>(
  'submissions.elections',
  `select id, status, closes_at as "closesAt", parties, configuration,
    exists (select from unusual_settings s where s.election_id = elections.id and s.explains) as explains
  from elections where id = any ($1::uuid[])`,
);

/** The elections in the order of the ids; undefined where there is none. */
async function loadElections(tx: Statements, ids: readonly ElectionId[]): Promise<(ElectionGround | undefined)[]> {
  const rows = await selectElections(tx, [`{${[...new Set(ids)].join(',')}}`]);
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id));
}

/** What a submission is judged by, of its polling unit and of the result that is there already (locked). */
export interface UnitGround {
  covered: boolean;
  unitCode: string;
  registerVoters: number | null;
  resultId: ResultId | null;
  status: ResultStatus | null;
  version: number | null;
  submittedAt: Date | null;
  votes: number[] | null;
  voidVotes: number | null;
  accredited: number | null;
  registered: number | null;
  boxes: Ec8aBoxes | null;
  /** Hash of the device that sent the result's present version; null for a client without one. */
  device: string | null;
  /** The other sheets of the unit that stand, from the same source and of the same contest day. */
  otherSheets: OtherSheet[] | null;
}

export interface UnitKey {
  electionId: ElectionId;
  source: Source;
  pollingUnitId: LocationId;
}

// `chain` holds the unit's areas from the nation down: the election covers the unit if one of them is among its areas.
// The lateral joins force one index lookup per row: the statistics of a table that was empty a minute ago mislead the planner.
// Rows are locked in the order of the units, so that two transactions never deadlock.
const selectUnits = statement<UnitGround & { place: number }>(
  'submissions.units',
  `select k.place::int, u.code as "unitCode", u.registered_voters as "registerVoters",
      exists (select from election_areas a
        where a.election_id = k.election and a.location_id = any (k.chain::bigint[])) as covered,
      r.id as "resultId", r.status, r.version, r.submitted_at as "submittedAt", r.votes, r.void_votes as "voidVotes", r.accredited, r.registered,
      v.boxes, encode(v.device, 'hex') as device,
      case when e.contest_day_id is not null then (
        select json_agg(json_build_object('type', o.type, 'accredited', x.accredited))
          from (select * from results where polling_unit_id = k.unit offset 0) x
          cross join lateral (select * from elections where id = x.election_id offset 0) o
          where x.source = k.source and x.status not in ('returned', 'cancelled')
            and o.contest_day_id = e.contest_day_id and o.id <> e.id) end as "otherSheets"
    from (select * from unnest($1::uuid[], $2::text[], $3::bigint[], $4::text[])
      with ordinality as k (election, source, unit, chain, place) order by unit, source) k
    join locations u on u.id = k.unit and u.type = 'polling_unit'
    left join elections e on e.id = k.election
    left join lateral (
      select * from results where election_id = k.election and source = k.source and polling_unit_id = k.unit for update
    ) r on true
    left join lateral (select device, boxes from result_versions where result_id = r.id and version = r.version limit 1) v on true`,
);

/** The units in the order of the keys, their results locked; undefined where there is no such unit. */
async function lockUnits(tx: Statements, keys: readonly UnitKey[]): Promise<(UnitGround | undefined)[]> {
  const rows = await selectUnits(tx, [
    keys.map((key) => key.electionId),
    keys.map((key) => key.source),
    bigintArray(keys.map((key) => key.pollingUnitId)),
    keys.map((key) => bigintArray(chainOf(key.pollingUnitId))),
  ]);
  const found = new Map(rows.map((row) => [row.place, row]));
  return keys.map((_, index) => found.get(index + 1));
}

export interface StoredReceipt {
  resultId: ResultId;
  submissionId: string;
  version: number;
  status: ResultStatus;
  flags: Flag[];
  submittedAt: Date;
  photoDeclared: boolean;
  photoFileId: FileId | null;
  sheetSha256: Buffer | null;
  originalSha256: Buffer | null;
  digest: Buffer;
  requestHash: Buffer;
}

const selectByKeys = statement<StoredReceipt & { place: number }>(
  'submissions.by_key',
  `select k.place::int, v.* from unnest($1::uuid[], $2::text[]) with ordinality as k (person, key, place)
    cross join lateral (
      select result_id as "resultId", submission_id as "submissionId", version, accepted_as as status, flags,
        submitted_at as "submittedAt", photo_declared as "photoDeclared", photo_file_id as "photoFileId", sheet_sha256 as "sheetSha256",
        original_sha256 as "originalSha256", digest, request_hash as "requestHash"
      from versions_with_photo where submitted_by = k.person and idempotency_key = k.key limit 1) v`,
);

/** What each person submitted under their key before, in the order of the keys; undefined where nothing. */
async function findByIdempotencyKeys(
  tx: Statements,
  keys: readonly { userId: UserId; key: string }[],
): Promise<(StoredReceipt | undefined)[]> {
  const rows = await selectByKeys(tx, [keys.map(({ userId }) => userId), keys.map(({ key }) => key)]);
  const found = new Map(rows.map((row) => [row.place, row]));
  return keys.map((_, index) => found.get(index + 1));
}

/** The reads and locks of a submission; submissions of one transaction share the statements. */
export interface SubmissionReads {
  receipt(key: { userId: UserId; key: string }): Promise<StoredReceipt | undefined>;
  election(id: ElectionId): Promise<ElectionGround | undefined>;
  /** Locks the unit's result. */
  unit(key: UnitKey): Promise<UnitGround | undefined>;
  /** The SHA-256 of a sheet's photo as it was received; undefined if the person uploaded no such sheet. */
  sheet(file: { fileId: FileId; userId: UserId }): Promise<Buffer | undefined>;
  /**
   * The sheet of this content that the person uploaded before; undefined where there is none. Until the transaction ends, none
   * arrives unseen. To be called after `unit`, whose locks come first.
   */
  arrived(photo: { sha256: Buffer; userId: UserId }): Promise<FileId | undefined>;
}

export function submissionReads(tx: Statements): SubmissionReads {
  return {
    receipt: loader((keys) => findByIdempotencyKeys(tx, keys)),
    election: loader((ids) => loadElections(tx, ids)),
    unit: loader((keys) => lockUnits(tx, keys)),
    sheet: loader((files) => ownFiles(tx, files)),
    arrived: loader((photos) => ownContents(tx, photos)),
  };
}

/** An accepted submission, as it is stored. */
export interface NewVersion {
  resultId: ResultId;
  electionId: ElectionId;
  pollingUnitId: LocationId;
  source: Source;
  status: ResultStatus;
  version: number;
  submissionId: string;
  votes: readonly number[];
  voidVotes: number;
  totalVotes: number;
  accredited: number;
  registered: number | null;
  leading: string | null;
  boxes: Ec8aBoxes | null;
  flags: Flag[];
  sheetFileId: FileId | null;
  sheetSha256: Buffer | null;
  photoDeclared: boolean;
  originalSha256: Buffer | null;
  /** Declared photos that arrived before the figures. */
  arrived: readonly { part: PhotoPart; fileId: FileId }[];
  late: boolean;
  idempotencyKey: string;
  requestHash: Buffer;
  digest: Buffer;
  /** Hash of the device of the sender's session. */
  device: string | null;
  submittedBy: UserId;
  submittedAt: Date;
}

const VERSIONS = `json_to_recordset($1::json) as v ("resultId" uuid, "electionId" uuid, "pollingUnitId" bigint, source text,
  status text, version int, "submissionId" text, votes int[], "voidVotes" int, "totalVotes" int, accredited int,
  registered int, "leading" text, boxes jsonb, flags jsonb, "flagCodes" text[], "sheetFileId" uuid, "sheetSha256" bytea, "photoDeclared" boolean, "originalSha256" bytea, late boolean,
  "idempotencyKey" text, "requestHash" bytea, digest bytea, device bytea, "submittedBy" uuid, "submittedAt" timestamptz)`;

const VERSION_ROWS = `insert into result_versions (result_id, version, submission_id, votes, void_votes, accredited, registered,
      boxes, flags, sheet_file_id, sheet_sha256, photo_declared, original_sha256, late, accepted_as, idempotency_key, request_hash, digest, device, submitted_by,
      submitted_at)
    select "resultId", version, "submissionId", votes, "voidVotes", accredited, registered, boxes, flags, "sheetFileId", "sheetSha256", "photoDeclared", "originalSha256", late,
      status, "idempotencyKey", "requestHash", digest, device, "submittedBy", "submittedAt"`;

// One statement for both tables, so that the JSON is parsed once.
const insertFirst = statement(
  'submissions.first',
  `with v as materialized (select * from ${VERSIONS}), made as (
    insert into results (id, status, version, votes, void_votes, total_votes, accredited, registered, leading_party, flags,
      submitted_by, submitted_at, election_id, polling_unit_id, source)
    select "resultId", status, version, votes, "voidVotes", "totalVotes", accredited, registered, "leading", "flagCodes",
      "submittedBy", "submittedAt", "electionId", "pollingUnitId", source
    from v)
  ${VERSION_ROWS} from v`,
);
const insertLater = statement('submissions.later', `${VERSION_ROWS} from ${VERSIONS}`);

const bytea = (bytes: Buffer) => `\\x${bytes.toString('hex')}`;

function asJson(versions: readonly NewVersion[]): string {
  return JSON.stringify(
    versions.map((version) => ({
      ...version,
      flagCodes: version.flags.map((flag) => flag.code),
      requestHash: bytea(version.requestHash),
      digest: bytea(version.digest),
      device: version.device && `\\x${version.device}`,
      sheetSha256: version.sheetSha256 && bytea(version.sheetSha256),
      originalSha256: version.originalSha256 && bytea(version.originalSha256),
    })),
  );
}

/** Joins the photos that arrived before the figures. */
const insertPhotos = statement(
  'submissions.photos',
  `insert into version_photos (result_id, version, part, file_id, received_at)
    select "resultId", version, part, "fileId", "submittedAt" from json_to_recordset($1::json) as p
      ("resultId" uuid, version int, part text, "fileId" uuid, "submittedAt" timestamptz)`,
);

/** Not prepared: planned each time, with the table's current statistics. */
function replaceResults(versions: readonly NewVersion[]): CompiledQuery<unknown> {
  const text = `update results r set status = v.status, version = v.version, votes = v.votes, void_votes = v."voidVotes",
      total_votes = v."totalVotes", accredited = v.accredited, registered = v.registered, leading_party = v."leading",
      flags = v."flagCodes", submitted_by = v."submittedBy", submitted_at = v."submittedAt", decided_by = null,
      decided_at = null, reason = null, updated_at = clock_timestamp()
    from ${VERSIONS} where r.id = v."resultId"`;
  return CompiledQuery.raw(text, [asJson(versions)]);
}

/** An accepted submission, and what the totals count of the result before it. */
export interface SavedVersion {
  version: NewVersion;
  before: Countable | null;
}

/**
 * The writes that store the versions, make each its unit's current one and move the totals. The results that exist already
 * are locked by the caller. The totals come last, so that the rows that neighbours share are locked for the shortest time.
 */
export function submissionWrites(saved: readonly SavedVersion[]): CompiledQuery<unknown>[] {
  const versions = saved.map(({ version }) => version);
  const first = versions.filter(({ version }) => version === 1);
  const later = versions.filter(({ version }) => version > 1);
  const photos = versions.flatMap(({ arrived, resultId, version, submittedAt }) =>
    arrived.map((photo) => ({ ...photo, resultId, version, submittedAt })),
  );
  return [
    ...(first.length > 0 ? [insertFirst.of([asJson(first)])] : []),
    ...(later.length > 0 ? [insertLater.of([asJson(later)]), replaceResults(later)] : []),
    ...(photos.length > 0 ? [insertPhotos.of([JSON.stringify(photos)])] : []),
    talliesWrite(saved.map(({ version, before }) => ({ ...version, before, after: version }))),
  ];
}
