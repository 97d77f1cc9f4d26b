import type { ConstituencyKind } from '@ec/contract/constituencies/kinds';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';
import { PAGE_SIZE } from '../../lib/hooks/paging.ts';
import { GEOGRAPHY_KEY } from './api.ts';

export interface ConstituencyFilters {
  kind: ConstituencyKind;
  q: string;
  /** Code of the area; empty for all own areas. */
  place: string;
  page: number;
}

export const constituenciesQuery = ({ kind, q, place, page }: ConstituencyFilters) =>
  queryOptions({
    queryKey: [...GEOGRAPHY_KEY, 'constituencies', kind, q, place, page],
    queryFn: ({ signal }) =>
      api.call('GET /constituencies', {
        signal,
        query: { type: kind, page, pageSize: PAGE_SIZE, ...(q && { q }), ...(place && { area: place }) },
      }),
    placeholderData: keepPreviousData,
  });

export const renameConstituency = ({ id, name }: { id: string; name: string }) =>
  api.call('PUT /constituencies/:id', { params: { id }, body: { name } });

export const importConstituencies = (body: { text: string; store: boolean }) =>
  api.call('POST /constituencies/import', { body });
