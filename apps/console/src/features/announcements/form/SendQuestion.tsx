import { ConfirmModal } from '../../../components/form/ConfirmModal.tsx';
import { formatCount } from '../../../lib/format/format.ts';
import type { Question } from './use-sending.ts';

interface SendQuestionProps {
  question: Question | null;
  title: string;
  urgent: boolean;
  confirmLabel: string;
  busy: boolean;
  onClose: () => void;
}

/** Says how many it goes to and what it does to them, before it does. */
export function SendQuestion({ question, title, urgent, confirmLabel, busy, onClose }: SendQuestionProps) {
  const people = question?.people ?? null;
  const many = people === null ? 'everybody it is meant for' : formatCount(people, 'person', 'people');
  return (
    <ConfirmModal
      opened={question !== null}
      onClose={onClose}
      onConfirm={() => question?.send()}
      title={urgent ? 'Send an urgent announcement?' : 'Send it to so many people?'}
      confirmLabel={confirmLabel}
      busy={busy}
    >
      <p style={{ marginTop: 0 }}>
        “<bdi>{title.trim()}</bdi>”
      </p>
      {urgent
        ? `This goes to ${many} and is shown over their console until read. Those who chose so get it by SMS too.`
        : `This goes to ${many}.`}
    </ConfirmModal>
  );
}
