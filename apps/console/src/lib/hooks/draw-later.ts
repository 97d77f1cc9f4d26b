import { startTransition, useDeferredValue, useEffect, useState } from 'react';

/**
 * The value, with a delay the first time: the page then renders in small steps, between which a phone responds to touch.
 * Later values are rendered at once.
 */
export function useInSteps<T>(data: T | undefined): T | undefined {
  const ready = useDeferredValue(data !== undefined, false);
  return ready ? data : undefined;
}

/** As many rows as the highest phone shows, and how many each step after it adds. */
const ROWS_ON_SCREEN = 8;
const ROWS_OF_A_STEP = 14;

/** How many rows of a list are drawn: those on the screen first, and the others some at a time, so that a phone responds to touch in between. */
export function useRowsInSteps(count: number): number {
  const [drawn, setDrawn] = useState(ROWS_ON_SCREEN);
  useEffect(() => {
    if (drawn >= count) return undefined;
    const next = setTimeout(() => startTransition(() => setDrawn(drawn + ROWS_OF_A_STEP)));
    return () => clearTimeout(next);
  }, [drawn, count]);
  return Math.min(drawn, count);
}

/**
 * Props of a closed choice whose options are rendered once it is hovered, touched or focused: the kit would draw those of every choice
 * on the page, out of sight, before the page can be used.
 */
export function useOptionsNear() {
  const [near, setNear] = useState(false);
  const come = () => setNear(true);
  return { comboboxProps: { keepMounted: near }, onFocus: come, onPointerEnter: come };
}
