import { MAX_REGISTER_BYTES, REGISTER_COLUMNS } from '@ec/contract/geography/register-import';
import { useState } from 'react';
import { FileDrop } from '../../components/form/FileDrop.tsx';
import { Form, FormButtons } from '../../components/form/Form.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { ProgressBar } from '../../components/figure/ProgressBar.tsx';
import { formatBytes } from '../../lib/format/format.ts';
import { useGeographyChange } from './api.ts';
import { sendRegister } from './import-api.ts';
import styles from './import.module.css';

function fileProblem(file: File | null): string | undefined {
  if (!file) return 'Choose a CSV file';
  if (/\.(xlsx?|ods|numbers|docx?|pdf|zip)$/i.test(file.name)) {
    return 'This is not a CSV file. In your spreadsheet choose "Save as", CSV (UTF-8), and choose that file.';
  }
  return file.size > MAX_REGISTER_BYTES
    ? `The file is larger than ${formatBytes(MAX_REGISTER_BYTES)}. Compress it with gzip and choose it again.`
    : undefined;
}

/** Chooses a register and sends it to be checked. The file stays chosen until the server has taken it. */
export function ImportFileForm({ onStarted }: { onStarted: (id: string) => void }) {
  const [sent, setSent] = useState(0);
  const form = useServerForm({
    id: 'register',
    start: { file: null as File | null },
    check: ({ file }) => ({ file: fileProblem(file) }),
    body: ({ file }) => file && { file, onProgress: setSent },
    request: useGeographyChange(sendRegister),
    failed: 'The file could not be sent',
    onDone: ({ id }) => onStarted(id),
    onRefused: () => setSent(0),
  });
  const { file } = form.values;
  return (
    <Form label="Register file" form={form}>
      <FileDrop
        id={form.fieldId('file')}
        inputLabel="Register of polling units"
        accept=".csv,.gz,text/csv,application/gzip"
        file={file}
        onFile={(next) => form.set({ file: next })}
        busy={form.busy}
        error={form.errors['file'] ?? (file ? fileProblem(file) : undefined)}
        hint={`A CSV file with one polling unit a line, as it is (.csv) or compressed (.gz), up to ${formatBytes(MAX_REGISTER_BYTES)}. You can also drop it here.`}
      />
      <p className={styles.hint}>
        The first line names the columns: <code className={styles.columns}>{REGISTER_COLUMNS.join(', ')}</code>.
        Registered voters may be left empty; other columns are ignored. Nothing is stored before you have seen what the
        file changes.
      </p>
      {form.busy && <ProgressBar label="File sent" share={sent} text={`Sending: ${Math.round(sent * 100)}%`} />}
      <FormButtons form={form} submit="Check the file" />
    </Form>
  );
}
