import type { ElectionId, FileId, UserId } from '@ec/contract/base/common';
import type { CollationFlag, CollationId, CollationSource, CollationStatus } from '@ec/contract/collations/schemas';
import type { PublishedState } from '@ec/contract/collations/published';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { SignedFigures } from './record/receipt.ts';
import type { FormPlace } from './rules.ts';

/** The class of advisory locks under which the forms of an election are written one after the other. */
const ELECTION_LOCK = 0x43_4f_4c;

/** Forms of an election are few (some ten thousand in a night), and each may lock or outdate others: their writers wait for each other. */
export async function holdForms(tx: Tx, electionId: ElectionId): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ELECTION_LOCK}::int, hashtext(${electionId}::text))`.execute(tx);
}

export interface StoredReceipt {
  id: CollationId;
  submissionId: string;
  version: number;
  requestHash: Buffer;
  flags: CollationFlag[];
  submittedAt: Date;
  digest: Buffer;
  photos: string[];
}

const RECEIPT = sql`select v.collation_id as id, v.submission_id as "submissionId", v.version,
    v.request_hash as "requestHash", v.flags, v.submitted_at as "submittedAt", v.digest,
    array(select encode(p.sha256, 'hex') from collation_photos p
      where p.collation_id = v.collation_id and p.version = v.version and p.added_at is null order by p.page) as photos
  from collation_versions v`;

export async function findReceipt(tx: Tx, userId: UserId, key: string): Promise<StoredReceipt | undefined> {
  const { rows } = await sql<StoredReceipt>`${RECEIPT}
    where v.submitted_by = ${userId} and v.idempotency_key = ${key}`.execute(tx);
  return rows[0];
}

interface CurrentForm {
  id: CollationId;
  status: CollationStatus;
  version: number;
}

/** The receipt of the form's present version, where the person sent the same; none of a returned one, which is entered anew. */
export async function findRepeated(
  tx: Tx,
  { id, status, version }: CurrentForm,
  userId: UserId,
  requestHash: Buffer,
): Promise<StoredReceipt | undefined> {
  if (status === 'returned') return undefined;
  const { rows } = await sql<StoredReceipt>`${RECEIPT} where v.collation_id = ${id} and v.version = ${version}
    and v.submitted_by = ${userId} and v.request_hash = ${requestHash}`.execute(tx);
  return rows[0];
}

export async function findForm(
  tx: Tx,
  electionId: ElectionId,
  { level, areaId, constituencyId }: FormPlace,
  source: CollationSource,
): Promise<CurrentForm | undefined> {
  const { rows } = await sql<CurrentForm>`select id, status, version
    from collations where election_id = ${electionId} and level = ${level} and area_id = ${areaId}::bigint
      and constituency_id is not distinct from ${constituencyId} and source = ${source}`.execute(tx);
  return rows[0];
}

export interface NewRow extends SignedFigures {
  childId: LocationId;
}

export interface NewPage {
  fileId: FileId;
  sha256: Buffer;
}

export interface NewVersion extends FormPlace {
  id: CollationId;
  electionId: ElectionId;
  source: CollationSource;
  formCode: string;
  version: number;
  submissionId: string;
  parties: readonly string[];
  stated: SignedFigures;
  rows: readonly NewRow[];
  photos: readonly NewPage[];
  flags: readonly CollationFlag[];
  officerName: string | null;
  signedBy: readonly string[];
  stamped: boolean | null;
  timeOnForm: string | null;
  idempotencyKey: string;
  requestHash: Buffer;
  digest: Buffer;
  device: string | null;
  submittedBy: UserId;
  submittedAt: Date;
}

async function insertVersion(tx: Tx, made: NewVersion): Promise<void> {
  const { stated } = made;
  await sql`insert into collation_versions (collation_id, version, submission_id, parties, registered, accredited, votes, valid, rejected,
      total, flags, officer_name, signed_by, stamped, time_on_form, idempotency_key, request_hash, digest, device, submitted_by, submitted_at)
    values (${made.id}, ${made.version}, ${made.submissionId}, ${[...made.parties]}::text[], ${stated.registered}, ${stated.accredited},
      ${[...stated.votes]}::integer[], ${stated.valid}, ${stated.rejected}, ${stated.total}, ${JSON.stringify(made.flags)}::jsonb,
      ${made.officerName}, ${[...made.signedBy]}::text[], ${made.stamped}::boolean, ${made.timeOnForm}::timestamptz,
      ${made.idempotencyKey}, ${made.requestHash}, ${made.digest}, decode(${made.device}, 'hex'), ${made.submittedBy},
      ${made.submittedAt})`.execute(tx);
  await sql`insert into collation_rows (collation_id, version, child_id, position, registered, accredited, votes, valid, rejected, total)
    select ${made.id}::uuid, ${made.version}::integer, r."childId", n.position::integer, r.registered, r.accredited,
      array(select x.value::integer from json_array_elements_text(r.votes) with ordinality as x (value, i) order by x.i), r.valid,
      r.rejected, r.total
    from json_array_elements(${JSON.stringify(made.rows)}::json) with ordinality as n (item, position)
    cross join lateral json_to_record(n.item) as r ("childId" bigint, registered integer, accredited integer, votes json,
      valid integer, rejected integer, total integer)`.execute(tx);
  if (made.photos.length > 0)
    await sql`insert into collation_photos (collation_id, version, page, file_id, sha256)
      select ${made.id}::uuid, ${made.version}::integer, p.page, p.file, decode(p.sha256, 'hex')
      from unnest(${made.photos.map(({ fileId }) => fileId)}::uuid[], ${made.photos.map(({ sha256 }) => sha256.toString('hex'))}::text[])
        with ordinality as p (file, sha256, page)`.execute(tx);
}

/** Stores a version and makes it the form's current one. The election's forms are held by the caller. */
export async function storeVersion(tx: Tx, made: NewVersion): Promise<void> {
  if (made.version === 1) {
    await tx
      .insertInto('collations')
      .values({
        id: made.id,
        election_id: made.electionId,
        level: made.level,
        form_code: made.formCode,
        area_id: made.areaId,
        constituency_id: made.constituencyId,
        source: made.source,
        status: 'pending',
        version: 1,
        submitted_by: made.submittedBy,
        submitted_at: made.submittedAt,
      })
      .execute();
    return await insertVersion(tx, made);
  }
  await insertVersion(tx, made);
  await sql`update collations set status = 'pending', version = ${made.version}, form_code = ${made.formCode},
      submitted_by = ${made.submittedBy}, submitted_at = ${made.submittedAt}, decided_by = null, decided_at = null, reason = null,
      out_of_date_at = null, updated_at = clock_timestamp() where id = ${made.id}`.execute(tx);
}

/** Adds pages to a version, from the number `first` on. */
export async function insertPages(
  tx: Tx,
  added: { id: CollationId; version: number; first: number; pages: readonly NewPage[]; by: UserId; at: Date },
): Promise<void> {
  const { id, version, first, pages, by, at } = added;
  await sql`insert into collation_photos (collation_id, version, page, file_id, sha256, added_by, added_at)
    select ${id}::uuid, ${version}::integer, ${first}::integer + p.place::integer - 1, p.file, decode(p.sha256, 'hex'), ${by}::uuid,
      ${at}::timestamptz
    from unnest(${pages.map(({ fileId }) => fileId)}::uuid[], ${pages.map(({ sha256 }) => sha256.toString('hex'))}::text[])
      with ordinality as p (file, sha256, place)`.execute(tx);
}

/** A returned form waits for its review again, with the same version. */
export async function reopenForm(tx: Tx, id: CollationId): Promise<void> {
  await tx
    .updateTable('collations')
    .set({
      status: 'pending',
      decided_by: null,
      decided_at: null,
      reason: null,
      out_of_date_at: null,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute();
}

export interface Decided {
  id: CollationId;
  version: number;
  action: 'verified' | 'returned' | 'disputed' | 'acknowledged';
  ground: string | null;
  reason: string | null;
  /** With the role at this moment. */
  by: { userId: UserId; role: Role };
  at: Date;
}

/** Notes the decision and moves the form by it. */
export async function storeDecision(tx: Tx, { id, version, action, ground, reason, by, at }: Decided): Promise<void> {
  await tx
    .insertInto('collation_decisions')
    .values({
      collation_id: id,
      version,
      action,
      ground,
      reason,
      decided_by: by.userId,
      decided_role: by.role,
      decided_at: at,
    })
    .execute();
  const moved = action === 'acknowledged' ? {} : { status: action, decided_by: by.userId, decided_at: at, reason };
  await tx
    .updateTable('collations')
    .set({ ...moved, out_of_date_at: null, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

/** Marks the verified forms of the places out of date, each with an entry of its history; answers them. */
export async function markOutOfDate(
  tx: Tx,
  electionId: ElectionId,
  places: readonly FormPlace[],
  { by, at, reason }: Pick<Decided, 'by' | 'at'> & { reason: string },
): Promise<{ id: CollationId; areaId: LocationId }[]> {
  if (places.length === 0) return [];
  const { rows } = await sql<{ id: CollationId; areaId: LocationId }>`with marked as (
      update collations c set out_of_date_at = ${at}, updated_at = clock_timestamp()
      from json_to_recordset(${JSON.stringify(places)}::json) as k (level text, "areaId" bigint, "constituencyId" text)
      where c.election_id = ${electionId} and c.status = 'verified' and c.level = k.level and c.area_id = k."areaId"
        and c.constituency_id is not distinct from k."constituencyId"
      returning c.id, c.version, c.area_id
    ), noted as (
      insert into collation_decisions (collation_id, version, action, reason, decided_by, decided_role, decided_at)
      select id, version, 'out_of_date', ${reason}::text, ${by.userId}::uuid, ${by.role}, ${at}::timestamptz from marked
    ) select id, area_id as "areaId" from marked`.execute(tx);
  return rows;
}

/** Stores one entry of what the portal publishes of a unit. */
export async function insertPublished(
  tx: Tx,
  entry: {
    electionId: ElectionId;
    unit: LocationId;
    state: PublishedState;
    parties: readonly string[];
    registered: number | null;
    accredited: number | null;
    votes: readonly (number | null)[];
    rejected: number | null;
    note: string | null;
    fileId: FileId | null;
    by: UserId;
    at: Date;
  },
): Promise<void> {
  await sql`insert into published_sheets (election_id, polling_unit_id, state, parties, registered, accredited, votes, rejected, note, file_id,
      entered_by, entered_at)
    values (${entry.electionId}, ${entry.unit}::bigint, ${entry.state}, ${[...entry.parties]}::text[], ${entry.registered},
      ${entry.accredited}, ${[...entry.votes]}::integer[], ${entry.rejected}, ${entry.note}, ${entry.fileId}, ${entry.by},
      ${entry.at})`.execute(tx);
}
