import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { Textarea } from '@mantine/core';
import { Form, FormButtons } from '../../../components/form/Form.tsx';
import type { Kept } from '../tasks.ts';
import { useActForm } from './use-act-form.ts';

/** The form in which the requester answers the approver's question. */
export function AnswerForm({ request, kept }: { request: ApprovalRequest; kept: Kept }) {
  const form = useActForm({
    id: 'answer',
    request,
    kept,
    act: ({ words }) => ({ act: 'answer', answer: words.trim() }),
    failed: 'Failed to send the answer',
    success: 'Answer sent',
  });
  return (
    <Form label="Answer" form={form}>
      <Textarea label="Your answer" required rows={3} maxLength={1000} {...form.field('words')} />
      <FormButtons
        form={form}
        submit="Send answer"
        blocked={form.values.words.trim() === '' ? 'Write your answer first' : undefined}
      />
    </Form>
  );
}
