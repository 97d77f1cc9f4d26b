import type { UseMutationResult } from '@tanstack/react-query';
import { ConfirmModal, type ConfirmModalProps } from './ConfirmModal.tsx';

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
