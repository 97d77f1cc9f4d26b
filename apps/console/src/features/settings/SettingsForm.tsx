import type { SettingsAnswer } from '@ec/contract/settings/schemas';
import { Button } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { ConfirmModal } from '../../components/form/ConfirmModal.tsx';
import { ConflictNote } from '../../components/form/ConflictNote.tsx';
import { Form } from '../../components/form/Form.tsx';
import { LeaveDialog } from '../../components/form/LeaveDialog.tsx';
import { formatCount } from '../../lib/format/format.ts';
import { ALL_FIELDS, fieldId, type Tab, tabOf, valueText } from './setting-field.ts';
import { SettingInput } from './SettingInput.tsx';
import styles from './settings.module.css';
import { SettingsTabs } from './SettingsTabs.tsx';
import { useSettingsForm } from './use-settings-form.ts';
import { type Difference, differences, valuesOf } from './values.ts';

interface SettingsFormProps {
  /** As they are stored now. */
  latest: SettingsAnswer;
  tab: Tab;
  onTab: (tab: Tab) => void;
}

/** Takes the focus to a field, on its tab. */
function useGoToField(tab: Tab, onTab: (tab: Tab) => void): (id: string) => void {
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => {
    const field = wanted === null ? null : document.getElementById(wanted);
    if (!field) return;
    field.focus();
    setWanted(null);
  }, [wanted, tab]);
  return (id) => {
    const path = ALL_FIELDS.find((field) => fieldId(field.path) === id)?.path;
    if (path !== undefined) onTab(tabOf(path));
    setWanted(id);
  };
}

/** All settings as fields; what is typed stays over tabs, others' changes and failures until it is saved or discarded. */
export function SettingsForm({ latest, tab, onTab }: SettingsFormProps) {
  const { form, changed, dangers, confirm, cancel } = useSettingsForm(latest);
  const { values, base, errors, conflict, busy } = form;
  const goTo = useGoToField(tab, onTab);
  const names = changed.map(({ label }) => label);
  const submit = () => {
    if (form.dirty && !conflict) form.submit();
  };
  return (
    <Form label="System settings" form={{ ...form, submit }} onPick={goTo}>
      <MovedNote conflict={conflict} by={latest.updatedBy} differences={differences(base, valuesOf(latest), values)} />
      <SettingsTabs
        tab={tab}
        onTab={onTab}
        changed={changed}
        wrong={Object.keys(errors).filter((path) => errors[path] !== undefined)}
      >
        {(field) => (
          <SettingInput
            field={field}
            value={values[field.path] ?? ''}
            was={changed.includes(field) ? base[field.path] : undefined}
            error={errors[field.path]}
            busy={busy}
            onChange={(value) => form.set({ [field.path]: value })}
            onLeave={() => form.leave(field.path)}
          />
        )}
      </SettingsTabs>
      <SaveBar
        changes={changed.length}
        blocked={conflict ? 'Reload first: another user saved meanwhile.' : null}
        busy={busy}
        onSave={submit}
        onDiscard={form.restart}
      />
      <ConfirmModal
        opened={dangers.length > 0}
        onClose={cancel}
        onConfirm={confirm}
        title="Save these settings?"
        confirmLabel="Save Changes"
        danger
      >
        <p className="below-8">
          Of {formatCount(changed.length, 'change')}, this takes effect immediately for everybody:
        </p>
        <ul className="tight bullets">
          {dangers.map(({ path, text }) => (
            <li key={path}>{text}</li>
          ))}
        </ul>
      </ConfirmModal>
      <LeaveDialog dirty={changed.length > 0}>
        {formatCount(changed.length, 'changed setting')} not saved, and lost when you leave: {names.join(', ')}.
      </LeaveDialog>
    </Form>
  );
}

interface MovedNoteProps {
  conflict: { keepMine: () => void; takeTheirs: () => void } | null;
  /** Who saved meanwhile. */
  by: string | null;
  differences: readonly Difference[];
}

/** Shows what another user saved while this form was edited, and merges without losing either. */
function MovedNote({ conflict, by, differences }: MovedNoteProps) {
  return (
    <ConflictNote
      conflict={conflict}
      who={by ?? 'Another user'}
      did="saved the settings"
      mine="Reload and keep what I typed"
    >
      <ul className="bullets above-6">
        {differences.map(({ field, before, after, typed }) => (
          <li key={field.path}>
            {field.label}: was {valueText(field, before)}, is {valueText(field, after)} now
            {typed !== undefined && `; you typed ${valueText(field, typed)}`}.
          </li>
        ))}
      </ul>
    </ConflictNote>
  );
}

interface SaveBarProps {
  changes: number;
  /** Why it cannot be saved yet, though something is changed. */
  blocked: string | null;
  busy: boolean;
  onSave: () => void;
  onDiscard: () => void;
}

/** Stays visible: the number of changes on all tabs, with buttons to save or discard them. */
function SaveBar({ changes, blocked, busy, onSave, onDiscard }: SaveBarProps) {
  const id = useId();
  const none = changes === 0;
  const state = none ? 'Nothing to save: no setting is changed.' : `${formatCount(changes, 'unsaved change')}.`;
  return (
    <div className={styles.bar}>
      <span className={styles.state} role="status" id={id}>
        {state} {!none && blocked}
      </span>
      {!none && (
        <Button variant="default" onClick={onDiscard} disabled={busy}>
          Discard changes
        </Button>
      )}
      <Button onClick={onSave} loading={busy} disabled={none || blocked !== null} aria-describedby={id}>
        Save Changes
      </Button>
    </div>
  );
}
