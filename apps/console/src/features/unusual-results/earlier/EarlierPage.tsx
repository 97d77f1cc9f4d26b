import type { EarlierElection } from '@ec/contract/unusual/earlier';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { LatestFiles } from '../../../components/import/LatestFiles.tsx';
import { type Column, DataTable } from '../../../components/list/DataTable.tsx';
import { LoadingRows } from '../../../components/list/LoadingRows.tsx';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { Page } from '../../../components/page/Page.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { formatDay, formatNumber } from '../../../lib/format/format.ts';
import { useUrlState } from '../../../lib/hooks/use-url-state.ts';
import { earlierListQuery } from './earlier-api.ts';
import { EarlierForm } from './EarlierForm.tsx';
import { OneEarlier } from './OneEarlier.tsx';

const FILTERS = { import: '' };

const STORED: Column<EarlierElection>[] = [
  {
    key: 'name',
    header: 'Election',
    cell: ({ id, name, fileName }) => (
      <>
        <Link to={`/unusual-results/earlier?import=${id}`} className="breaks">
          {name}
        </Link>
        <div className="hint breaks">{fileName}</div>
      </>
    ),
  },
  { key: 'date', header: 'Date', cell: ({ electionDate }) => formatDay(electionDate) },
  { key: 'parties', header: 'Parties', cell: ({ parties }) => <span className="breaks">{parties.join(', ')}</span> },
  { key: 'units', header: 'Units', numeric: true, cell: ({ rows }) => formatNumber(rows) },
];

/** Elections of before whose results are held for comparison, and the import of another one. */
export function EarlierPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const { data, error, refetch } = useQuery(earlierListQuery);
  const shown = filters.import;
  const files = data?.files ?? [];
  return (
    <Page
      title="Earlier elections"
      context="Results to compare with. No total of ours contains them."
      actions={
        shown !== '' && (
          <Button variant="default" onClick={() => setFilters({ import: '' })}>
            {data?.can.import === true ? 'Import another one' : 'All earlier elections'}
          </Button>
        )
      }
    >
      {shown !== '' && <OneEarlier key={shown} id={shown} />}
      <Panel title="Stored" flush>
        {data ? (
          <DataTable
            label="Earlier elections"
            columns={STORED}
            rows={data.elections}
            rowKey={({ id }) => id}
            empty={
              <EmptyState title="No earlier election is stored yet">
                {data.can.import
                  ? 'Import its results from a CSV file below.'
                  : 'A national administrator imports them.'}
              </EmptyState>
            }
          />
        ) : error ? (
          <ErrorView title="The earlier elections could not be loaded" error={error} onRetry={refetch} />
        ) : (
          <LoadingRows label="Loading earlier elections" rows={3} height={48} />
        )}
      </Panel>
      {shown === '' && data?.can.import === true && (
        <Panel title="Import an earlier election">
          <div className="stack shrink">
            <EarlierForm onStarted={(id) => setFilters({ import: id })} />
          </div>
        </Panel>
      )}
      <LatestFiles
        files={files.map((one) => ({ ...one, about: one.name }))}
        page="/unusual-results/earlier"
        shown={shown}
      />
    </Page>
  );
}
