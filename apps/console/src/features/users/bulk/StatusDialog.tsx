import type { UserBulkAnswer, UserBulkStep } from '@ec/contract/users/bulk';
import { type SettableStatus, STATUS_LABELS, type User } from '@ec/contract/users/schemas';
import { Skeleton, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Form, FormButtons, FormHint } from '../../../components/form/Form.tsx';
import { FormDialog } from '../../../components/form/FormDialog.tsx';
import { useServerForm } from '../../../components/form/use-server-form.ts';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { formatCount } from '../../../lib/format/format.ts';
import { changeStatuses, previewQuery, type StatusChange, usePeopleChange } from '../api.ts';
import { justificationProblem } from '../form/user-form.ts';
import { StatusOutcome } from './StatusOutcome.tsx';
import { StepList } from './BulkParts.tsx';

const WORDS: Record<SettableStatus, { title: string; verb: string; what: string }> = {
  ACTIVE: { title: 'Activate users', verb: 'Activate', what: 'They can sign in and act in their area again.' },
  INACTIVE: {
    title: 'Deactivate users',
    verb: 'Deactivate',
    what: 'They are signed out on every device and cannot sign in until they are activated again. Their offices stay theirs.',
  },
  SUSPENDED: {
    title: 'Suspend users',
    verb: 'Suspend',
    what: 'They are signed out on every device and cannot sign in until they are activated again. Their offices stay theirs.',
  },
};

interface StatusDialogProps {
  status: SettableStatus;
  users: readonly User[];
  /** Called once some of them were changed. */
  onDone: () => void;
  onClose: () => void;
}

/** Changes the status of several users: says first how many, and who is left out and why. */
export function StatusDialog({ status, users, onDone, onClose }: StatusDialogProps) {
  const change: StatusChange = { status, users: users.map(({ id, updatedAt }) => ({ id, updatedAt })) };
  const { data, error, refetch } = useQuery(previewQuery(change));
  const doing = usePeopleChange(changeStatuses);
  return (
    <FormDialog title={WORDS[status].title} about="the reason" onClose={onClose} size={560}>
      {doing.data ? (
        <StatusOutcome steps={doing.data.steps} status={status} onClose={onClose} />
      ) : data ? (
        <StatusForm change={change} preview={data} request={doing} onDone={onDone} />
      ) : error ? (
        <ErrorView title="The users could not be checked" error={error} onRetry={refetch} />
      ) : (
        <div role="status" aria-label="Checking the users" className="loading">
          <Skeleton height={24} />
          <Skeleton height={90} />
        </div>
      )}
    </FormDialog>
  );
}

interface StatusFormProps {
  change: StatusChange;
  preview: UserBulkAnswer;
  request: ReturnType<typeof usePeopleChange<StatusChange, UserBulkAnswer>>;
  onDone: () => void;
}

const of = (steps: readonly UserBulkStep[], outcome: UserBulkStep['outcome']) =>
  steps.filter((step) => step.outcome === outcome);

function StatusForm({ change, preview: { steps }, request, onDone }: StatusFormProps) {
  const { title, verb, what } = WORDS[change.status];
  const [done, requested, refused] = [of(steps, 'done'), of(steps, 'requested'), of(steps, 'refused')];
  const count = done.length + requested.length;
  const form = useServerForm({
    id: 'user-statuses',
    start: { justification: '' },
    check: ({ justification }) => ({
      justification: requested.length > 0 ? justificationProblem(justification) : undefined,
    }),
    body: ({ justification }) => ({ ...change, ...(requested.length > 0 && { justification: justification.trim() }) }),
    request,
    failed: 'The users could not be changed',
    onDone,
  });
  const left = refused.length > 0 && (
    <section aria-label="Left out" className="stack gap-4">
      <p className="medium">
        {formatCount(refused.length, 'user')} {refused.length === 1 ? 'is' : 'are'} left out:
      </p>
      <StepList steps={refused} />
    </section>
  );
  if (count === 0) {
    return (
      <>
        <EmptyState title="No user can be changed">None of the selected users can get this status.</EmptyState>
        {left}
      </>
    );
  }
  return (
    <Form label={title} form={form}>
      {done.length > 0 && (
        <p>
          <strong>{formatCount(done.length, 'user')}</strong> will be {STATUS_LABELS[change.status].toLowerCase()}:{' '}
          {done.map(({ name }) => name).join(', ')}.
        </p>
      )}
      {requested.length > 0 && (
        <p>
          For <strong>{formatCount(requested.length, 'user')}</strong> a request is sent, which another person decides:{' '}
          {requested.map(({ name }) => name).join(', ')}.
        </p>
      )}
      {left}
      <FormHint>{what}</FormHint>
      {requested.length > 0 && (
        <Textarea
          label="Justification"
          description="Stands in each request; 10 to 1000 characters"
          required
          rows={3}
          maxLength={1000}
          {...form.field('justification')}
        />
      )}
      <FormButtons
        form={form}
        submit={`${verb} ${formatCount(count, 'user')}`}
        color={change.status === 'ACTIVE' ? 'accent' : 'danger'}
      />
    </Form>
  );
}
