import { type FileImportRole, MAX_USER_FILE_BYTES } from '@ec/contract/users/import';
import { Button, Checkbox, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { FileDrop } from '../../../components/form/FileDrop.tsx';
import { Form, FormButtons } from '../../../components/form/Form.tsx';
import { useImportForm } from '../../../components/form/use-import-form.ts';
import { usePeopleChange } from '../api.ts';
import { roleOption } from '../labels.ts';
import { downloadTemplate, sendFile } from './import-api.ts';
import styles from './import.module.css';

interface ImportFileFormProps {
  roles: readonly FileImportRole[];
  onStarted: (id: string) => void;
}

/** Chooses a list of people and sends it. */
export function ImportFileForm({ roles, onStarted }: ImportFileFormProps) {
  const { form, drop } = useImportForm({
    id: 'import-file',
    start: { role: roles[0] ?? null, allOrNothing: false },
    maxBytes: MAX_USER_FILE_BYTES,
    body: ({ role, allOrNothing }, file, onProgress) => role && { file, role, allOrNothing, onProgress },
    request: usePeopleChange(sendFile),
    failed: 'Bulk import failed',
    onStarted: ({ id }) => onStarted(id),
  });
  const { busy } = form;
  const { role } = form.values;
  return (
    // The dialog can be closed while it is sent: it goes on, and the import is found here again.
    <Form label="Import from a file" form={{ ...form, dirty: false, busy: false }}>
      <Select
        label="Role"
        description="Everybody in the file gets this role."
        required
        data={roles.map(roleOption)}
        allowDeselect={false}
        disabled={busy}
        {...form.field('role')}
      />
      <FileDrop
        {...drop}
        inputLabel="File of people"
        accept=".csv,.txt,.tsv,text/csv"
        hint="A CSV file with one person a line, up to 20 MB. You can also drop it here. Commas, semicolons and tabs are all read."
        beside={
          <Button
            variant="subtle"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => role && downloadTemplate(role)}
          >
            Download template
          </Button>
        }
      />
      {role && <ImportColumns role={role} />}
      <Checkbox
        label="All or nothing"
        description="Import no user if any row is refused. Otherwise good rows are imported and the others given back."
        disabled={busy}
        {...form.tick('allOrNothing')}
      />
      <FormButtons form={form} submit="Start import" />
    </Form>
  );
}

/** What the file has to hold, in words. */
function ImportColumns({ role }: { role: FileImportRole }) {
  const ward = role === 'ward_admin';
  return (
    <details>
      <summary className="fold medium">What the file has to hold</summary>
      The first line names the columns, in any order and case; other columns are passed over.
      <ul className={`bullets above-8 ${styles.columns}`}>
        <li>
          <code>name</code>: the full name
        </li>
        <li>
          <code>phone</code>: a Nigerian mobile number, like 0803 123 4567
        </li>
        <li>
          <code>{ward ? 'ward_code' : 'pu_code'}</code>: INEC's code of the {ward ? 'ward' : 'polling unit'}, like{' '}
          {ward ? '24-11-05' : '24-11-05-003'}; or in its place{' '}
          <code>{ward ? 'state, lga, ward' : 'state, lga, ward, polling_unit'}</code> with the names
        </li>
        <li>
          <code>email</code>: may be left out
        </li>
      </ul>
    </details>
  );
}
