import type { Election } from '@ec/contract/elections';
import { Button, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FieldRow, Form, FormFoot } from '../../components/Form.tsx';
import { type FormStanding, useFormStanding } from '../../components/form-standing.ts';
import { type FormProblem, FormErrorSummary } from '../../components/FormErrorSummary.tsx';
import { ApiError, errorMessage } from '../../lib/api-error.ts';
import { useCurrentMe } from '../../lib/session.ts';
import { createElection, updateElection, useElectionChange } from './api.ts';
import { AreasField } from './AreasField.tsx';
import {
  changesOf,
  checkValues,
  type ElectionField,
  type ElectionValues,
  emptyValues,
  isFixed,
  type Problems,
  problemsAt,
  typeOptions,
  valuesOf,
} from './form-model.ts';
import { TYPES } from './labels.ts';
import { PartiesField } from './PartiesField.tsx';
import { areasText } from './progress.ts';

interface ElectionFormProps {
  /** The election to edit; null for a new one. */
  election: Election | null;
  onStanding: (standing: FormStanding) => void;
  onCancel: () => void;
  onSaved: (election: Election) => void;
}

const ORDER: readonly ElectionField[] = ['name', 'type', 'date', 'opens', 'closes', 'description', 'parties', 'areas'];
const CREATE_FAILED = 'Failed to create election. Please try again.';
const SAVE_FAILED = 'Failed to save election. Please try again.';

export function ElectionForm({ election, onStanding, onCancel, onSaved }: ElectionFormProps) {
  const { timezone } = useCurrentMe().system;
  const [start] = useState<ElectionValues>(() => (election ? valuesOf(election) : emptyValues()));
  const [values, setValues] = useState(start);
  const [problems, setProblems] = useState<Problems>({});
  const [failures, setFailures] = useState<string[]>([]);
  const [attempt, setAttempt] = useState(0);
  const save = useElectionChange(async (request: Parameters<typeof createElection>[0]) =>
    election
      ? await updateElection({ id: election.id, body: changesOf(election, request) })
      : await createElection(request),
  );

  const dirty = JSON.stringify(values) !== JSON.stringify(start);
  useFormStanding({ dirty, busy: save.isPending }, onStanding);

  const set = (change: Partial<ElectionValues>) => setValues((old) => ({ ...old, ...change }));
  const submit = () => {
    setAttempt((count) => count + 1);
    setFailures([]);
    const checked = checkValues(values, timezone, election);
    setProblems(checked.ok ? {} : checked.problems);
    if (!checked.ok) return;
    save.mutate(checked.request, {
      onSuccess: onSaved,
      onError: (error) => {
        setProblems(error instanceof ApiError ? problemsAt(error.fields) : {});
        setFailures([election ? SAVE_FAILED : CREATE_FAILED, errorMessage(error)]);
        setAttempt((count) => count + 1);
      },
    });
  };

  const fixed = isFixed(election) ? 'Fixed, because the election has gone live' : undefined;
  const zone = timezone === 'UTC' ? 'UTC' : 'West Africa Time';
  const listed: FormProblem[] = [
    ...failures.map((message) => ({ message })),
    ...ORDER.flatMap((field) => {
      const message = problems[field];
      return message ? [{ field: `election-${field}`, message }] : [];
    }),
  ];
  return (
    <Form label={election ? 'Edit election' : 'New election'} onSubmit={submit}>
      <FormErrorSummary problems={listed} attempt={attempt} />
      <TextInput
        id="election-name"
        label="Title"
        required
        maxLength={160}
        data-autofocus
        value={values.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={problems.name}
      />
      <FieldRow>
        <Select
          id="election-type"
          label="Type"
          required
          placeholder="Choose a type"
          data={typeOptions(TYPES)}
          value={values.type || null}
          onChange={(type) => set({ type: type ?? '' })}
          allowDeselect={false}
          disabled={Boolean(fixed)}
          description={fixed}
          error={problems.type}
        />
        <TextInput
          id="election-date"
          type="date"
          label="Date"
          required
          value={values.date}
          onChange={(event) => set({ date: event.currentTarget.value })}
          error={problems.date}
        />
      </FieldRow>
      <FieldRow>
        <TextInput
          id="election-opens"
          type="time"
          label={`Voting opens (${zone})`}
          value={values.opens}
          onChange={(event) => set({ opens: event.currentTarget.value })}
          error={problems.opens}
        />
        <TextInput
          id="election-closes"
          type="time"
          label={`Voting closes (${zone})`}
          value={values.closes}
          onChange={(event) => set({ closes: event.currentTarget.value })}
          error={problems.closes}
        />
      </FieldRow>
      <Textarea
        id="election-description"
        label="Description"
        rows={3}
        maxLength={2000}
        value={values.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
        error={problems.description}
      />
      <PartiesField
        value={values.parties}
        onChange={(parties) => set({ parties })}
        error={problems.parties}
        fixed={fixed}
      />
      <Switch
        label="Ask for the full EC8A"
        description="Officers enter boxes 3 to 8 of the sheet besides registered and accredited voters"
        checked={values.fullEc8a}
        onChange={(event) => set({ fullEc8a: event.currentTarget.checked })}
      />
      <AreasField
        values={values}
        onChange={set}
        error={problems.areas}
        fixed={fixed}
        kept={start.kind === 'kept' && election ? areasText(election.areaNames) : ''}
      />
      <FormFoot>
        <Button variant="default" onClick={onCancel} disabled={save.isPending}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending}>
          {election ? 'Save Changes' : 'Create Election'}
        </Button>
      </FormFoot>
    </Form>
  );
}
