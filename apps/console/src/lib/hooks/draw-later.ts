import { useDeferredValue, useState } from 'react';

/**
 * The value, with a delay the first time: the page then renders in small steps, between which a phone responds to touch.
 * Later values are rendered at once.
 */
export function useInSteps<T>(data: T | undefined): T | undefined {
  const ready = useDeferredValue(data !== undefined, false);
  return ready ? data : undefined;
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
