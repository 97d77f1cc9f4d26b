import { withArticle } from '@ec/contract/base/wording';
import { type LocationId, locationType, type LocationType } from '@ec/contract/geography/location-id';
import type { FieldError } from '@ec/contract/base/error-body';
import {
  ALLOWED_AREAS,
  type AllowedAreas,
  PRIVILEGE_IDS,
  PRIVILEGES,
  type PrivilegesRequest,
} from '@ec/contract/permissions/privileges';
import { ROLES } from '@ec/contract/permissions/roles';
import { PLACE_TITLES } from '@ec/contract/users/schemas';
import type { Actor } from '../../platform/http/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { loadNames } from '../../platform/database/places.ts';
import { resolveReference } from '../geography/queries.ts';
import type { StoredGrant } from './repository.ts';
import { areasToStore, type Grant, type Grantee, type GrantFault, grantFaults, type GrantPart } from './rules.ts';

type Names = ReadonlyMap<LocationId, string>;
const LISTS = Object.keys(ALLOWED_AREAS) as AllowedAreas[];
const a = (type: LocationType) => withArticle(type === 'lga' ? 'LGA' : PLACE_TITLES[type].toLowerCase());

/** The areas that a request names; refuses what does not exist or stands in the list of another kind. */
async function readAreas(
  db: Db,
  request: PrivilegesRequest,
  prefix: string,
): Promise<{ areas: Grant['areas']; names: Names }> {
  const asked = LISTS.flatMap((list) =>
    request[list].map((reference, index) => ({ list, reference, field: `${list}.${index}` })),
  );
  const ids = await Promise.all(asked.map(({ reference }) => resolveReference(db, reference)));
  const names = await loadNames(
    db,
    ids.filter((id) => id !== undefined),
  );
  const faults: FieldError[] = [];
  const areas = asked.flatMap(({ list, reference, field }, index) => {
    const id = ids[index];
    const name = id === undefined ? undefined : names.get(id);
    const path = `${prefix}${field}`;
    if (id === undefined || name === undefined) faults.push({ path, message: `There is no location ${reference}` });
    else if (locationType(id) !== ALLOWED_AREAS[list]) {
      faults.push({ path, message: `${name} is not ${a(ALLOWED_AREAS[list])}` });
    } else return [{ field, id }];
    return [];
  });
  if (faults.length > 0) throw new AppError('VALIDATION_FAILED').at(...faults);
  return { areas, names };
}

function readEnd(text: string | null, prefix: string, now: Date): Date | null {
  if (text === null) return null;
  const end = new Date(text);
  if (end > now) return end;
  throw new AppError('VALIDATION_FAILED').at({
    path: `${prefix}validUntil`,
    message: 'Choose a time in the future, or leave it empty for no end',
  });
}

function words(part: GrantPart, code: GrantFault['code'], names: Names): string {
  if ('privilege' in part) return `"${PRIVILEGES[part.privilege].title}"`;
  if ('role' in part) return `the management of the role ${ROLES[part.role].title}`;
  if ('end' in part) return 'privileges that outlast your own';
  const name = names.get(part.area) ?? '';
  return code === 'GRANT_EXCEEDS' ? name : `${name}, which lies outside their own area`;
}

function refusal(fault: GrantFault, grantee: Grantee, names: Names): AppError {
  const what = words(fault.part, fault.code, names);
  if (fault.code === 'GRANT_EXCEEDS') return new AppError('GRANT_EXCEEDS', { what });
  return new AppError('GRANT_NOT_USABLE', { role: ROLES[grantee.role].title, what });
}

/** What a request grants, checked against the tree, the clock, the granter and the moderator; refusals name their fields. */
export async function readGrant(
  db: Db,
  request: PrivilegesRequest,
  sides: { granter: Actor; grantee: Grantee; now: Date; prefix: string },
): Promise<StoredGrant> {
  const { granter, grantee, now, prefix } = sides;
  const { areas, names } = await readAreas(db, request, prefix);
  const grant: Grant = {
    granted: PRIVILEGE_IDS.filter((privilege) => request[privilege]),
    areas,
    roles: [...new Set(request.canManageRoles)],
    validUntil: readEnd(request.validUntil, prefix, now),
  };
  const faults = grantFaults(grant, granter, grantee);
  const [first] = faults;
  if (first) {
    const alike = faults.filter(({ code }) => code === first.code);
    throw refusal(first, grantee, names).at(
      ...alike.map((fault) => ({
        path: `${prefix}${fault.field}`,
        message: refusal(fault, grantee, names).message,
      })),
    );
  }
  const { granted, roles, validUntil } = grant;
  return { granted: [...granted], areas: areasToStore(grant), roles: [...roles], validUntil, needsReview: false };
}
