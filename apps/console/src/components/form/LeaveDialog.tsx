import { type ReactNode, useEffect } from 'react';
import { type Location, useBlocker } from 'react-router';
import { ConfirmModal } from './ConfirmModal.tsx';

/** While something typed is not stored, the browser asks before its tab is closed or reloaded. */
export function useUnloadWarning(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
}

interface LeaveDialogProps {
  /** Something was typed or chosen that is not stored. */
  dirty: boolean;
  /** Whether a step loses it: one to another page, unless said otherwise. */
  leaves?: (from: Location, to: Location) => boolean;
  /** What is lost. */
  children: ReactNode;
}

const otherPage = (from: Location, to: Location) => from.pathname !== to.pathname;

/** The question before a page is left on which something is not stored. */
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
