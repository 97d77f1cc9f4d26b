import { useEffect } from 'react';
import { type Location, useBlocker } from 'react-router';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { fromTo, roleOf } from './labels.ts';
import type { Move } from './staging.ts';

/** What is staged belongs to one role of this page; filters may change under it. */
function leaves(from: Location, to: Location): boolean {
  const role = ({ search }: Location) => roleOf(new URLSearchParams(search).get('role'));
  return from.pathname !== to.pathname || role(from) !== role(to);
}

/** Asks before choices that were not saved are lost. */
export function LeaveDialog({ title, pending }: { title: string; pending: readonly Move[] }) {
  const dirty = pending.length > 0;
  const blocker = useBlocker(({ currentLocation, nextLocation }) => dirty && leaves(currentLocation, nextLocation));

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);

  return (
    <ConfirmModal
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      title="Leave without saving?"
      confirmLabel="Leave without saving"
      danger
    >
      Not saved for {title}, and lost when you leave:{' '}
      {pending.map(({ moduleName, from, to }) => `${moduleName} (${fromTo(from, to)})`).join(', ')}.
    </ConfirmModal>
  );
}
