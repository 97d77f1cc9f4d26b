import { decideAccess } from '@ec/contract/permissions/access';
import { ANNOUNCEMENT_AUTHORS } from '@ec/contract/announcements/schemas';
import { Button } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { DataTableFoot } from '../../components/list/DataTableFoot.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { FormerRows } from '../../components/list/FormerRows.tsx';
import { UnreadCount } from '../../components/list/Inbox.tsx';
import { LoadingRows } from '../../components/list/LoadingRows.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import { usePaging } from '../../lib/hooks/paging.ts';
import { useAccessSubject } from '../../lib/session/session.ts';
import { useReturnFocus } from '../../lib/hooks/use-return-focus.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { AnnouncementDialog } from './form/AnnouncementDialog.tsx';
import { AnnouncementFilterBar } from './AnnouncementFilterBar.tsx';
import { AnnouncementRows } from './AnnouncementRows.tsx';
import { announcementsQuery } from './api.ts';
import { CreateDialog } from './form/CreateDialog.tsx';
import { EditDialog } from './form/EditDialog.tsx';
import { FILTERS, parametersOf } from './filters.ts';
import type { Task } from './tasks.ts';
import { WithdrawDialog } from './WithdrawDialog.tsx';

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

/** What is announced to the reader, pinned ones first, then the newest. */
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
          <Button
            leftSection={<IconSpeakerphone size={16} aria-hidden />}
            onClick={() => {
              rememberFocus();
              setCreating(true);
            }}
          >
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
