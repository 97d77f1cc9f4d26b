import { Box, Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import type { UseMutationResult } from '@tanstack/react-query';
import { errorMessage } from '../../lib/http/api-error.ts';
import { Note } from '../page/Note.tsx';
import { FormFoot } from './Form.tsx';
import { FormErrorSummary } from './FormErrorSummary.tsx';
import type { FormFrame } from './use-server-form.ts';

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

interface ConfirmFormProps
  extends Pick<
    ConfirmModalProps,
    'onClose' | 'title' | 'children' | 'confirmLabel' | 'cancelLabel' | 'danger' | 'blocked'
  > {
  form: FormFrame;
}

/** The confirmation dialog of an action with a reason or other text. Only its button confirms it, never Enter in a field. */
export function ConfirmForm({ form, children, ...question }: ConfirmFormProps) {
  return (
    <ConfirmModal {...question} opened onConfirm={form.submit} busy={form.busy}>
      <div className="stack gap-12">
        <FormErrorSummary {...form.summary} />
        {children}
      </div>
    </ConfirmModal>
  );
}

interface ConfirmChangeProps<Body, Answer> extends Omit<ConfirmModalProps, 'opened' | 'onConfirm' | 'error' | 'busy'> {
  change: Pick<UseMutationResult<Answer, Error, Body>, 'mutate' | 'isPending' | 'error'>;
  /** What the change is made with. */
  body: Body;
  /** Confirms the success; the dialog closes by itself. */
  onDone: (answer: Answer) => void;
}

/** The confirmation dialog of a change on the server: it stays open during the request, and shows why it failed. */
export function ConfirmChange<Body, Answer>(props: ConfirmChangeProps<Body, Answer>) {
  const { change, body, onDone, ...question } = props;
  const confirm = () =>
    change.mutate(body, {
      onSuccess: (answer) => {
        onDone(answer);
        question.onClose();
      },
    });
  return <ConfirmModal {...question} opened onConfirm={confirm} error={change.error} busy={change.isPending} />;
}
