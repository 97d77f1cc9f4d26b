import { useState } from 'react';

/**
 * Props of a closed choice whose options are rendered once it is hovered, touched or focused: the kit would draw those of every choice
 * on the page, out of sight, before the page can be used.
 */
export function useOptionsNear() {
  const [near, setNear] = useState(false);
  const come = () => setNear(true);
  return { comboboxProps: { keepMounted: near }, onFocus: come, onPointerEnter: come };
}
