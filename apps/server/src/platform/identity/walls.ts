import type { AccessNeed } from '@ec/contract/permissions/decide-access';
import { decideAccess } from '@ec/contract/permissions/decide-access';
import type { UserId } from '@ec/contract/base/common';
import { NATIONAL_ROLES } from '@ec/contract/permissions/roles';
import type { WallId } from '@ec/contract/walls/schemas';
import { sql } from 'kysely';
import type { Holder } from '../http/actor.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Database, Db, Tx } from '../database/database.ts';
import { AppError } from '../http/errors.ts';
import { newSecret, sha256 } from '../runtime/ids.ts';
import type { Organisation, OrganisationState } from '../runtime/organisation.ts';
import { EFFECTIVE_STATUS, PERSON_COLUMNS, type PersonRow, toHolder } from './person.ts';

/** The roles that can see the situation room. */
export const ROOM_VIEWERS = { roles: NATIONAL_ROLES, module: 'live_results' } as const satisfies AccessNeed;
/** The roles that can start and end wall screens; a screen runs only while its starter has the right. */
export const WALL_STARTERS = { ...ROOM_VIEWERS, privilege: 'canManageWalls' } as const satisfies AccessNeed;

const PREFIX = 'wall_';
const SECRET_LENGTH = 43;
const SEEN_EVERY_MS = 60_000;

export function newWallToken(): string {
  return PREFIX + newSecret();
}

/** True for the format of a wall screen's token; a session token is only as long as the secret part of it. */
export function isWallToken(token: string): boolean {
  return token.startsWith(PREFIX) && token.length === PREFIX.length + SECRET_LENGTH;
}

/** A running wall screen, with the present rights of the user who started it. */
export interface RunningWall {
  id: WallId;
  name: string;
  expiresAt: Date;
  starter: Holder;
}

/** A screen with the columns that decide whether it may still run. */
export interface WallRow extends PersonRow {
  id: WallId;
  wall_name: string;
  user_id: UserId;
  expires_at: Date;
  ended_at: Date | null;
  last_seen_at: Date | null;
  created_at: Date;
  status: string;
}

/** The columns of WallRow, and the tables they come from. */
export const WALL_COLUMNS = sql`w.id, w.name as wall_name, w.user_id, w.expires_at, w.ended_at, w.last_seen_at, w.created_at,
  ${EFFECTIVE_STATUS} as status, ${PERSON_COLUMNS}`;
export const WALL_TABLES = sql`wall_screens w join users u on u.id = w.user_id
  left join moderator_privileges p on p.user_id = u.id`;

async function findWall(db: Db, hash: Buffer): Promise<WallRow | undefined> {
  const { rows } = await sql<WallRow>`/* walls.find */ select ${WALL_COLUMNS} from ${WALL_TABLES}
    where w.token_hash = ${hash}`.execute(db);
  return rows[0];
}

/** Ends all screens that the user started, permanently: a stolen screen token must not work again after the user is reactivated. */
export async function endWallsOf(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await sql`/* walls.end_of_person */ update wall_screens set ended_at = ${now}
    where user_id = ${userId} and ended_at is null and expires_at > ${now}`.execute(tx);
}

async function noteSeen(db: Db, id: WallId, now: Date): Promise<void> {
  await sql`/* walls.seen */ update wall_screens set last_seen_at = ${now} where id = ${id}`.execute(db);
}

/**
 * The screen if it runs now; undefined if it expired, was ended, or its starter cannot see the situation room at present. Election mode does not end
 * a screen.
 */
export function runningWall(row: WallRow, { levels }: OrganisationState, now: Date): RunningWall | undefined {
  if (row.ended_at || row.expires_at <= now || row.status !== 'ACTIVE' || row.must_change_password) return undefined;
  const starter = toHolder(row, { userId: row.user_id, levels: levels[row.role], now });
  if (starter.area === null || !decideAccess({ ...starter, electionMode: true }, WALL_STARTERS).allowed)
    return undefined;
  return { id: row.id, name: row.wall_name, expiresAt: row.expires_at, starter };
}

export interface Walls {
  /** The wall screen of a token. Throws WALL_ENDED for a screen that does not run or a damaged token, UNAUTHENTICATED for anything else. */
  authenticate(token: string): Promise<RunningWall>;
}

/** Reads the screen from the database at each call, so that an ended screen goes dark at once, whichever process ended it. */
export function createWalls({ db }: Database, organisation: Organisation, clock: Clock): Walls {
  return {
    async authenticate(token) {
      if (!isWallToken(token)) throw new AppError(token.startsWith(PREFIX) ? 'WALL_ENDED' : 'UNAUTHENTICATED');
      const [row, state] = await Promise.all([findWall(db, sha256(token)), organisation.current()]);
      const now = clock.now();
      const wall = row && runningWall(row, state, now);
      if (!wall) throw new AppError('WALL_ENDED');
      const unseen = now.getTime() - (row.last_seen_at?.getTime() ?? 0);
      if (unseen >= SEEN_EVERY_MS) await noteSeen(db, wall.id, now);
      return wall;
    },
  };
}
