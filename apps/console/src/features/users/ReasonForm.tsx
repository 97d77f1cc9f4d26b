import type { Priority, RequestKind } from '@ec/contract/approvals';
import type { User } from '@ec/contract/users';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Form, FormFoot } from '../../components/Form.tsx';
import { type FormStanding, useFormStanding } from '../../components/form-standing.ts';
import { FormErrorSummary, type FormProblem } from '../../components/FormErrorSummary.tsx';
import { Note } from '../../components/Note.tsx';
import { ApiError, errorMessage } from '../../lib/api-error.ts';
import { requestApproval, usePeopleChange } from './api.ts';
import { whoText } from './labels.ts';
import { RequestFields } from './RequestFields.tsx';
import { notifyRequested } from './success.ts';
import { fieldId, justificationProblem } from './user-form.ts';

const WHAT = {
  deactivate: 'They stay as they are until the request is decided. Once it is approved they can no longer sign in.',
  delete: 'They stay in office until the request is decided. Once it is approved this cannot be undone.',
} as const;

interface ReasonFormProps {
  kind: Extract<RequestKind, 'deactivate' | 'delete'>;
  user: User;
  onStanding: (standing: FormStanding) => void;
  onCancel: () => void;
  onDone: () => void;
}

/** Asks for somebody to be deactivated or deleted: all it takes is a reason. */
export function ReasonForm({ kind, user, onStanding, onCancel, onDone }: ReasonFormProps) {
  const [justification, setJustification] = useState('');
  const [priority, setPriority] = useState<Priority>('MEDIUM');
  const [attempt, setAttempt] = useState(0);
  const send = usePeopleChange(requestApproval);
  const countAttempt = () => setAttempt((count) => count + 1);
  useFormStanding({ dirty: justification !== '', busy: send.isPending }, onStanding);

  const found = attempt > 0 ? justificationProblem(justification) : undefined;
  const status = send.error instanceof ApiError && send.error.status > 0 ? `: ${send.error.status}` : '';
  const problems: FormProblem[] = [
    ...(send.error
      ? [{ message: `Failed to create approval request${status}` }, { message: errorMessage(send.error) }]
      : []),
    ...(found ? [{ field: fieldId('justification'), message: found }] : []),
  ];
  const submit = () => {
    countAttempt();
    if (justificationProblem(justification)) return;
    send.mutate(
      { targetUserId: user.id, requestType: kind, justification: justification.trim(), priority },
      {
        onSuccess: ({ id }) => {
          notifyRequested(id);
          onDone();
        },
        onError: countAttempt,
      },
    );
  };
  return (
    <Form label="Request" onSubmit={submit}>
      <FormErrorSummary problems={problems} attempt={attempt} />
      <Note kind={kind === 'delete' ? 'warn' : 'info'}>
        <b>{whoText(user)}</b>. {WHAT[kind]}
      </Note>
      <RequestFields
        justification={justification}
        priority={priority}
        onChange={(change) => {
          if (change.justification !== undefined) setJustification(change.justification);
          if (change.priority !== undefined) setPriority(change.priority);
        }}
        error={found}
      />
      <FormFoot>
        <Button variant="default" onClick={onCancel} disabled={send.isPending}>
          Cancel
        </Button>
        <Button type="submit" loading={send.isPending}>
          Submit for approval
        </Button>
      </FormFoot>
    </Form>
  );
}
