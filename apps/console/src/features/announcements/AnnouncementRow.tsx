import { useSearchParams } from 'react-router';
import { InboxRow, InboxText } from '../../components/list/Inbox.tsx';
import { AnnouncementActions } from './AnnouncementActions.tsx';
import { AudienceTags, Byline, PriorityChip, StateChips, Withdrawal } from './AnnouncementParts.tsx';
import { titleId } from './labels.ts';

type AnnouncementRowProps = Parameters<typeof AnnouncementActions>[0];

/** One announcement of the list; its title opens all of it, in the address. */
export function AnnouncementRow(props: AnnouncementRowProps) {
  const { announcement } = props;
  const [params] = useSearchParams();
  const search = new URLSearchParams(params);
  search.set('announcement', announcement.id);
  return (
    <InboxRow
      unread={announcement.isForMe && !announcement.isRead}
      title={<bdi>{announcement.title}</bdi>}
      titleId={titleId(announcement.id)}
      link={{ to: { search: search.toString() }, preventScrollReset: true }}
      chips={
        <>
          <PriorityChip priority={announcement.priority} />
          <StateChips announcement={announcement} />
        </>
      }
      actions={<AnnouncementActions {...props} />}
    >
      <Byline announcement={announcement} />
      <InboxText lines={2}>{announcement.content}</InboxText>
      <Withdrawal announcement={announcement} />
      <AudienceTags announcement={announcement} />
    </InboxRow>
  );
}
