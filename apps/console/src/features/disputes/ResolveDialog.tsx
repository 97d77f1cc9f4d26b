import type { DisputeDetail, Resolution } from '@ec/contract/disputes/schemas';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { ConfirmForm } from '../../components/form/ConfirmModal.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { cancelGround, KEEP } from '../../domain/results/decision-words.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { useResolve } from './api.ts';
import { consequence, isOvertaken, type Overtaken, RESOLUTION_WORDS, unitText } from './labels.ts';

interface ResolveDialogProps {
  dispute: DisputeDetail;
  resolution: Resolution;
  onOvertaken: (overtaken: Overtaken | null) => void;
  onClose: () => void;
}

/** The question before a dispute ends: what will happen to whom, and why. */
export function ResolveDialog({ dispute, resolution, onOvertaken, onClose }: ResolveDialogProps) {
  const { user } = useCurrentMe();
  // Decided on is what was read when the dialog opened, whatever arrives while it stands.
  const [version] = useState(dispute.version);
  const form = useServerForm({
    id: 'resolve',
    start: { reason: resolution === 'cancel' ? cancelGround(dispute.figures, dispute.overVotingLaw) : '' },
    body: ({ reason }) => ({ resolution, reason: reason.trim(), version }),
    request: useResolve(dispute.id),
    failed: 'The dispute could not be resolved',
    onDone: ({ resolvedAs }) => {
      onClose();
      onOvertaken(null);
      notifySuccess(`The dispute about ${unitText(dispute)} is resolved: ${resolvedAs ?? 'done'}.`, {
        link: { to: '/disputes', label: 'All disputes' },
      });
    },
    onRefused: (error, { reason }) => {
      const overtaken = isOvertaken(error);
      if (overtaken) onClose();
      onOvertaken(overtaken ? { error, typed: reason.trim() } : null);
    },
  });
  const words = RESOLUTION_WORDS[resolution];
  return (
    <ConfirmForm
      form={form}
      onClose={onClose}
      title={words.title}
      confirmLabel={words.confirm}
      cancelLabel={resolution === 'cancel' ? KEEP : undefined}
      danger={words.danger}
      blocked={form.values.reason.trim() === '' ? 'Give a reason first.' : undefined}
    >
      <p>{consequence(resolution, dispute, user.id)}</p>
      <Textarea
        label="Reason"
        description="It stays in the dispute, and the people notified read it."
        required
        withAsterisk={false}
        rows={4}
        maxLength={1000}
        {...form.field('reason')}
      />
    </ConfirmForm>
  );
}
