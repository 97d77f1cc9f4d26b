import type { ApprovalRequest, BulkOutcome } from '@ec/contract/approvals/schemas';
import { Button, Group, Modal, Radio, Stack, Textarea } from '@mantine/core';
import { FormErrorSummary } from '../../../components/form/FormErrorSummary.tsx';
import { useServerForm } from '../../../components/form/use-server-form.ts';
import { Note } from '../../../components/page/Note.tsx';
import { formatCount } from '../../../lib/format/format.ts';
import { notifySuccess } from '../../../lib/hooks/notify.ts';
import { useBulkAct } from '../api.ts';
import styles from './dialogs.module.css';
import { requestTitle, shortId } from '../labels.ts';
import type { Kept } from '../tasks.ts';

interface BulkDialogProps {
  /** Those that were ticked when it was opened. */
  requests: readonly ApprovalRequest[];
  kept: Kept;
  /** Called with those that failed, so that they stay ticked. */
  onDone: (failed: string[]) => void;
  onClose: () => void;
}

type Act = 'approve' | 'reject';
const DONE: Record<Act, string> = { approve: 'approved', reject: 'rejected' };
const KEY = 'bulk';
const START: { act: Act; words: string } = { act: 'approve', words: '' };

export function BulkDialog({ requests, kept, onDone, onClose }: BulkDialogProps) {
  const doing = useBulkAct();
  const form = useServerForm({
    id: 'bulk',
    start: START,
    typed: { words: kept.get(KEY)?.words ?? '' },
    onChange: ({ words }) => kept.set(KEY, { words }),
    body: ({ act, words }) => ({ act, requestIds: requests.map(({ id }) => id), comment: words.trim() }),
    request: doing,
    failed: 'Failed to process bulk action',
    onDone: ({ done, outcomes }, { act }) => {
      const failed = outcomes.filter(({ ok }) => !ok).map(({ id }) => id);
      onDone(failed);
      kept.delete(KEY);
      if (done > 0) {
        notifySuccess(`${formatCount(done, 'request')} ${DONE[act]}.`, {
          link: { to: '/approvals?tab=audit', label: 'View audit trail' },
        });
      }
      if (failed.length === 0) onClose();
    },
  });
  const { act, words } = form.values;
  const blocked = act === 'reject' && words.trim() === '' ? 'Give a reason first' : undefined;
  const count = formatCount(requests.length, 'request');

  return (
    <Modal opened onClose={onClose} title="Bulk Actions" closeOnClickOutside={!form.busy} closeOnEscape={!form.busy}>
      {doing.data ? (
        <Outcome outcome={doing.data} act={act} requests={requests} onClose={onClose} />
      ) : (
        <Stack gap="sm">
          <FormErrorSummary {...form.summary} />
          <div>
            For {count}:
            <ul className={styles.names}>
              {requests.map((request) => (
                <li key={request.id}>
                  {requestTitle(request)}
                  {act === 'approve' && request.can.refusal && `: ${request.can.refusal.reason}`}
                </li>
              ))}
            </ul>
          </div>
          <Radio.Group label="What is to happen to them" {...form.field('act')}>
            <Group gap="lg">
              <Radio value="approve" label="Approve" />
              <Radio value="reject" label="Reject" />
            </Group>
          </Radio.Group>
          <Textarea
            label={act === 'reject' ? 'Reason' : 'Comment'}
            description={
              act === 'reject'
                ? 'Every requester is notified with the reason.'
                : 'Optional. It stays with each request.'
            }
            required={act === 'reject'}
            rows={3}
            maxLength={1000}
            {...form.field('words')}
          />
          <Group justify="flex-end">
            {blocked && <span role="status">{blocked}</span>}
            <Button variant="default" onClick={onClose} disabled={form.busy}>
              Cancel
            </Button>
            <Button
              color={act === 'reject' ? 'danger' : 'accent'}
              loading={form.busy}
              disabled={blocked !== undefined}
              onClick={form.submit}
            >
              {act === 'reject' ? 'Reject' : 'Approve'} {count}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

interface OutcomeProps {
  outcome: BulkOutcome;
  act: Act;
  requests: readonly ApprovalRequest[];
  onClose: () => void;
}

/** The outcome: the number done, and each refused request with the reason. */
function Outcome({ outcome, act, requests, onClose }: OutcomeProps) {
  const failed = outcome.outcomes.filter(({ ok }) => !ok);
  const titleOf = (id: string) => {
    const request = requests.find((one) => one.id === id);
    return request ? requestTitle(request) : shortId(id);
  };
  return (
    <Stack gap="sm">
      {outcome.done > 0 && (
        <Note kind="ok" role="status">
          {formatCount(outcome.done, 'request')} {DONE[act]}.
        </Note>
      )}
      <Note kind="bad" role="alert">
        {formatCount(failed.length, 'request')} could not be {DONE[act]}:
        <ul className="bullets stack gap-4">
          {failed.map(({ id, error }) => (
            <li key={id}>
              <strong>{titleOf(id)}</strong>: {error ?? `Failed to ${act} request`}
            </li>
          ))}
        </ul>
      </Note>
      <Group justify="flex-end">
        <Button onClick={onClose}>Back to the list</Button>
      </Group>
    </Stack>
  );
}
