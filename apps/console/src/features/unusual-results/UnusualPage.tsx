import { codeOf } from '@ec/contract/geography/location-id';
import type { LocationLink } from '@ec/contract/geography/schemas';
import type { UnusualList } from '@ec/contract/unusual/schemas';
import { CHECK_WORDS, testsWords } from '@ec/contract/unusual/words';
import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DataTableFoot } from '../../components/list/DataTable.tsx';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { FilterSelect } from '../../components/list/FilterSelect.tsx';
import { FormerRows, LoadingRows } from '../../components/list/LoadingRows.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { resultElectionsQuery } from '../../domain/elections/result-elections.ts';
import { PlacePicker, usePlaceChip } from '../../domain/places/PlacePicker.tsx';
import { placeReference } from '../../domain/places/use-places.ts';
import { Mark } from '../../domain/unusual/Mark.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import { usePaging } from '../../lib/hooks/paging.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { useMayOpen } from '../../lib/session/may-open.ts';
import { CHECK_CHOICES, FILTERS, SOURCE_CHOICES, STATE_CHOICES, unusualListQuery, WHOLE } from './api.ts';

/** "Ikeja, Lagos": the place that is shown. */
function placeWords({ place }: UnusualList): string {
  const names = (place?.chain ?? []).filter(({ type }) => type !== 'national' && type !== 'region');
  return names
    .toReversed()
    .map(({ name }) => name)
    .join(', ');
}

interface StepProps {
  /** The LGA before or after the one shown; null where there is none. */
  to: LocationLink | null;
  way: 'Previous' | 'Next';
  onGo: (area: string) => void;
}

function PlaceStep({ to, way, onGo }: StepProps) {
  if (to === null) return null;
  const Icon = way === 'Next' ? IconChevronRight : IconChevronLeft;
  const icon = <Icon size={16} aria-hidden />;
  return (
    <Button
      variant="default"
      {...(way === 'Next' ? { rightSection: icon } : { leftSection: icon })}
      onClick={() => onGo(placeReference(to.id))}
      title={`${way} LGA: ${to.name} (${codeOf(to.id)})`}
    >
      {way} LGA: {to.name}
    </Button>
  );
}

/** What is found, in one line with the number of tests: without it a reader cannot judge how many markings are many. */
function summaryOf({ open, closed, tests, units }: UnusualList): string {
  const made = testsWords({ tests, units });
  if (open + closed === 0) return `${made}, nothing unusual found.`;
  return `${made}: ${formatNumber(open)} open, ${formatNumber(closed)} closed.`;
}

function Marks({ list, paging }: { list: UnusualList; paging: ReturnType<typeof usePaging> }) {
  if (list.units === 0) {
    return (
      <EmptyState title="No result has arrived here yet">
        The checks compare results as they arrive. Choose another place or election.
      </EmptyState>
    );
  }
  if (list.marks.length === 0) {
    return (
      <EmptyState title={list.open + list.closed === 0 ? summaryOf(list) : 'Nothing of what you filter for'}>
        {list.open + list.closed === 0
          ? 'Each unit is compared with the other units of its ward, again with every result that arrives.'
          : 'Clear the filters to see all that was found here.'}
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label="Unusual results">
        {list.marks.map((mark) => (
          <li key={`${mark.resultId} ${mark.check}`} className="entry">
            <Mark mark={mark} unit />
          </li>
        ))}
      </ul>
      <DataTableFoot shown={list.marks.length} paging={paging} />
    </>
  );
}

/** Results that differ from what stands beside them, one LGA or ward at a time. */
export function UnusualPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const elections = useQuery(resultElectionsQuery).data ?? [];
  const election = elections.find(({ id }) => id === filters.election) ?? elections[0];
  const query = useQuery(unusualListQuery(filters, election?.id ?? ''));
  const list = query.data;
  const paging = usePaging(filters, setFilters, list?.marks, list?.total);
  const mayCheck = useMayOpen('/unusual-results/checks');
  const mayCompute = useMayOpen('/unusual-results/statistics');
  const stateOf = list?.place?.chain.find(({ type }) => type === 'state');
  const statistics =
    mayCompute &&
    `/unusual-results/statistics?${new URLSearchParams({ election: election?.id ?? '', area: stateOf ? placeReference(stateOf.id) : '' })}`;
  const goTo = (area: string) => setFilters({ area, page: '1' });
  return (
    <Page
      title="Unusual results"
      context={list?.place ? `${placeWords(list)} · ${summaryOf(list)}` : 'Results that differ from those beside them.'}
      contextComes={2}
      actions={
        <>
          {mayCheck && (
            <Button
              variant="default"
              component={Link}
              to={`/unusual-results/checks?${new URLSearchParams({ election: election?.id ?? '' })}`}
            >
              Checks of the election
            </Button>
          )}
          {statistics && (
            <Button variant="default" component={Link} to={statistics}>
              Statistics of a state
            </Button>
          )}
        </>
      }
    >
      <FilterBar
        label="Unusual results"
        filters={filters}
        whole={WHOLE}
        onChange={(change) => setFilters({ ...change, page: '1' })}
        first={<PlacePicker depth="ward" value={filters.area} onChange={goTo} />}
        firstKey="area"
        choices={[
          { key: 'check', label: 'Check', data: [{ value: '', label: 'All checks' }, ...CHECK_CHOICES] },
          { key: 'state', label: 'State', data: [{ value: '', label: 'Open and closed' }, ...STATE_CHOICES] },
          { key: 'source', label: 'Count', data: [...SOURCE_CHOICES] },
        ]}
        chips={{ area: usePlaceChip(filters.area) }}
      >
        <FilterSelect
          wide
          label="Election"
          data={elections.map(({ id, name }) => ({ value: id, label: name }))}
          value={election?.id ?? ''}
          onChange={(id) => setFilters({ election: id, page: '1' })}
        />
      </FilterBar>
      {list && (list.previous || list.next) && (
        <div className="row">
          <PlaceStep to={list.previous} way="Previous" onGo={goTo} />
          <PlaceStep to={list.next} way="Next" onGo={goTo} />
        </div>
      )}
      {list && list.off.length > 0 && (
        <p className="quiet">Off in this election: {list.off.map((check) => CHECK_WORDS[check]).join('; ')}.</p>
      )}
      <Panel flush>
        <FormerRows former={query.isPlaceholderData}>
          {list ? (
            <Marks list={list} paging={paging} />
          ) : query.error ? (
            <ErrorView title="The checks could not be loaded" error={query.error} onRetry={query.refetch} />
          ) : (
            <LoadingRows label="Loading unusual results" rows={4} height={160} />
          )}
        </FormerRows>
      </Panel>
    </Page>
  );
}
