import { useEffect, useEffectEvent } from 'react';

/** Rows a page of the lists of people and requests. */
export const PAGE_SIZE = 20;

/** The page that the address names, from 1. */
export const pageNumber = (text: string): number => Math.max(1, Number.parseInt(text, 10) || 1);

/** After a deletion or a decision the last page can be empty: the list goes to the one that is last now. */
export function useExistingPage(
  list: { shown: number; total: number } | undefined,
  page: number,
  onPage: (page: number) => void,
): void {
  const last = list && Math.max(1, Math.ceil(list.total / PAGE_SIZE));
  const beyond = last !== undefined && list?.shown === 0 && page > last ? last : undefined;
  const goTo = useEffectEvent(onPage);
  useEffect(() => {
    if (beyond !== undefined) goTo(beyond);
  }, [beyond]);
}
