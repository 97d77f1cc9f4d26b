import { lazy, Suspense, useEffect, useState } from 'react';
import { useUrgent } from '../../domain/announcements/announcement-news.ts';

const UrgentHost = lazy(async () => ({ default: (await import('./UrgentHost.tsx')).UrgentHost }));

/** A dialog below an urgent announcement must not be closed by a key that was meant for the announcement. */
function useNoEscape(): void {
  useEffect(() => {
    const stop = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && document.querySelector('[data-urgent]')) event.stopImmediatePropagation();
    };
    // Here and not with the announcement: it has to come before the listeners of the pages.
    window.addEventListener('keydown', stop, { capture: true });
    return () => window.removeEventListener('keydown', stop, { capture: true });
  }, []);
}

/** Watches for urgent announcements; the code that shows them is loaded with the first. */
export function UrgentGate() {
  const urgent = useUrgent().data?.announcements ?? [];
  const [wanted, setWanted] = useState(false);
  if (urgent.length > 0 && !wanted) setWanted(true);
  useNoEscape();
  return <Suspense>{wanted && <UrgentHost urgent={urgent} />}</Suspense>;
}
