import { useEffect, useEffectEvent } from 'react';
import { PAGE_SIZE } from './api.ts';

/** The page that the address names, from 1. */
export const pageOf = (text: string): number => Math.max(1, Number.parseInt(text, 10) || 1);

/** Goes back to the last page there is when decisions have emptied the one that is shown. */
export function useExistingPage(shown: number | undefined, total: number, onPage: (page: number) => void): void {
  const goBack = useEffectEvent(() => onPage(Math.ceil(total / PAGE_SIZE)));
  const emptied = shown === 0 && total > 0;
  useEffect(() => {
    if (emptied) goBack();
  }, [emptied]);
}
