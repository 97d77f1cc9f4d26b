import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { notifySuccess } from '../../../lib/hooks/notify.ts';
import { useAct } from '../api.ts';
import { Failure } from '../Failure.tsx';
import { requestTitle } from '../labels.ts';
import { type Kept, useKeptText } from '../tasks.ts';

/** The form in which the requester answers the approver's question. */
export function AnswerForm({ request, kept }: { request: ApprovalRequest; kept: Kept }) {
  const key = `answer ${request.id}`;
  const [answer, setAnswer] = useKeptText(kept, key);
  const answering = useAct(request.id);
  const empty = answer.trim() === '';
  const send = () =>
    answering.mutate(
      { act: 'answer', answer: answer.trim() },
      {
        onSuccess: () => {
          kept.delete(key);
          notifySuccess(`Answer sent: ${requestTitle(request)}.`, {
            link: { to: `/approvals?request=${request.id}`, label: 'View request' },
          });
        },
      },
    );
  return (
    <Stack gap="xs">
      <Textarea
        label="Your answer"
        required
        rows={3}
        maxLength={1000}
        value={answer}
        onChange={(event) => setAnswer(event.currentTarget.value)}
      />
      <Failure title="Failed to send the answer" error={answering.error} />
      <Group justify="flex-end" gap="sm">
        {empty && <span role="status">Write your answer first</span>}
        <Button mih={44} onClick={send} loading={answering.isPending} disabled={empty}>
          Send answer
        </Button>
      </Group>
    </Stack>
  );
}
