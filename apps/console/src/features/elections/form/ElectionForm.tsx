import type { Election } from '@ec/contract/elections/schemas';
import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { ConflictNote } from '../../../components/form/ConflictNote.tsx';
import { DayField } from '../../../components/form/DayField.tsx';
import { FieldRow } from '../../../components/form/Form.tsx';
import { StepForm } from '../../../components/form/StepForm.tsx';
import { useServerForm } from '../../../components/form/use-server-form.ts';
import { TYPES } from '../../../domain/elections/election-types.ts';
import { useCurrentMe } from '../../../lib/session/session.ts';
import { createElection, updateElection, useElectionChange } from '../api.ts';
import { areasText, coverOf } from '../labels.ts';
import { PolicyFields } from '../second-entry/PolicyFields.tsx';
import { newSeed } from '../second-entry/policy-values.ts';
import { AreasField } from './AreasField.tsx';
import { useElectionFacts } from './facts.ts';
import { FollowsField } from './FollowsField.tsx';
import {
  changesOf,
  emptyValues,
  FIELD_ORDER,
  fieldAt,
  isFixed,
  lawOptions,
  missing,
  STEP_FIELDS,
  toRequest,
  typeOptions,
  valuesOf,
  VersionedRequest,
} from './form-model.ts';
import { PartiesField } from './PartiesField.tsx';

interface ElectionFormProps {
  /** The election to edit, as it is stored now; null for a new one. */
  election: Election | null;
  /** Where Cancel leads. */
  list: string;
  onSaved: (election: Election) => void;
}

/** The one form for a new election and for changes. */
export function ElectionForm({ election, list, onSaved }: ElectionFormProps) {
  const { timezone } = useCurrentMe().system;
  // Once: an election gets one seed.
  const [seed] = useState(newSeed);
  const form = useServerForm({
    id: 'election',
    start: election ? valuesOf(election, seed) : emptyValues(seed),
    ...(election && { version: election.updatedAt }),
    fields: FIELD_ORDER,
    at: fieldAt,
    schema: VersionedRequest,
    check: (values) => missing(values, election),
    body: (values, { version }) => ({ request: toRequest(values, timezone, election), version }),
    // Only what is changed of an election is sent, with the version that the form began with: a later one is refused.
    request: useElectionChange(({ request, version }: z.infer<typeof VersionedRequest>) =>
      election
        ? updateElection({
            id: election.id,
            body: { ...changesOf(election, request), updatedAt: version ?? election.updatedAt },
          })
        : createElection(request),
    ),
    failed: `Failed to ${election ? 'save' : 'create'} election. Please try again.`,
    onDone: onSaved,
  });
  const { values, errors, set } = form;
  const fixed = isFixed(election) ? 'Fixed, because the election has gone live' : undefined;
  const zone = timezone === 'UTC' ? 'UTC' : 'West Africa Time';
  const facts = useElectionFacts(values, election, zone);
  const step = (key: keyof typeof STEP_FIELDS) => ({ key, fields: STEP_FIELDS[key], facts: facts[key] });
  const basics = (
    <>
      <TextInput label="Title" required maxLength={160} {...form.field('name')} />
      <FieldRow>
        <Select
          label="Type"
          required
          placeholder="Choose a type"
          data={typeOptions(TYPES)}
          allowDeselect={false}
          disabled={Boolean(fixed)}
          description={fixed}
          {...form.field('type')}
          value={values.type || null}
        />
        <DayField label="Date" {...form.field('date')} onChange={(day) => set({ date: day ?? '' })} />
      </FieldRow>
      <FieldRow>
        <TextInput type="time" label={`Voting opens (${zone})`} {...form.field('opens')} />
        <TextInput type="time" label={`Voting closes (${zone})`} {...form.field('closes')} />
      </FieldRow>
      <Select
        label="Law"
        description={fixed && 'Results that exist stay as decided; both laws stay named with the election'}
        data={lawOptions(election)}
        allowDeselect={false}
        {...form.field('law')}
      />
      <Textarea label="Description" rows={3} maxLength={2000} {...form.field('description')} />
      <FollowsField form={form} election={election} />
    </>
  );
  const ballot = (
    <>
      <PartiesField
        value={values.parties}
        onChange={(parties) => set({ parties })}
        error={errors['parties']}
        fixed={fixed}
        others={!values.allPartiesListed}
      />
      <Switch
        label="All parties of the ballot are listed"
        description="The sheet then has no field Others"
        disabled={Boolean(fixed)}
        {...form.tick('allPartiesListed')}
      />
      <Switch
        label="Ask for the full EC8A"
        description="Officers enter boxes 3 to 8 of the sheet besides registered and accredited voters"
        {...form.tick('fullEc8a')}
      />
    </>
  );
  const coverage = (
    <AreasField
      values={values}
      onChange={(change) => set(change, 'areas')}
      error={errors['areas']}
      fixed={fixed}
      kept={form.base.kind === 'kept' && election ? areasText(coverOf(election)) : ''}
    />
  );
  return (
    <StepForm
      label={election ? 'Edit election' : 'New election'}
      form={form}
      steps={[
        { ...step('basics'), title: 'Basics', content: basics },
        { ...step('ballot'), title: 'Ballot', content: ballot },
        { ...step('coverage'), title: 'Coverage', content: coverage },
        {
          ...step('entry'),
          title: 'Second entry',
          content: <PolicyFields form={form} live={isFixed(election)} />,
        },
      ]}
      edits={election !== null}
      submit={election ? 'Save Changes' : 'Create Election'}
      list={list}
      about={election ? election.name : 'the new election'}
    >
      {election && <ConflictNote conflict={form.conflict} did={`changed ${election.name}`} mine="Reload" />}
    </StepForm>
  );
}
