import type { Announcement } from '@ec/contract/announcements/schemas';
import { IconArchive, IconMapPin, IconPin, IconUsers } from '@tabler/icons-react';
import { InboxFacts } from '../../components/list/Inbox.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { formatMinute } from '../../lib/format/format.ts';
import { roleTitle } from '../../domain/people/person-text.ts';
import { useNow } from '../../lib/hooks/use-now.ts';
import styles from './announcements.module.css';
import { audienceTags, endOf, PRIORITIES, rolesText } from './labels.ts';

interface OfAnnouncement {
  announcement: Announcement;
}

export function PriorityChip({ priority }: Pick<Announcement, 'priority'>) {
  return <StatusChip {...PRIORITIES[priority]} />;
}

/** Who wrote it as what, when, and to how many roles. */
export function Byline({ announcement }: OfAnnouncement) {
  const { createdByName, createdByRole, createdAt, targetAudience, editedAt, editedBy, expiresAt } = announcement;
  return (
    <InboxFacts>
      <bdi>{createdByName}</bdi>, {roleTitle(createdByRole)} · <TimeText moment={createdAt} minute /> · For{' '}
      {rolesText(targetAudience.roles)}
      {editedAt && (
        <>
          {' '}
          · Edited{editedBy && editedBy.name !== createdByName && ` by ${editedBy.name}`},{' '}
          <TimeText moment={editedAt} minute />
        </>
      )}
      {expiresAt && ` · Until ${formatMinute(expiresAt)}`}
    </InboxFacts>
  );
}

/** Pinned, or no longer in force and why. */
export function StateChips({ announcement }: OfAnnouncement) {
  const end = endOf(announcement, useNow(30_000));
  return (
    <>
      {announcement.pinned && end === null && <StatusChip tone="info" icon={IconPin} label="Pinned" />}
      {end === 'withdrawn' && <StatusChip tone="off" icon={IconArchive} label="Withdrawn" />}
      {end === 'expired' && <StatusChip tone="off" icon={IconArchive} label="Expired" />}
    </>
  );
}

/** Who withdrew it, when and why. */
export function Withdrawal({ announcement }: OfAnnouncement) {
  const { withdrawnAt, withdrawnBy, withdrawReason } = announcement;
  if (withdrawnAt === null) return null;
  return (
    <InboxFacts>
      Withdrawn{withdrawnBy && ` by ${withdrawnBy.name} (${roleTitle(withdrawnBy.role)})`},{' '}
      <TimeText moment={withdrawnAt} minute />
      {withdrawReason && `: ${withdrawReason}`}
    </InboxFacts>
  );
}

/** The audience: a tag for each role and place. */
export function AudienceTags({ announcement }: OfAnnouncement) {
  const { roles, places } = audienceTags(announcement.targetAudience);
  return (
    <ul className={styles.tags} aria-label="Target audience">
      {roles.map((role) => (
        <li key={role}>
          <IconUsers size={13} aria-hidden />
          {role}
        </li>
      ))}
      {places.map((place) => (
        <li key={place}>
          <IconMapPin size={13} aria-hidden />
          {place}
        </li>
      ))}
    </ul>
  );
}
