import type { Election, ElectionStatus } from '@ec/contract/elections/schemas';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Page } from '../../components/page/Page.tsx';
import { useCurrentMe } from '../../lib/session/session.ts';
import { useStreamMessage } from '../../lib/stream/stream.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { mayCreate } from './access.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { ElectionFilters } from './ElectionFilters.tsx';
import { ElectionFormDialog } from './ElectionFormDialog.tsx';
import { ElectionGrid } from './ElectionGrid.tsx';
import { ElectionView } from './ElectionView.tsx';
import { FILTERS, NOTHING_NARROWED } from './filters.ts';
import { MoveDialog } from './MoveDialog.tsx';

type Task =
  | { act: 'create' }
  | { act: 'edit' | 'delete'; election: Election }
  | { act: 'move'; election: Election; to: ElectionStatus };

export function ElectionsPage() {
  const me = useCurrentMe();
  const [filters, setFilters] = useUrlState(FILTERS);
  const [task, setTask] = useState<Task | null>(null);
  const queryClient = useQueryClient();
  useStreamMessage('elections', () => void queryClient.invalidateQueries({ queryKey: ['elections'] }));

  const create = () => setTask({ act: 'create' });
  const close = () => setTask(null);
  const allowed = mayCreate(me);
  return (
    <Page
      title="Election Management"
      context="Elections, their parties, the areas they cover and how far their results have come"
      actions={
        allowed && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={create}>
            Create Election
          </Button>
        )
      }
    >
      <ElectionFilters filters={filters} onChange={setFilters} />
      <ElectionGrid
        filters={filters}
        onPage={(page) => setFilters({ page: String(page) })}
        onClear={() => setFilters(NOTHING_NARROWED)}
        onCreate={allowed ? create : undefined}
        onView={(election) => setFilters({ view: election.id, page: filters.page })}
        onEdit={(election) => setTask({ act: 'edit', election })}
        onMove={(election, to) => setTask({ act: 'move', election, to })}
        onDelete={(election) => setTask({ act: 'delete', election })}
      />
      {filters.view && <ElectionView id={filters.view} onClose={() => setFilters({ view: '', page: filters.page })} />}
      {task?.act === 'create' && <ElectionFormDialog election={null} onClose={close} />}
      {task?.act === 'edit' && <ElectionFormDialog election={task.election} onClose={close} />}
      {task?.act === 'move' && <MoveDialog election={task.election} to={task.to} onClose={close} />}
      {task?.act === 'delete' && <DeleteDialog election={task.election} onClose={close} />}
    </Page>
  );
}
