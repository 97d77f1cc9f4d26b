import { MAX_REGISTER_BYTES, REGISTER_COLUMNS } from '@ec/contract/register-import';
import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FileDrop } from '../../components/FileDrop.tsx';
import { type FormProblem, FormErrorSummary } from '../../components/FormErrorSummary.tsx';
import { ProgressBar } from '../../components/ProgressBar.tsx';
import { errorMessage } from '../../lib/api-error.ts';
import { formatBytes } from '../../lib/format.ts';
import { useGeographyChange } from './api.ts';
import { sendRegister } from './import-api.ts';
import styles from './import.module.css';

const CHOOSE = 'register-choose';

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
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const [checked, setChecked] = useState(false);
  const upload = useGeographyChange(sendRegister);
  const busy = upload.isPending;

  const take = (next: File) => {
    upload.reset();
    setChecked(true);
    setFile(next);
  };
  const wrong = checked ? fileProblem(file) : undefined;
  const problems: FormProblem[] = [
    ...(wrong ? [{ field: CHOOSE, message: wrong }] : []),
    ...(upload.error ? [{ message: errorMessage(upload.error, 'The file could not be sent') }] : []),
  ];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    upload.reset();
    const countAttempt = () => setAttempt((count) => count + 1);
    if (!file || fileProblem(file)) {
      countAttempt();
      return;
    }
    setSent(0);
    upload.mutate({ file, onProgress: setSent }, { onSuccess: ({ id }) => onStarted(id), onError: countAttempt });
  };
  return (
    <form className={styles.body} onSubmit={submit} noValidate aria-label="Register file">
      <FormErrorSummary problems={problems} attempt={attempt} />
      <FileDrop
        id={CHOOSE}
        inputLabel="Register of polling units"
        accept=".csv,.gz,text/csv,application/gzip"
        file={file}
        onFile={take}
        busy={busy}
        error={wrong}
        hint={`A CSV file with one polling unit a line, as it is (.csv) or compressed (.gz), up to ${formatBytes(MAX_REGISTER_BYTES)}. You can also drop it here.`}
      />
      <p className={styles.hint}>
        The first line names the columns: <code className={styles.columns}>{REGISTER_COLUMNS.join(', ')}</code>.
        Registered voters may be left empty; other columns are ignored. Nothing is stored before you have seen what the
        file changes.
      </p>
      {busy && <ProgressBar label="File sent" share={sent} text={`Sending: ${Math.round(sent * 100)}%`} />}
      <div className={styles.foot}>
        <Button type="submit" mih={44} loading={busy}>
          Check the file
        </Button>
      </div>
    </form>
  );
}
