import type { Announcement } from '@ec/contract/announcements/schemas';
import { Button } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { Inbox, InboxRow, InboxText } from '../../components/list/Inbox.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { useMarkAnnouncementRead } from '../../domain/announcements/announcement-reading.ts';
import { keepFocus } from '../../lib/hooks/focus.ts';
import { useSignedInId } from '../../lib/session/session-store.ts';
import { AnnouncementActions } from './AnnouncementActions.tsx';
import { AudienceTags, Byline, PriorityChip, StateChips, Withdrawal } from './AnnouncementParts.tsx';
import { type AnnouncementFilters, isNarrowed, NOTHING_NARROWED } from './filters.ts';
import { type Task, titleId, usePinning } from './labels.ts';

interface AnnouncementRowsProps {
  announcements: readonly Announcement[];
  filters: AnnouncementFilters;
  mayCreate: boolean;
  onFilter: (change: Partial<AnnouncementFilters>) => void;
  onTask: (task: Task) => void;
}

export function AnnouncementRows({ announcements, filters, mayCreate, onFilter, onTask }: AnnouncementRowsProps) {
  const userId = useSignedInId();
  const markRead = useMarkAnnouncementRead();
  const pin = usePinning();
  const titles = announcements.map(({ id }) => titleId(id));
  if (announcements.length === 0) return <None filters={filters} mayCreate={mayCreate} onFilter={onFilter} />;
  return (
    <Inbox label="Announcements">
      {announcements.map((announcement, at) => (
        <AnnouncementRow
          key={announcement.id}
          announcement={announcement}
          onRead={() => {
            keepFocus(titles, at, filters.unread !== '');
            markRead.mutate({ id: announcement.id, userId });
          }}
          onPin={() => pin(announcement)}
          onTask={onTask}
        />
      ))}
    </Inbox>
  );
}

const EMPTY: Partial<Record<string, string>> = {
  past: 'Announcements that expired or were withdrawn stand here.',
  mine: 'You have not written an announcement yet.',
};

function None({ filters, mayCreate, onFilter }: Pick<AnnouncementRowsProps, 'filters' | 'mayCreate' | 'onFilter'>) {
  const title = 'No Announcements Available';
  if (isNarrowed(filters)) {
    return (
      <EmptyState
        title={title}
        action={
          <Button variant="default" onClick={() => onFilter(NOTHING_NARROWED)}>
            Show all announcements
          </Button>
        }
      >
        None matches your current filters.
      </EmptyState>
    );
  }
  const usual = mayCreate
    ? 'Create one to reach the people of your area.'
    : 'What is announced to you appears here by itself.';
  return <EmptyState title={title}>{EMPTY[filters.show] ?? usual}</EmptyState>;
}

type AnnouncementRowProps = Parameters<typeof AnnouncementActions>[0];

/** One announcement of the list; its title opens all of it, in the address. */
function AnnouncementRow(props: AnnouncementRowProps) {
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
