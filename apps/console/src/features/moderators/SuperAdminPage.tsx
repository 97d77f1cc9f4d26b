import type { ModeratorList } from '@ec/contract/moderators';
import { Button, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Figure, Figures } from '../../components/Figure.tsx';
import { Page } from '../../components/Page.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { pageNumber, useExistingPage } from '../../lib/paging.ts';
import { Panel } from '../../components/Panel.tsx';
import { useUrlState } from '../../lib/use-url-state.ts';
import { moderatorsQuery } from './api.ts';
import { CreateModeratorDialog } from './CreateModeratorDialog.tsx';
import { DeactivateDialog } from './DeactivateDialog.tsx';
import { FILTERS, type ModeratorFilters } from './filters.ts';
import { ROLE_OPTIONS, STATUS_OPTIONS } from './labels.ts';
import { ModeratorDetails } from './ModeratorDetails.tsx';
import type { ModeratorTask } from './ModeratorParts.tsx';
import { ModeratorTable } from './ModeratorTable.tsx';
import styles from './moderators.module.css';
import { PrivilegesDialog } from './PrivilegesDialog.tsx';

const CONTROL = { input: styles.control ?? '', option: styles.control ?? '' };

function Cards({ stats }: { stats: ModeratorList['stats'] | undefined }) {
  return (
    <Figures>
      <Figure label="Total Moderators" value={stats?.totalModerators} />
      <Figure label="Active" value={stats?.active} />
      <Figure label="Global Moderators" value={stats?.globalModerators} />
      <Figure label="Regional Admins" value={stats?.regionalAdmins} />
    </Figures>
  );
}

function Filters({
  filters,
  onChange,
}: {
  filters: ModeratorFilters;
  onChange: (change: Partial<ModeratorFilters>) => void;
}) {
  return (
    <div className={styles.filters} role="search" aria-label="Moderators">
      <SearchField
        placeholder="Part of a name, phone or e-mail"
        inputClass={styles.control}
        value={filters.q}
        onChange={(q) => onChange({ q })}
      />
      <Select
        label="Role"
        data={[{ value: '', label: 'All Roles' }, ...ROLE_OPTIONS]}
        value={filters.role}
        onChange={(role) => onChange({ role: role ?? '' })}
        allowDeselect={false}
        classNames={CONTROL}
      />
      <Select
        label="Status"
        data={[{ value: '', label: 'All Statuses' }, ...STATUS_OPTIONS]}
        value={filters.status}
        onChange={(status) => onChange({ status: status ?? '' })}
        allowDeselect={false}
        classNames={CONTROL}
      />
    </div>
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
    case 'create':
      return <CreateModeratorDialog onClose={onClose} />;
    case 'view':
      return <ModeratorDetails moderator={task.moderator} onClose={onClose} onTask={onTask} />;
    case 'privileges':
      return <PrivilegesDialog moderator={task.moderator} onClose={onClose} />;
    case 'deactivate':
      return <DeactivateDialog moderator={task.moderator} onClose={onClose} />;
  }
}

/** What a dialog is about, as it was last heard of. */
function freshened(task: ModeratorTask, list: ModeratorList | undefined): ModeratorTask {
  if (task.act === 'create') return task;
  const fresh = list?.moderators.find(({ id }) => id === task.moderator.id);
  return fresh ? { ...task, moderator: fresh } : task;
}

/** Everybody whose role can be narrowed, and what is granted to each. */
export function SuperAdminPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const [task, setTask] = useState<ModeratorTask | null>(null);
  const list = useQuery(moderatorsQuery(filters));
  useExistingPage(
    list.data && { shown: list.data.moderators.length, total: list.data.total },
    pageNumber(filters.page),
    (page) => setFilters({ page: String(page) }),
  );
  return (
    <Page
      title="Super Admin Dashboard"
      context="Moderators and their privileges: what each may do, where, and until when"
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setTask({ act: 'create' })}>
          Create Moderator
        </Button>
      }
    >
      <Cards stats={list.data?.stats} />
      <Panel flush>
        <Filters filters={filters} onChange={setFilters} />
        <ModeratorTable
          list={list.data}
          error={list.error}
          onRetry={list.refetch}
          filters={filters}
          onFilter={setFilters}
          onTask={setTask}
        />
      </Panel>
      {task && <TaskDialog task={freshened(task, list.data)} onTask={setTask} onClose={() => setTask(null)} />}
    </Page>
  );
}
