import type { Announcement } from '@ec/contract/announcements';
import { Button, Group } from '@mantine/core';
import { Note } from '../../components/Note.tsx';
import { PlainText } from '../../components/PlainText.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { formatMinute } from '../../lib/format.ts';
import { roleTitle } from '../../lib/person-text.ts';
import styles from './form.module.css';
import { PRIORITIES } from './labels.ts';
import { type Field, FIELD_WORDS } from './values.ts';

interface OvertakenProps {
  latest: Announcement;
  /** What they changed. */
  fields: readonly Field[];
  onMine: () => void;
  onTheirs: () => void;
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

/** Who changed the announcement while it was being changed here, and to what. */
export function Overtaken({ latest, fields, onMine, onTheirs }: OvertakenProps) {
  const { withdrawnAt, withdrawnBy, editedAt, editedBy } = latest;
  const who = (withdrawnAt === null ? editedBy : withdrawnBy)?.name ?? 'Somebody else';
  const when = withdrawnAt ?? editedAt;
  return (
    <Note kind="warn" role="alert">
      <p className={styles.plain}>
        <strong>
          <bdi>{who}</bdi> {withdrawnAt === null ? 'changed' : 'withdrew'} this announcement
          {when && (
            <>
              {' '}
              (<TimeText moment={when} minute />)
            </>
          )}
          .
        </strong>{' '}
        What you typed is still here.
      </p>
      {withdrawnAt === null && (
        <>
          <dl className={styles.theirs}>
            {fields.map((field) => (
              <div key={field}>
                <dt>{FIELD_WORDS[field]} now</dt>
                <dd>
                  <PlainText text={theirs(latest, field)} />
                </dd>
              </div>
            ))}
          </dl>
          <Group gap="xs" mt="xs">
            <Button variant="default" className={styles.act ?? ''} onClick={onMine}>
              Go on with mine
            </Button>
            <Button variant="default" className={styles.act ?? ''} onClick={onTheirs}>
              Take theirs
            </Button>
          </Group>
        </>
      )}
    </Note>
  );
}
