import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { markActivity, watchIdle } from '../../lib/session/idle.ts';
import { endSession, refetchMe, useCurrentMe } from '../../lib/session/session.ts';

const IdleModal = lazy(async () => ({ default: (await import('./IdleModal.tsx')).IdleModal }));

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
  return <Suspense>{warning && <IdleModal onStay={stay} />}</Suspense>;
}
