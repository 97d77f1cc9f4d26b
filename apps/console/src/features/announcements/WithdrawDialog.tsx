import type { Announcement } from '@ec/contract/announcements/schemas';
import { Textarea } from '@mantine/core';
import { ConfirmForm } from '../../components/form/ConfirmForm.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { useWithdraw } from './api.ts';
import { audienceText } from './labels.ts';
import { linkTo } from './tasks.ts';

const REASON_LONGEST = 500;

/** Withdraws an announcement for all; its text stays in the archive, with the reason. */
export function WithdrawDialog({ announcement, onClose }: { announcement: Announcement; onClose: () => void }) {
  const form = useServerForm({
    id: 'withdraw',
    start: { reason: '' },
    body: ({ reason }) => ({ id: announcement.id, reason: reason.trim() }),
    request: useWithdraw(),
    failed: 'The announcement could not be withdrawn. Try again.',
    onDone: () => {
      onClose();
      notifySuccess(`"${announcement.title}" is withdrawn.`, { link: linkTo(announcement) });
    },
  });
  return (
    <ConfirmForm form={form} onClose={onClose} title="Withdraw the announcement?" confirmLabel="Withdraw" danger>
      <p className="breaks">
        “<bdi>{announcement.title}</bdi>” is taken from the screens of {audienceText(announcement.targetAudience)}, also
        of those who have not read it yet. It stays in the archive of its author and of those who look after
        announcements, and it cannot be sent again.
      </p>
      <Textarea
        label="Reason"
        description="Stands beside it in the archive and in the audit log."
        rows={3}
        data-autofocus
        maxLength={REASON_LONGEST}
        {...form.field('reason')}
      />
    </ConfirmForm>
  );
}
