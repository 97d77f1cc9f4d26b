import { startTransition, useEffect, useState } from 'react';

/**
 * How many of so many parts of a long page are drawn: one at first, and one more each time those before are on the
 * screen, so that a phone answers between them.
 */
export function useParts(all: number): number {
  const [drawn, setDrawn] = useState(1);
  useEffect(() => {
    if (drawn < all) startTransition(() => setDrawn(drawn + 1));
  }, [drawn, all]);
  return drawn;
}
