import type { ElectionId } from '@ec/contract/base/common';
import { CONTEST_WORDS } from '@ec/contract/contest-days/contests';
import type { ContestDay } from '@ec/contract/contest-days/schemas';
import { Button, MultiSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmChange } from '../../components/form/ConfirmModal.tsx';
import { DayField } from '../../components/form/DayField.tsx';
import { Form, FormButtons, FormHint } from '../../components/form/Form.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { formatDay } from '../../lib/format/format.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { contestDaysQuery, deleteContestDay, followedQuery, saveContestDay, useElectionChange } from './api.ts';
import styles from './ElectionCard.module.css';

type Task = { act: 'create' } | { act: 'edit' | 'remove'; day: ContestDay };

/** Elections that are held together, for whom they concern; nothing where there are none and none can be made. */
export function ContestDays({ mayCreate }: { mayCreate: boolean }) {
  const { data, error, refetch } = useQuery(contestDaysQuery);
  const [task, setTask] = useState<Task | null>(null);
  const close = () => setTask(null);
  if (error && !data) {
    return (
      <Panel title="Contest days">
        <ErrorView title="The contest days could not be loaded" error={error} onRetry={refetch} />
      </Panel>
    );
  }
  if (!data || (data.total === 0 && !mayCreate)) return null;
  const add = mayCreate && (
    <Button variant="default" onClick={() => setTask({ act: 'create' })}>
      Hold elections together
    </Button>
  );
  return (
    <Panel title="Contest days" actions={add}>
      {data.contestDays.length === 0 && (
        <p className="quiet">
          No elections are held together. Officers of several elections on one date copy a sheet of each; a contest day
          puts these in order and compares the accredited voters.
        </p>
      )}
      <ul aria-label="Contest days">
        {data.contestDays.map((day) => (
          <li key={day.id} className={styles.day}>
            <div>
              <div className="strong">
                {day.name}, {formatDay(day.date)}
              </div>
              <div className="quiet">
                {day.elections.map(({ type, name }) => `${CONTEST_WORDS[type]} (${name})`).join(', ')}
              </div>
            </div>
            <div className="row gap-6">
              {day.can.change && (
                <Button variant="default" aria-label={`Edit ${day.name}`} onClick={() => setTask({ act: 'edit', day })}>
                  Edit
                </Button>
              )}
              {day.can.remove && (
                <Button
                  variant="default"
                  c="var(--ec-bad)"
                  aria-label={`Remove ${day.name}`}
                  onClick={() => setTask({ act: 'remove', day })}
                >
                  Remove
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {task?.act === 'create' && <ContestDayDialog day={null} onClose={close} />}
      {task?.act === 'edit' && <ContestDayDialog day={task.day} onClose={close} />}
      {task?.act === 'remove' && <RemoveDialog day={task.day} onClose={close} />}
    </Panel>
  );
}

function ContestDayDialog({ day, onClose }: { day: ContestDay | null; onClose: () => void }) {
  const title = day ? `Edit ${day.name}` : 'Hold elections together';
  const { data } = useQuery(followedQuery);
  const form = useServerForm({
    id: 'contest-day',
    start: {
      date: day?.date ?? '',
      name: day?.name ?? '',
      elections: day?.elections.map(({ id }) => String(id)) ?? [],
    },
    at: (path: string) => (path.startsWith('elections') ? 'elections' : path),
    check: ({ date, name, elections }) => ({
      ...(date === '' && { date: 'Choose a date' }),
      ...(name.trim() === '' && { name: 'Name is required' }),
      ...(elections.length === 0 && { elections: 'Choose at least one election' }),
    }),
    body: ({ date, name, elections }) => ({
      id: day?.id ?? null,
      body: { date, name: name.trim(), elections: elections as ElectionId[] },
    }),
    request: useElectionChange(saveContestDay),
    failed: 'The contest day could not be saved',
    onDone: ({ name }) => {
      notifySuccess(`${name} was saved.`);
      onClose();
    },
  });
  const { date } = form.values;
  const offered = data?.elections.filter((one) => one.electionDate === date && one.status !== 'archived') ?? [];
  return (
    <FormDialog title={title} about={day ? day.name : 'the new contest day'} onClose={onClose}>
      <Form label={title} form={form}>
        <TextInput label="Name" required maxLength={160} data-autofocus {...form.field('name')} />
        <DayField
          label="Date"
          {...form.field('date')}
          onChange={(next) => form.set({ date: next ?? '', elections: [] })}
        />
        <MultiSelect
          label="Elections"
          required
          placeholder={date === '' ? 'Choose a date first' : data ? 'Choose elections' : 'Loading…'}
          data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
          searchable
          hidePickedOptions
          nothingFoundMessage="No election on this date"
          {...form.field('elections')}
        />
        <FormHint>
          Elections of one type that share polling units are held together only where one is a re-run of the other.
        </FormHint>
        <FormButtons form={form} submit="Save" />
      </Form>
    </FormDialog>
  );
}

function RemoveDialog({ day, onClose }: { day: ContestDay; onClose: () => void }) {
  return (
    <ConfirmChange
      change={useElectionChange(deleteContestDay)}
      body={day.id}
      onDone={() => notifySuccess(`${day.name} was removed.`)}
      onClose={onClose}
      title={`Remove ${day.name}?`}
      confirmLabel="Remove"
      danger
    >
      <p style={{ marginTop: 0 }}>
        Its elections stay as they are. Their officers see each by itself again, and the accredited voters of their
        sheets are no longer compared.
      </p>
    </ConfirmChange>
  );
}
