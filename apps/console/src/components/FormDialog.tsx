import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useBlocker } from 'react-router';
import { useUnloadWarning } from '../lib/use-unload-warning.ts';
import { ConfirmModal } from './ConfirmModal.tsx';

interface FormDialogProps {
  title: string;
  /** Something was typed that is not stored. */
  dirty: boolean;
  /** What would be lost: "the new user", a name. */
  about: string;
  onClose: () => void;
  size?: number;
  /** While it is being sent it stays: whoever closed it would be told that it is lost, and it would be stored. */
  busy?: boolean;
  /** Gets the way out for a Cancel button, which asks as the others do. */
  children: (close: () => void) => ReactNode;
}

/** A dialog whose typed work is only dropped after a question, whichever way it is left. */
export function FormDialog({ title, dirty, about, onClose, size = 720, busy = false, children }: FormDialogProps) {
  const [asking, setAsking] = useState(false);
  const small = useMediaQuery('(max-width: 640px)');
  const blocker = useBlocker(({ currentLocation, nextLocation }) => dirty && currentLocation.key !== nextLocation.key);
  const leaving = blocker.state === 'blocked';

  useUnloadWarning(dirty);

  const close = () => {
    if (busy) return;
    if (dirty) setAsking(true);
    else onClose();
  };
  return (
    <>
      <Modal
        opened
        onClose={close}
        title={title}
        size={size}
        fullScreen={small}
        centered={false}
        closeOnEscape={!asking && !leaving}
      >
        {children(close)}
      </Modal>
      <ConfirmModal
        opened={asking || leaving}
        onClose={() => {
          setAsking(false);
          blocker.reset?.();
        }}
        onConfirm={() => {
          if (leaving) blocker.proceed();
          else onClose();
        }}
        title="Close without saving?"
        confirmLabel="Close without saving"
        danger
      >
        What you typed for {about} is lost.
      </ConfirmModal>
    </>
  );
}
