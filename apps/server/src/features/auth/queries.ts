import type { AuditEvent } from '@ec/contract/audit/events';
import type { SessionUser } from '@ec/contract/auth/schemas';
import { deviceOf } from '@ec/contract/auth/devices';
import { type EndedSession, SessionEndReason } from '@ec/contract/auth/session-ends';
import type { SessionId, UserId } from '@ec/contract/base/common';
import { codeOf, type LocationId, locationType, type LocationType } from '@ec/contract/geography/location-id';
import { pictureUrl } from '@ec/contract/pictures/schemas';
import { sql } from 'kysely';
import type { Db, Statements } from '../../platform/database/database.ts';
import { chainLinks, loadNames } from '../../platform/database/places.ts';
import type { Person } from './repository.ts';

const NOWHERE = {
  assignedRegion: null,
  assignedState: null,
  assignedLga: null,
  assignedWard: null,
  assignedPollingUnit: null,
  scope: null,
};

type Place = Pick<SessionUser, keyof typeof NOWHERE>;

/** The user's assignment by the names of its places. */
function placeOf(area: LocationId | null, names: ReadonlyMap<LocationId, string>): Place {
  if (area === null) return NOWHERE;
  const links = chainLinks(area, names);
  const nameOf = (type: LocationType) => links.find((link) => link.type === type)?.name ?? null;
  return {
    assignedRegion: nameOf('region'),
    assignedState: nameOf('state'),
    assignedLga: nameOf('lga'),
    assignedWard: nameOf('ward'),
    assignedPollingUnit: nameOf('polling_unit'),
    scope: scopeAt(area, links.at(-1)?.name),
  };
}

function scopeAt(area: LocationId, name = ''): NonNullable<SessionUser['scope']> {
  return { type: locationType(area), locationId: area, name, code: codeOf(area) };
}

/** An area as the place where a user acts. */
export async function scopeOf(db: Db, area: LocationId | null): Promise<SessionUser['scope']> {
  return area === null ? null : scopeAt(area, (await loadNames(db, [area])).get(area));
}

/** The names of the user's area and the places that contain it. */
export async function placeNames(db: Statements, { area_id: area }: Pick<Person, 'area_id'>) {
  return await loadNames(db, area === null ? [] : [area]);
}

/** The user as sign-in and /auth/me return them; `names` are those of their area. */
export function sessionUser(person: Person, names: ReadonlyMap<LocationId, string>): SessionUser {
  return {
    id: person.id,
    name: person.name,
    phone: person.phone,
    email: person.email,
    role: person.role,
    status: person.status,
    ...placeOf(person.area_id, names),
    profilePictureUrl: pictureUrl(person.profile_picture_id),
    lastLogin: person.last_login_at?.toISOString() ?? null,
  };
}

/** The user's sessions that are neither ended nor idle since before the given time, last used first. */
export async function openSessionsOf(db: Db, userId: UserId, idleBefore: Date) {
  return await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip', 'created_at', 'last_seen_at'])
    .select([
      'refreshed_at as refreshedAt',
      'refreshed_ip as refreshedIp',
      'refreshed_user_agent as refreshedUserAgent',
    ])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>=', idleBefore)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** When the user's second step was last activated; undefined if the log has no such entry. */
export async function twoFactorSince(db: Db, userId: UserId): Promise<Date | undefined> {
  const row = await db
    .selectFrom('audit_entries')
    .select('created_at')
    .where('resource_id', '=', userId)
    .where('event', '=', 'auth.two_factor_enabled' satisfies AuditEvent)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

/**
 * How the ended ones of the sessions ended. A session that another one replaced ended at the moment at which that one was opened, which names the
 * device as long as the new one lasts.
 */
export async function endedSessions(db: Db, ids: readonly SessionId[]): Promise<Map<SessionId, EndedSession>> {
  const { rows } = await sql<{ id: SessionId; reason: string | null; at: Date; next: string | null }>`
    select s.id, s.end_reason as reason, s.ended_at as at, n.user_agent as next from sessions s
    left join sessions n on n.user_id = s.user_id and n.ended_at is null and n.created_at = s.ended_at
      and s.end_reason = ${'signed in elsewhere' satisfies SessionEndReason}
    where s.id = any (${`{${ids.join(',')}}`}::uuid[]) and s.ended_at is not null`.execute(db);
  return new Map(
    rows.map(({ id, reason, at, next }) => {
      const known = SessionEndReason.safeParse(reason);
      const device = next === null ? null : deviceOf(next);
      return [id, { reason: known.success ? known.data : 'no longer valid', at: at.toISOString(), device }];
    }),
  );
}
