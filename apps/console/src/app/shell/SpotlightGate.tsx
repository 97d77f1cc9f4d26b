import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useState } from 'react';
import { openSpotlight, useSpotlightState } from './spotlight-state.ts';

const GoTo = lazy(async () => ({ default: (await import('../spotlight/GoTo.tsx')).GoTo }));

/** Ctrl or Cmd + K from anywhere, also out of a field. */
export function SpotlightGate() {
  const open = useSpotlightState((state) => state.open);
  const [wanted, setWanted] = useState(false);
  useHotkeys([['mod+K', openSpotlight]], []);
  useEffect(() => {
    if (open) setWanted(true);
  }, [open]);
  return wanted ? (
    <Suspense>
      <GoTo />
    </Suspense>
  ) : null;
}
