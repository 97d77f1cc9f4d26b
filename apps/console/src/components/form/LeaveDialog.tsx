import { type ReactNode, useEffect } from 'react';
import { type Location, useBlocker } from 'react-router';
import { ConfirmModal } from './ConfirmModal.tsx';

/** With unsaved input, the browser asks before the tab is closed or reloaded. */
export function useUnloadWarning(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
}

interface LeaveDialogProps {
  /** There is unsaved input. */
  dirty: boolean;
  /** Whether a navigation loses it; by default one to another page. */
  leaves?: (from: Location, to: Location) => boolean;
  /** What is lost. */
  children: ReactNode;
}

const otherPage = (from: Location, to: Location) => from.pathname !== to.pathname;

/** The question before a page with unsaved input is left. */
export function LeaveDialog({ dirty, leaves = otherPage, children }: LeaveDialogProps) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => dirty && leaves(currentLocation, nextLocation));
  useUnloadWarning(dirty);
  return (
    <ConfirmModal
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      title="Leave without saving?"
      confirmLabel="Leave without saving"
      cancelLabel="Keep editing"
      danger
    >
      {children}
    </ConfirmModal>
  );
}
