import type { ReactNode } from 'react';
import { type Location, useBlocker } from 'react-router';
import { useUnloadWarning } from '../../lib/hooks/use-unload-warning.ts';
import { ConfirmModal } from './ConfirmModal.tsx';

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
      danger
    >
      {children}
    </ConfirmModal>
  );
}
