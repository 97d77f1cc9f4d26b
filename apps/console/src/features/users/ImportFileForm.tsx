import { type FileImportRole, MAX_USER_FILE_BYTES } from '@ec/contract/user-import';
import { Button, Checkbox, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { FileDrop } from '../../components/FileDrop.tsx';
import { type FormProblem, FormErrorSummary } from '../../components/FormErrorSummary.tsx';
import { ProgressBar } from '../../components/ProgressBar.tsx';
import { errorMessage, fieldErrors } from '../../lib/api-error.ts';
import { usePeopleChange } from './api.ts';
import { downloadTemplate, sendFile } from './import-api.ts';
import styles from './import.module.css';
import { ImportColumns } from './ImportColumns.tsx';
import { roleOption } from './labels.ts';

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
  file: File | null;
  onFile: (file: File | null) => void;
  onStarted: (id: string) => void;
  onCancel: () => void;
}

/** Chooses a list of people and sends it. The file stays chosen until the server has taken it. */
export function ImportFileForm({ roles, file, onFile, onStarted, onCancel }: ImportFileFormProps) {
  const [role, setRole] = useState<FileImportRole | undefined>(roles[0]);
  const [allOrNothing, setAllOrNothing] = useState(false);
  const [sent, setSent] = useState(0);
  const [checked, setChecked] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const countAttempt = () => setAttempt((count) => count + 1);
  const upload = usePeopleChange(sendFile);
  const busy = upload.isPending;

  const take = (next: File) => {
    upload.reset();
    setChecked(true);
    onFile(next);
  };
  const refused = fieldErrors(upload.error);
  const wrongFile = checked ? fileProblem(file) : undefined;
  const problems: FormProblem[] = [
    ...(wrongFile ? [{ field: 'import-choose', message: wrongFile }] : []),
    ...(upload.error ? [{ message: refused['role'] ?? errorMessage(upload.error, 'Bulk import failed') }] : []),
  ];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    upload.reset();
    if (!file || role === undefined || fileProblem(file)) {
      countAttempt();
      return;
    }
    setSent(0);
    const onProgress = (share: number) => setSent(share);
    upload.mutate(
      { file, role, allOrNothing, onProgress },
      { onSuccess: ({ id }) => onStarted(id), onError: countAttempt },
    );
  };
  return (
    <form className={styles.body} onSubmit={submit} noValidate aria-label="Import from a file">
      <FormErrorSummary problems={problems} attempt={attempt} />
      <Select
        id="import-file-role"
        label="Role"
        description="Everybody in the file gets this role."
        required
        data={roles.map(roleOption)}
        value={role ?? null}
        onChange={(next) => next && setRole(next as FileImportRole)}
        allowDeselect={false}
        error={refused['role']}
        disabled={busy}
      />
      <FileDrop
        id="import-choose"
        inputLabel="File of people"
        accept=".csv,.txt,.tsv,text/csv"
        file={file}
        onFile={take}
        busy={busy}
        error={wrongFile}
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
        checked={allOrNothing}
        onChange={(event) => setAllOrNothing(event.currentTarget.checked)}
        disabled={busy}
      />
      {busy && <ProgressBar label="File sent" share={sent} text={`Sending: ${Math.round(sent * 100)}%`} />}
      <div className={styles.foot}>
        <Button variant="default" onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Start import
        </Button>
      </div>
    </form>
  );
}
