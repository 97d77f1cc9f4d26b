import type { Announcement } from '@ec/contract/announcements/schemas';
import { Modal, Skeleton, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { FormFoot } from '../../../components/form/Form.tsx';
import { InboxHead } from '../../../components/list/Inbox.tsx';
import { PlainText } from '../../../components/figure/PlainText.tsx';
import { announcementQuery } from '../../../domain/announcements/announcement-news.ts';
import { useMarkAnnouncementRead } from '../../../domain/announcements/announcement-reading.ts';
import { belowWidth } from '../../../lib/device/breakpoints.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { useSignedInId } from '../../../lib/session/session-store.ts';
import { AnnouncementActions } from '../AnnouncementActions.tsx';
import { AudienceTags, Byline, PriorityChip, StateChips, Withdrawal } from '../AnnouncementParts.tsx';
import styles from '../announcements.module.css';
import { Receipts } from '../Receipts.tsx';
import { type Task, usePinning } from '../labels.ts';

/** Not there for the reader, or no announcement's address at all. */
const GONE = new Set([400, 404]);

interface AnnouncementDialogProps {
  id: string;
  onTask: (task: Task) => void;
  onClose: () => void;
}

/** Marks an announcement as read when it is opened; an urgent one has its own dialog, which asks for that. */
function useReadOnce(announcement: Announcement | undefined): (id: string) => void {
  const userId = useSignedInId();
  const markRead = useMarkAnnouncementRead();
  const marked = useRef<string | null>(null);
  const mark = useEffectEvent((id: string) => markRead.mutate({ id, userId }));
  const unread =
    announcement?.isForMe && !announcement.isRead && announcement.priority !== 'urgent' ? announcement.id : null;
  useEffect(() => {
    if (unread === null || marked.current === unread) return;
    marked.current = unread;
    mark(unread);
  }, [unread]);
  return (id) => markRead.mutate({ id, userId });
}

function Text({ announcement }: { announcement: Announcement }) {
  return (
    <div className="stack gap-12">
      <PlainText text={announcement.content} className={styles.text} />
      <Withdrawal announcement={announcement} />
      <AudienceTags announcement={announcement} />
    </div>
  );
}

/** The text, and for those who may see it how many have read it. */
function Views({ announcement }: { announcement: Announcement }) {
  const [params, setParams] = useSearchParams();
  if (!announcement.can.seeReceipts) return <Text announcement={announcement} />;
  const view = params.get('view') === 'receipts' ? 'receipts' : 'text';
  const show = (next: string | null) =>
    setParams(
      (old) => {
        if (next === 'receipts') old.set('view', next);
        else old.delete('view');
        return old;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Tabs value={view} onChange={show} keepMounted={false}>
      <Tabs.List aria-label="Announcement" mb="md">
        <Tabs.Tab value="text">Text</Tabs.Tab>
        <Tabs.Tab value="receipts">Read receipts</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="text">
        <Text announcement={announcement} />
      </Tabs.Panel>
      <Tabs.Panel value="receipts">
        <Receipts announcement={announcement} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** All of an announcement, by its address: notifications lead here. */
export function AnnouncementDialog({ id, onTask, onClose }: AnnouncementDialogProps) {
  const phone = useMediaQuery(belowWidth('sm'));
  const query = useQuery(announcementQuery(id));
  const announcement = query.data;
  const read = useReadOnce(announcement);
  const pin = usePinning();
  const gone = query.error instanceof ApiError && GONE.has(query.error.status);
  return (
    <Modal
      opened
      onClose={onClose}
      title={<bdi>{announcement && !gone ? announcement.title : 'Announcement'}</bdi>}
      size={760}
      fullScreen={phone ?? false}
    >
      {gone ? (
        <EmptyState title="This announcement does not exist, is no longer in force, or is not meant for you." />
      ) : announcement ? (
        <div className="stack gap-12">
          <div className="between">
            <InboxHead>
              <PriorityChip priority={announcement.priority} />
              <StateChips announcement={announcement} />
            </InboxHead>
            <FormFoot>
              <AnnouncementActions
                announcement={announcement}
                onRead={() => read(id)}
                onPin={() => pin(announcement)}
                onTask={onTask}
              />
            </FormFoot>
          </div>
          <Byline announcement={announcement} />
          <Views announcement={announcement} />
        </div>
      ) : query.error ? (
        <ErrorView title="The announcement could not be loaded" error={query.error} onRetry={query.refetch} />
      ) : (
        <div role="status" aria-label="Loading the announcement" className="loading">
          <Skeleton height={24} />
          <Skeleton height={140} />
        </div>
      )}
    </Modal>
  );
}
