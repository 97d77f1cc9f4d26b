import { UserStatus } from '@ec/contract/auth/schemas';
import { isInside, type LocationId, NATION } from '@ec/contract/geography/location-id';
import { normaliseRole, type Role } from '@ec/contract/permissions/roles';
import { type UserExportQuery, type UserList, type UserListQuery, UserSort } from '@ec/contract/users/schemas';
import { type Actor, areasOf } from '../../platform/http/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { areaFromReference, pageOf } from '../../platform/http/requests.ts';
import { countsKnownSince, userChanges } from '../../platform/database/known-counts.ts';
import { toUsers } from './person-answers.ts';
import { countUsers, listUsers, type UserFilter } from './queries.ts';

const PAGE = 20;

function several<T>(text: string | undefined, read: (part: string) => T | undefined, path: string): T[] | undefined {
  const parts = text
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  if (!parts || parts.length === 0) return undefined;
  return parts.map((part) => {
    const value = read(part);
    if (value === undefined)
      throw new AppError('VALIDATION_FAILED').at({ path, message: `There is no ${path} ${part}` });
    return value;
  });
}

function readStatus(text: string): UserStatus | undefined {
  const parsed = UserStatus.safeParse(text.toUpperCase().replaceAll(/[\s-]+/g, '_'));
  return parsed.success && parsed.data !== 'DELETED' ? parsed.data : undefined;
}

/** The narrowest requested place, if it overlaps the reader's areas. */
function withinOf(actor: Actor, query: UserExportQuery): LocationId | undefined {
  const references = [query.pollingUnitId, query.wardId, query.lgaId, query.stateId, query.regionId];
  const asked = areaFromReference(references.find((reference) => reference !== undefined));
  if (asked === undefined || asked === NATION) return undefined;
  const touches = areasOf(actor).some((own) => isInside(asked, own) || isInside(own, asked));
  if (!touches) throw new AppError('UNKNOWN_LOCATION', { reference: String(asked) });
  return asked;
}

/** The filter of the query, inside the reader's areas. */
export function filterFrom(actor: Actor, query: UserExportQuery): UserFilter {
  return {
    areas: areasOf(actor),
    within: withinOf(actor, query),
    roles: several<Role>(query.role, normaliseRole, 'role'),
    statuses: several(query.status, readStatus, 'status'),
    q: query.q,
  };
}

/** One page of the users whom the reader sees, filtered and sorted by the database. */
export async function listPage(db: Db, actor: Actor, query: UserListQuery): Promise<UserList> {
  const scope: UserFilter = { areas: areasOf(actor) };
  const filter = filterFrom(actor, query);
  const sort = UserSort.safeParse(query.sort ?? 'name');
  if (!sort.success)
    throw new AppError('VALIDATION_FAILED').at({ path: 'sort', message: 'The list cannot be sorted so' });
  const narrowed = Object.entries(filter).some(
    ([key, value]) => key !== 'areas' && value !== undefined && value !== '',
  );
  const counts = await countsKnownSince(db, userChanges);
  const count = (what: UserFilter) => counts.get(`count ${JSON.stringify(what)}`, () => countUsers(db, what));
  const [inScope, total] = await Promise.all([count(scope), narrowed ? count(filter) : count(scope)]);
  // After the count: a deep page is read from the nearer end, and none if nothing matches.
  const rows = await listUsers(db, filter, { sort: sort.data, ...pageOf(query, PAGE), total });
  return { users: await toUsers(db, actor, rows), total, inScope };
}
