import { useEffect, useEffectEvent } from 'react';

/** Rows a page of the lists of people and requests. */
export const PAGE_SIZE = 20;

export interface Paging {
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
  /** False for a list that says above itself what it shows. */
  withRange?: boolean;
}

/** The page that the address names, from 1. */
export const pageNumber = (text: string): number => Math.max(1, Number.parseInt(text, 10) || 1);

/** After a deletion or a decision the last page can be empty: the list goes to the one that is last now. */
export function useExistingPage(
  list: { shown: number; total: number } | undefined,
  page: number,
  onPage: (page: number) => void,
  pageSize = PAGE_SIZE,
): void {
  const last = list && Math.max(1, Math.ceil(list.total / pageSize));
  const beyond = last !== undefined && list?.shown === 0 && page > last ? last : undefined;
  const goTo = useEffectEvent(onPage);
  useEffect(() => {
    if (beyond !== undefined) goTo(beyond);
  }, [beyond]);
}

/** The pages of a list as the address has them; `rows` and `total` are undefined until the list is here. */
export function usePaging(
  filters: { page: string },
  onFilter: (change: { page: string }) => void,
  rows: readonly unknown[] | undefined,
  total: number | undefined,
): Paging {
  const page = pageNumber(filters.page);
  const onPage = (next: number) => onFilter({ page: String(next) });
  useExistingPage(rows && total !== undefined ? { shown: rows.length, total } : undefined, page, onPage);
  return { page, pageSize: PAGE_SIZE, total: total ?? 0, onPage };
}
