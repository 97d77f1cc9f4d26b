import type { PersonLink } from '@ec/contract/base/common';
import type { DisputeEntry } from '@ec/contract/disputes/schemas';
import { PlainText } from '../../components/figure/PlainText.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { Attachment } from '../../components/form/Attachment.tsx';
import { personText, roleTitle } from '../../domain/people/person-text.ts';
import styles from './dispute.module.css';

interface ThreadLine {
  entry: DisputeEntry;
  /** What the person did, after their name: "disputed version 2". */
  did: string;
}

function assignment({ by, assignee }: DisputeEntry, before: PersonLink | null): string {
  if (assignee) return assignee.id === by?.id ? 'took it' : `assigned it to ${personText(assignee)}`;
  if (!before) return 'unassigned it';
  return before.id === by?.id ? 'unassigned themselves' : `unassigned ${personText(before)}`;
}

/** The course of a dispute in words, oldest first. */
export function threadLines(entries: readonly DisputeEntry[], version: number): ThreadLine[] {
  let holder: PersonLink | null = null;
  return entries
    .toSorted((a, b) => a.id - b.id)
    .map((entry) => {
      switch (entry.kind) {
        case 'raised':
          return { entry, did: `disputed version ${version}` };
        case 'comment':
          return { entry, did: 'commented' };
        case 'assigned': {
          const did = assignment(entry, holder);
          holder = entry.assignee;
          return { entry, did };
        }
        case 'resolved':
          return { entry, did: entry.resolvedAs ? `resolved it: ${entry.resolvedAs}` : 'resolved it' };
      }
    });
}

function Line({ line: { entry, did } }: { line: ThreadLine }) {
  const who = entry.by?.name ?? 'The system';
  return (
    <li className={styles.entry} data-kind={entry.kind}>
      <div className="row breaks baseline gap-0-8">
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

/** Who raised it, said what, assigned it to whom and decided, oldest first. */
export function Thread({ entries, version }: { entries: readonly DisputeEntry[]; version: number }) {
  return (
    <ol className="stack" aria-label="Course of the dispute">
      {threadLines(entries, version).map((line) => (
        <Line key={line.entry.id} line={line} />
      ))}
    </ol>
  );
}
