import type { UnusualMark } from '@ec/contract/unusual/schemas';
import { CHECK_WORDS } from '@ec/contract/unusual/words';
import { Textarea } from '@mantine/core';
import { ConfirmForm } from '../../components/form/ConfirmModal.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { type MarkStep, useMarkStep } from './unusual-results.ts';

const STEPS: Record<MarkStep, { verb: string; confirm: string; done: string; failed: string; says: string }> = {
  close: {
    verb: 'Close',
    confirm: 'Close with explanation',
    done: 'closed',
    failed: 'It could not be closed',
    says: 'The explanation stands beside the result and is printed with the unit. A newer version of the sheet opens it again.',
  },
  reopen: {
    verb: 'Reopen',
    confirm: 'Reopen',
    done: 'open again',
    failed: 'It could not be reopened',
    says: 'The earlier explanation stays in the history.',
  },
};

interface MarkDialogProps {
  mark: UnusualMark;
  step: MarkStep;
  onClose: () => void;
}

/** Closes or reopens what a check found, with an explanation. */
export function MarkDialog({ mark, step, onClose }: MarkDialogProps) {
  const { verb, confirm, done, failed, says } = STEPS[step];
  const form = useServerForm({
    id: 'mark',
    start: { explanation: '' },
    fields: ['explanation'],
    body: ({ explanation }) => explanation.trim(),
    request: useMarkStep(mark, step),
    failed,
    onDone: () => {
      notifySuccess(`${mark.code}: “${CHECK_WORDS[mark.check]}” is ${done}.`);
      onClose();
    },
  });
  return (
    <ConfirmForm
      form={form}
      onClose={onClose}
      title={`${verb} for ${mark.code}?`}
      confirmLabel={confirm}
      blocked={form.values.explanation.trim() === '' ? 'Give an explanation first.' : undefined}
    >
      <p>
        {CHECK_WORDS[mark.check]}. {says}
      </p>
      <Textarea label="Explanation" rows={3} maxLength={1000} data-autofocus {...form.field('explanation')} />
    </ConfirmForm>
  );
}
