import { type Role, ROLES } from '@ec/contract/permissions/roles';
import type { TextImportAnswer, TextImportPreview } from '@ec/contract/users/import';
import { Select, Textarea, UnstyledButton } from '@mantine/core';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmChange } from '../../../components/form/ConfirmModal.tsx';
import { Form, FormButtons } from '../../../components/form/Form.tsx';
import { useServerForm } from '../../../components/form/use-server-form.ts';
import { Note } from '../../../components/page/Note.tsx';
import { formatCount, formatPhone } from '../../../lib/format/format.ts';
import { ApiError, errorMessage } from '../../../lib/http/api-error.ts';
import { useSmsLeaves } from '../../../lib/session/system.ts';
import { usePeopleChange } from '../api.ts';
import { roleOption } from '../labels.ts';
import { importText, previewText, useImportStates } from './import-api.ts';
import styles from './import.module.css';

const ASKED = 'Please provide import text and select a state';
const FAILED = 'Bulk import failed';
const SAMPLE = 'Ada Obi, 08031234567, Ikeja\nMusa Bello, 08101234567, Epe';

function wrongLines(error: unknown): string[] {
  if (!(error instanceof ApiError) || error.code !== 'IMPORT_INVALID') return [];
  const { lines } = error.details as { lines?: { message: string }[] };
  return (lines ?? []).map(({ message }) => message);
}

/** Administrators of LGAs or states, one a line. What was typed stays until all of it is stored. */
export function ImportText({ roles }: { roles: readonly Role[] }) {
  const smsLeaves = useSmsLeaves();
  const states = useImportStates();
  const [only, ...others] = states.states;
  const stateOf = (chosen: string | null) => chosen ?? (others.length === 0 ? (only?.value ?? null) : null);
  const upload = usePeopleChange(importText);
  const check = useMutation({ mutationFn: previewText });
  const [checked, setChecked] = useState<Checked | null>(null);
  const form = useServerForm({
    id: 'import',
    start: {
      // A list of people with their LGAs is one of LGA Admins as a rule: a state has one State Admin.
      role: roles.find((each) => each === 'lga_admin') ?? roles[0] ?? null,
      state: null as string | null,
      importText: '',
    },
    check: (values) => ({
      ...(stateOf(values.state) === null && { state: ASKED }),
      ...(values.importText.trim() === '' && { importText: ASKED }),
    }),
    body: (values) => {
      const state = stateOf(values.state);
      return state === null || values.role === null
        ? null
        : { importText: values.importText, state, role: values.role };
    },
    request: check,
    failed: FAILED,
    onDone: ({ people }, values) => {
      const state = stateOf(values.state);
      if (state === null || values.role === null) return;
      upload.reset();
      setChecked({ people, body: { importText: values.importText, state, role: values.role } });
    },
  });
  const { role, state, importText: text } = form.values;
  const lines = wrongLines(upload.error ?? check.error);
  return (
    <Form label="Import from text" form={{ ...form, dirty: text.trim() !== '' }}>
      {lines.length > 0 && (
        <Note kind="bad">
          {formatCount(lines.length, 'line')} cannot be imported, so nothing was. Correct the text below and import it
          again.
          <ImportLines label="Lines that cannot be imported" lines={lines} />
        </Note>
      )}
      {upload.data && (
        <Note kind="ok" role="status">
          Successfully imported: {formatCount(upload.data.imported, 'user')}
        </Note>
      )}
      <div className="tiles start">
        <Select label="Role" required data={roles.map(roleOption)} allowDeselect={false} {...form.field('role')} />
        <div>
          <Select
            label="State"
            required
            searchable
            placeholder={states.loading ? 'Loading…' : 'Search states'}
            data={states.states}
            nothingFoundMessage="Nothing found"
            {...form.field('state')}
            value={stateOf(state)}
          />
          {states.error && (
            <p className="wrong" role="alert">
              {errorMessage(states.error)}{' '}
              <UnstyledButton className="wrong" td="underline" onClick={() => void states.refetch()}>
                Retry
              </UnstyledButton>
            </p>
          )}
        </div>
      </div>
      <Textarea
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
        {...form.field('importText')}
      />
      <p className="hint">
        If one line is wrong, no user is imported. Everybody imported is active, and gets an invite code
        {smsLeaves ? ' by SMS' : ' that you show in their details'}, unless your organisation has set a first password
        for imports.
      </p>
      {checked && (
        <PreviewDialog
          checked={checked}
          upload={upload}
          onDone={() => form.set({ importText: '' })}
          onClose={() => setChecked(null)}
        />
      )}
      <FormButtons form={form} submit="Import users" cancel={upload.data && text === '' ? 'Close' : 'Cancel'} />
    </Form>
  );
}

interface Checked {
  people: TextImportPreview['people'];
  body: Parameters<typeof importText>[0];
}

interface PreviewDialogProps {
  checked: Checked;
  upload: UseMutationResult<TextImportAnswer, Error, Checked['body']>;
  onDone: () => void;
  onClose: () => void;
}

const COLUMNS = ['Line', 'Name', 'Phone', 'Place'];

/** Who is added, and where, before it happens. */
function PreviewDialog({ checked: { people, body }, upload, onDone, onClose }: PreviewDialogProps) {
  const many = formatCount(people.length, 'user');
  return (
    <ConfirmChange
      change={upload}
      body={body}
      onDone={onDone}
      onClose={onClose}
      title={`Import ${many}?`}
      confirmLabel={`Import ${many}`}
    >
      <p className="lead">
        {ROLES[body.role].title}: {many}. Nothing is stored yet.
      </p>
      <div className={styles.lines} role="region" aria-label="Users to be imported" tabIndex={0}>
        <table className="data small">
          <thead>
            <tr>
              {COLUMNS.map((header) => (
                <th key={header} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {people.map(({ line, name, phone, place }) => (
              <tr key={line}>
                <td>{line}</td>
                <td>{name}</td>
                <td>{formatPhone(phone)}</td>
                <td>{place}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </ConfirmChange>
  );
}

/** What is wrong with each line, in a box of its own that scrolls: there can be thousands. */
function ImportLines({ label, lines }: { label: string; lines: readonly string[] }) {
  return (
    <div className={styles.lines} role="region" aria-label={label} tabIndex={0}>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
