import type { UserId } from '@ec/contract/base/common';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { WALL_COLUMNS, WALL_TABLES, type WallRow } from '../../platform/identity/walls.ts';

/** Running screens, neither ended nor expired, newest first: of one user, or all. */
export async function listOpenWalls(db: Db, whose: UserId | 'all', now: Date): Promise<WallRow[]> {
  const owner = whose === 'all' ? sql`` : sql`and w.user_id = ${whose}`;
  const { rows } = await sql<WallRow>`select ${WALL_COLUMNS} from ${WALL_TABLES}
    where w.ended_at is null and w.expires_at > ${now} ${owner} order by w.created_at desc, w.id desc`.execute(db);
  return rows;
}
