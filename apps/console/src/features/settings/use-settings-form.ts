import type { SettingsAnswer } from '@ec/contract/settings/schemas';
import { useState } from 'react';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { useSaveSettings } from './api.ts';
import { ALL_FIELDS, FORM_ID } from './setting-field.ts';
import { type Draft, draftWith, problemsOf, requestOf, valueAt, valuesOf } from './values.ts';

interface Danger {
  path: string;
  /** What will happen, and to whom. */
  text: string;
}

const switchedOff = (base: SettingsAnswer, draft: Draft, path: string) =>
  valueAt(base, path) === true && valueAt(draft, path) === false;

/** The changes of a draft that weaken protection or end what people do, each with its consequence. */
export function dangersOf(base: SettingsAnswer, draft: Draft): Danger[] {
  const dangers: Danger[] = [];
  const timeout = Number(draft.security.sessionTimeout);
  if (switchedOff(base, draft, 'security.require2FA')) {
    dangers.push({
      path: 'security.require2FA',
      text: 'Two-factor authentication off: every user who has not switched it on for their own account signs in with the password alone.',
    });
  }
  if (switchedOff(base, draft, 'security.allowConcurrentSessions')) {
    dangers.push({
      path: 'security.allowConcurrentSessions',
      text: 'Concurrent sessions off: a user signed in on several devices keeps the newest session and is signed out on the others immediately; you keep this one. What was typed there and not sent stays on those devices.',
    });
  }
  if (timeout < base.security.sessionTimeout) {
    dangers.push({
      path: 'security.sessionTimeout',
      text: `Session timeout ${timeout} instead of ${base.security.sessionTimeout} minutes: everybody who has entered nothing for ${timeout} minutes is signed out, this minute too; what they typed and did not save can be lost.`,
    });
  }
  if (switchedOff(base, draft, 'election.enableVerificationSystem')) {
    const votes = formatNumber(Number(draft.election.autoApprovalThreshold));
    dangers.push({
      path: 'election.enableVerificationSystem',
      text: `Verification system off: results of fewer than ${votes} votes that come in time and pass every check are approved by themselves, and no Ward Admin looks at them.`,
    });
  }
  return dangers;
}

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
