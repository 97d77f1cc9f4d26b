import type { Constituency } from '@ec/contract/constituencies/schemas';
import { TextInput } from '@mantine/core';
import { Form, FormButtons, FormHint } from '../../components/form/Form.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { useGeographyChange } from './api.ts';
import { renameConstituency } from './constituency-api.ts';

/** Gives a constituency the name that people know it by; imports without names keep it. */
export function RenameConstituency({ one, onClose }: { one: Constituency; onClose: () => void }) {
  const form = useServerForm({
    id: 'constituency',
    start: { name: one.name },
    check: ({ name }) => (name.trim() === '' ? { name: 'Name is required' } : {}),
    body: ({ name }) => ({ id: one.id, name: name.trim() }),
    request: useGeographyChange(renameConstituency),
    failed: 'The constituency could not be renamed.',
    onDone: (renamed) => {
      notifySuccess(`${one.name} was renamed to ${renamed.name}.`);
      onClose();
    },
  });
  return (
    <FormDialog title={`Rename ${one.name}`} about="the new name" onClose={onClose}>
      <Form label="New name" form={form}>
        <TextInput label="Name" required maxLength={200} data-autofocus {...form.field('name')} />
        <FormHint>A later import keeps this name, unless its file gives another one.</FormHint>
        <FormButtons form={form} submit="Rename" />
      </Form>
    </FormDialog>
  );
}
