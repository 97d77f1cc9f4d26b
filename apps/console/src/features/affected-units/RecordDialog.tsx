import { AFFECTED_WORDS, type AffectedKind, countsForMargin } from '@ec/contract/margin-of-lead/kinds';
import type { AffectedUnit, AffectedUnitDetail } from '@ec/contract/margin-of-lead/schemas';
import { Select, Textarea, TextInput } from '@mantine/core';
import { Form, FormButtons, FormHint } from '../../components/form/Form.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { PictureField } from '../../components/form/PictureField.tsx';
import { ConfirmForm } from '../../components/form/ConfirmModal.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import type { KeptPhoto } from '../../lib/device/drafts.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { editUnit, KIND_CHOICES, type RecordInput, recordUnit, useAffectedChange, withdrawUnit } from './api.ts';

interface Values {
  unit: string;
  kind: AffectedKind;
  ground: string;
  pvc: string;
  reason: string;
  picture: KeptPhoto | null;
}

const startOf = (unit: AffectedUnit | null): Values => ({
  unit: unit?.code ?? '',
  kind: unit?.kind ?? 'not_held',
  ground: unit?.ground ?? '',
  pvc: unit?.pvcCollected === null || unit === null ? '' : String(unit.pvcCollected),
  reason: '',
  picture: null,
});

interface RecordDialogProps {
  electionId: string;
  /** The record that is edited; null for a new one. */
  edited: AffectedUnit | null;
  onClose: () => void;
}

function useRecordForm({ electionId, edited, onClose }: RecordDialogProps) {
  const send = async ({ values, input }: { values: Values; input: RecordInput }): Promise<AffectedUnitDetail> =>
    edited?.id
      ? await editUnit({ ...input, id: edited.id, version: edited.version, reason: values.reason.trim() })
      : await recordUnit({ ...input, unit: { electionId, pollingUnitId: values.unit.trim() } });
  return useServerForm({
    id: 'affected',
    start: startOf(edited),
    fields: ['unit', 'kind', 'ground', 'pvc', 'picture', 'reason'],
    at: (path) => ({ pollingUnitId: 'unit', pvcCollected: 'pvc', fileIds: 'picture' })[path] ?? path,
    check: ({ unit, ground, pvc, reason }) => ({
      ...(unit.trim() === '' && { unit: 'Give the code of the polling unit' }),
      ...(ground.trim() === '' && { ground: 'Say on what ground' }),
      ...(pvc.trim() !== '' && !/^\d{1,5}$/.test(pvc.trim()) && { pvc: 'Give a whole number, or leave it empty' }),
      ...(edited && reason.trim() === '' && { reason: 'Give a reason' }),
    }),
    body: (values) => ({
      values,
      input: {
        kind: values.kind,
        ground: values.ground.trim(),
        pvcCollected: values.pvc.trim() === '' ? null : Number(values.pvc),
        fileIds: edited?.fileIds ?? [],
        picture: values.picture,
      },
    }),
    request: useAffectedChange(send),
    failed: edited ? 'The record could not be changed' : 'The unit could not be recorded',
    onDone: ({ code }) => {
      notifySuccess(edited ? `The record of ${code} was changed.` : `${code} was recorded.`);
      onClose();
    },
  });
}

/** Records a unit that did not hold, or edits a record with a reason. */
export function RecordDialog(props: RecordDialogProps) {
  const { edited, onClose } = props;
  const form = useRecordForm(props);
  const title = edited ? `Edit the record of ${edited.code}` : 'Record a unit that did not hold';
  return (
    <FormDialog title={title} about={edited ? 'the changes' : 'the new record'} onClose={onClose}>
      <Form label={title} form={form}>
        {!edited && (
          <TextInput
            label="Polling unit"
            required
            placeholder="24-11-05-003"
            maxLength={20}
            data-autofocus
            {...form.field('unit')}
          />
        )}
        <Select label="What happened" required allowDeselect={false} data={KIND_CHOICES} {...form.field('kind')} />
        {!countsForMargin(form.values.kind) && (
          <FormHint>{AFFECTED_WORDS.zero_by_obstruction}: its voters do not weigh against the lead.</FormHint>
        )}
        <Textarea label="Ground" required rows={3} maxLength={1000} {...form.field('ground')} />
        <TextInput label="PVCs collected" inputMode="numeric" maxLength={5} {...form.field('pvc')} />
        <FormHint>
          Leave it empty while the number is not known. The registered voters then stand for it, as an upper bound.
        </FormHint>
        <PictureField
          label="Attach evidence"
          picture={form.values.picture}
          onChange={(picture) => form.set({ picture })}
          progress={null}
          disabled={form.busy}
        />
        {edited && (
          <Textarea label="Reason for the change" required rows={2} maxLength={1000} {...form.field('reason')} />
        )}
        <FormButtons form={form} submit={edited ? 'Save changes' : 'Record unit'} />
      </Form>
    </FormDialog>
  );
}

/** Takes a record back, with a reason; its history stays. */
export function WithdrawDialog({ unit, onClose }: { unit: AffectedUnit; onClose: () => void }) {
  const form = useServerForm({
    id: 'withdraw',
    start: { reason: '' },
    body: ({ reason }) => (unit.id ? { id: unit.id, version: unit.version, reason: reason.trim() } : null),
    request: useAffectedChange(withdrawUnit),
    failed: 'The record could not be withdrawn',
    onDone: ({ code }) => {
      notifySuccess(`The record of ${code} was withdrawn.`);
      onClose();
    },
  });
  return (
    <ConfirmForm
      form={form}
      onClose={onClose}
      title={`Withdraw the record of ${unit.code}?`}
      confirmLabel="Withdraw"
      danger
      blocked={form.values.reason.trim() === '' ? 'Give a reason first.' : undefined}
    >
      <p>The unit no longer weighs against the lead. The record and its history stay in the audit log.</p>
      <Textarea label="Reason" rows={3} maxLength={1000} data-autofocus {...form.field('reason')} />
    </ConfirmForm>
  );
}
