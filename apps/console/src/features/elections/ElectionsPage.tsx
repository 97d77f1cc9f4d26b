import type { Election, ElectionStatus } from '@ec/contract/elections/schemas';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { ConfirmChange } from '../../components/form/ConfirmModal.tsx';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { Page } from '../../components/page/Page.tsx';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { useStreamMessage } from '../../lib/stream/stream.ts';
import { deleteElection, useEditing, useElectionChange } from './api.ts';
import { ContestDays } from './ContestDays.tsx';
import { ElectionGrid } from './ElectionGrid.tsx';
import { ElectionView } from './ElectionView.tsx';
import { type ElectionFilters as Filters, FILTERS, NOTHING_NARROWED, SORT_CHOICES, STATUS } from './labels.ts';
import { FormCodesDialog } from './FormCodesDialog.tsx';
import { MoveDialog } from './MoveDialog.tsx';

type Task =
  | { act: 'forms' }
  | { act: 'delete'; election: Election }
  | { act: 'move'; election: Election; to: ElectionStatus };

export function ElectionsPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const [task, setTask] = useState<Task | null>(null);
  const queryClient = useQueryClient();
  useStreamMessage('elections', () => void queryClient.invalidateQueries({ queryKey: ['elections'] }));

  const close = () => setTask(null);
  const { allowed } = useEditing();
  const list = useLocation().search;
  return (
    <Page
      title="Election Management"
      context="Elections, their parties, the areas they cover and how far their results have come"
      actions={
        <>
          <Button variant="default" onClick={() => setTask({ act: 'forms' })}>
            Form codes
          </Button>
          {allowed && (
            <Button
              component={Link}
              to="/elections/new"
              state={{ list }}
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              Create Election
            </Button>
          )}
        </>
      }
    >
      <ElectionFilters filters={filters} onChange={setFilters} />
      <ElectionGrid
        filters={filters}
        onPage={(page) => setFilters({ page: String(page) })}
        onClear={() => setFilters(NOTHING_NARROWED)}
        mayCreate={allowed}
        onView={(election) => setFilters({ view: election.id, page: filters.page })}
        onMove={(election, to) => setTask({ act: 'move', election, to })}
        onDelete={(election) => setTask({ act: 'delete', election })}
      />
      <ContestDays mayCreate={allowed} />
      {filters.view && <ElectionView id={filters.view} onClose={() => setFilters({ view: '', page: filters.page })} />}
      {task?.act === 'forms' && <FormCodesDialog onClose={close} />}
      {task?.act === 'move' && <MoveDialog election={task.election} to={task.to} onClose={close} />}
      {task?.act === 'delete' && <DeleteDialog election={task.election} onClose={close} />}
    </Page>
  );
}

interface ElectionFiltersProps {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
}

const CHOICES = [
  {
    key: 'status',
    label: 'Status',
    data: [
      { value: '', label: 'All Statuses' },
      ...Object.entries(STATUS).map(([value, { label }]) => ({ value, label })),
    ],
  },
  { key: 'sort', label: 'Sort by', data: SORT_CHOICES },
];

/** What the elections are narrowed to, and their order. */
function ElectionFilters({ filters, onChange }: ElectionFiltersProps) {
  return (
    <FilterBar
      label="Elections"
      placeholder="Title or description"
      filters={filters}
      whole={NOTHING_NARROWED}
      onChange={onChange}
      choices={CHOICES}
    />
  );
}

function DeleteDialog({ election, onClose }: { election: Election; onClose: () => void }) {
  const remove = useElectionChange(deleteElection);
  return (
    <ConfirmChange
      change={remove}
      body={election.id}
      onDone={() => notifySuccess(`${election.name} was deleted.`)}
      onClose={onClose}
      title={`Delete ${election.name}?`}
      confirmLabel="Delete"
      danger
    >
      <p style={{ marginTop: 0 }}>The draft {election.name} is deleted. This cannot be undone.</p>
    </ConfirmChange>
  );
}
