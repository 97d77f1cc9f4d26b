import { AlertPriority, AlertType, RaiseAlertRequest } from '@ec/contract/alerts';
import type { LocationId } from '@ec/contract/location-id';
import { Button, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FieldGroup, FieldRow, Form, FormFoot, FormHint } from '../../components/Form.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { type FormProblem, FormErrorSummary } from '../../components/FormErrorSummary.tsx';
import { PlaceFields } from '../../components/PlaceFields.tsx';
import { ALERT_PRIORITIES } from '../../lib/alert-priorities.ts';
import { errorMessage, fieldErrors } from '../../lib/api-error.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { narrowest, placeReference, type Places, useFixedPlaces, useReach } from '../../lib/use-places.ts';
import styles from './alerts.module.css';
import { useRaise } from './api.ts';
import { TYPES } from './labels.ts';

const START = { title: '', message: '', type: 'info', priority: 'medium' };
const FIELDS = ['title', 'message', 'type', 'priority', 'area'] as const;
type Field = (typeof FIELDS)[number];
const fieldId = (field: Field) => `raise-${field}`;

const TYPE_OPTIONS = AlertType.options.map((value) => ({ value, label: TYPES[value].label }));
const PRIORITY_OPTIONS = AlertPriority.options.map((value) => ({ value, label: ALERT_PRIORITIES[value].label }));

type Problems = Partial<Record<Field, string>>;

/** What is wrong with what was typed, in the words of the contract. */
function problemsOf(values: typeof START, area: LocationId | null): Problems {
  const read = RaiseAlertRequest.safeParse({ ...values, area: area === null ? '' : placeReference(area) });
  const found: Problems = {};
  for (const { path, message } of read.error?.issues ?? []) {
    const field = FIELDS.find((each) => each === path[0]);
    if (field) found[field] ??= field === 'area' ? 'Choose the place that it is about' : message;
  }
  return found;
}

/** An alert by hand about a place of the reader's own area. */
export function RaiseDialog({ onClose }: { onClose: () => void }) {
  const reach = useReach();
  const fixed = useFixedPlaces();
  const [values, setValues] = useState(START);
  const [places, setPlaces] = useState<Places>(fixed);
  const [problems, setProblems] = useState<Problems>({});
  const [attempt, setAttempt] = useState(0);
  const raise = useRaise();
  const [only, ...others] = reach;
  // Nothing chosen below it means the reader's own area as a whole.
  const area = narrowest(places) ?? (others.length === 0 ? (only?.id ?? null) : null);
  const dirty =
    !raise.isSuccess &&
    (FIELDS.some((key) => key !== 'area' && values[key] !== START[key]) || narrowest(places) !== narrowest(fixed));

  const change = (field: keyof typeof START, value: string | null) => {
    setValues((old) => ({ ...old, [field]: value ?? START[field] }));
    setProblems((old) => ({ ...old, [field]: undefined }));
  };
  const submit = () => {
    raise.reset();
    const found = problemsOf(values, area);
    setProblems(found);
    if (area === null || Object.keys(found).length > 0) {
      setAttempt((count) => count + 1);
      return;
    }
    raise.mutate(RaiseAlertRequest.parse({ ...values, area: placeReference(area) }), {
      onSuccess: ({ id, title }) => {
        onClose();
        notifySuccess(`The alert "${title}" is raised.`, {
          link: { to: `/alerts?alert=${id}`, label: 'Open the alert' },
        });
      },
      onError: (error) => {
        setProblems(fieldErrors(error));
        setAttempt((count) => count + 1);
      },
    });
  };
  const listed: FormProblem[] = FIELDS.flatMap((field) => {
    const message = problems[field];
    return message ? [{ field: fieldId(field), message }] : [];
  });
  if (raise.error && listed.length === 0) {
    listed.push({ message: errorMessage(raise.error, 'The alert could not be raised. Try again.') });
  }
  const control = { input: styles.control ?? '', option: styles.control ?? '' };
  return (
    <FormDialog
      title="Raise an alert"
      dirty={dirty}
      about="the alert"
      onClose={onClose}
      size={620}
      busy={raise.isPending}
    >
      {(close) => (
        <Form label="Raise an alert" onSubmit={submit}>
          <FormErrorSummary problems={listed} attempt={attempt} />
          <TextInput
            id={fieldId('title')}
            label="Title"
            required
            maxLength={120}
            value={values.title}
            error={problems.title}
            classNames={{ input: styles.control ?? '' }}
            onChange={(event) => change('title', event.currentTarget.value)}
          />
          <Textarea
            id={fieldId('message')}
            label="Message"
            description="What was noticed, where, and what is needed."
            required
            rows={4}
            maxLength={1000}
            value={values.message}
            error={problems.message}
            onChange={(event) => change('message', event.currentTarget.value)}
          />
          <FieldRow>
            <Select
              id={fieldId('type')}
              label="Type"
              data={TYPE_OPTIONS}
              value={values.type}
              allowDeselect={false}
              error={problems.type}
              classNames={control}
              onChange={(value) => change('type', value)}
            />
            <Select
              id={fieldId('priority')}
              label="Priority"
              data={PRIORITY_OPTIONS}
              value={values.priority}
              allowDeselect={false}
              error={problems.priority}
              classNames={control}
              onChange={(value) => change('priority', value)}
            />
          </FieldRow>
          <FieldGroup legend="Place that it is about" id={fieldId('area')}>
            <FormHint>
              It reaches everybody whose area holds the place; critical and high ones are notified to its
              administrators.
            </FormHint>
            {problems.area && <p className={styles.wrong}>{problems.area}</p>}
            <PlaceFields value={places} onChange={setPlaces} />
          </FieldGroup>
          <FormFoot>
            <Button variant="default" size="md" onClick={close} disabled={raise.isPending}>
              Cancel
            </Button>
            <Button type="submit" size="md" loading={raise.isPending}>
              Raise the alert
            </Button>
          </FormFoot>
        </Form>
      )}
    </FormDialog>
  );
}
