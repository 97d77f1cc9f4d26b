import { locationIdOf, locationType } from '@ec/contract/geography/location-id';
import { LEAST_SIZES, type UnusualStatistics } from '@ec/contract/unusual/statistics';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DataTable } from '../../components/list/DataTable.tsx';
import { FilterSelect } from '../../components/list/FilterSelect.tsx';
import { LoadingRows } from '../../components/list/LoadingRows.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { resultElectionsQuery } from '../../domain/elections/result-elections.ts';
import { PlacePicker } from '../../domain/places/PlacePicker.tsx';
import { tile } from '../../lib/format/css-values.ts';
import { formatCount, formatNumber } from '../../lib/format/format.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { SOURCE_CHOICES, STATISTICS_FILTERS, statisticsQuery } from './api.ts';
import { Fingerprint } from './Fingerprint.tsx';

type Percentages = UnusualStatistics['percentages'][number];
type Digits = UnusualStatistics['digits'][number];

const OF_WORDS = { turnout: 'Turnout', leader: 'Share of the leading party' } as const;

const tooFew = (held: number, needed: number, what: string) =>
  `Too few: ${formatCount(held, what)} of the ${formatNumber(needed)} that the test needs`;

function percentageWords({ units, found }: Percentages): string {
  if (found === null) return tooFew(units, LEAST_SIZES.percentages, 'unit');
  const expected = Math.round(found.expected);
  const deviations = Math.abs(found.observed - found.expected) / found.deviation;
  const far = deviations >= 3 ? 'Further than chance explains' : 'As chance has it';
  return `${far}: ${formatNumber(found.observed)} whole, ${formatNumber(expected)} ± ${formatNumber(Math.round(found.deviation))} by chance`;
}

function digitWords({ counts, found }: Digits): string {
  if (found === null) return tooFew(counts, LEAST_SIZES.digits, 'count');
  const words = found.uneven ? 'Uneven: large and rare by chance' : 'No difference that is both large and rare';
  return `${words} (w ${found.w.toFixed(3)}, p ${found.p < 0.0001 ? 'below 0.0001' : found.p.toFixed(4)})`;
}

function Found({ data }: { data: UnusualStatistics }) {
  const tests = [...data.percentages, ...data.digits].filter(({ found }) => found !== null).length;
  return (
    <>
      <Panel title="Turnout and share" note={formatCount(data.units, 'unit')}>
        {data.fingerprint ? (
          <Fingerprint picture={data.fingerprint} units={data.units} />
        ) : (
          <EmptyState title={tooFew(data.units, LEAST_SIZES.fingerprint, 'unit')} />
        )}
      </Panel>
      <Panel title="Whole percentages" flush>
        <DataTable
          label="Whole percentages"
          columns={[
            { key: 'of', header: 'Percentage', cell: ({ of }) => OF_WORDS[of] },
            { key: 'units', header: 'Units', numeric: true, cell: ({ units }) => formatNumber(units) },
            { key: 'found', header: 'Comparison with chance', cell: percentageWords },
          ]}
          rows={data.percentages}
          rowKey={({ of }) => of}
          foot={null}
          empty={null}
        />
      </Panel>
      <Panel title="Last digits of counts from 100" flush>
        <DataTable
          label="Last digits"
          columns={[
            { key: 'party', header: 'Party', cell: ({ party }) => party },
            { key: 'counts', header: 'Counts', numeric: true, cell: ({ counts }) => formatNumber(counts) },
            { key: 'found', header: 'Comparison with even digits', cell: digitWords },
          ]}
          rows={data.digits}
          rowKey={({ party }) => party}
          foot={null}
          empty={null}
        />
      </Panel>
      <p className="hint para">
        {formatCount(tests, 'test')} made on this state. In 2023 whole percentages were as frequent as chance has them,
        and 1 of 23 tests of last digits by state and party fell below p = 0.001 with a small difference. These figures
        say nothing about a single unit; look at the unusual results and their photos.
      </p>
    </>
  );
}

/** Statistics of the results of one state, for national roles. */
export function StatisticsPage() {
  const [filters, setFilters] = useUrlState(STATISTICS_FILTERS);
  const elections = useQuery(resultElectionsQuery).data ?? [];
  const election = elections.find(({ id }) => id === filters.election) ?? elections[0];
  const chosen = locationIdOf(filters.area);
  const state = chosen !== undefined && locationType(chosen) === 'state' ? filters.area : '';
  const query = useQuery(statisticsQuery(election?.id ?? '', state, filters.source));
  const back = `/unusual-results?${new URLSearchParams({ election: election?.id ?? '', area: state })}`;
  return (
    <Page
      title="Statistics of a state"
      context={`${query.data ? `${query.data.place.name} · ` : ''}All results of a state together, beside what chance gives.`}
      actions={
        <Button variant="default" component={Link} to={back}>
          Unusual results
        </Button>
      }
    >
      <div className="shelf start" style={tile(250)} role="search" aria-label="Statistics of a state">
        <PlacePicker depth="state" value={filters.area} onChange={(area) => setFilters({ area })} />
        <FilterSelect
          label="Election"
          data={elections.map(({ id, name }) => ({ value: id, label: name }))}
          value={election?.id ?? ''}
          onChange={(id) => setFilters({ election: id })}
        />
        <FilterSelect
          label="Count"
          data={[...SOURCE_CHOICES]}
          value={filters.source}
          onChange={(source) => setFilters({ source })}
        />
      </div>
      {state === '' ? (
        <Panel>
          <EmptyState title="Choose a state">The statistics need many units, and are made for whole states.</EmptyState>
        </Panel>
      ) : query.data ? (
        <Found data={query.data} />
      ) : query.error ? (
        <Panel>
          <ErrorView title="The statistics could not be loaded" error={query.error} onRetry={query.refetch} />
        </Panel>
      ) : (
        <LoadingRows label="Loading statistics" rows={3} height={180} />
      )}
    </Page>
  );
}
