import type { GeneratedReport } from '@ec/contract/reports';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { FormAlert } from '../../components/FormAlert.tsx';
import { formatExact } from '../../lib/format.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { personText } from '../../lib/person-text.ts';
import { useRemove } from './api.ts';
import { FORMATS, isUnderWay } from './labels.ts';

interface RemoveDialogProps {
  report: GeneratedReport;
  onClose: () => void;
  onRemoved: () => void;
}

export function RemoveDialog({ report, onClose, onRemoved }: RemoveDialogProps) {
  const remove = useRemove();
  const { title, requestedBy, requestedAt, files } = report;
  const confirm = () =>
    remove.mutate(report, {
      onSuccess: () => {
        notifySuccess(`${title} was removed.`);
        onRemoved();
      },
    });
  const kinds = files.map(({ format }) => FORMATS[format]).join(', ');
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      onConfirm={confirm}
      title="Remove this report?"
      confirmLabel="Remove report"
      busy={remove.isPending}
      danger
    >
      <p>
        <b>{title}</b>, asked for by {personText(requestedBy)} on {formatExact(requestedAt)}, is removed for everybody
        who can see it.
        {kinds && ` Its files (${kinds}) are deleted.`}
        {isUnderWay(report) && ' It is not made to its end.'} The audit log keeps that it was asked for.
      </p>
      <FormAlert error={remove.error} fallback="The report could not be removed" />
    </ConfirmModal>
  );
}
