import type { UserId } from '@ec/contract/base/common';
import type { UserImport } from '@ec/contract/users/import';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { lockJob } from '../../platform/database/advisory-locks.ts';
import type { NewPerson, Refusal, UserImportsTable } from '../../platform/database/tables/users.ts';

/** The first half of the advisory lock that a person's running import holds; the other half is the person. */
export const IMPORT_LOCK = 7_301_003;

/** Holds the person's only import until the transaction ends; false while another of theirs runs in any process. */
export const lockImportsOf = async (tx: Tx, userId: UserId) => await lockJob(tx, IMPORT_LOCK, userId);

/**
 * Stores people except those whose phone or office is taken; returns who was stored. Rows being stored by
 * another transaction are waited for, so that no race undoes the others.
 */
export async function insertPeople(
  tx: Tx,
  people: readonly NewPerson[],
  { passwordHash, by, now }: { passwordHash: string | null; by: UserId; now: Date },
): Promise<Set<UserId>> {
  const { rows } = await sql<{ id: UserId }>`
    insert into users (id, name, phone, email, role, area_id, personal_area_id, invite_code, invited_at, invited_by, password_hash,
      must_change_password, created_at, updated_at)
    select id, name, phone, email, role, area, "personalArea", "inviteCode",
      case when "inviteCode" is not null then ${now}::timestamptz end,
      case when "inviteCode" is not null then ${by}::uuid end, ${passwordHash}::text,
      ${passwordHash !== null}::boolean, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p (id uuid, name text, phone text, email text, role text,
      area bigint, "personalArea" bigint, "inviteCode" text)
    on conflict do nothing returning id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

export async function insertImport(
  db: Db,
  row: Pick<UserImportsTable, 'id' | 'file_name' | 'role' | 'started_by'> & { headings: readonly string[] },
): Promise<void> {
  await db
    .insertInto('user_imports')
    .values({ ...row, headings: [...row.headings], state: 'reading' })
    .execute();
}

type Step = Pick<UserImport, 'state' | 'done' | 'rows' | 'accepted' | 'refused'>;

/** Notes how far an import has come, outside its transaction so that others see it, or as its last act inside. */
export async function noteProgress(db: Db, id: string, step: Step, endedAt: Date | null = null): Promise<void> {
  await db
    .updateTable('user_imports')
    .set({ ...step, ended_at: endedAt })
    .where('id', '=', id)
    .execute();
}

export async function noteFailed(
  db: Db,
  id: string,
  failure: { error: NonNullable<UserImport['error']>; rows: number; refused: number },
  now: Date,
): Promise<void> {
  const { error, rows, refused } = failure;
  await db
    .updateTable('user_imports')
    .set({ state: 'failed', accepted: 0, rows, refused, error: JSON.stringify(error), ended_at: now })
    .where('id', '=', id)
    .execute();
}

export async function insertRefusals(db: Db, id: string, refusals: readonly Refusal[]): Promise<void> {
  if (refusals.length === 0) return;
  await sql`insert into user_import_refusals (import_id, line, content, reason)
    select ${id}, line, content, reason
    from jsonb_to_recordset(${JSON.stringify(refusals)}::jsonb) as r (line integer, content text[], reason text)
    on conflict do nothing`.execute(db);
}
