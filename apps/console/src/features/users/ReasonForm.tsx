import type { RequestKind } from '@ec/contract/approvals/schemas';
import type { User } from '@ec/contract/users/schemas';
import { Form, FormButtons } from '../../components/form/Form.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { Note } from '../../components/page/Note.tsx';
import { requestApproval, usePeopleChange } from './api.ts';
import { requestFailed, whoText } from './labels.ts';
import { RequestFields, type RequestValues } from './form/RequestFields.tsx';
import { notifyRequested } from './tasks.ts';
import { justificationProblem } from './form/user-form.ts';

const WHAT = {
  deactivate: 'They stay as they are until the request is decided. Once it is approved they can no longer sign in.',
  delete: 'They stay in office until the request is decided. Once it is approved this cannot be undone.',
} as const;

const START: RequestValues = { justification: '', priority: 'MEDIUM' };

interface ReasonFormProps {
  kind: Extract<RequestKind, 'deactivate' | 'delete'>;
  user: User;
  onDone: () => void;
}

/** The form to request that a user is deactivated or deleted; it has only a reason. */
export function ReasonForm({ kind, user, onDone }: ReasonFormProps) {
  const form = useServerForm({
    id: 'user',
    start: START,
    check: ({ justification }) => ({ justification: justificationProblem(justification) }),
    body: ({ justification, priority }) => ({
      targetUserId: user.id,
      requestType: kind,
      justification: justification.trim(),
      priority,
    }),
    request: usePeopleChange(requestApproval),
    failed: requestFailed,
    onDone: ({ id }) => {
      notifyRequested(id);
      onDone();
    },
  });
  return (
    <Form label="Request" form={form}>
      <Note kind={kind === 'delete' ? 'warn' : 'info'}>
        <b>{whoText(user)}</b>. {WHAT[kind]}
      </Note>
      <RequestFields form={form} />
      <FormButtons form={form} submit="Submit for approval" />
    </Form>
  );
}
