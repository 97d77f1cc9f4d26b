import { useEffect, useEffectEvent } from 'react';
import { PAGE_SIZE, pageOf } from './filters.ts';

/** After somebody has gone the last page can be gone too: the list goes to the one that is last now. */
export function useExistingPage(
  list: { shown: number; total: number } | undefined,
  page: string,
  onPage: (page: string) => void,
): void {
  const last = list && Math.max(1, Math.ceil(list.total / PAGE_SIZE));
  const beyond = last !== undefined && list?.shown === 0 && pageOf({ page }) > last ? last : undefined;
  const goTo = useEffectEvent(onPage);
  useEffect(() => {
    if (beyond !== undefined) goTo(String(beyond));
  }, [beyond]);
}
