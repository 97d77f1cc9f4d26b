import type { User } from '@ec/contract/users/schemas';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ConfirmChange } from '../../components/form/ConfirmModal.tsx';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { FormerRows } from '../../components/list/LoadingRows.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { formatPhone } from '../../lib/format/format.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { usePaging } from '../../lib/hooks/paging.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { deleteModerator, globalModeratorsQuery, useModeratorChange } from './api.ts';
import { LIST_FILTERS, NO_SEARCH } from './labels.ts';
import { GlobalModeratorDialog } from './form/GlobalModeratorDialog.tsx';
import { ManagementTable } from './ManagementTable.tsx';
import { PlaceActions } from './ModeratorParts.tsx';

export type ManagementTask = { act: 'create' } | { act: 'edit' | 'delete'; user: User };

function TaskDialog({ task, onClose }: { task: ManagementTask; onClose: () => void }) {
  if (task.act === 'delete') return <DeleteDialog user={task.user} onClose={onClose} />;
  return <GlobalModeratorDialog user={task.act === 'edit' ? task.user : null} onClose={onClose} />;
}

/** The moderator of a dialog, in the last known state. */
function freshened(task: ManagementTask, users: readonly User[] = []): ManagementTask {
  if (task.act === 'create') return task;
  return { ...task, user: users.find(({ id }) => id === task.user.id) ?? task.user };
}

/** The global moderators as users: created with a first password, changed and deleted. */
export function ManagementPage() {
  const [filters, setFilters] = useUrlState(LIST_FILTERS);
  const [task, setTask] = useState<ManagementTask | null>(null);
  const list = useQuery(globalModeratorsQuery(filters));
  const paging = usePaging(filters, setFilters, list.data?.users, list.data?.total);
  return (
    <Page
      title="Moderator Management"
      context={
        <>
          Global moderators act in the whole nation. What each of them may do is set on the{' '}
          <Link to="/super-admin">Super Admin Dashboard</Link>.
        </>
      }
      actions={<PlaceActions onCreate={() => setTask({ act: 'create' })} />}
    >
      <Panel flush>
        <FilterBar
          inPanel
          savedViews={false}
          label="Global moderators"
          placeholder="Part of a name, phone or e-mail"
          filters={filters}
          whole={NO_SEARCH}
          onChange={setFilters}
        />
        <FormerRows former={list.isPlaceholderData}>
          <ManagementTable
            users={list.data?.users}
            paging={paging}
            error={list.error}
            onRetry={list.refetch}
            filters={filters}
            onFilter={setFilters}
            onTask={setTask}
          />
        </FormerRows>
      </Panel>
      {task && <TaskDialog task={freshened(task, list.data?.users)} onClose={() => setTask(null)} />}
    </Page>
  );
}

/** The question before a global moderator is deleted. */
function DeleteDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const remove = useModeratorChange(deleteModerator);
  return (
    <ConfirmChange
      change={remove}
      body={user.id}
      onDone={() => notifySuccess('Moderator deleted successfully!')}
      onClose={onClose}
      title="Delete moderator"
      confirmLabel="Delete"
      failed="Failed to delete moderator"
      danger
    >
      <p className="below-10">Are you sure you want to delete this moderator?</p>
      <p className="below-10">
        <b>{user.name}</b>, {formatPhone(user.phone)}, is signed out on every device and loses their privileges; their
        phone number becomes free. This action cannot be undone.
      </p>
    </ConfirmChange>
  );
}
