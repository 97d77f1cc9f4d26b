import type { Announcement } from '@ec/contract/announcements/schemas';
import { ConflictNote } from '../../../components/form/ConflictNote.tsx';
import { Note } from '../../../components/page/Note.tsx';
import { PlainText } from '../../../components/figure/PlainText.tsx';
import { TimeText } from '../../../components/figure/TimeText.tsx';
import { formatMinute } from '../../../lib/format/format.ts';
import { roleTitle } from '../../../domain/people/person-text.ts';
import styles from './form.module.css';
import { PRIORITIES } from '../labels.ts';
import { type Field, FIELD_WORDS, FIELDS } from './values.ts';

interface OvertakenProps {
  latest: Announcement;
  conflict: { moved: readonly string[]; keepMine: () => void; takeTheirs: () => void } | null;
}

function theirs({ targetAudience, ...latest }: Announcement, field: Field): string {
  switch (field) {
    case 'title':
    case 'content':
      return latest[field];
    case 'priority':
      return PRIORITIES[latest.priority].label;
    case 'roles':
      return targetAudience.roles.map(roleTitle).join(', ') || 'Everybody';
    case 'regions':
    case 'states':
      return targetAudience[field].map(({ name }) => name).join(', ') || 'None';
    case 'expiresAt':
      return latest.expiresAt === null ? 'Never' : formatMinute(latest.expiresAt);
    case 'pinned':
      return latest.pinned ? 'Yes' : 'No';
  }
}

/** Who changed or withdrew the announcement while it was being changed here, and what they changed. */
export function Overtaken({ latest, conflict }: OvertakenProps) {
  const { withdrawnAt, withdrawnBy, editedAt, editedBy } = latest;
  if (withdrawnAt !== null) {
    return (
      <Note kind="warn" role="alert">
        <strong>
          <bdi>{withdrawnBy?.name ?? 'Another user'}</bdi> withdrew this announcement (
          <TimeText moment={withdrawnAt} minute />
          ).
        </strong>{' '}
        What you typed is still here.
      </Note>
    );
  }
  return (
    <ConflictNote
      conflict={conflict}
      who={<bdi>{editedBy?.name ?? 'Another user'}</bdi>}
      did="changed this announcement"
      mine="Go on with mine"
      theirs="Take theirs"
    >
      <dl className={styles.theirs}>
        {FIELDS.filter((field) => conflict?.moved.includes(field)).map((field) => (
          <div key={field}>
            <dt>{FIELD_WORDS[field]} now</dt>
            <dd>
              <PlainText text={theirs(latest, field)} />
            </dd>
          </div>
        ))}
      </dl>
      {editedAt && (
        <p>
          Changed <TimeText moment={editedAt} minute />.
        </p>
      )}
    </ConflictNote>
  );
}
