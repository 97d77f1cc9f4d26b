import type { CollationDetail } from '@ec/contract/collations/schemas';
import { atLeast } from '@ec/contract/permissions/default-levels';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { Note } from '../../../components/page/Note.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { personText } from '../../../domain/people/person-text.ts';
import { formatExact } from '../../../lib/format/format.ts';
import { notifySuccess } from '../../../lib/hooks/notify.ts';
import { ApiError, errorMessage } from '../../../lib/http/api-error.ts';
import { useCurrentMe } from '../../../lib/session/session.ts';
import { type Decision, useDecideForm } from '../api.ts';
import { fieldWord } from '../../../domain/collations/words.ts';
import { formWords } from '../labels.ts';
import { AddPages } from './AddPages.tsx';
import { Comparison } from './Comparison.tsx';
import { DecideDialog, DECISIONS } from './DecideDialog.tsx';
import { FormFigures } from './FormFigures.tsx';
import { FormPhotos } from './FormPhotos.tsx';
import styles from './review.module.css';
import pictures from '../../../components/figure/Photos.module.css';

/** Refusals that mean that the form is no longer what stands on the screen. */
const OVERTAKEN = new Set<string>(['CONFLICT', 'COLLATION_TRANSITION', 'COLLATION_LOCKED', 'NOT_OUT_OF_DATE']);

interface FormReviewProps {
  form: CollationDetail;
  onReload: () => unknown;
}

/** The photo of the form, what differs, all its figures, and the decision. */
export function FormReview({ form, onReload }: FormReviewProps) {
  // Decided on is what was read when the dialog opened, whatever arrives while it stands.
  const [deciding, setDeciding] = useState<{ decision: Decision; on: CollationDetail } | null>(null);
  const [overtaken, setOvertaken] = useState<string | null>(null);
  const decide = useDecideForm(form.id);
  const compares = atLeast(useCurrentMe().levels.disputes, 'read');
  const onRefused = (error: Error) => {
    if (!(error instanceof ApiError) || !OVERTAKEN.has(error.code)) return;
    setDeciding(null);
    setOvertaken(errorMessage(error));
  };
  // Without a photo the figures have the whole width: the note says that there is none.
  const pictured = form.photos.length > 0 || form.can.addPages;
  const names = new Map(form.rows.map(({ childCode, name }) => [childCode, name]));
  return (
    <div className={`stack start ${styles.page}`} data-photo={pictured || undefined}>
      {pictured && (
        <div className={pictures.beside}>
          {form.photos.length > 0 && <FormPhotos photos={form.photos} alt={formWords(form)} />}
          {form.can.addPages && <AddPages key={form.version} form={form} />}
        </div>
      )}
      <div className="stack gap-12">
        {overtaken && (
          <Note kind="warn" role="alert">
            <strong>Another user decided, or a new version came in the meantime.</strong>
            <div>{overtaken}</div>
            <Button
              mt="xs"
              variant="default"
              onClick={() => {
                setOvertaken(null);
                onReload();
              }}
            >
              Reload
            </Button>
          </Note>
        )}
        {form.outOfDateAt && (
          <Note kind="warn">
            <strong>Out of date since {formatExact(form.outOfDateAt)}.</strong>
            <div>A form below it was opened again after this one was verified. Compare the rows again.</div>
          </Note>
        )}
        {form.lockedBy && (
          <Note kind="info">
            Locked: {form.lockedBy.formCode} of {form.lockedBy.area} is verified.{' '}
            <Link to={`/collations/${form.lockedBy.id}`}>Open it</Link>
          </Note>
        )}
        {form.reason && (
          <Note kind={form.status === 'disputed' ? 'bad' : 'info'}>
            {personText(form.decidedBy)}: {form.reason}
          </Note>
        )}
        {form.flags.map(({ code, message, at }) => (
          <Note key={code} kind="warn">
            <strong>{message}</strong>
            {code !== 'NO_PHOTO' && (
              <div className="breaks">
                {at
                  .slice(0, 6)
                  .map((each) => names.get(each) ?? fieldWord(each))
                  .join(', ')}
                {at.length > 6 && ` and ${at.length - 6} more`}
              </div>
            )}
          </Note>
        ))}
        {compares && <Comparison form={form} />}
        <Panel title="All figures" note={`Version ${form.version}`} flush>
          <FormFigures form={form} />
        </Panel>
        <p className="quiet">
          Entered by {personText(form.submittedBy)}, {formatExact(form.submittedAt)}
          {form.officerName && ` · Collation officer ${form.officerName}`}
          {form.signedBy.length > 0 && ` · Signed by agents of ${form.signedBy.join(', ')}`}
          {form.stamped !== null && ` · ${form.stamped ? 'Stamped' : 'Not stamped'}`}
          {form.timeOnForm && ` · Time on the form ${formatExact(form.timeOnForm)}`}
        </p>
        <Panel title="History">
          <History form={form} />
        </Panel>
        <Decisions form={form} onChoose={(decision) => setDeciding({ decision, on: form })} />
      </div>
      {deciding && (
        <DecideDialog
          {...deciding}
          request={decide}
          onClose={() => setDeciding(null)}
          onDone={() => {
            setDeciding(null);
            notifySuccess(`${formWords(form)} is ${DECISIONS[deciding.decision].done}.`);
          }}
          onRefused={onRefused}
        />
      )}
    </div>
  );
}

const pagesText = (pages: readonly number[]) => `${pages.length === 1 ? 'page' : 'pages'} ${pages.join(', ')}`;

const STEPS = {
  submitted: 'entered',
  pages_added: 'got',
  verified: 'verified',
  returned: 'returned',
  disputed: 'disputed',
  out_of_date: 'out of date',
  acknowledged: 'looked at again',
} as const;

function History({ form }: { form: CollationDetail }) {
  return (
    <ol className="tight">
      {form.history.map((entry) => (
        <li key={`${entry.at} ${entry.action} ${entry.version}`}>
          <strong>
            Version {entry.version} {STEPS[entry.action]}
            {entry.pages.length > 0 && ` ${pagesText(entry.pages)}`}
          </strong>{' '}
          <span className="quiet">
            {entry.by ? `by ${personText(entry.by)}, ` : ''}
            {formatExact(entry.at)}
          </span>
          {entry.reason && <div>Reason: {entry.reason}</div>}
        </li>
      ))}
    </ol>
  );
}

const ORDER = ['verify', 'acknowledge', 'return', 'dispute'] as const;

/** What the reader may do with the form now. */
function Decisions({ form, onChoose }: { form: CollationDetail; onChoose: (decision: Decision) => void }) {
  const open = ORDER.filter((decision) => form.can[decision]);
  return (
    <div className="foot card">
      {form.can.refusal && <p className="hint">{form.can.refusal.reason}</p>}
      {open.length === 0 && !form.can.refusal && <p className="hint">Nothing waits for your decision here.</p>}
      <div className={styles.buttons}>
        {open.map((decision) => (
          <Button
            key={decision}
            size="lg"
            px="xs"
            variant={decision === 'verify' ? 'filled' : 'default'}
            {...(decision === 'dispute' && { c: 'var(--ec-bad)' })}
            onClick={() => onChoose(decision)}
          >
            {DECISIONS[decision].label}
          </Button>
        ))}
      </div>
    </div>
  );
}
