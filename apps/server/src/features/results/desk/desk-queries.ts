import type { FileId, ResultId } from '@ec/contract/base/common';
import type { Flag } from '@ec/contract/results/schemas';
import type { DeskOrigin } from '@ec/contract/second-entry/desk';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { personLink } from '../../../platform/database/sql-parts.ts';

/** As deskColumn answers it. */
export interface DeskRow {
  /** Null for a version that its officer sent. */
  desk: DeskOrigin | null;
}

/** The origin of the version that the alias names, by its columns result_id and version. */
export const deskColumn = (version: string) => sql`(select json_build_object('officer', ${personLink('desk_officer')},
    'typedBy', ${personLink('desk_typist')}, 'arbiter', ${personLink('desk_arbiter')}, 'decidedBy', ${personLink('desk_decider')},
    'ground', d.ground, 'reason', d.reason)
  from desk_versions d
  join users desk_officer on desk_officer.id = d.officer_id join users desk_typist on desk_typist.id = d.typed_by
  join users desk_arbiter on desk_arbiter.id = d.arbiter_id join users desk_decider on desk_decider.id = d.decided_by
  where d.result_id = ${sql.ref(`${version}.result_id`)} and d.version = ${sql.ref(`${version}.version`)}) as desk`;

/** What a desk version takes over of the version that was entered: its photo, and that it came late. */
export interface DeskBase {
  photoFileId: FileId;
  sha256: Buffer;
  late: boolean;
  flags: Flag[];
}

/** Undefined where the version has no photo. */
export async function findDeskBase(db: Db, resultId: ResultId, version: number): Promise<DeskBase | undefined> {
  const { rows } = await sql<DeskBase>`select f.id as "photoFileId", f.sha256, v.late, v.flags
    from versions_with_photo v join files f on f.id = v.photo_file_id
    where v.result_id = ${resultId} and v.version = ${version}`.execute(db);
  return rows[0];
}
