import type { ApprovalEntry } from '@ec/contract/approvals/schemas';
import styles from './dialogs.module.css';
import { roleTitle, usDate } from '../labels.ts';

const KINDS: Record<ApprovalEntry['kind'], { words: string; tone: 'ok' | 'wait' | 'bad' | 'off' }> = {
  requested: { words: 'Requested', tone: 'off' },
  info_requested: { words: 'More information asked for', tone: 'wait' },
  answered: { words: 'Information given', tone: 'off' },
  approved: { words: 'Approved', tone: 'ok' },
  rejected: { words: 'Rejected', tone: 'bad' },
  cancelled: { words: 'Withdrawn', tone: 'off' },
};

/** Who asked, wanted to know, answered and decided, when and why; oldest first. */
export function Timeline({ history }: { history: readonly ApprovalEntry[] }) {
  return (
    <ol className={styles.timeline} aria-label="History">
      {history.map((entry) => (
        <li key={`${entry.at} ${entry.kind}`} data-tone={KINDS[entry.kind].tone}>
          <strong>{KINDS[entry.kind].words}</strong>{' '}
          <span className="quiet">
            by {entry.by ? `${entry.by.name} (${roleTitle(entry.by.role)})` : 'the system'}, {usDate(entry.at)}
          </span>
          {entry.comment && <p className="words">{entry.comment}</p>}
          {entry.requiredInfo && entry.requiredInfo.length > 0 && (
            <ul className="bullets">
              {entry.requiredInfo.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
