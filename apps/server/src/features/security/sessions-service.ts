import type { EndedSessions } from '@ec/contract/auth/account';
import { deviceOf } from '@ec/contract/auth/devices';
import type { SessionId } from '@ec/contract/base/common';
import { type LocationId, locationType } from '@ec/contract/geography/location-id';
import type { LocationLink } from '@ec/contract/geography/schemas';
import type { ActiveSession, ActiveSessionList, ActiveSessionQuery } from '@ec/contract/security/schemas';
import type { Db } from '../../platform/database/database.ts';
import { loadNames } from '../../platform/database/places.ts';
import { type Actor, areasOf, boundedArea } from '../../platform/http/actor.ts';
import type { ReadContext, WorkContext, WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { areaFromReference, pageOf } from '../../platform/http/requests.ts';
import { forgetDeviceOf } from '../../platform/identity/known-devices.ts';
import { renewalOf } from '../../platform/identity/session-renewal.ts';
import { endSessions } from '../../platform/identity/sessions.ts';
import { type Life, staleWhileRevalidate } from '../../platform/runtime/stale-while-revalidate.ts';
import { endRefusal } from './rules.ts';
import {
  countSessions,
  findSession,
  listSessions,
  type SessionCounts,
  type SessionFilter,
  type SessionRow,
} from './sessions-queries.ts';

export interface CountedSessions {
  of(db: Db, filter: SessionFilter): Promise<SessionCounts>;
}

const MANY = 5000;
/** From MANY on the figure may be some seconds old. Served longer than a console waits between two calls, so that only the first caller waits. */
const ABOUT: Life = { renewMs: 2000, serveMs: 60_000 };
/** Fewer are counted for each reader. */
const EXACT: Life = { renewMs: 0, serveMs: 0 };

/** Counts of open sessions: exact if they are few, up to a minute old if they are many. */
export function createCountedSessions(): CountedSessions {
  const cache = staleWhileRevalidate<SessionCounts>({
    ...ABOUT,
    lifeOf: ({ made }) => (made && made.total < MANY ? EXACT : ABOUT),
  });
  return {
    async of(db, filter) {
      const { idleBefore: _moment, ...asked } = filter;
      return await cache.get(JSON.stringify(asked), () => countSessions(db, filter));
    },
  };
}

const PAGE = 25;
const REASON = 'ended by an administrator';

/** Sessions last seen before this time are idle. */
export function idleBefore({ now, organisation }: WorkContext): Date {
  return new Date(now.getTime() - organisation.settings.security.sessionTimeout * 60_000);
}

const linkTo = (id: LocationId, names: ReadonlyMap<LocationId, string>): LocationLink => ({
  id,
  type: locationType(id),
  name: names.get(id) ?? '',
});

const targetOf = ({ userId, role, area }: SessionRow) => ({ id: userId, role, area });

function toSession(actor: Actor, row: SessionRow, names: ReadonlyMap<LocationId, string>): ActiveSession {
  return {
    id: row.id,
    user: { id: row.userId, name: row.name, role: row.role },
    area: row.area === null ? null : linkTo(row.area, names),
    device: deviceOf(row.userAgent),
    ip: row.ip,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    renewed: renewalOf(row),
    isCurrent: row.id === actor.sessionId,
    can: { end: endRefusal(actor, { id: row.id, user: targetOf(row) }) === null },
  };
}

/** One page of the open sessions of users inside the reader's areas, and their numbers by place. */
export async function sessionList(
  context: ReadContext,
  actor: Actor,
  query: ActiveSessionQuery,
  counted: CountedSessions,
): Promise<ActiveSessionList> {
  const { db } = context;
  const asked = areaFromReference(query.area);
  const areas = asked === undefined ? areasOf(actor) : [boundedArea(actor, asked)];
  const { role, userId, q } = query;
  const filter = { areas, role, userId, q, idleBefore: idleBefore(context) };
  const { total, areas: below } = await counted.of(db, filter);
  const rows = await listSessions(db, filter, { ...pageOf(query, PAGE), total });
  const places = rows.flatMap(({ area }) => (area === null ? [] : [area]));
  const names = await loadNames(db, [...places, ...below.map(({ id }) => id)]);
  return {
    sessions: rows.map((row) => toSession(actor, row, names)),
    total,
    areas: below.map(({ id, sessions }) => ({ area: linkTo(id, names), sessions })),
  };
}

/** Ends a user's session: the next call is refused, and open consoles on all servers are notified. */
export async function endSession(write: WriteContext, actor: Actor, id: SessionId): Promise<EndedSessions> {
  const { tx, now } = write;
  const row = await findSession(tx, id, { areas: areasOf(actor), idleBefore: idleBefore(write) });
  if (!row) throw new AppError('NOT_FOUND');
  const refusal = endRefusal(actor, { id, user: targetOf(row) });
  if (refusal) throw new AppError(refusal);
  const ended = await endSessions(tx, { sessionId: id }, REASON, now);
  if (ended.length === 0) throw new AppError('NOT_FOUND');
  await forgetDeviceOf(tx, id);
  const { userId, area } = row;
  await write.audit({
    event: 'security.session_ended',
    resourceId: id,
    areaId: area,
    previous: { userId, name: row.name, device: deviceOf(row.userAgent), ip: row.ip },
  });
  await write.emit({ type: 'session.ended', userId, sessionId: id, reason: REASON });
  write.afterCommit(() => write.platform.sessions.forget(userId));
  return { ended: ended.length };
}
