import type { Moderator, ModeratorList } from '@ec/contract/moderators/schemas';
import { ROLES } from '@ec/contract/permissions/roles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Figure, Figures } from '../../components/figure/Figure.tsx';
import { ConfirmChange } from '../../components/form/ConfirmModal.tsx';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { FormerRows } from '../../components/list/LoadingRows.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { usePaging } from '../../lib/hooks/paging.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { deactivateModerator, moderatorsQuery, useModeratorChange } from './api.ts';
import { areaText, FILTERS, NOTHING_NARROWED, ROLE_OPTIONS, STATUS_OPTIONS } from './labels.ts';
import { PrivilegesDialog } from './form/PrivilegesDialog.tsx';
import { ModeratorDetails } from './ModeratorDetails.tsx';
import { type ModeratorTask, PlaceActions } from './ModeratorParts.tsx';
import { ModeratorTable } from './ModeratorTable.tsx';

const CHOICES = [
  { key: 'role', label: 'Role', data: [{ value: '', label: 'All Roles' }, ...ROLE_OPTIONS] },
  { key: 'status', label: 'Status', data: [{ value: '', label: 'All Statuses' }, ...STATUS_OPTIONS] },
];

function Totals({ stats }: { stats: ModeratorList['stats'] | undefined }) {
  return (
    <Figures line>
      <Figure label="Total Moderators" value={stats?.totalModerators} />
      <Figure label="Active" value={stats?.active} />
      <Figure label="Global Moderators" value={stats?.globalModerators} />
      <Figure label="Regional Admins" value={stats?.regionalAdmins} />
    </Figures>
  );
}

function TaskDialog({
  task,
  onTask,
  onClose,
}: {
  task: ModeratorTask;
  onTask: (task: ModeratorTask) => void;
  onClose: () => void;
}) {
  switch (task.act) {
    case 'view':
      return <ModeratorDetails moderator={task.moderator} onClose={onClose} onTask={onTask} />;
    case 'privileges':
      return <PrivilegesDialog moderator={task.moderator} onClose={onClose} />;
    case 'deactivate':
      return <DeactivateDialog moderator={task.moderator} onClose={onClose} />;
  }
}

/** The subject of a dialog, in the last known state. */
function freshened(task: ModeratorTask, list: ModeratorList | undefined): ModeratorTask {
  const fresh = list?.moderators.find(({ id }) => id === task.moderator.id);
  return fresh ? { ...task, moderator: fresh } : task;
}

/** The users whose role can be restricted, with the grants of each. */
export function SuperAdminPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const [task, setTask] = useState<ModeratorTask | null>(null);
  const list = useQuery(moderatorsQuery(filters));
  const paging = usePaging(filters, setFilters, list.data?.moderators, list.data?.total);
  return (
    <Page
      title="Super Admin Dashboard"
      context={<Totals stats={list.data?.stats} />}
      contextComes={1}
      actions={<PlaceActions />}
    >
      <Panel flush>
        <FilterBar
          inPanel
          label="Moderators"
          placeholder="Part of a name, phone or e-mail"
          filters={filters}
          whole={NOTHING_NARROWED}
          onChange={setFilters}
          choices={CHOICES}
        />
        <FormerRows former={list.isPlaceholderData}>
          <ModeratorTable
            moderators={list.data?.moderators}
            paging={paging}
            error={list.error}
            onRetry={list.refetch}
            filters={filters}
            onFilter={setFilters}
            onTask={setTask}
          />
        </FormerRows>
      </Panel>
      {task && <TaskDialog task={freshened(task, list.data)} onTask={setTask} onClose={() => setTask(null)} />}
    </Page>
  );
}

/** The confirmation before a moderator is deactivated. */
function DeactivateDialog({ moderator, onClose }: { moderator: Moderator; onClose: () => void }) {
  const deactivate = useModeratorChange(deactivateModerator);
  const { id, name, role, assignment } = moderator;
  return (
    <ConfirmChange
      change={deactivate}
      body={id}
      onDone={() =>
        notifySuccess(`${name} has been deactivated`, { link: { to: `/users/${id}`, label: `Open ${name}` } })
      }
      onClose={onClose}
      title="Deactivate moderator"
      confirmLabel="Deactivate"
      failed="Failed to deactivate moderator"
      danger
    >
      <p className="below-10">Are you sure you want to deactivate {name}?</p>
      <p className="below-10">
        {name}, {ROLES[role].title}, {areaText(assignment)}, is signed out on every device and cannot sign in until they
        are activated again in User Management. Office and privileges stay theirs.
      </p>
    </ConfirmChange>
  );
}
