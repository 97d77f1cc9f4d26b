import { type Alert, AcknowledgeAlertRequest } from '@ec/contract/alerts';
import { Button, Radio, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Form, FormFoot } from '../../components/Form.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { type FormProblem, FormErrorSummary } from '../../components/FormErrorSummary.tsx';
import { errorMessage } from '../../lib/api-error.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { useCurrentMe } from '../../lib/session.ts';
import styles from './alerts.module.css';
import { useAcknowledge } from './api.ts';
import { type Owner, OwnerPicker } from './OwnerPicker.tsx';

const NOTE = 'alert-note';
const RADIO = { body: styles.choice ?? '', label: styles.touch ?? '' };
const OWNERS = 'alert-owners';
const NOTE_LONGEST = 1000;

interface AcknowledgeDialogProps {
  alert: Alert;
  onClose: () => void;
}

/** Takes care of an alert, or gives it to somebody who does; acknowledged before, it is passed on. */
export function AcknowledgeDialog({ alert, onClose }: AcknowledgeDialogProps) {
  const { user } = useCurrentMe();
  const before = alert.owner;
  const again = alert.acknowledgedAt !== null;
  const startNote = alert.note ?? '';
  const startWho = again && before?.id !== user.id ? 'other' : 'me';
  const [who, setWho] = useState(startWho);
  const [owner, setOwner] = useState<Owner | null>(startWho === 'other' ? before : null);
  const [note, setNote] = useState(startNote);
  const [problems, setProblems] = useState<FormProblem[]>([]);
  const [attempt, setAttempt] = useState(0);
  const acknowledge = useAcknowledge(alert.id);
  const title = again ? 'Pass the alert on' : 'Acknowledge the alert';
  const dirty = note !== startNote || who !== startWho || owner?.id !== (startWho === 'other' ? before?.id : undefined);

  const fail = (found: FormProblem[]) => {
    setProblems(found);
    setAttempt((count) => count + 1);
  };
  const submit = () => {
    const chosen = who === 'me' ? user : owner;
    if (!chosen) {
      fail([{ field: OWNERS, message: 'Choose who takes care of it' }]);
      return;
    }
    const mine = chosen.id === user.id;
    const named = again || !mine;
    const body = AcknowledgeAlertRequest.parse({ ...(named && { ownerId: chosen.id }), note });
    acknowledge.mutate(body, {
      onSuccess: () => {
        onClose();
        notifySuccess(`${alert.title}: ${mine ? 'you take' : `${chosen.name} takes`} care of it.`, {
          link: { to: `/alerts?alert=${alert.id}`, label: 'Open the alert' },
        });
      },
      onError: (error) => fail([{ message: errorMessage(error, 'The alert could not be acknowledged. Try again.') }]),
    });
  };
  return (
    <FormDialog
      title={title}
      dirty={dirty && !acknowledge.isSuccess}
      about="the alert"
      onClose={onClose}
      size={560}
      busy={acknowledge.isPending}
    >
      {(close) => (
        <Form label={title} onSubmit={submit}>
          <FormErrorSummary problems={problems} attempt={attempt} />
          <div className={styles.about}>
            <strong>{alert.title}</strong>
            <p className={styles.message}>{alert.message}</p>
          </div>
          {alert.can.giveOwner && (
            <Radio.Group label="Who takes care of it" value={who} onChange={setWho}>
              <Radio value="me" label="I take care of it" classNames={RADIO} />
              <Radio value="other" label="Somebody else" classNames={RADIO} />
            </Radio.Group>
          )}
          {who === 'other' && <OwnerPicker id={OWNERS} alertId={alert.id} value={owner} onChange={setOwner} />}
          <Textarea
            id={NOTE}
            label="Note"
            description="What is done about it. Administrators who see the alert see the note."
            rows={3}
            maxLength={NOTE_LONGEST}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <FormFoot>
            <Button variant="default" size="md" onClick={close} disabled={acknowledge.isPending}>
              Cancel
            </Button>
            <Button type="submit" size="md" loading={acknowledge.isPending}>
              {again ? 'Save' : 'Acknowledge'}
            </Button>
          </FormFoot>
        </Form>
      )}
    </FormDialog>
  );
}
