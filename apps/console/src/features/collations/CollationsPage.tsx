import { atLeast } from '@ec/contract/permissions/default-levels';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { FormerRows } from '../../components/list/LoadingRows.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { ElectionFilter, useElectionChip } from '../../domain/elections/ElectionFilter.tsx';
import { PlacePicker, usePlaceChip } from '../../domain/places/PlacePicker.tsx';
import { usePaging } from '../../lib/hooks/paging.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { collationsQuery, deskQuery, useCollationNews } from './api.ts';
import { Desk } from './Desk.tsx';
import { CHOICES, FILTERS, isNarrowed, NOTHING_NARROWED, parametersOf } from './filters.ts';
import { LoadError, isWrongAddress } from './LoadError.tsx';
import { FormTable } from './FormTable.tsx';

const TITLE = 'Collation';

/** The forms of collation centres: those that the reader enters, and those of their area with the way to each. */
export function CollationsPage() {
  const { levels, user } = useCurrentMe();
  const desk = useQuery(deskQuery);
  useCollationNews();
  const reads = atLeast(levels.disputes, 'read');
  return (
    <Page
      title={TITLE}
      context={`Forms from the ward to the declaration${user.scope ? ` · ${user.scope.name}` : ''}`}
      actions={
        reads && (
          <>
            <Button variant="default" component={Link} to="/collations/progress">
              Progress
            </Button>
            <Button variant="default" component={Link} to="/collations/gains">
              Where it changed
            </Button>
            <Button variant="default" component={Link} to="/collations/agents">
              Agents
            </Button>
          </>
        )
      }
    >
      <Desk desk={desk} />
      {reads && <Forms />}
    </Page>
  );
}

/** The forms of the reader's area, newest first. */
function Forms() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const list = useQuery(collationsQuery(parametersOf(filters)));
  const wrong = isWrongAddress(list.error);
  const paging = usePaging(filters, setFilters, list.data?.collations, list.data?.total);
  return (
    <>
      <FilterBar
        label="Forms"
        placeholder="Place, code or submission ID"
        filters={filters}
        whole={NOTHING_NARROWED}
        onChange={setFilters}
        choices={CHOICES}
        tick={{ key: 'stale', label: 'Out of date', on: 'true' }}
        chips={{ area: usePlaceChip(filters.area), election: useElectionChip(filters.election) }}
      >
        <ElectionFilter value={filters.election} onChange={(election) => setFilters({ election })} />
        <PlacePicker depth="ward" value={filters.area} onChange={(area) => setFilters({ area })} />
      </FilterBar>
      <Panel flush>
        <FormerRows former={list.isPlaceholderData}>
          <FormTable
            forms={wrong ? [] : list.data?.collations}
            error={wrong ? null : list.error}
            onRetry={list.refetch}
            paging={paging}
            empty={
              wrong ? (
                <LoadError
                  title="The forms could not be loaded"
                  error={list.error}
                  onRetry={list.refetch}
                  to="/collations"
                  label="Show all forms"
                />
              ) : isNarrowed(filters) ? (
                <EmptyState
                  title="No form fits these filters."
                  action={
                    <Button variant="default" onClick={() => setFilters(NOTHING_NARROWED)}>
                      Show all forms
                    </Button>
                  }
                />
              ) : (
                <EmptyState title="No form of a collation centre has been entered yet.">
                  Forms appear here as soon as an agent at a centre, or the administrator of an area, sends one.
                </EmptyState>
              )
            }
          />
        </FormerRows>
      </Panel>
    </>
  );
}
