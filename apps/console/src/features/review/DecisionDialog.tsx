import type { ResultDetail } from '@ec/contract/results/schemas';
import { Textarea } from '@mantine/core';
import { ConfirmForm } from '../../components/form/ConfirmModal.tsx';
import { Note } from '../../components/page/Note.tsx';
import { PictureField } from '../../components/form/PictureField.tsx';
import { type Request, useServerForm } from '../../components/form/use-server-form.ts';
import type { KeptPhoto } from '../../lib/device/drafts.ts';
import { cancelGround, KEEP } from '../../domain/results/decision-words.ts';
import type { Decision, DecisionInput } from './api.ts';
import { consequence, DECISIONS, QUICK_REASONS } from './decisions.ts';
import styles from './ReviewPage.module.css';

function labelOf(decision: Decision, unseen: boolean): string {
  if (decision !== 'verify') return 'Reason';
  return unseen ? 'Comment' : 'Comment (may be left out)';
}

interface DecisionDialogProps {
  decision: Decision;
  result: ResultDetail;
  request: Request<DecisionInput, ResultDetail>;
  /** Share of the picture that has been sent; null while none is on its way. */
  progress: number | null;
  onClose: () => void;
  onDone: (answer: ResultDetail) => void;
  onRefused: (error: Error) => void;
}

/** The question before a decision: what will happen to whom, and why. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { decision, result, request, progress, onClose, onDone, onRefused } = props;
  const form = useServerForm({
    id: 'decision',
    start: {
      words: decision === 'cancel' ? cancelGround(result, result.overVotingLaw) : '',
      picture: null as KeptPhoto | null,
    },
    body: ({ words, picture }) => ({ decision, version: result.version, words: words.trim(), picture }),
    request,
    failed: 'The decision could not be stored',
    onDone,
    onRefused,
  });
  const { words, picture } = form.values;
  const { title, danger } = DECISIONS[decision];
  const unseen = decision === 'verify' && result.photo === 'awaited';
  const needsWords = unseen || decision !== 'verify';
  const asked = unseen ? 'Write what you verified the figures by.' : 'Give a reason first.';
  const blocked = needsWords && words.trim() === '' ? asked : undefined;
  return (
    <ConfirmForm
      form={form}
      onClose={onClose}
      title={title}
      confirmLabel={DECISIONS[decision].label}
      cancelLabel={decision === 'cancel' ? KEEP : undefined}
      danger={danger}
      blocked={blocked}
    >
      <p>{consequence(decision, result)}</p>
      {unseen && (
        <Note kind="warn">
          The photo of the sheet has not arrived yet. Wait for it, or write what you verified the figures by.
        </Note>
      )}
      {QUICK_REASONS[decision].length > 0 && (
        <div className="row gap-6" role="group" aria-label="Common reasons">
          {QUICK_REASONS[decision].map((reason) => (
            <button
              key={reason}
              type="button"
              className={styles.reason}
              onClick={() => !words.includes(reason) && form.set({ words: `${words} ${reason}`.trim() })}
            >
              {reason}
            </button>
          ))}
        </div>
      )}
      <Textarea
        label={labelOf(decision, unseen)}
        description={decision === 'verify' ? undefined : 'The officer reads it.'}
        rows={4}
        maxLength={1000}
        data-autofocus
        {...form.field('words')}
      />
      {decision === 'dispute' && (
        <PictureField
          label="Attach a picture that speaks for it"
          picture={picture}
          onChange={(next) => form.set({ picture: next })}
          progress={progress}
          disabled={form.busy}
        />
      )}
    </ConfirmForm>
  );
}
