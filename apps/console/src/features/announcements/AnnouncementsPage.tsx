import { type Announcement, ANNOUNCEMENT_AUTHORS, ANNOUNCEMENT_EDITORS } from '@ec/contract/announcements/schemas';
import { decideAccess } from '@ec/contract/permissions/decide-access';
import type { Role } from '@ec/contract/permissions/roles';
import { Button, Textarea } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { DataTableFoot } from '../../components/list/DataTable.tsx';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { UnreadCount } from '../../components/list/Inbox.tsx';
import { FormerRows, LoadingRows } from '../../components/list/LoadingRows.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import { useReturnFocus } from '../../lib/hooks/focus.ts';
import { usePaging } from '../../lib/hooks/paging.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { useAskedAct } from '../../lib/hooks/use-asked-act.ts';
import { useAccessSubject, useCurrentMe } from '../../lib/session/session.ts';
import { AnnouncementRows } from './AnnouncementRows.tsx';
import { announcementsQuery, useWithdraw } from './api.ts';
import {
  type AnnouncementFilters,
  FILTERS,
  NOTHING_NARROWED,
  parametersOf,
  PRIORITY_CHOICES,
  showChoices,
  UNREAD,
} from './filters.ts';
import { AnnouncementDialog } from './form/AnnouncementDialog.tsx';
import { CreateDialog } from './form/CreateDialog.tsx';
import { EditDialog } from './form/EditDialog.tsx';
import { audienceText, linkTo, type Task } from './labels.ts';
import { ConfirmForm } from '../../components/form/ConfirmModal.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';

const REASON_LONGEST = 500;

/** Withdraws an announcement for all; its text stays in the archive, with the reason. */
function WithdrawDialog({ announcement, onClose }: { announcement: Announcement; onClose: () => void }) {
  const form = useServerForm({
    id: 'withdraw',
    start: { reason: '' },
    body: ({ reason }) => ({ id: announcement.id, reason: reason.trim() }),
    request: useWithdraw(),
    failed: 'The announcement could not be withdrawn. Try again.',
    onDone: () => {
      onClose();
      notifySuccess(`"${announcement.title}" is withdrawn.`, { link: linkTo(announcement) });
    },
  });
  return (
    <ConfirmForm form={form} onClose={onClose} title="Withdraw the announcement?" confirmLabel="Withdraw" danger>
      <p className="breaks">
        “<bdi>{announcement.title}</bdi>” is taken from the screens of {audienceText(announcement.targetAudience)}, also
        of those who have not read it yet. It stays in the archive of its author and of those who look after
        announcements, and it cannot be sent again.
      </p>
      <Textarea
        label="Reason"
        description="Stands beside it in the archive and in the audit log."
        rows={3}
        data-autofocus
        maxLength={REASON_LONGEST}
        {...form.field('reason')}
      />
    </ConfirmForm>
  );
}

/** What is in the address about the announcement that is open. */
const OPENED = ['announcement', 'view'];

const WRITING = {
  roles: ANNOUNCEMENT_AUTHORS,
  module: 'announcements',
  level: 'write',
  privilege: 'canManageAnnouncements',
} as const;

/** True for those who write announcements now. */
function useMayCreate(): boolean {
  return decideAccess(useAccessSubject(), WRITING).allowed;
}

/** The reader's announcements: pinned ones first, then the newest. */
export function AnnouncementsPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const [params, setParams] = useSearchParams();
  const [creating, setCreating] = useState(false);
  const [task, setTask] = useState<Task | null>(null);
  const parameters = parametersOf(filters);
  const query = useQuery(announcementsQuery(parameters));
  const list = query.data;
  const mayCreate = useMayCreate();
  const paging = usePaging(filters, setFilters, list?.announcements, list?.total);
  const open = params.get('announcement');
  const rememberFocus = useReturnFocus(creating || task !== null);

  const create = () => {
    rememberFocus();
    setCreating(true);
  };
  useAskedAct({ create: mayCreate ? create : undefined });
  const close = () =>
    setParams(
      (old) => {
        for (const key of OPENED) old.delete(key);
        return old;
      },
      { replace: true, preventScrollReset: true },
    );
  const begin = (next: Task) => {
    rememberFocus();
    setTask(next);
  };
  return (
    <Page
      title="Announcements"
      context={list && <UnreadCount unread={list.unread} text={formatNumber(list.unread)} />}
      contextComes={1}
      actions={
        mayCreate && (
          <Button leftSection={<IconSpeakerphone size={16} aria-hidden />} onClick={create}>
            Create Announcement
          </Button>
        )
      }
    >
      <AnnouncementFilterBar filters={filters} onChange={setFilters} />
      <Panel flush>
        <FormerRows former={query.isPlaceholderData}>
          {list ? (
            <AnnouncementRows
              announcements={list.announcements}
              filters={filters}
              mayCreate={mayCreate}
              onFilter={setFilters}
              onTask={begin}
            />
          ) : query.error ? (
            <ErrorView title="The announcements could not be loaded" error={query.error} onRetry={query.refetch} />
          ) : (
            <LoadingRows label="Loading announcements..." said rows={5} height={96} />
          )}
        </FormerRows>
        {list && list.total > 0 && <DataTableFoot shown={list.announcements.length} paging={paging} />}
      </Panel>
      {open !== null && task === null && <AnnouncementDialog id={open} onTask={begin} onClose={close} />}
      {task?.kind === 'edit' && <EditDialog announcement={task.announcement} onClose={() => setTask(null)} />}
      {task?.kind === 'withdraw' && <WithdrawDialog announcement={task.announcement} onClose={() => setTask(null)} />}
      {creating && <CreateDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

interface AnnouncementFilterBarProps {
  filters: AnnouncementFilters;
  onChange: (change: Partial<AnnouncementFilters>) => void;
}

const UNREAD_ONLY = { key: 'unread', label: 'Unread only', on: UNREAD };

const among = (roles: readonly Role[], role: Role) => roles.includes(role);

/** What the list is narrowed to, and which announcements it is of. */
function AnnouncementFilterBar({ filters, onChange }: AnnouncementFilterBarProps) {
  const { role } = useCurrentMe().user;
  const shows = showChoices({ author: among(ANNOUNCEMENT_AUTHORS, role), editor: among(ANNOUNCEMENT_EDITORS, role) });
  return (
    <FilterBar
      label="Announcements"
      placeholder="Words of the title or text"
      filters={filters}
      whole={NOTHING_NARROWED}
      onChange={onChange}
      tick={UNREAD_ONLY}
      choices={[
        { key: 'priority', label: 'Priority', data: PRIORITY_CHOICES },
        ...(shows.length > 0 ? [{ key: 'show', label: 'Show', data: shows }] : []),
      ]}
    />
  );
}
