import { type CollationDetail, RETURN_GROUNDS } from '@ec/contract/collations/schemas';
import { NativeSelect, Textarea } from '@mantine/core';
import { ConfirmForm } from '../../../components/form/ConfirmModal.tsx';
import { type Request, useServerForm } from '../../../components/form/use-server-form.ts';
import { Note } from '../../../components/page/Note.tsx';
import type { Decision, DecisionInput, Ground } from '../api.ts';
import { formName } from '../labels.ts';

export const DECISIONS: Record<Decision, { label: string; title: string; done: string }> = {
  verify: { label: 'Verify', title: 'Verify this form?', done: 'verified' },
  return: { label: 'Return', title: 'Return this form?', done: 'returned' },
  dispute: { label: 'Dispute', title: 'Dispute this form?', done: 'disputed' },
  acknowledge: { label: 'Looked at again', title: 'Confirm that you looked at this form again?', done: 'up to date' },
};

const GROUNDS: Record<Ground, string> = {
  wrong_form: 'The photo shows another form',
  unreadable: 'The photo cannot be read',
  incomplete: 'Pages or rows are missing',
  figures: 'The figures do not match the photo',
  other: 'Another reason',
};

function consequence(decision: Decision, form: CollationDetail): string {
  const { version, submittedBy } = form;
  const what = `Version ${version} of ${formName(form)},`;
  switch (decision) {
    case 'verify':
      return `${what} becomes verified. The forms below it are locked.`;
    case 'return':
      return `${what} goes back to ${submittedBy.name}, who can enter it again.`;
    case 'dispute':
      return `${what} is marked as disputed. Verified forms above it are out of date until they are looked at.`;
    case 'acknowledge':
      return `${what} counts as up to date again.`;
  }
}

const START: { words: string; ground: Ground } = { words: '', ground: 'figures' };

interface DecideDialogProps {
  decision: Decision;
  on: CollationDetail;
  request: Request<DecisionInput, CollationDetail>;
  onClose: () => void;
  onDone: () => void;
  onRefused: (error: Error) => void;
}

/** The question before a decision on a form: what will happen, and why. */
export function DecideDialog({ decision, on, request, onClose, onDone, onRefused }: DecideDialogProps) {
  const form = useServerForm({
    id: 'collation-decision',
    start: START,
    body: ({ words, ground }) => ({ decision, version: on.version, words: words.trim(), ground }),
    request,
    failed: 'The decision could not be stored',
    onDone,
    onRefused,
  });
  const unseen = decision === 'verify' && on.photos.length === 0;
  const needsWords = unseen || decision === 'return' || decision === 'dispute';
  const missing = needsWords && form.values.words.trim() === '';
  const { label, title } = DECISIONS[decision];
  return (
    <ConfirmForm
      form={form}
      onClose={onClose}
      title={title}
      confirmLabel={label}
      danger={decision === 'dispute'}
      blocked={missing ? (unseen ? 'Write what you verified the figures by.' : 'Give a reason first.') : undefined}
    >
      <p>{consequence(decision, on)}</p>
      {unseen && <Note kind="warn">There is no photo of the form. Write what you verified the figures by.</Note>}
      {decision === 'return' && (
        <NativeSelect
          label="Ground"
          data={RETURN_GROUNDS.map((value) => ({ value, label: GROUNDS[value] }))}
          {...form.field('ground')}
        />
      )}
      <Textarea
        label={needsWords ? (unseen ? 'Comment' : 'Reason') : 'Comment (may be left out)'}
        rows={4}
        maxLength={1000}
        data-autofocus
        {...form.field('words')}
      />
    </ConfirmForm>
  );
}
