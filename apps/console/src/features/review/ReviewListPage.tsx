import type { Election } from '@ec/contract/elections/schemas';
import type { LocationType } from '@ec/contract/geography/location-id';
import type { ReviewList } from '@ec/contract/results/schemas';
import { TAKEOVER_ROLES } from '@ec/contract/permissions/roles';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DataTableFoot } from '../../components/list/DataTable.tsx';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { FilterSelect } from '../../components/list/FilterSelect.tsx';
import { FormerRows, LoadingRows } from '../../components/list/LoadingRows.tsx';
import { StateTabs } from '../../components/list/StateTabs.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { resultElectionsQuery } from '../../domain/elections/result-elections.ts';
import { PlacePicker, usePlaceChip } from '../../domain/places/PlacePicker.tsx';
import { formatDay, formatNumber } from '../../lib/format/format.ts';
import { useInSteps, useRowsInSteps } from '../../lib/hooks/draw-later.ts';
import { known, useUrlState } from '../../lib/hooks/use-url-state.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { PAGE_SIZE, reviewQuery, useResultNews } from './api.ts';
import {
  ALL,
  chosenElection,
  FILTERS,
  FLAGGED,
  isNarrowed,
  NOTHING_NARROWED,
  parametersOf,
  type ReviewListFilters,
  SOURCE_CHOICES,
  tabOf,
  UNIT_TABS,
} from './filters.ts';
import styles from './review.module.css';
import { UnitRow } from './UnitRow.tsx';

const TITLE = 'Result review';

function Tabs({
  list,
  status,
  onStatus,
}: {
  list: ReviewList | undefined;
  status: string;
  onStatus: (s: string) => void;
}) {
  const counts = list?.counts;
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const tabs = [
    ...UNIT_TABS.map((tab) => ({ value: tab.status as string, label: tab.label, count: counts?.[tab.status] })),
    { value: ALL, label: 'All units', count: all },
  ];
  return <StateTabs label="Units by state" className="tab-row" tabs={tabs} value={status} onChange={onStatus} />;
}

/** The units a reviewer watches over: what waits, what is odd, who has not reported and how to reach them. */
export function ReviewListPage() {
  const { user } = useCurrentMe();
  const [filters, setFilters] = useUrlState(FILTERS);
  const elections = useQuery(resultElectionsQuery);
  const election = chosenElection(elections.data ?? [], filters);
  const parameters = parametersOf(filters, election?.id ?? '');
  const list = useQuery(reviewQuery(parameters));
  useResultNews();
  const units = useInSteps(list.data);

  const scope = user.scope;
  const context =
    election && `${election.name} · ${scope?.name ?? 'Not assigned'} · ${formatDay(election.electionDate)}`;
  if (elections.error && !elections.data) {
    return (
      <Page title={TITLE}>
        <Panel>
          <ErrorView title="The elections could not be loaded" error={elections.error} onRetry={elections.refetch} />
        </Panel>
      </Page>
    );
  }
  if (elections.data && !election) {
    return (
      <Page title={TITLE}>
        <Panel>
          <EmptyState title="There is no election with results in your area yet.">
            Units appear here once an election that covers your area is live.
          </EmptyState>
        </Panel>
      </Page>
    );
  }
  return (
    <Page title={TITLE} context={context} contextComes={2}>
      <ReviewFilters
        filters={filters}
        elections={elections.data ?? []}
        election={election?.id ?? ''}
        onChange={setFilters}
      />
      <div className={styles.states}>
        <Tabs list={list.data} status={tabOf(filters)} onStatus={(status) => setFilters({ status })} />
        {list.data && tabOf(filters) === 'submitted' && <Decidable list={list.data} />}
      </div>
      <Panel flush>
        <FormerRows former={list.isPlaceholderData}>
          <Units
            list={units}
            error={list.error}
            onRetry={list.refetch}
            filters={filters}
            within={scope?.type ?? 'national'}
            own={scope?.code}
            page={parameters.page}
            onFilter={setFilters}
          />
        </FormerRows>
      </Panel>
    </Page>
  );
}

/** How many of the results that wait the reader may decide on, now or after an explanation; the others wait for another user. */
function Decidable({ list: { counts, decidable, unexplained } }: { list: ReviewList }) {
  const { role } = useCurrentMe().user;
  const takes = (TAKEOVER_ROLES as readonly string[]).includes(role);
  const others = counts.submitted - decidable - unexplained;
  if (others <= 0 && unexplained === 0) return null;
  return (
    <p className={styles.waits} role="status">
      {formatNumber(decidable)} for your decision
      {unexplained > 0 && `, ${formatNumber(unexplained)} after an explanation`}
      {others > 0 && `, ${formatNumber(others)} for others`}.{takes && others > 0 && ' Open a result to take it over.'}
    </p>
  );
}

interface UnitsProps {
  list: ReviewList | undefined;
  error: unknown;
  onRetry: () => unknown;
  filters: ReviewListFilters;
  within: LocationType;
  /** Code of the reader's own area, which narrows nothing. */
  own: string | undefined;
  page: number;
  onFilter: (change: Partial<ReviewListFilters>) => void;
}

function Units({ list, error, onRetry, filters, within, own, page, onFilter }: UnitsProps) {
  const drawn = useRowsInSteps(list?.units.length ?? 0);
  if (!list) {
    if (error) return <ErrorView title="The units could not be loaded" error={error} onRetry={onRetry} />;
    return <LoadingRows label="Loading units" height={44} />;
  }
  if (list.units.length === 0) {
    const narrowed = isNarrowed(filters, own);
    return (
      <EmptyState
        title={
          tabOf(filters) === 'submitted' && !narrowed ? 'Nothing waits for review.' : 'No unit fits these filters.'
        }
        action={
          narrowed ? (
            <Button variant="default" onClick={() => onFilter({ ...NOTHING_NARROWED, status: ALL })}>
              Show all units
            </Button>
          ) : (
            <Button variant="default" onClick={() => onFilter({ status: list.counts.pending > 0 ? 'pending' : ALL })}>
              {list.counts.pending > 0 ? 'See who has not reported' : 'Show all units'}
            </Button>
          )
        }
      />
    );
  }
  return (
    <>
      <ul aria-label="Polling units">
        {list.units.slice(0, drawn).map((unit) => (
          <UnitRow key={unit.pollingUnitId} unit={unit} within={within} />
        ))}
      </ul>
      {drawn === list.units.length && (
        <DataTableFoot
          shown={drawn}
          paging={{ page, pageSize: PAGE_SIZE, total: list.total, onPage: (next) => onFilter({ page: String(next) }) }}
        />
      )}
    </>
  );
}

interface ReviewFiltersProps {
  filters: ReviewListFilters;
  elections: readonly Election[];
  /** Id of the one that is shown. */
  election: string;
  onChange: (change: Partial<ReviewListFilters>) => void;
}

const FAILED_CHECKS = { key: 'flagged', label: 'Failed checks only', on: FLAGGED };

/** Of which election and count the units are, and what they are narrowed to. */
function ReviewFilters({ filters, elections, election, onChange }: ReviewFiltersProps) {
  return (
    <FilterBar
      label="Units"
      placeholder="Unit name or code"
      filters={{ ...filters, source: known(SOURCE_CHOICES, filters.source) || FILTERS.source }}
      whole={NOTHING_NARROWED}
      onChange={onChange}
      tick={FAILED_CHECKS}
      choices={[{ key: 'source', label: 'Source', data: SOURCE_CHOICES }]}
      chips={{ area: usePlaceChip(filters.area) }}
    >
      {elections.length > 1 && (
        <FilterSelect
          wide
          label="Election"
          data={elections.map(({ id, name, status }) => ({ value: id, label: `${name} (${status})` }))}
          value={election}
          onChange={(next) => onChange({ election: next })}
        />
      )}
      <PlacePicker depth="ward" value={filters.area} onChange={(area) => onChange({ area })} />
    </FilterBar>
  );
}
