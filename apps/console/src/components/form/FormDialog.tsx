import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useCallback, useState } from 'react';
import { useBlocker } from 'react-router';
import { belowWidth } from '../../lib/device/breakpoints.ts';
import { useUnloadWarning } from './LeaveDialog.tsx';
import { ConfirmModal } from './ConfirmModal.tsx';
import { FormDialogContext, type Standing } from './form-dialog-context.ts';

interface FormDialogProps {
  title: string;
  /** What would be lost: "the new user", a name. */
  about: string;
  onClose: () => void;
  size?: number;
  children: ReactNode;
}

/**
 * A dialog whose typed work is only dropped after a question, whichever way it is left. While its form is being sent it
 * stays: closing it would report the work as lost although it is stored.
 */
export function FormDialog({ title, about, onClose, size = 720, children }: FormDialogProps) {
  const [forms, setForms] = useState<Readonly<Record<string, Standing | null>>>({});
  const setStanding = useCallback(
    (form: string, standing: Standing | null) => setForms((old) => ({ ...old, [form]: standing })),
    [],
  );
  const [asking, setAsking] = useState(false);
  const small = useMediaQuery(belowWidth('sm'));
  const dirty = Object.values(forms).some((form) => form?.dirty);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => dirty && currentLocation.key !== nextLocation.key);
  const leaving = blocker.state === 'blocked';

  useUnloadWarning(dirty);

  const close = () => {
    if (Object.values(forms).some((form) => form?.busy)) return;
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
        <FormDialogContext value={{ close, setStanding }}>{children}</FormDialogContext>
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
        cancelLabel="Keep editing"
        danger
      >
        What you typed for {about} is lost.
      </ConfirmModal>
    </>
  );
}
