import { type Alert, AcknowledgeAlertRequest } from '@ec/contract/alerts/schemas';
import { Radio, Textarea } from '@mantine/core';
import { Form, FormButtons } from '../../components/form/Form.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import styles from './alerts.module.css';
import { useAcknowledge } from './api.ts';
import { type Owner, OwnerPicker } from './OwnerPicker.tsx';

const RADIO = { body: 'middle', label: 'thumb' };
const NOTE_LONGEST = 1000;

interface AcknowledgeDialogProps {
  alert: Alert;
  onClose: () => void;
}

/** Acknowledges an alert for oneself or another user; an acknowledged one is reassigned. */
export function AcknowledgeDialog({ alert, onClose }: AcknowledgeDialogProps) {
  const { user } = useCurrentMe();
  const again = alert.acknowledgedAt !== null;
  const title = again ? 'Pass the alert on' : 'Acknowledge the alert';
  const others = again && alert.owner?.id !== user.id;
  const ownerOf = ({ who, owner }: { who: string; owner: Owner | null }) => (who === 'me' ? user : owner);
  const form = useServerForm({
    id: 'alert',
    start: {
      who: others ? 'other' : 'me',
      owner: others ? alert.owner : null,
      note: alert.note ?? '',
    },
    schema: AcknowledgeAlertRequest,
    check: (values) => ({ owner: ownerOf(values) ? undefined : 'Choose who takes care of it' }),
    body: (values) => {
      const owner = ownerOf(values);
      const named = again || owner?.id !== user.id;
      return { ...(named && { ownerId: owner?.id }), note: values.note };
    },
    request: useAcknowledge(alert.id),
    failed: 'The alert could not be acknowledged. Try again.',
    onDone: (_, values) => {
      const owner = ownerOf(values);
      onClose();
      notifySuccess(`${alert.title}: ${owner?.id === user.id ? 'you take' : `${owner?.name} takes`} care of it.`, {
        link: { to: `/alerts?alert=${alert.id}`, label: 'Open the alert' },
      });
    },
  });
  const { who, owner } = form.values;
  return (
    <FormDialog title={title} about="the alert" onClose={onClose} size={560}>
      <Form label={title} form={form}>
        <div className={styles.about}>
          <strong>{alert.title}</strong>
          <p className={styles.message}>{alert.message}</p>
        </div>
        {alert.can.giveOwner && (
          <Radio.Group label="Who takes care of it" {...form.field('who')}>
            <Radio value="me" label="I take care of it" classNames={RADIO} />
            <Radio value="other" label="Another user" classNames={RADIO} />
          </Radio.Group>
        )}
        {who === 'other' && (
          <OwnerPicker
            id={form.fieldId('owner')}
            of={{ alertId: alert.id }}
            value={owner}
            onChange={(next) => form.set({ owner: next })}
          />
        )}
        <Textarea
          label="Note"
          description="What is done about it. Administrators who see the alert see the note."
          rows={3}
          maxLength={NOTE_LONGEST}
          {...form.field('note')}
        />
        <FormButtons form={form} submit={again ? 'Save' : 'Acknowledge'} />
      </Form>
    </FormDialog>
  );
}
