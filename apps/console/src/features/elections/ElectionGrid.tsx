import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DataTableFoot } from '../../components/list/DataTable.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { FormerRows } from '../../components/list/LoadingRows.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { isFilteredFrom } from '../../lib/hooks/use-url-state.ts';
import { pageNumber } from '../../lib/hooks/paging.ts';
import { ELECTIONS_PAGE_SIZE, electionsQuery } from './api.ts';
import { type ElectionActions, ElectionCard } from './ElectionCard.tsx';
import { type ElectionFilters, NOTHING_NARROWED } from './labels.ts';
import { tile } from '../../lib/format/css-values.ts';

interface ElectionGridProps extends ElectionActions {
  filters: ElectionFilters;
  onPage: (page: number) => void;
  onClear: () => void;
  mayCreate: boolean;
}

export function ElectionGrid({ filters, onPage, onClear, mayCreate, ...actions }: ElectionGridProps) {
  const { data, error, isPlaceholderData, refetch } = useQuery(electionsQuery(filters));
  if (error && !data) {
    return (
      <Panel>
        <ErrorView title="Elections could not be loaded" error={error} onRetry={refetch} />
      </Panel>
    );
  }
  if (!data) {
    return (
      <div className="shelf gap-12" style={tile(340)} role="status" aria-label="Loading elections">
        {[0, 1, 2].map((card) => (
          <Skeleton key={card} height={230} />
        ))}
      </div>
    );
  }
  if (data.elections.length === 0) {
    return (
      <Panel>
        {isFilteredFrom(filters, NOTHING_NARROWED) ? (
          <EmptyState
            title="No elections match your filters"
            action={
              <Button variant="default" onClick={onClear}>
                Clear filters
              </Button>
            }
          />
        ) : (
          <EmptyState
            title="No elections yet"
            action={
              mayCreate && (
                <Button component={Link} to="/elections/new">
                  Create Election
                </Button>
              )
            }
          >
            {mayCreate ? 'Create the first one; it starts as a draft.' : 'A national administrator creates elections.'}
          </EmptyState>
        )}
      </Panel>
    );
  }
  const { elections, total } = data;
  return (
    <>
      <FormerRows former={isPlaceholderData}>
        <div className="shelf gap-12" style={tile(340)}>
          {elections.map((election) => (
            <ElectionCard key={election.id} election={election} {...actions} />
          ))}
        </div>
      </FormerRows>
      <DataTableFoot
        shown={elections.length}
        paging={{ page: pageNumber(filters.page), pageSize: ELECTIONS_PAGE_SIZE, total, onPage }}
      />
    </>
  );
}
