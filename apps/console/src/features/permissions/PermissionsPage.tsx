import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { LoadingRows } from '../../components/list/LoadingRows.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { useStreamMessage } from '../../lib/stream/stream.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { PERMISSIONS_KEY, roleQuery } from './api.ts';
import { FILTERS, roleOf } from './labels.ts';
import styles from './permissions.module.css';
import { RecentChanges } from './RecentChanges.tsx';
import { RoleBoard } from './RoleBoard.tsx';
import { RoleList } from './RoleList.tsx';

export function PermissionsPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const role = roleOf(filters.role);
  const { data, error, isRefetchError, refetch } = useQuery(roleQuery(role));
  const queryClient = useQueryClient();
  useStreamMessage('access', () => void queryClient.invalidateQueries({ queryKey: PERMISSIONS_KEY }));
  return (
    <Page
      title="Permission Management"
      context="What the people of a role may do in each module, always within their own area"
    >
      <RoleList current={role} />
      <div className={`stack start ${styles.columns}`}>
        {data ? (
          <RoleBoard
            key={role}
            role={data}
            filters={filters}
            onFilter={setFilters}
            stale={isRefetchError}
            onReload={refetch}
          />
        ) : (
          <Panel>
            {error ? (
              <ErrorView title="The permissions could not be loaded" error={error} onRetry={refetch} />
            ) : (
              <LoadingRows label="Loading permissions" height={44} />
            )}
          </Panel>
        )}
        <RecentChanges />
      </div>
    </Page>
  );
}
