import type { Role } from '@ec/contract/roles';
import { Button, Select, Textarea, UnstyledButton } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type FormProblem, FormErrorSummary } from '../../components/FormErrorSummary.tsx';
import { Note } from '../../components/Note.tsx';
import { ApiError, errorMessage, fieldErrors } from '../../lib/api-error.ts';
import { formatCount, formatNumber } from '../../lib/format.ts';
import { usePeopleChange } from './api.ts';
import { importText, useImportStates } from './import-api.ts';
import styles from './import.module.css';
import { ImportLines } from './ImportLines.tsx';
import { roleOption } from './labels.ts';

const ASKED = 'Please provide import text and select a state';
const FAILED = 'Bulk import failed';
const SAMPLE = 'Ada Obi, 08031234567, Ikeja\nMusa Bello, 08101234567, Epe';

function wrongLines(error: unknown): string[] {
  if (!(error instanceof ApiError) || error.code !== 'IMPORT_INVALID') return [];
  const { lines } = error.details as { lines?: { message: string }[] };
  return (lines ?? []).map(({ message }) => message);
}

interface ImportTextProps {
  roles: readonly Role[];
  /** The text stays with the dialog, so that another tab does not lose it. */
  text: string;
  onText: (text: string) => void;
  onCancel: () => void;
}

/** Administrators of LGAs or states, one a line. What was typed stays until all of it is stored. */
export function ImportText({ roles, text, onText, onCancel }: ImportTextProps) {
  // A list of people with their LGAs is one of LGA Admins as a rule: a state has one State Admin.
  const [role, setRole] = useState<Role | undefined>(roles.find((each) => each === 'lga_admin') ?? roles[0]);
  const [state, setState] = useState<string | null>(null);
  const [checked, setChecked] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const states = useImportStates();
  const upload = usePeopleChange(importText);
  const countAttempt = () => setAttempt((count) => count + 1);
  const [only] = states.states;
  const chosen = state ?? (states.states.length === 1 ? (only?.value ?? null) : null);

  const refused = fieldErrors(upload.error);
  const missing = checked && (text.trim() === '' || chosen === null);
  const errors = {
    'import-role': refused['role'],
    'import-state': refused['state'] ?? (missing && chosen === null ? ASKED : undefined),
    'import-text': refused['importText'] ?? (missing && text.trim() === '' ? ASKED : undefined),
  };
  const lines = wrongLines(upload.error);
  const marked = Object.entries(errors).find(([, message]) => message);
  const problems: FormProblem[] = missing && marked ? [{ field: marked[0], message: ASKED }] : [];
  if (upload.error && lines.length === 0) problems.push({ message: errorMessage(upload.error, FAILED) });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    upload.reset();
    setChecked(true);
    if (text.trim() === '' || chosen === null || role === undefined) {
      countAttempt();
      return;
    }
    upload.mutate(
      { importText: text, state: chosen, role },
      {
        onSuccess: () => {
          onText('');
          setChecked(false);
        },
        onError: countAttempt,
      },
    );
  };
  return (
    <form className={styles.body} onSubmit={submit} noValidate aria-label="Import from text">
      <FormErrorSummary problems={problems} attempt={attempt} />
      {lines.length > 0 && (
        <Note kind="bad" role="alert">
          <strong>{FAILED}</strong>: {formatCount(lines.length, 'line')} cannot be imported, so nothing was. Correct the
          text below and import it again.
          <ImportLines label="Lines that cannot be imported" lines={lines} />
        </Note>
      )}
      {upload.data && (
        <Note kind="ok" role="status">
          Successfully imported: {formatNumber(upload.data.imported)} users
        </Note>
      )}
      <div className={styles.pair}>
        <Select
          id="import-role"
          label="Role"
          required
          data={roles.map(roleOption)}
          value={role ?? null}
          onChange={(next) => next && setRole(next)}
          allowDeselect={false}
          error={errors['import-role']}
        />
        <div>
          <Select
            id="import-state"
            label="State"
            required
            searchable
            placeholder={states.loading ? 'Loading…' : 'Search states'}
            data={states.states}
            value={chosen}
            onChange={setState}
            error={errors['import-state']}
            nothingFoundMessage="Nothing found"
          />
          {states.error && (
            <p className={styles.error} role="alert">
              {errorMessage(states.error)}{' '}
              <UnstyledButton className={styles.error} td="underline" onClick={() => void states.refetch()}>
                Retry
              </UnstyledButton>
            </p>
          )}
        </div>
      </div>
      <Textarea
        id="import-text"
        className={styles.text ?? ''}
        label="People"
        description={
          role === 'state_admin'
            ? 'One a line: Name, Phone, LGA. The LGA is where they live; a state has one State Admin.'
            : 'One a line: Name, Phone, LGA. An LGA has one LGA Admin.'
        }
        required
        placeholder={SAMPLE}
        rows={8}
        resize="vertical"
        spellCheck={false}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        error={errors['import-text']}
      />
      <p className={styles.hint}>
        If one line is wrong, nobody is imported. Everybody imported is active, and gets an invite code by SMS unless
        your organisation has set a first password for imports.
      </p>
      <div className={styles.foot}>
        <Button variant="default" onClick={onCancel} disabled={upload.isPending}>
          {upload.data && text === '' ? 'Close' : 'Cancel'}
        </Button>
        <Button type="submit" loading={upload.isPending}>
          Import users
        </Button>
      </div>
    </form>
  );
}
