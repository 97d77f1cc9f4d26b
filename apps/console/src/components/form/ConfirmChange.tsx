import type { UseMutationResult } from '@tanstack/react-query';
import { ConfirmModal, type ConfirmModalProps } from './ConfirmModal.tsx';

interface ConfirmChangeProps<Body, Answer> extends Omit<ConfirmModalProps, 'opened' | 'onConfirm' | 'error' | 'busy'> {
  change: Pick<UseMutationResult<Answer, Error, Body>, 'mutate' | 'isPending' | 'error'>;
  /** What the change is made with. */
  body: Body;
  /** Says that it is done; the question closes by itself. */
  onDone: (answer: Answer) => void;
}

/** The question before a change of the server: it stays open while the change is made, and says why it failed. */
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
