import { useQuery } from '@tanstack/react-query';
import { FilterSelect } from '../../../components/list/FilterSelect.tsx';
import { LoadingRows } from '../../../components/list/LoadingRows.tsx';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { Page } from '../../../components/page/Page.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { formatExact } from '../../../lib/format/format.ts';
import { useUrlState } from '../../../lib/hooks/use-url-state.ts';
import { earlierListQuery } from '../earlier/earlier-api.ts';
import { ChecksForm } from './ChecksForm.tsx';
import { checkedElectionsQuery, settingsQuery } from './checks-api.ts';

const FILTERS = { election: '' };

/** Which checks an election has, from which thresholds on, and what follows from a marking; tried before they are switched on. */
export function ChecksPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const elections = useQuery(checkedElectionsQuery);
  const election = elections.data?.find(({ id }) => id === filters.election) ?? elections.data?.[0];
  const settings = useQuery(settingsQuery(election?.id ?? ''));
  const earlier = useQuery(earlierListQuery);
  const error = elections.error ?? settings.error ?? earlier.error;
  const retry = () => Promise.all([elections.refetch(), settings.refetch(), earlier.refetch()]);
  const { data } = settings;
  return (
    <Page
      title="Checks of an election"
      context={
        data?.changedBy
          ? `Changed by ${data.changedBy.name}, ${formatExact(data.changedAt ?? '')}`
          : 'What is compared, and what follows from a marking.'
      }
    >
      {elections.data && !election ? (
        <Panel>
          <EmptyState title="There is no election yet">Create an election, then choose its checks here.</EmptyState>
        </Panel>
      ) : (
        <div className="shelf">
          <FilterSelect
            label="Election"
            wide
            data={(elections.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={election?.id ?? ''}
            onChange={(id) => setFilters({ election: id })}
          />
        </div>
      )}
      {election && data && earlier.data ? (
        <ChecksForm key={election.id} settings={data} election={election} elections={earlier.data.elections} />
      ) : error ? (
        <Panel>
          <ErrorView title="The checks could not be loaded" error={error} onRetry={retry} />
        </Panel>
      ) : (
        (election || !elections.data) && (
          <Panel>
            <LoadingRows label="Loading the checks" rows={4} height={120} />
          </Panel>
        )
      )}
    </Page>
  );
}
