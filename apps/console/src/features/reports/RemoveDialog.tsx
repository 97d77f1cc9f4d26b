import type { GeneratedReport } from '@ec/contract/reports/schemas';
import { ConfirmModal } from '../../components/form/ConfirmModal.tsx';
import { formatExact } from '../../lib/format/format.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { personText } from '../../domain/people/person-text.ts';
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
      error={remove.error}
      failed="The report could not be removed"
      busy={remove.isPending}
      danger
    >
      <p className="para">
        <b>{title}</b>, asked for by {personText(requestedBy)} on {formatExact(requestedAt)}, is removed for everybody
        who can see it.
        {kinds && ` Its files (${kinds}) are deleted.`}
        {isUnderWay(report) && ' It is not made to its end.'} The audit log keeps that it was asked for.
      </p>
    </ConfirmModal>
  );
}
