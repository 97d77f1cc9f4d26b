import type { SessionEndReason } from '@ec/contract/auth/session-ends';
import type { SessionId, UserId } from '@ec/contract/base/common';
import { type CompiledQuery, sql } from 'kysely';
import type { Actor } from '../http/actor.ts';
import type { Clock } from '../runtime/clock.ts';
import { type Database, type Db, statement, type Statements, type Tx } from '../database/database.ts';
import { AppError } from '../http/errors.ts';
import { batcher } from '../runtime/batcher.ts';
import { staleWhileRevalidate } from '../runtime/stale-while-revalidate.ts';
import { newId, newSecret, sha256 } from '../runtime/ids.ts';
import { forgetDevices } from './known-devices.ts';
import type { Organisation } from '../runtime/organisation.ts';
import { DEVICE, EFFECTIVE_STATUS, PERSON_COLUMNS, type PersonRow, toActor } from './person.ts';
import { endWallsOf } from './walls.ts';

const ACCESS_TOKEN_MINUTES = 15;
const CACHE_MS = 5000;
const SEEN_EVERY_MS = 60_000;
/** People seen within this time are noted together; no call waits for it. */
const NOTE_MS = 500;

export interface Tokens {
  sessionId: SessionId;
  accessToken: string;
  refreshToken: string;
}

const insertSession = statement<never>(
  'sessions.open',
  `insert into sessions (id, user_id, access_hash, access_expires_at, refresh_hash, created_at, last_seen_at, ip, user_agent, device)
   values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9)`,
);

interface NewSession {
  userId: UserId;
  ip: string | null;
  userAgent: string | null;
  /** The browser's device key; absent for other clients. */
  device?: string | undefined;
  now: Date;
}

/** The stored form of a device key. It has 256 random bits, so a plain hash cannot be reversed. */
export function deviceHash(key: string | undefined): Buffer | null {
  return key === undefined ? null : sha256(key);
}

/** A new session for the user and the query that stores it. Tokens are random; only their hashes are stored. */
export function newSession({ userId, ip, userAgent, device, now }: NewSession): {
  tokens: Tokens;
  write: CompiledQuery<unknown>;
} {
  const tokens = { sessionId: newId<SessionId>(), accessToken: newSecret(), refreshToken: newSecret() };
  const [access, refresh] = [sha256(tokens.accessToken), sha256(tokens.refreshToken)];
  const values = [tokens.sessionId, userId, access, accessExpiry(now), refresh, now, ip, userAgent, deviceHash(device)];
  return { tokens, write: insertSession.of(values) };
}

/** Stores a new session for the user and returns its tokens. */
export async function openSession(tx: Tx, session: NewSession): Promise<Tokens> {
  const { tokens, write } = newSession(session);
  await tx.executeQuery(write);
  return tokens;
}

const openOf = statement<{ id: SessionId }>(
  'sessions.open_of_person',
  'select id from sessions where user_id = $1 and ended_at is null limit 1',
);

/** Whether the person has a session that has not ended. */
export async function hasOpenSession(db: Statements, userId: UserId): Promise<boolean> {
  return (await openOf(db, [userId])).length > 0;
}

export function accessExpiry(now: Date): Date {
  return new Date(now.getTime() + ACCESS_TOKEN_MINUTES * 60_000);
}

interface EndedSession {
  id: SessionId;
  userId: UserId;
}

const END = `update sessions set ended_at = $1, end_reason = $2 where ended_at is null`;
const endSession = statement<EndedSession>('sessions.end', `${END} and id = $3 returning id, user_id as "userId"`);
const endSessionsOf = statement<EndedSession>(
  'sessions.end_of_person',
  `${END} and user_id = $3 and ($4::uuid is null or id <> $4) returning id, user_id as "userId"`,
);

/**
 * Ends the matching sessions and returns their users, so that their streams and caches can be updated. If all sessions of a user end (deactivation,
 * password reset), their wall screens end too and their devices are no longer known.
 */
export async function endSessions(
  tx: Tx,
  which: { userId: UserId; except?: SessionId } | { sessionId: SessionId },
  reason: SessionEndReason,
  now: Date,
): Promise<EndedSession[]> {
  if ('sessionId' in which) return await endSession(tx, [now, reason, which.sessionId]);
  const { userId, except } = which;
  if (except === undefined) {
    await endWallsOf(tx, userId, now);
    await forgetDevices(tx, userId);
  }
  return await endSessionsOf(tx, [now, reason, userId, except ?? null]);
}

interface SessionRow extends PersonRow {
  id: SessionId;
  user_id: UserId;
  device: string | null;
  access_expires_at: Date;
  refreshed_at: Date | null;
  access_used_at: Date | null;
  last_seen_at: Date;
  ended_at: Date | null;
  status: string;
}

/** The sessions of the access tokens' hashes, in the same order. */
async function findSessions(db: Db, hashes: readonly Buffer[]): Promise<(SessionRow | undefined)[]> {
  const { rows } = await sql<SessionRow & { hash: string }>`/* sessions.find */ select
      encode(s.access_hash, 'hex') as hash, s.id, s.user_id, ${DEVICE} as device, s.access_expires_at,
      s.refreshed_at, s.access_used_at, s.last_seen_at, s.ended_at,
      ${EFFECTIVE_STATUS} as status, ${PERSON_COLUMNS}
    from sessions s join users u on u.id = s.user_id left join moderator_privileges p on p.user_id = u.id
    where s.access_hash = any (${hashes}::bytea[])`.execute(db);
  const found = new Map(rows.map((row) => [row.hash, row]));
  return hashes.map((hash) => found.get(hash.toString('hex')));
}

/** Records the use of access tokens. Returns for each whether it is still its session's token: a concurrent renewal may have replaced it. */
async function noteUsed(db: Db, hashes: readonly Buffer[], now: Date): Promise<boolean[]> {
  const { rows } = await sql<{ hash: string }>`/* sessions.used */ update sessions s
    set access_used_at = coalesce(s.access_used_at, ${now}::timestamptz)
    from (select id from sessions where access_hash = any (${hashes}::bytea[]) order by id for no key update) held
    where s.id = held.id returning encode(s.access_hash, 'hex') as hash`.execute(db);
  const noted = new Set(rows.map(({ hash }) => hash));
  return hashes.map((hash) => noted.has(hash.toString('hex')));
}

/** Skips sessions that another process is noting at the same time. */
async function noteSeen(db: Db, seen: ReadonlyMap<SessionId, Date>): Promise<void> {
  await sql`/* sessions.seen */ update sessions s set last_seen_at = greatest(s.last_seen_at, n.seen)
    from (
      select k.id, k.seen from unnest(${[...seen.keys()]}::uuid[], ${[...seen.values()]}::timestamptz[]) as k (id, seen)
      join sessions l on l.id = k.id for update of l skip locked
    ) n where s.id = n.id`.execute(db);
}

export interface Sessions {
  /** The person with this access token. Throws UNAUTHENTICATED if it is unknown or expired, SESSION_ENDED if it ended or is idle. */
  authenticate(accessToken: string): Promise<Actor>;
  /** Forgets the sessions of a person or of all, so that the next call reads them from the database. */
  forget(userId?: UserId): void;
}

/** Reads sessions through a cache of five seconds; changes made by this process apply at once, those of others with their event. */
export function createSessions(database: Database, organisation: Organisation, clock: Clock): Sessions {
  const cache = staleWhileRevalidate<SessionRow>({
    renewMs: CACHE_MS,
    serveMs: CACHE_MS,
    keepMs: CACHE_MS,
    most: 50_000,
  });
  /** In the order of their moments; what is older stands in the database. */
  const touched = new Map<SessionId, number>();
  // Thousands make their first call in the same minute: their look-ups share a statement.
  const find = batcher((hashes: readonly Buffer[]) => findSessions(database.db, hashes));
  const use = batcher((hashes: readonly Buffer[]) => noteUsed(database.db, hashes, clock.now()));
  let seen = new Map<SessionId, Date>();

  async function load(token: string): Promise<SessionRow> {
    const hash = sha256(token);
    return await cache.get(hash.toString('base64'), async () => {
      const row = await find(hash);
      if (!row) throw new AppError('UNAUTHENTICATED');
      return row;
    });
  }

  /**
   * Records the first use of a renewed access token before the call continues: from then on the previous refresh token is invalid. One write per
   * renewal; the access token of a sign-in replaces none and needs no write.
   */
  async function noteFirstUse(token: string, row: SessionRow, now: Date): Promise<void> {
    if (row.access_used_at || !row.refreshed_at) return;
    if (!(await use(sha256(token)))) throw new AppError('UNAUTHENTICATED');
    row.access_used_at = now;
  }

  function noteLater(id: SessionId, now: Date): void {
    seen.set(id, now);
    if (seen.size > 1) return;
    setTimeout(() => {
      const noted = seen;
      seen = new Map();
      // A lost write only shortens the idle time by that minute.
      noteSeen(database.db, noted).catch(() => {
        for (const id of noted.keys()) touched.delete(id);
      });
    }, NOTE_MS).unref();
  }

  /** Notes at most once a minute that the person was seen. */
  function touch(row: SessionRow, now: Date): void {
    const last = Math.max(row.last_seen_at.getTime(), touched.get(row.id) ?? 0);
    if (now.getTime() - last < SEEN_EVERY_MS) return;
    touched.delete(row.id);
    touched.set(row.id, now.getTime());
    row.last_seen_at = now;
    noteLater(row.id, now);
    for (const [id, at] of touched) {
      if (now.getTime() - at < 2 * SEEN_EVERY_MS) break;
      touched.delete(id);
    }
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
      await noteFirstUse(accessToken, row, now);
      touch(row, now);
      const { id: sessionId, user_id: userId, device } = row;
      return toActor(row, { userId, sessionId, device, levels: levels[row.role], now });
    },
    forget(userId) {
      cache.forget(userId === undefined ? undefined : (row) => row.user_id === userId);
    },
  };
}
