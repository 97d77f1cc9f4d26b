import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';
import { HISTORY } from './api.ts';
import { type Filters, parametersOf } from './filters.ts';

/** All of the person's notifications that fit the filters, one page of them. */
export const historyQuery = (filters: Filters) => {
  const query = parametersOf(filters);
  return queryOptions({
    queryKey: [...HISTORY, query],
    queryFn: ({ signal }) => api.call('GET /notifications', { query, signal }),
    placeholderData: keepPreviousData,
  });
};
