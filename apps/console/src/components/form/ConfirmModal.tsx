import { Box, Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { errorMessage } from '../../lib/http/api-error.ts';
import { Note } from '../page/Note.tsx';
import { FormFoot } from './Form.tsx';

export interface ConfirmModalProps {
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  /** What will happen, and to whom. */
  children: ReactNode;
  /** Absent where it cannot be done; the text says why, and there is only a way back. */
  confirmLabel: string | undefined;
  /** The label of the button that cancels, if "Cancel" could be confused with the action itself. */
  cancelLabel?: string | undefined;
  busy?: boolean;
  danger?: boolean;
  /** Why it failed, and the text for an error without a sentence. */
  error?: unknown;
  failed?: string;
  /** Why it cannot be confirmed yet. */
  blocked?: string | undefined;
}

/** The confirmation dialog of an action that cannot easily be undone. */
export function ConfirmModal(props: ConfirmModalProps) {
  const { opened, onClose, onConfirm, title, children, confirmLabel, busy = false, danger = false, blocked } = props;
  const { error, failed, cancelLabel = confirmLabel === undefined ? 'Close' : 'Cancel' } = props;
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeOnClickOutside={!busy} closeOnEscape={!busy}>
      <Box mb="lg">
        {children}
        {Boolean(error) && (
          <Box mt="sm">
            <Note kind="bad" role="alert">
              {errorMessage(error, failed)}
            </Note>
          </Box>
        )}
      </Box>
      <FormFoot>
        {blocked && (
          <span className="quiet" role="status">
            {blocked}
          </span>
        )}
        <Button variant="default" onClick={onClose} disabled={busy}>
          {cancelLabel}
        </Button>
        {confirmLabel !== undefined && (
          <Button color={danger ? 'danger' : 'accent'} onClick={onConfirm} loading={busy} disabled={Boolean(blocked)}>
            {confirmLabel}
          </Button>
        )}
      </FormFoot>
    </Modal>
  );
}
