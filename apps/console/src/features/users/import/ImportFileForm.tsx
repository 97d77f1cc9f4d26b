import { type FileImportRole, MAX_USER_FILE_BYTES } from '@ec/contract/users/import';
import { Button, Checkbox, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { FileDrop } from '../../../components/form/FileDrop.tsx';
import { Form, FormButtons } from '../../../components/form/Form.tsx';
import { useServerForm } from '../../../components/form/use-server-form.ts';
import { ProgressBar } from '../../../components/figure/ProgressBar.tsx';
import { usePeopleChange } from '../api.ts';
import { downloadTemplate, sendFile } from './import-api.ts';
import { ImportColumns } from './ImportColumns.tsx';
import { roleOption } from '../labels.ts';

const NO_FILE = 'Choose a CSV file';

function fileProblem(file: File | null): string | undefined {
  if (!file) return NO_FILE;
  if (/\.(xlsx?|ods|numbers|docx?|pdf)$/i.test(file.name))
    return 'This is not a CSV file. In your spreadsheet choose "Save as", CSV (UTF-8), and choose that file.';
  return file.size > MAX_USER_FILE_BYTES
    ? `The file is larger than ${MAX_USER_FILE_BYTES / 1024 / 1024} MB.`
    : undefined;
}

interface ImportFileFormProps {
  roles: readonly FileImportRole[];
  onStarted: (id: string) => void;
}

/** Chooses a list of people and sends it. The file stays chosen until the server has taken it. */
export function ImportFileForm({ roles, onStarted }: ImportFileFormProps) {
  const [sent, setSent] = useState(0);
  const form = useServerForm({
    id: 'import-file',
    start: { role: roles[0] ?? null, allOrNothing: false, file: null as File | null },
    check: ({ file }) => ({ file: fileProblem(file) }),
    body: ({ file, role, allOrNothing }) => file && role && { file, role, allOrNothing, onProgress: setSent },
    request: usePeopleChange(sendFile),
    failed: 'Bulk import failed',
    onDone: ({ id }) => onStarted(id),
    onRefused: () => setSent(0),
  });
  const { busy, values } = form;
  const { role, file } = values;
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
        id={form.fieldId('file')}
        inputLabel="File of people"
        accept=".csv,.txt,.tsv,text/csv"
        file={file}
        onFile={(next) => form.set({ file: next })}
        busy={busy}
        error={form.errors['file'] ?? (file ? fileProblem(file) : undefined)}
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
        description="Import nobody if any row is refused. Otherwise good rows are imported and the others given back."
        disabled={busy}
        {...form.tick('allOrNothing')}
      />
      {busy && <ProgressBar label="File sent" share={sent} text={`Sending: ${Math.round(sent * 100)}%`} />}
      <FormButtons form={form} submit="Start import" />
    </Form>
  );
}
