import { Link, useSearchParams } from 'react-router';
import { AnnouncementActions } from './AnnouncementActions.tsx';
import { AudienceTags, Byline, PriorityChip, StateChips, UnreadDot, Withdrawal } from './AnnouncementParts.tsx';
import styles from './announcements.module.css';
import { titleId } from './labels.ts';

type AnnouncementRowProps = Parameters<typeof AnnouncementActions>[0];

/** One announcement of the list; its title opens all of it, in the address. */
export function AnnouncementRow(props: AnnouncementRowProps) {
  const { announcement } = props;
  const [params] = useSearchParams();
  const search = new URLSearchParams(params);
  search.set('announcement', announcement.id);
  const unread = announcement.isForMe && !announcement.isRead;
  return (
    <li className={styles.row} data-unread={unread || undefined}>
      <div className={styles.mark}>{unread && <UnreadDot />}</div>
      <div className={styles.words}>
        <div className={styles.head}>
          <Link
            id={titleId(announcement.id)}
            className={styles.title}
            to={{ search: search.toString() }}
            preventScrollReset
          >
            <bdi>{announcement.title}</bdi>
          </Link>
          <PriorityChip priority={announcement.priority} />
          <StateChips announcement={announcement} />
        </div>
        <Byline announcement={announcement} />
        <p className={styles.excerpt} dir="auto">
          {announcement.content}
        </p>
        <Withdrawal announcement={announcement} />
        <AudienceTags announcement={announcement} />
      </div>
      <AnnouncementActions {...props} />
    </li>
  );
}
