import type { SessionId, UserId } from '@ec/contract/common';
import { LRUCache } from 'lru-cache';
import type { Actor } from './actor.ts';
import type { Clock } from './clock.ts';
import type { Database, Db, Tx } from './database.ts';
import { AppError } from './errors.ts';
import { newId, newSecret, sha256 } from './ids.ts';
import type { Organisation } from './organisation.ts';
import type {} from './tables.ts';

export const ACCESS_TOKEN_MINUTES = 15;
const CACHE_SECONDS = 5;
const SEEN_EVERY_MS = 60_000;

export interface Tokens {
  sessionId: SessionId;
  accessToken: string;
  refreshToken: string;
}

/** Opens a session for the person; tokens are random, and only their hashes are kept. */
export async function openSession(
  tx: Tx,
  session: { userId: UserId; ip: string | null; userAgent: string | null; now: Date },
): Promise<Tokens> {
  const tokens = { sessionId: newId<SessionId>(), accessToken: newSecret(), refreshToken: newSecret() };
  await tx
    .insertInto('sessions')
    .values({
      id: tokens.sessionId,
      user_id: session.userId,
      access_hash: sha256(tokens.accessToken),
      access_expires_at: accessExpiry(session.now),
      refresh_hash: sha256(tokens.refreshToken),
      created_at: session.now,
      last_seen_at: session.now,
      ip: session.ip,
      user_agent: session.userAgent,
    })
    .execute();
  return tokens;
}

export function accessExpiry(now: Date): Date {
  return new Date(now.getTime() + ACCESS_TOKEN_MINUTES * 60_000);
}

/** Ends the sessions that match; answers whose they were, so that their streams and caches can be told. */
export async function endSessions(
  tx: Tx,
  which: { userId: UserId; except?: SessionId } | { sessionId: SessionId },
  reason: string,
  now: Date,
): Promise<{ id: SessionId; userId: UserId }[]> {
  let update = tx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('ended_at', 'is', null)
    .returning(['id', 'user_id as userId']);
  if ('sessionId' in which) update = update.where('id', '=', which.sessionId);
  else {
    update = update.where('user_id', '=', which.userId);
    if (which.except) update = update.where('id', '!=', which.except);
  }
  return await update.execute();
}

async function findSession(db: Db, accessHash: Buffer) {
  return await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 's.user_id', 's.access_expires_at', 's.last_seen_at', 's.ended_at'])
    .select(['u.name', 'u.phone', 'u.role', 'u.area_id', 'u.status', 'u.must_change_password'])
    .where('s.access_hash', '=', accessHash)
    .executeTakeFirst();
}
type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>;

export interface Sessions {
  /** The person whose access token this is; refuses an unknown, expired, ended or idle one with 401. */
  authenticate(accessToken: string): Promise<Actor>;
  /** Forgets what is known of a person or of all, so that the next call reads it anew. */
  forget(userId?: UserId): void;
}

/** Reads sessions through a short-lived cache; changes made on this process are seen at once, others' when told of. */
export function createSessions(database: Database, organisation: Organisation, clock: Clock): Sessions {
  const cache = new LRUCache<string, SessionRow>({ max: 50_000, ttl: CACHE_SECONDS * 1000 });
  const touched = new Map<SessionId, number>();

  async function load(token: string): Promise<SessionRow> {
    const hash = sha256(token);
    const key = hash.toString('base64');
    const cached = cache.get(key);
    if (cached) return cached;
    const row = await findSession(database.db, hash);
    if (!row) throw new AppError('UNAUTHENTICATED');
    cache.set(key, row);
    return row;
  }

  /** Notes at most once a minute that the person is there; a lost note only shortens the idle time by that minute. */
  async function touch(row: SessionRow, now: Date): Promise<void> {
    const last = Math.max(row.last_seen_at.getTime(), touched.get(row.id) ?? 0);
    if (now.getTime() - last < SEEN_EVERY_MS) return;
    touched.set(row.id, now.getTime());
    row.last_seen_at = now;
    await database.db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', row.id).execute();
    if (touched.size > 100_000) touched.clear();
  }

  return {
    async authenticate(accessToken) {
      const row = await load(accessToken);
      const now = clock.now();
      const { settings, levels } = await organisation.current();
      const idleSince = Math.max(row.last_seen_at.getTime(), touched.get(row.id) ?? 0);
      const idle = now.getTime() - idleSince > settings.security.sessionTimeout * 60_000;
      if (row.ended_at || idle || row.status !== 'ACTIVE') throw new AppError('SESSION_ENDED');
      if (row.access_expires_at <= now) throw new AppError('UNAUTHENTICATED');
      await touch(row, now);
      return {
        userId: row.user_id,
        sessionId: row.id,
        name: row.name,
        phone: row.phone,
        role: row.role,
        area: row.area_id,
        levels: levels[row.role],
        mustChangePassword: row.must_change_password,
      };
    },
    forget(userId) {
      if (userId === undefined) cache.clear();
      else for (const [key, row] of cache.entries()) if (row.user_id === userId) cache.delete(key);
    },
  };
}
