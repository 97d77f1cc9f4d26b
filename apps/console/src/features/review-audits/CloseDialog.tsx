import { unsettled } from '@ec/contract/review-audits/outcomes';
import { CloseRequest, LONGEST_REASON, type ReviewAudit } from '@ec/contract/review-audits/schemas';
import { shareWords } from '@ec/contract/review-audits/words';
import { Textarea } from '@mantine/core';
import { ConfirmForm } from '../../components/form/ConfirmModal.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { formatCount } from '../../lib/format/format.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { useClose } from './api.ts';

/** What the close means for what is stated. */
function consequence({ counts, bound, asked }: ReviewAudit): string {
  const left = unsettled(counts);
  if (left > 0)
    return `${formatCount(left, 'drawn sheet')} not settled yet will not be entered, so no bound is stated.`;
  if (bound !== null && bound > asked) {
    return `The bound is ${shareWords(bound)}, above the ${shareWords(asked)} that were asked for.`;
  }
  return 'All drawn sheets are settled, and the bound is the one that was asked for.';
}

/** Ends an audit; the reason is printed where it does not give the bound asked for. */
export function CloseDialog({ audit, onClose }: { audit: ReviewAudit; onClose: () => void }) {
  const met = audit.bound !== null && audit.bound <= audit.asked;
  const form = useServerForm({
    id: 'close',
    start: { reason: '' },
    codes: { REVIEW_AUDIT_REASON: 'reason' },
    check: ({ reason }) => ({ reason: met || reason.trim() !== '' ? undefined : 'Say why it is closed' }),
    schema: CloseRequest,
    body: ({ reason }) => ({ from: audit.sheets, ...(reason.trim() && { reason: reason.trim() }) }),
    request: useClose(audit.id),
    failed: 'The audit could not be closed',
    onDone: ({ number }) => {
      notifySuccess(`Audit no. ${number} is closed.`);
      onClose();
    },
  });
  return (
    <ConfirmForm
      form={form}
      onClose={onClose}
      title={`Close audit no. ${audit.number}?`}
      confirmLabel="Close the audit"
    >
      <p>{consequence(audit)} What was found stands from then on, and is printed with the totals.</p>
      {!met && (
        <Textarea
          label="Reason"
          description="Printed with what was found"
          rows={3}
          maxLength={LONGEST_REASON}
          required
          {...form.field('reason')}
        />
      )}
    </ConfirmForm>
  );
}
