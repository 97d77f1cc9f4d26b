import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { latePart } from '../../components/page/late-part.tsx';
import { useUrgent } from '../../domain/announcements/announcement-news.ts';
import { useKeyDown } from '../../lib/hooks/focus.ts';
import { useNotices } from '../../lib/hooks/notify.ts';
import { markActivity, watchIdle } from '../../lib/session/idle.ts';
import { endSession, refetchMe, useCurrentMe } from '../../lib/session/session.ts';
import { openSpotlight, useSpotlightState } from './HeaderButtons.tsx';

const NotificationsHost = latePart(async () => (await import('./NotificationsHost.tsx')).NotificationsHost);

/** The area for notices; its code is loaded with the first one. */
export function NotificationsGate() {
  const any = useNotices((state) => state.wanted);
  return any && <NotificationsHost />;
}

const GoTo = latePart(async () => (await import('../spotlight/GoTo.tsx')).GoTo);

/** Ctrl or Cmd + K from anywhere, also while a field has the focus. */
export function SpotlightGate() {
  const open = useSpotlightState((state) => state.open);
  const [wanted, setWanted] = useState(false);
  useKeyDown((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    openSpotlight();
  });
  useEffect(() => {
    if (open) setWanted(true);
  }, [open]);
  return wanted && <GoTo />;
}

const UrgentHost = latePart(async () => (await import('./UrgentHost.tsx')).UrgentHost);

/** A dialog below an urgent announcement must not be closed by a key that was meant for the announcement. */
function useNoEscape(): void {
  useEffect(() => {
    const stop = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && document.querySelector('[data-urgent]')) event.stopImmediatePropagation();
    };
    // Registered here and not with the announcement, so that it runs before the listeners of the pages.
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
  return wanted && <UrgentHost urgent={urgent} />;
}

const IdleModal = latePart(async () => (await import('./IdleModal.tsx')).IdleModal);

/** Ends the session after the set time without input; warns a minute before. */
export function IdleWarning() {
  const queryClient = useQueryClient();
  const minutes = useCurrentMe().system.sessionTimeoutMinutes;
  const timeoutMs = useEffectEvent(() => minutes * 60_000);
  const [warning, setWarning] = useState(false);

  useEffect(
    () =>
      watchIdle({
        timeoutMs: () => timeoutMs(),
        onWarning: setWarning,
        onActive: () => void refetchMe(queryClient),
        onIdle: () => endSession('idle'),
      }),
    [queryClient],
  );

  const stay = () => {
    markActivity();
    setWarning(false);
    void refetchMe(queryClient);
  };
  return warning && <IdleModal onStay={stay} />;
}
