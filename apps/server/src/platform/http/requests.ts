import type { ListQuery } from '@ec/contract/base/common';
import { type LocationId, locationIdOf } from '@ec/contract/geography/location-id';
import { AppError } from './errors.ts';

/** The area a request names by id or INEC code; undefined if it names none. Throws UNKNOWN_LOCATION for any other text. */
export function areaFromReference(reference: string | undefined): LocationId | undefined {
  if (reference === undefined) return undefined;
  const id = locationIdOf(reference);
  if (id === undefined) throw new AppError('UNKNOWN_LOCATION', { reference });
  return id;
}

/** Rows to take and to pass over for a list's page. */
export function pageOf(query: ListQuery, standard: number): { limit: number; offset: number } {
  const limit = query.pageSize ?? query.limit ?? standard;
  return { limit, offset: (query.page - 1) * limit };
}
