import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import type { Draft } from './use-renames.ts';

/** The question before a page is left on which a new name was typed and not stored. */
export function LeaveDialog({ unsaved }: { unsaved: Draft | null }) {
  const dirty = unsaved !== null;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );
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
      The new name that you typed for {unsaved?.from} is lost.
    </ConfirmModal>
  );
}
