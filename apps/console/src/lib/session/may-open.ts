import { decideAccess } from '@ec/contract/permissions/decide-access';
import type { Me } from '@ec/contract/auth/schemas';
import { isInside, type LocationId, locationIdOf } from '@ec/contract/geography/location-id';
import { findRoute } from '@ec/contract/permissions/pages';
import { accessSubject, useCurrentMe } from './session.ts';

/** Pages of one place, which open for those alone whose area holds it; the LGA's page with a ward is that ward's. */
const PLACE_PAGE = /^\/(?:regional|state|lga|pu)\/([^/]+)$/;

/** The areas in which the person acts: their own, or those that a moderator is narrowed to. */
export function ownAreas({ user, privileges }: Me): LocationId[] {
  const narrowed = privileges?.areas ?? [];
  if (narrowed.length > 0) return narrowed.map(({ id }) => id);
  return user.scope ? [user.scope.locationId] : [];
}

/** Whether the person may open the page at this moment and finds more there than a refusal; `path` may carry a query. */
export function mayOpen(me: Me, path: string): boolean {
  const [pathname = '', search = ''] = path.split('?');
  const route = findRoute(pathname);
  const subject = accessSubject(me);
  if (!route || !decideAccess(subject, route).allowed) return false;
  if (route.inside && !decideAccess(subject, route.inside).allowed) return false;
  const reference = PLACE_PAGE.exec(pathname)?.[1];
  if (reference === undefined) return true;
  const place = locationIdOf(new URLSearchParams(search).get('ward') ?? decodeURIComponent(reference));
  return place !== undefined && ownAreas(me).some((area) => isInside(place, area));
}

/** True if the reader may open the page now; a link to one that would be refused is shown as plain text. */
export function useMayOpen(path: string): boolean {
  return mayOpen(useCurrentMe(), path);
}
