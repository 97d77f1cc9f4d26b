import { lazy, Suspense, useEffect, useState } from 'react';
import { openSpotlight, useSpotlightState } from './spotlight-state.ts';

const GoTo = lazy(async () => ({ default: (await import('../spotlight/GoTo.tsx')).GoTo }));

/** Ctrl or Cmd + K from anywhere, also out of a field. */
export function SpotlightGate() {
  const open = useSpotlightState((state) => state.open);
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k')
        return;
      event.preventDefault();
      openSpotlight();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    if (open) setWanted(true);
  }, [open]);
  return wanted ? (
    <Suspense>
      <GoTo />
    </Suspense>
  ) : null;
}
