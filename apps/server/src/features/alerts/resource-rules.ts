import { type AccessSubject, decideAccess } from '@ec/contract/permissions/decide-access';
import type { AlertResource, AlertRule } from '@ec/contract/alerts/schemas';
import { ancestorOf, codeOf, isInside, type LocationId, locationType } from '@ec/contract/geography/location-id';
import { findRoute } from '@ec/contract/permissions/pages';

interface About {
  rule: AlertRule;
  areaId: LocationId;
  areaName: string;
  resultId: string | null;
  person: { id: string; name: string } | null;
}

/** A page and its area: only users who act in all of the area can open it. */
interface Page {
  path: string;
  area: LocationId | null;
}

/** The page of a place; null for the nation, which has none. A ward is part of its LGA's page. */
function pageOf(place: LocationId): Page | null {
  const code = codeOf(place);
  switch (locationType(place)) {
    case 'national':
      return null;
    case 'region':
      return { path: `/regional/${code}`, area: place };
    case 'state':
      return { path: `/state/${code}`, area: place };
    case 'lga':
      return { path: `/lga/${code}`, area: place };
    case 'ward': {
      const lga = ancestorOf(place, 'lga') ?? place;
      return { path: `/lga/${codeOf(lga)}?ward=${code}`, area: lga };
    }
    case 'polling_unit':
      return { path: `/pu/${code}`, area: place };
  }
}

type Resource = Omit<AlertResource, 'path'> & { pages: (Page | null)[] };

/** The resource of the alert, with the pages that show it, best first. */
function resourceOf({ rule, areaId, areaName, resultId, person }: About): Resource | null {
  const label = locationType(areaId) === 'national' ? areaName : `${areaName} (${codeOf(areaId)})`;
  if (person) {
    return { type: 'user', id: person.id, label: person.name, pages: [{ path: `/users/${person.id}`, area: null }] };
  }
  if (rule === 'lock_out') return null;
  if (resultId !== null && locationType(areaId) === 'polling_unit') {
    return {
      type: 'result',
      id: resultId,
      label,
      pages: [{ path: `/review/${resultId}`, area: null }, pageOf(areaId)],
    };
  }
  const types = { ward: 'ward', polling_unit: 'polling_unit' } as const;
  const kind = locationType(areaId);
  const type = kind === 'ward' || kind === 'polling_unit' ? types[kind] : 'place';
  const review = kind === 'ward' ? { path: '/review', area: null } : null;
  return { type, id: String(areaId), label, pages: [pageOf(areaId), review] };
}

/** The resource of the alert, with the best page that the reader can open. */
export function relatedResource(
  about: About,
  reader: AccessSubject & { areas: readonly LocationId[] },
): AlertResource | null {
  const resource = resourceOf(about);
  if (!resource) return null;
  const { pages, ...rest } = resource;
  const opens = ({ path, area }: Page) => {
    const route = findRoute(path.replace(/\?.*/, ''));
    const inArea = area === null || reader.areas.some((own) => isInside(area, own));
    return route !== undefined && inArea && decideAccess(reader, route).allowed;
  };
  return { ...rest, path: pages.find((page) => page !== null && opens(page))?.path ?? null };
}
