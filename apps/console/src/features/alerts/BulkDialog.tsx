import { type AlertBulkAction, type AlertBulkAnswer, type AlertBulkRequest, BULK_MOST } from '@ec/contract/alerts/bulk';
import { AlertPriority } from '@ec/contract/alerts/schemas';
import { Radio, Skeleton, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Form, FormButtons, FormHint } from '../../components/form/Form.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Note } from '../../components/page/Note.tsx';
import { ALERT_PRIORITIES } from '../../domain/alerts/alert-priorities.ts';
import { formatCount, formatNumber } from '../../lib/format/format.ts';
import { previewQuery, useBulk } from './api.ts';
import { type Owner, OwnerPicker } from './OwnerPicker.tsx';

/** The alerts meant, and what is to become of them. */
export type BulkAsk = Pick<AlertBulkRequest, 'action' | 'filter'> & { ids?: string[]; groups?: string[] };

const WORDS: Record<AlertBulkAction, { title: string; submit: string; what: string }> = {
  acknowledge: { title: 'Acknowledge alerts', submit: 'Acknowledge', what: 'You take care of them.' },
  assign: {
    title: 'Assign alerts',
    submit: 'Assign',
    what: 'The administrator you choose takes care of them and gets one notice.',
  },
  resolve: { title: 'Resolve alerts', submit: 'Resolve', what: 'They are closed for all users who see them.' },
  snooze: {
    title: 'Snooze alerts',
    submit: 'Snooze',
    what: 'They leave your list until the time you choose. Others still see them, and they still go up to the level above.',
  },
  wake: { title: 'End the snooze', submit: 'Show again', what: 'They come back to your list now.' },
};

const TIMES = [
  { value: '30', label: '30 minutes' },
  { value: '60', label: '1 hour' },
  { value: '180', label: '3 hours' },
  { value: '720', label: '12 hours' },
];
const RADIO = { body: 'middle', label: 'thumb' };
const NOTE_LONGEST = 1000;

interface BulkDialogProps {
  ask: BulkAsk;
  onDone: (answer: AlertBulkAnswer) => void;
  onClose: () => void;
}

/** Says how many alerts are meant before anything is changed. */
export function BulkDialog({ ask, onDone, onClose }: BulkDialogProps) {
  const { data, error, refetch } = useQuery(previewQuery(ask as AlertBulkRequest));
  const { title } = WORDS[ask.action];
  return (
    <FormDialog title={title} about="the alerts" onClose={onClose} size={560}>
      {data ? (
        data.changed === 0 ? (
          <EmptyState title="Nothing to change">
            {formatCount(data.left, 'alert')} stay as they are: acknowledged, resolved, or in the care of an office
            above yours.
          </EmptyState>
        ) : (
          <BulkForm ask={ask} preview={data} onDone={onDone} onClose={onClose} />
        )
      ) : error ? (
        <ErrorView title="The alerts could not be counted" error={error} onRetry={refetch} />
      ) : (
        <div role="status" aria-label="Counting the alerts" className="loading">
          <Skeleton height={24} />
          <Skeleton height={90} />
        </div>
      )}
    </FormDialog>
  );
}

/** "3 critical, 20 high" */
const byPriority = ({ priorities }: AlertBulkAnswer): string =>
  AlertPriority.options
    .filter((priority) => priorities[priority] > 0)
    .map((priority) => `${formatNumber(priorities[priority])} ${ALERT_PRIORITIES[priority].label.toLowerCase()}`)
    .join(', ');

function BulkForm({ ask, preview, onDone, onClose }: BulkDialogProps & { preview: AlertBulkAnswer }) {
  const { action } = ask;
  const { title, submit, what } = WORDS[action];
  const tooMany = preview.changed > BULK_MOST;
  const form = useServerForm({
    id: 'bulk',
    start: { note: '', owner: null as Owner | null, minutes: '60' },
    check: ({ owner }) => ({
      owner: action === 'assign' && !owner ? 'Choose who takes care of them' : undefined,
    }),
    fields: ['note', 'owner', 'minutes'],
    body: ({ note, owner, minutes }) => ({
      ...(ask as AlertBulkRequest),
      ...(preview.upTo !== null && { upTo: preview.upTo }),
      ...(action === 'assign' && owner && { ownerId: owner.id }),
      ...(note !== '' && { note }),
      ...(action === 'snooze' && { until: new Date(Date.now() + Number(minutes) * 60_000).toISOString() }),
    }),
    request: useBulk(onDone),
    failed: 'The alerts could not be changed. Try again.',
    onDone: onClose,
  });
  return (
    <Form label={title} form={form}>
      <p>
        <strong>{formatCount(preview.changed, 'alert')}</strong>: {byPriority(preview)}.
        {preview.left > 0 && ` ${formatCount(preview.left, 'other')} of your selection stay as they are.`}
      </p>
      <FormHint>{what}</FormHint>
      {tooMany && (
        <Note kind="warn">
          At most {formatNumber(BULK_MOST)} alerts can be changed at the same time. Narrow the filters, or select fewer
          lines.
        </Note>
      )}
      {action === 'assign' && preview.areaId !== null && (
        <OwnerPicker
          id={form.fieldId('owner')}
          of={{ areaId: preview.areaId }}
          value={form.values.owner}
          onChange={(owner) => form.set({ owner })}
        />
      )}
      {action === 'snooze' && (
        <Radio.Group label="For how long" {...form.field('minutes')}>
          {TIMES.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} classNames={RADIO} />
          ))}
        </Radio.Group>
      )}
      {action !== 'snooze' && action !== 'wake' && (
        <Textarea
          label="Note"
          description="Stands on each of them; a note of before is replaced."
          rows={2}
          maxLength={NOTE_LONGEST}
          {...form.field('note')}
        />
      )}
      <FormButtons form={form} submit={`${submit} ${formatCount(preview.changed, 'alert')}`} />
    </Form>
  );
}
