import { AlertPriority, AlertType, RaiseAlertRequest } from '@ec/contract/alerts/schemas';
import { locationIdOf } from '@ec/contract/geography/location-id';
import { Select, Textarea, TextInput } from '@mantine/core';
import { FieldGroup, FieldRow, Form, FormButtons, FormHint } from '../../components/form/Form.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { PlacePicker } from '../../domain/places/PlacePicker.tsx';
import { ALERT_PRIORITIES } from '../../domain/alerts/alert-priorities.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { placeReference, useReach } from '../../domain/places/use-places.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { useRaise } from './api.ts';
import { TYPES } from './AlertParts.tsx';
import { useEffect, useMemo, useState } from 'react';
import { draftKeeper, dropDraft, loadDraft } from '../../lib/device/drafts.ts';
import { makeKey } from '../../lib/device/outbox-item.ts';

/** The area as a place's code; empty for the reader's own. */
type RaiseValues = RaiseAlertRequest;

function read(kept: Record<string, string>): Partial<RaiseValues> {
  const { title = '', message = '', area = '' } = kept;
  const [type, priority] = [AlertType.safeParse(kept['type']).data, AlertPriority.safeParse(kept['priority']).data];
  return {
    title,
    message,
    area,
    ...(type && { type }),
    ...(priority && { priority }),
  };
}

/** The alert that a person is writing, kept on this device until it is raised or dropped. `null` until the device has answered. */
function useRaiseDraft(userId: string) {
  const slot = `${userId}/alert`;
  const keeper = useMemo(() => draftKeeper(slot), [slot]);
  const [typed, setTyped] = useState<Partial<RaiseValues> | null>(null);
  // Of these very words: what is sent again after a lost answer is the same alert, and other words are another.
  const [key, setKey] = useState(makeKey);
  useEffect(() => {
    let gone = false;
    void loadDraft(slot).then((kept) => {
      if (gone) return;
      setTyped(kept ? read(kept.values) : {});
      if (kept?.values['key']) setKey(kept.values['key']);
    });
    return () => {
      gone = true;
    };
  }, [slot]);
  return {
    typed,
    key,
    keep: (values: RaiseValues) => {
      const next = makeKey();
      setKey(next);
      keeper.saveWords({ ...values, key: next }, {});
    },
    drop: () => void dropDraft(slot),
  };
}

const TYPE_OPTIONS = AlertType.options.map((value) => ({ value, label: TYPES[value].label }));
const PRIORITY_OPTIONS = AlertPriority.options.map((value) => ({ value, label: ALERT_PRIORITIES[value].label }));
const START: RaiseValues = { title: '', message: '', type: 'info', priority: 'medium', area: '' };

interface RaiseDialogProps {
  onClose: () => void;
}

/** An alert by hand about a place of the reader's own area. What is typed outlasts the session, and is dropped with the dialog. */
export function RaiseDialog({ onClose }: RaiseDialogProps) {
  const { typed, key, keep, drop } = useRaiseDraft(useCurrentMe().user.id);
  const close = () => {
    drop();
    onClose();
  };
  return typed && <RaiseForm typed={typed} sendKey={key} onChange={keep} onClose={close} />;
}

interface RaiseFormProps extends RaiseDialogProps {
  typed: Partial<RaiseValues>;
  /** The idempotency key. */
  sendKey: string;
  onChange: (values: RaiseValues) => void;
}

function RaiseForm({ typed, sendKey, onChange, onClose }: RaiseFormProps) {
  const [only, ...others] = useReach();
  // Nothing chosen stands for the reader's own area as a whole.
  const own = only && others.length === 0 ? placeReference(only.id) : '';
  const form = useServerForm({
    id: 'raise',
    start: START,
    typed,
    onChange,
    schema: RaiseAlertRequest,
    check: ({ area }) => ({
      area: locationIdOf(area || own) === undefined ? 'Choose the place that it is about' : undefined,
    }),
    body: (values) => ({ ...values, area: values.area || own }),
    request: useRaise(sendKey),
    failed: 'The alert could not be raised. Try again.',
    onDone: ({ id, title }) => {
      onClose();
      notifySuccess(`The alert "${title}" is raised.`, {
        link: { to: `/alerts?alert=${id}`, label: 'Open the alert' },
      });
    },
  });
  return (
    <FormDialog title="Raise an alert" about="the alert" onClose={onClose} size={620}>
      <Form label="Raise an alert" form={form}>
        <TextInput label="Title" required maxLength={120} {...form.field('title')} />
        <Textarea
          label="Message"
          description="What was noticed, where, and what is needed."
          required
          rows={4}
          maxLength={1000}
          {...form.field('message')}
        />
        <FieldRow>
          <Select label="Type" data={TYPE_OPTIONS} allowDeselect={false} {...form.field('type')} />
          <Select label="Priority" data={PRIORITY_OPTIONS} allowDeselect={false} {...form.field('priority')} />
        </FieldRow>
        <FieldGroup legend="Place that it is about">
          <FormHint>
            It reaches all users whose area contains the place. Its administrators get a notice; of critical and high
            ones also by SMS and e-mail, if they chose that and where a gateway is set up.
          </FormHint>
          <PlacePicker
            value={form.values.area}
            onChange={(area) => form.set({ area })}
            field={{
              id: form.fieldId('area'),
              error: form.errors['area'],
              none:
                own === '' ? 'One of your areas, or a place in it' : `Nothing is chosen: the whole of ${only?.name}`,
            }}
          />
        </FieldGroup>
        <FormButtons form={form} submit="Raise the alert" />
      </Form>
    </FormDialog>
  );
}
