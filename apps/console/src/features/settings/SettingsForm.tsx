import type { SettingsAnswer } from '@ec/contract/settings/schemas';
import { useEffect, useState } from 'react';
import { ConfirmModal } from '../../components/form/ConfirmModal.tsx';
import { Form } from '../../components/form/Form.tsx';
import { LeaveDialog } from '../../components/form/LeaveDialog.tsx';
import { formatCount } from '../../lib/format/format.ts';
import { ALL_FIELDS, fieldId, type Tab, tabOf } from './fields.ts';
import { MovedNote } from './MovedNote.tsx';
import { SaveBar } from './SaveBar.tsx';
import { SettingInput } from './SettingInput.tsx';
import { SettingsTabs } from './SettingsTabs.tsx';
import styles from './settings.module.css';
import { useSettingsForm } from './use-settings-form.ts';
import { differences, valuesOf } from './values.ts';

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
        blocked={conflict ? 'Reload first: somebody else saved meanwhile.' : null}
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
        <p className={styles.lead}>Of {formatCount(changed.length, 'change')}, this concerns everybody at once:</p>
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
