import type { UserId } from '@ec/contract/base/common';
import type { WallId } from '@ec/contract/walls/schemas';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { WALL_COLUMNS, WALL_TABLES, type WallRow } from '../../platform/identity/walls.ts';

/** Counts the user's open screens; locks the user's row, so that concurrent starts are counted one by one. */
export async function countOpenWalls(tx: Tx, userId: UserId, now: Date): Promise<number> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const row = await tx
    .selectFrom('wall_screens')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.open ?? 0;
}

export async function insertWall(
  tx: Tx,
  wall: { id: WallId; tokenHash: Buffer; name: string; userId: UserId; startedAt: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('wall_screens')
    .values({
      id: wall.id,
      token_hash: wall.tokenHash,
      name: wall.name,
      user_id: wall.userId,
      expires_at: wall.expiresAt,
      created_at: wall.startedAt,
    })
    .execute();
}

/** Ends a running screen, of one user or of any; undefined if there is none. */
export async function endWall(
  tx: Tx,
  id: WallId,
  whose: UserId | 'all',
  now: Date,
): Promise<{ name: string; userId: UserId } | undefined> {
  let update = tx
    .updateTable('wall_screens')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['name', 'user_id as userId']);
  if (whose !== 'all') update = update.where('user_id', '=', whose);
  return await update.executeTakeFirst();
}

/** Running screens, neither ended nor expired, newest first: of one user, or all. */
export async function listOpenWalls(db: Db, whose: UserId | 'all', now: Date): Promise<WallRow[]> {
  const owner = whose === 'all' ? sql`` : sql`and w.user_id = ${whose}`;
  const { rows } = await sql<WallRow>`select ${WALL_COLUMNS} from ${WALL_TABLES}
    where w.ended_at is null and w.expires_at > ${now} ${owner} order by w.created_at desc, w.id desc`.execute(db);
  return rows;
}
