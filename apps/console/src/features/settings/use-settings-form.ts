import type { SettingsAnswer } from '@ec/contract/settings';
import { useForm } from '@mantine/form';
import { useEffect, useEffectEvent, useState } from 'react';
import type { FormProblem } from '../../components/FormErrorSummary.tsx';
import { ApiError, errorMessage, fieldErrors } from '../../lib/api-error.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { useSaveSettings } from './api.ts';
import { type Danger, dangersOf } from './dangers.ts';
import { ALL_FIELDS, fieldId } from './fields.ts';
import type { SettingValue } from './setting-field.ts';
import { changedFields, differences, type Draft, draftOf, problemsOf, rebased, requestOf } from './values.ts';

const FAILED = 'The settings could not be saved. Try again.';

/** The form's state: what it began with, what is typed, and what others saved meanwhile (`latest`). */
export function useSettingsForm(latest: SettingsAnswer) {
  const [base, setBase] = useState(latest);
  const [attempt, setAttempt] = useState(0);
  // Fields that stood in the way of the last attempt: what is found wrong later is said at its field alone.
  const [refusedAt, setRefusedAt] = useState<readonly string[]>([]);
  const [asking, setAsking] = useState<readonly Danger[]>([]);
  const form = useForm<Draft>({ initialValues: draftOf(latest), validate: problemsOf });
  const save = useSaveSettings();
  const changed = changedFields(base, form.values);
  const overtaken = latest.version > base.version;

  const begin = (settings: SettingsAnswer, draft: Draft) => {
    setBase(settings);
    form.setValues(draft);
    setRefusedAt([]);
  };
  // Whoever has typed nothing sees what holds now; whoever has is asked.
  const follows = overtaken && changed.length === 0;
  const follow = useEffectEvent(() => begin(latest, draftOf(latest)));
  useEffect(() => {
    if (follows) follow();
  }, [follows]);

  const refuse = (paths: readonly string[]) => {
    setRefusedAt(paths);
    setAttempt((count) => count + 1);
  };
  const send = () => {
    setAsking([]);
    save.mutate(requestOf(form.values, base.version), {
      onSuccess: (answer) => {
        form.clearErrors();
        begin(answer, draftOf(answer));
        notifySuccess('Settings saved successfully');
      },
      onError: (error) => {
        const found = fieldErrors(error);
        form.setErrors(found);
        refuse(Object.keys(found));
      },
    });
  };
  const submit = () => {
    save.reset();
    const { hasErrors, errors } = form.validate();
    if (hasErrors) {
      refuse(Object.keys(errors));
      return;
    }
    const dangers = dangersOf(base, form.values);
    if (dangers.length > 0) setAsking(dangers);
    else send();
  };

  const problems: FormProblem[] = ALL_FIELDS.flatMap(({ path, label }) => {
    const message = refusedAt.includes(path) && form.errors[path];
    return typeof message === 'string' ? [{ field: fieldId(path), message: `${label}: ${message}` }] : [];
  });
  const { error } = save;
  const conflict = error instanceof ApiError && error.code === 'SETTINGS_CHANGED';
  if (error && !(conflict && overtaken) && problems.length === 0)
    problems.push({ message: errorMessage(error, FAILED) });

  return {
    form,
    base,
    changed,
    /** Takes over what is typed for a setting. */
    change: (path: string, value: SettingValue) => {
      form.setFieldValue(path, value);
      setRefusedAt((paths) => paths.filter((each) => each !== path));
    },
    problems,
    attempt,
    busy: save.isPending,
    /** What is to be confirmed before it is sent. */
    asking,
    confirm: send,
    cancel: () => setAsking([]),
    submit,
    discard: () => {
      save.reset();
      form.clearErrors();
      begin(latest, draftOf(latest));
    },
    /** What somebody else saved since the form began, while something is typed here; one's own save is on its way first. */
    moved: overtaken && !follows && !save.isPending ? differences(base, latest, form.values) : null,
    refused: conflict,
    takeOver: () => {
      save.reset();
      begin(latest, rebased(base, latest, form.values));
    },
  };
}
