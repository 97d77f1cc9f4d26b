import { ConfirmModal, type ConfirmModalProps } from './ConfirmModal.tsx';
import { FormErrorSummary } from './FormErrorSummary.tsx';
import type { FormFrame } from './use-server-form.ts';

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
