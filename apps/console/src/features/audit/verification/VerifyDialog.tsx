import { type AuditNote, auditNotesText, type AuditProblem } from '@ec/contract/audit/schemas';
import { Button, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from 'react-router';
import { CopyValue } from '../../../components/figure/CopyValue.tsx';
import { Note } from '../../../components/page/Note.tsx';
import { ProgressBar } from '../../../components/figure/Bars.tsx';
import { StatusChip, type Tone } from '../../../components/figure/StatusChip.tsx';
import { belowWidth } from '../../../lib/device/breakpoints.ts';
import { errorMessage } from '../../../lib/http/api-error.ts';
import { formatCount, formatNumber } from '../../../lib/format/format.ts';
import { logsAddress } from '../entry/links.ts';
import { stopVerification, useVerification, type Verification, verifiedShare, verifyChain } from './verification.ts';
import styles from './work.module.css';

const KINDS: Record<AuditProblem['kind'], { label: string; tone: Tone }> = {
  changed: { label: 'Changed', tone: 'bad' },
  removed: { label: 'Removed', tone: 'bad' },
  inserted: { label: 'Inserted', tone: 'bad' },
  reordered: { label: 'Reordered', tone: 'bad' },
  beyond: { label: 'Beyond the head', tone: 'bad' },
  waiting: { label: 'Not linked', tone: 'bad' },
  block: { label: 'Block', tone: 'bad' },
  head: { label: 'Head', tone: 'bad' },
};

const entries = (count: number) => formatCount(count, 'entry', 'entries');

function Problems({ problems, count }: { problems: readonly AuditProblem[]; count: number }) {
  return (
    <>
      <ul className={styles.problems} aria-label="Problems of the chain">
        {problems.map((problem) => (
          <li key={`${problem.kind}${problem.position}${problem.entryId}${problem.message}`}>
            <StatusChip {...KINDS[problem.kind]} />
            <span>
              {problem.message}{' '}
              {problem.entryId !== null && problem.kind !== 'removed' && (
                <Link to={logsAddress({ entry: String(problem.entryId) })}>Open the entry</Link>
              )}
            </span>
          </li>
        ))}
      </ul>
      {count > problems.length && <p className="hint">{formatNumber(count - problems.length)} more are not listed.</p>}
    </>
  );
}

/** Notes that are not faults. */
function Notes({ notes }: { notes: readonly AuditNote[] }) {
  return (
    <ul className="quiet stack gap-4" aria-label="Notes on the chain">
      {auditNotesText(notes).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/** The result of the check, in a sentence. */
function Outcome({ work }: { work: Verification }) {
  const { state, checked, problemCount, head, unsealed, error } = work;
  if (state === 'failed') {
    return (
      <Note kind="bad" role="alert">
        The check broke off after {entries(checked)}. {errorMessage(error)}
      </Note>
    );
  }
  if (problemCount > 0) {
    return (
      <Note kind="bad" role="alert">
        <strong>The chain is not sound: {formatCount(problemCount, 'problem')}</strong> in {entries(checked)} so far
        checked. Keep a copy of the database and compare the head with printed reports before anything is changed.
      </Note>
    );
  }
  if (state === 'stopped') {
    return <Note kind="info">Stopped after {entries(checked)}; no problem up to there.</Note>;
  }
  if (state !== 'done' || !head) return null;
  return (
    <Note kind="ok" role="status">
      <strong>{entries(checked)} verified, no problem found.</strong>{' '}
      {unsealed > 0 && `${entries(unsealed)} of this moment wait to be linked.`}
      <div>
        Head {formatNumber(head.position)} <CopyValue value={head.hash} what="head hash" />
      </div>
    </Note>
  );
}

/** Recomputes the whole chain, part by part. It can be stopped, closed and reopened. */
export function VerifyDialog({ onClose }: { onClose: () => void }) {
  const small = useMediaQuery(belowWidth('sm'));
  const work = useVerification();
  const { state, checked, head, problems, problemCount, notes, next } = work;
  const running = state === 'running';
  const share = verifiedShare(work);
  return (
    <Modal opened onClose={onClose} title="Verify the chain" size={640} fullScreen={small ?? false}>
      <div className="stack gap-12">
        <p>
          Each entry’s hash is computed anew from what is stored and from the hash before it, so that a changed,
          removed, inserted or reordered entry shows. The head is compared with the links, with the reports that name an
          earlier one, and with what waits to be linked.
        </p>
        {running && (
          <div>
            <ProgressBar label="Chain verified" share={share} />
            <p className="hint" role="status">
              {head
                ? `${formatNumber(checked)} of ${entries(head.position)} checked`
                : 'The first part is being checked…'}
            </p>
          </div>
        )}
        <Outcome work={work} />
        {problemCount > 0 && <Problems problems={problems} count={problemCount} />}
        {notes.length > 0 && <Notes notes={notes} />}
        <div className={`end ${styles.workActions}`}>
          {running ? (
            <>
              <span className="hint">You can close this and come back.</span>
              <Button variant="default" onClick={stopVerification}>
                Stop
              </Button>
            </>
          ) : (
            <>
              {(state === 'stopped' || state === 'failed') && next > 0 && (
                <Button onClick={() => void verifyChain('stop')}>Go on</Button>
              )}
              <Button variant="default" onClick={() => void verifyChain('beginning')}>
                {state === 'idle' ? 'Start' : 'Verify again'}
              </Button>
            </>
          )}
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Modal>
  );
}
