import type { SettingsAnswer } from '@ec/contract/settings';
import { useEffect, useState } from 'react';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { FormErrorSummary } from '../../components/FormErrorSummary.tsx';
import { LeaveDialog } from '../../components/LeaveDialog.tsx';
import { formatCount } from '../../lib/format.ts';
import { ALL_FIELDS, fieldId, type Tab, tabOf } from './fields.ts';
import { MovedNote } from './MovedNote.tsx';
import { SaveBar } from './SaveBar.tsx';
import { SettingInput } from './SettingInput.tsx';
import { SettingsTabs } from './SettingsTabs.tsx';
import styles from './settings.module.css';
import { useSettingsForm } from './use-settings-form.ts';
import { valueAt } from './values.ts';

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
  const state = useSettingsForm(latest);
  const { form, base, changed, problems, moved, busy } = state;
  const goTo = useGoToField(tab, onTab);
  const names = changed.map(({ label }) => label);
  return (
    <form
      aria-label="System settings"
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (changed.length > 0 && !moved) state.submit();
      }}
    >
      <FormErrorSummary
        title="The settings were not saved. Check the following"
        problems={problems}
        attempt={state.attempt}
        onPick={goTo}
      />
      {moved && (
        <MovedNote by={latest.updatedBy} differences={moved} refused={state.refused} onTakeOver={state.takeOver} />
      )}
      <SettingsTabs tab={tab} onTab={onTab} changed={changed} wrong={Object.keys(form.errors)}>
        {(field) => (
          <SettingInput
            field={field}
            value={valueAt(form.values, field.path)}
            was={changed.includes(field) ? valueAt(base, field.path) : undefined}
            error={form.errors[field.path]}
            busy={busy}
            onChange={(value) => state.change(field.path, value)}
            onLeave={() => form.validateField(field.path)}
          />
        )}
      </SettingsTabs>
      <SaveBar
        changes={changed.length}
        blocked={moved ? 'Reload first: somebody else saved meanwhile.' : null}
        busy={busy}
        onSave={state.submit}
        onDiscard={state.discard}
      />
      <ConfirmModal
        opened={state.asking.length > 0}
        onClose={state.cancel}
        onConfirm={state.confirm}
        title="Save these settings?"
        confirmLabel="Save Changes"
        danger
      >
        <p className={styles.lead}>Of {formatCount(changed.length, 'change')}, this concerns everybody at once:</p>
        <ul className={styles.dangers}>
          {state.asking.map(({ path, text }) => (
            <li key={path}>{text}</li>
          ))}
        </ul>
      </ConfirmModal>
      <LeaveDialog dirty={changed.length > 0}>
        {formatCount(changed.length, 'changed setting')} not saved, and lost when you leave: {names.join(', ')}.
      </LeaveDialog>
    </form>
  );
}
