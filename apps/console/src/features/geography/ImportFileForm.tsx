import { MAX_REGISTER_BYTES, REGISTER_COLUMNS } from '@ec/contract/geography/register-import';
import { FileDrop } from '../../components/form/FileDrop.tsx';
import { Form, FormButtons } from '../../components/form/Form.tsx';
import { useImportForm } from '../../components/form/use-import-form.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { useGeographyChange } from './api.ts';
import { sendRegister } from './import-api.ts';
import styles from './import.module.css';

/** Chooses a register and sends it to be checked. */
export function ImportFileForm({ onStarted }: { onStarted: (id: string) => void }) {
  const { form, drop } = useImportForm({
    id: 'register',
    start: {},
    maxBytes: MAX_REGISTER_BYTES,
    tooLarge: 'Compress it with gzip and choose it again.',
    body: (_, file, onProgress) => ({ file, onProgress }),
    request: useGeographyChange(sendRegister),
    failed: 'The file could not be sent',
    onStarted,
  });
  return (
    <Form label="Register file" form={form}>
      <FileDrop
        {...drop}
        inputLabel="Register of polling units"
        accept=".csv,.gz,text/csv,application/gzip"
        hint={`A CSV file with one polling unit a line, as it is (.csv) or compressed (.gz), up to ${formatBytes(MAX_REGISTER_BYTES)}. You can also drop it here.`}
      />
      <p className="hint">
        The first line names the columns: <code className={styles.columns}>{REGISTER_COLUMNS.join(', ')}</code>.
        Registered voters may be left empty; other columns are ignored. Nothing is stored before you have seen what the
        file changes.
      </p>
      <FormButtons form={form} submit="Check the file" />
    </Form>
  );
}
