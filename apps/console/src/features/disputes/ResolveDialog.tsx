import type { DisputeDetail, Resolution } from '@ec/contract/disputes/schemas';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { ConfirmModal } from '../../components/form/ConfirmModal.tsx';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { cancelGround } from '../../domain/results/section-51.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { useResolve } from './api.ts';
import { unitText } from './labels.ts';
import { isOvertaken, type Overtaken } from './overtaken.ts';
import { consequence, RESOLUTION_WORDS } from './resolutions.ts';

interface ResolveDialogProps {
  dispute: DisputeDetail;
  resolution: Resolution;
  onOvertaken: (overtaken: Overtaken | null) => void;
  onClose: () => void;
}

/** The question before a dispute ends: what will happen to whom, and why. */
export function ResolveDialog({ dispute, resolution, onOvertaken, onClose }: ResolveDialogProps) {
  const { user } = useCurrentMe();
  const [reason, setReason] = useState(() => (resolution === 'cancel' ? cancelGround(dispute.figures) : ''));
  // Decided on is what was read when the dialog opened, whatever arrives while it stands.
  const [version] = useState(dispute.version);
  const resolve = useResolve(dispute.id);
  const words = RESOLUTION_WORDS[resolution];
  const typed = reason.trim();
  const send = () => {
    onOvertaken(null);
    resolve.mutate(
      { resolution, reason: typed, version },
      {
        onSuccess: ({ resolvedAs }) => {
          onClose();
          notifySuccess(`The dispute about ${unitText(dispute)} is resolved: ${resolvedAs ?? 'done'}.`, {
            link: { to: '/disputes', label: 'All disputes' },
          });
        },
        onError: (error) => {
          if (!isOvertaken(error)) return;
          onClose();
          onOvertaken({ error, typed });
        },
      },
    );
  };
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      onConfirm={send}
      title={words.title}
      confirmLabel={words.confirm}
      error={resolve.error}
      busy={resolve.isPending}
      danger={words.danger}
      blocked={typed === '' ? 'Give a reason first.' : undefined}
    >
      <p style={{ marginTop: 0 }}>{consequence(resolution, dispute, user.id)}</p>
      <Textarea
        label="Reason"
        description="It stays in the dispute, and those who are told read it."
        required
        withAsterisk={false}
        rows={4}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmModal>
  );
}
