import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** Begins what the address asks for (`?do=create`), once; undefined is what the reader may not do. */
export function useAskedAct(acts: Readonly<Record<string, (() => void) | undefined>>): void {
  const [params, setParams] = useSearchParams();
  const asked = params.get('do');
  const current = useRef(acts);
  useEffect(() => {
    current.current = acts;
  });
  useEffect(() => {
    if (asked === null) return;
    current.current[asked]?.();
    setParams(
      (old) => {
        old.delete('do');
        return old;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [asked, setParams]);
}
