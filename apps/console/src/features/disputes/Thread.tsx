import type { DisputeEntry } from '@ec/contract/disputes/schemas';
import { Attachment } from '../../components/form/Attachment.tsx';
import { PlainText } from '../../components/figure/PlainText.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { roleTitle } from '../../domain/people/person-text.ts';
import styles from './dispute.module.css';
import { type ThreadLine, threadLines } from './thread.ts';

function Line({ line: { entry, did } }: { line: ThreadLine }) {
  const who = entry.by?.name ?? 'The system';
  return (
    <li className={styles.entry} data-kind={entry.kind}>
      <div className={styles.entryHead}>
        <span>
          <strong>{who}</strong>
          {entry.by && <span className="quiet"> ({roleTitle(entry.by.role)})</span>} {did}
        </span>
        <TimeText moment={entry.at} className="quiet" minute />
      </div>
      {entry.text && <PlainText text={entry.text} className="words accents" />}
      {entry.fileId && <Attachment fileId={entry.fileId} by={who} />}
    </li>
  );
}

/** Who raised it, said what, gave it to whom and decided, oldest first. */
export function Thread({ entries, version }: { entries: readonly DisputeEntry[]; version: number }) {
  return (
    <ol className="stack" aria-label="Course of the dispute">
      {threadLines(entries, version).map((line) => (
        <Line key={line.entry.id} line={line} />
      ))}
    </ol>
  );
}
