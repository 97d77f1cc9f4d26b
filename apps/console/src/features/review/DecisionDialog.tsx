import type { ResultDetail } from '@ec/contract/results/schemas';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { ConfirmModal } from '../../components/form/ConfirmModal.tsx';
import { PictureField } from '../../components/form/PictureField.tsx';
import type { KeptPhoto } from '../../lib/device/drafts.ts';
import { cancelGround } from '../../domain/results/section-51.ts';
import type { Decision } from './api.ts';
import { consequence, decisionLabel, DECISIONS, QUICK_REASONS } from './decisions.ts';
import styles from './ReviewPage.module.css';

interface DecisionDialogProps {
  decision: Decision;
  result: ResultDetail;
  busy: boolean;
  error: unknown;
  /** Share of the picture that has been sent; null while none is on its way. */
  progress: number | null;
  onClose: () => void;
  onDecide: (words: string, picture: KeptPhoto | null) => void;
}

/** The question before a decision: what will happen to whom, and why. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { decision, result, busy, error, progress, onClose, onDecide } = props;
  const [words, setWords] = useState(() => (decision === 'cancel' ? cancelGround(result) : ''));
  const [picture, setPicture] = useState<KeptPhoto | null>(null);
  const { title, danger } = DECISIONS[decision];
  const needsReason = decision !== 'verify';
  const blocked = needsReason && words.trim() === '' ? 'Give a reason first.' : undefined;
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      onConfirm={() => onDecide(words.trim(), picture)}
      title={title}
      confirmLabel={decisionLabel(decision, result)}
      error={error}
      busy={busy}
      danger={danger}
      blocked={blocked}
    >
      <p style={{ marginTop: 0 }}>{consequence(decision, result)}</p>
      {QUICK_REASONS[decision].length > 0 && (
        <div className={styles.reasons} role="group" aria-label="Common reasons">
          {QUICK_REASONS[decision].map((reason) => (
            <button
              key={reason}
              type="button"
              className={styles.reason}
              onClick={() => setWords((old) => (old.includes(reason) ? old : `${old} ${reason}`.trim()))}
            >
              {reason}
            </button>
          ))}
        </div>
      )}
      <Textarea
        label={needsReason ? 'Reason' : 'Comment (may be left out)'}
        description={needsReason ? 'The officer reads it.' : undefined}
        rows={4}
        maxLength={1000}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {decision === 'dispute' && (
        <div style={{ marginTop: 12 }}>
          <PictureField
            label="Attach a picture that speaks for it"
            picture={picture}
            onChange={setPicture}
            progress={progress}
            disabled={busy}
          />
        </div>
      )}
    </ConfirmModal>
  );
}
