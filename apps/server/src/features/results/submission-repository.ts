import type { ElectionId, FileId, ResultId, UserId } from '@ec/contract/base/common';
import type { ElectionConfiguration, ElectionStatus, Source } from '@ec/contract/elections/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Flag, ResultStatus } from '@ec/contract/results/schemas';
import type { Ec8aBoxes } from '@ec/contract/results/sheet';
import { CompiledQuery } from 'kysely';
import { bigintArray, statement, type Statements } from '../../platform/database/database.ts';

/** What submissions to one election are judged by. */
export interface ElectionGround {
  id: ElectionId;
  status: ElectionStatus;
  closesAt: Date;
  parties: string[];
  configuration: ElectionConfiguration;
}

const selectElections = statement<ElectionGround>(
  'submissions.elections',
  `select id, status, closes_at as "closesAt", parties, configuration from elections where id = any ($1::uuid[])`,
);

export async function loadElections(
  tx: Statements,
  ids: readonly ElectionId[],
): Promise<Map<ElectionId, ElectionGround>> {
  const rows = await selectElections(tx, [`{${ids.join(',')}}`]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The place that a submission is about, and the result that is there already (locked). */
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
}

export interface UnitKey {
  electionId: ElectionId;
  source: Source;
  pollingUnitId: LocationId;
  /** The unit's areas from the nation down; the unit is covered when one of them is among the election's areas. */
  chain: readonly LocationId[];
}

// One index lookup a row, whatever the planner thinks of a table that was empty a minute ago; rows are locked in the order
// of the units, so that two rounds never wait for each other in a circle.
const selectUnits = statement<UnitGround & { place: number }>(
  'submissions.units',
  `select k.place::int, u.code as "unitCode", u.registered_voters as "registerVoters",
      exists (select from election_areas a
        where a.election_id = k.election and a.location_id = any (k.chain::bigint[])) as covered,
      r.id as "resultId", r.status, r.version, r.submitted_at as "submittedAt", r.votes, r.void_votes as "voidVotes", r.accredited, r.registered
    from (select * from unnest($1::uuid[], $2::text[], $3::bigint[], $4::text[])
      with ordinality as k (election, source, unit, chain, place) order by unit, source) k
    join locations u on u.id = k.unit and u.type = 'polling_unit'
    left join lateral (
      select * from results where election_id = k.election and source = k.source and polling_unit_id = k.unit for update
    ) r on true`,
);

/** In the order of the keys; undefined where there is no such unit. */
export async function lockUnits(tx: Statements, keys: readonly UnitKey[]): Promise<(UnitGround | undefined)[]> {
  const rows = await selectUnits(tx, [
    keys.map((key) => key.electionId),
    keys.map((key) => key.source),
    bigintArray(keys.map((key) => key.pollingUnitId)),
    keys.map((key) => bigintArray(key.chain)),
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
  sheetSha256: Buffer | null;
  digest: Buffer;
  requestHash: Buffer;
}

const selectByKeys = statement<StoredReceipt & { place: number }>(
  'submissions.by_key',
  `select k.place::int, v.* from unnest($1::uuid[], $2::text[]) with ordinality as k (person, key, place)
    cross join lateral (
      select result_id as "resultId", submission_id as "submissionId", version, accepted_as as status, flags,
        submitted_at as "submittedAt", sheet_sha256 as "sheetSha256", digest, request_hash as "requestHash"
      from result_versions where submitted_by = k.person and idempotency_key = k.key limit 1) v`,
);

/** What each person submitted under their key before, in the order of the keys; undefined where nothing. */
export async function findByIdempotencyKeys(
  tx: Statements,
  keys: readonly { userId: UserId; key: string }[],
): Promise<(StoredReceipt | undefined)[]> {
  const rows = await selectByKeys(tx, [keys.map(({ userId }) => userId), keys.map(({ key }) => key)]);
  const found = new Map(rows.map((row) => [row.place, row]));
  return keys.map((_, index) => found.get(index + 1));
}

/** A submission that was accepted, with all that is stored of it. */
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
  registered int, "leading" text, boxes jsonb, flags jsonb, "flagCodes" text[], "sheetFileId" uuid, "sheetSha256" bytea, late boolean,
  "idempotencyKey" text, "requestHash" bytea, digest bytea, device bytea, "submittedBy" uuid, "submittedAt" timestamptz)`;

const VERSION_ROWS = `insert into result_versions (result_id, version, submission_id, votes, void_votes, accredited, registered,
      boxes, flags, sheet_file_id, sheet_sha256, late, accepted_as, idempotency_key, request_hash, digest, device, submitted_by,
      submitted_at)
    select "resultId", version, "submissionId", votes, "voidVotes", accredited, registered, boxes, flags, "sheetFileId", "sheetSha256", late,
      status, "idempotencyKey", "requestHash", digest, device, "submittedBy", "submittedAt"`;

// One statement for both, so that their values are read once.
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
    })),
  );
}

/** Not under a name: planned each time, for the table as it is by then. */
function replaceResults(versions: readonly NewVersion[]): CompiledQuery<unknown> {
  const text = `update results r set status = v.status, version = v.version, votes = v.votes, void_votes = v."voidVotes",
      total_votes = v."totalVotes", accredited = v.accredited, registered = v.registered, leading_party = v."leading",
      flags = v."flagCodes", submitted_by = v."submittedBy", submitted_at = v."submittedAt", decided_by = null,
      decided_at = null, reason = null, updated_at = clock_timestamp()
    from ${VERSIONS} where r.id = v."resultId"`;
  return CompiledQuery.raw(text, [asJson(versions)]);
}

/**
 * The writes that store the versions and make each its unit's current one, which the database lets a result say of its newest
 * version only; the caller has locked the results that there were.
 */
export function versionWrites(versions: readonly NewVersion[]): CompiledQuery<unknown>[] {
  const first = versions.filter(({ version }) => version === 1);
  const later = versions.filter(({ version }) => version > 1);
  return [
    ...(first.length > 0 ? [insertFirst.of([asJson(first)])] : []),
    ...(later.length > 0 ? [insertLater.of([asJson(later)]), replaceResults(later)] : []),
  ];
}
