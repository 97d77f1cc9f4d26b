import type { SettingsAnswer } from '@ec/contract/settings/schemas';
import { useState } from 'react';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { useSaveSettings } from './api.ts';
import { type Danger, dangersOf } from './dangers.ts';
import { ALL_FIELDS, FORM_ID } from './fields.ts';
import { draftWith, problemsOf, requestOf, valuesOf } from './values.ts';

const PATHS = ALL_FIELDS.map(({ path }) => path);
const LABELS = Object.fromEntries(ALL_FIELDS.map(({ path, label }) => [path, label]));

/** What is to be confirmed before it is sent. */
interface Question {
  dangers: readonly Danger[];
  send: () => void;
}

/** The form of all settings over those that are stored now, with the question before a dangerous change. */
export function useSettingsForm(latest: SettingsAnswer) {
  const [question, setQuestion] = useState<Question | null>(null);
  const form = useServerForm({
    id: FORM_ID,
    start: valuesOf(latest),
    version: latest.version,
    fields: PATHS,
    labels: LABELS,
    at: (path) => path,
    check: (values) => problemsOf(draftWith(latest, values)),
    body: (values, base) => requestOf(draftWith(latest, values), base.version ?? latest.version),
    ask: (send, values) => {
      const dangers = dangersOf(latest, draftWith(latest, values));
      if (dangers.length > 0) setQuestion({ dangers, send });
      else send();
    },
    request: useSaveSettings(),
    failed: 'The settings were not saved',
    onDone: () => {
      notifySuccess('Settings saved successfully');
    },
  });
  return {
    form,
    changed: ALL_FIELDS.filter(({ path }) => form.changed.includes(path)),
    dangers: question?.dangers ?? [],
    cancel: () => setQuestion(null),
    confirm: () => {
      setQuestion(null);
      question?.send();
    },
  };
}
