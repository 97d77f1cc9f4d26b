import { type AccessSubject, decideAccess, gatePanel } from '@ec/contract/permissions/decide-access';
import type { Location } from '@ec/contract/geography/schemas';
import { findRoute } from '@ec/contract/permissions/pages';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../lib/http/api-error.ts';
import { api } from '../../lib/http/api.ts';
import { areaPath } from '../../domain/places/area-path.ts';
import { type Found, LEAST_LETTERS } from './find-records.ts';

const KINDS = {
  national: 'Nation',
  region: 'Region',
  state: 'State',
  lga: 'LGA',
  ward: 'Ward',
  polling_unit: 'Polling unit',
};

/** Places of the person's own area (the server sees to that) whose page they may open. */
export function usePlaces(query: string, subject: AccessSubject): { items: Found[]; message: string } {
  const [q] = useDebouncedValue(query.trim(), 200);
  const closed = decideAccess(subject, {});
  const asked = closed.allowed && q.length >= LEAST_LETTERS;
  const places = useQuery({
    queryKey: ['locations', 'search', q],
    queryFn: ({ signal }) => api.call('GET /locations', { query: { q, pageSize: 8 }, signal }),
    enabled: asked,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const items = asked ? (places.data?.locations ?? []).flatMap((location) => toPlace(location, subject)) : [];
  if (places.error) return { items, message: errorMessage(places.error) };
  if (!closed.allowed) return { items, message: gatePanel(closed).lines[0] ?? '' };
  if (asked && places.isFetching) return { items, message: 'Searching…' };
  return { items, message: asked ? 'No screen or place of that name.' : 'Type at least two letters to find a place.' };
}

function toPlace(location: Location, subject: AccessSubject): Found[] {
  const path = areaPath(location);
  const route = path ? findRoute(path) : undefined;
  if (!path || !route || !decideAccess(subject, route).allowed) return [];
  const above = location.chain
    .slice(2, -1)
    .map((link) => link.name)
    .reverse();
  return [{ path, name: location.name, description: [KINDS[location.type], location.code, ...above].join(' · ') }];
}
