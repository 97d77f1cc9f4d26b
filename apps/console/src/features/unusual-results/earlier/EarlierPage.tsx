import type { ImportState } from '@ec/contract/geography/register-import';
import type { EarlierElection } from '@ec/contract/unusual/earlier';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { StatusChip, type Tone } from '../../../components/figure/StatusChip.tsx';
import { TimeText } from '../../../components/figure/TimeText.tsx';
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

const STATES: Record<ImportState, { label: string; tone: Tone }> = {
  reading: { label: 'Being read', tone: 'wait' },
  checking: { label: 'Being checked', tone: 'wait' },
  waiting: { label: 'Waits for your decision', tone: 'wait' },
  storing: { label: 'Being stored', tone: 'wait' },
  completed: { label: 'Stored', tone: 'ok' },
  failed: { label: 'Not stored', tone: 'bad' },
  discarded: { label: 'Discarded', tone: 'off' },
};

const NAME: Column<EarlierElection> = {
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
};
const UNITS: Column<EarlierElection> = {
  key: 'units',
  header: 'Units',
  numeric: true,
  cell: ({ rows }) => formatNumber(rows),
};

const STORED: Column<EarlierElection>[] = [
  NAME,
  { key: 'date', header: 'Date', cell: ({ electionDate }) => formatDay(electionDate) },
  { key: 'parties', header: 'Parties', cell: ({ parties }) => <span className="breaks">{parties.join(', ')}</span> },
  UNITS,
];
const FILES: Column<EarlierElection>[] = [
  NAME,
  { key: 'state', header: 'State', cell: ({ state }) => <StatusChip {...STATES[state]} /> },
  UNITS,
  { key: 'when', header: 'When', cell: ({ createdAt }) => <TimeText moment={createdAt} /> },
];

/** Elections of before whose results are held for comparison, and the import of another one. */
export function EarlierPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const { data, error, refetch } = useQuery(earlierListQuery);
  const shown = filters.import;
  const files = data?.files.filter(({ id }) => id !== shown) ?? [];
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
      {files.length > 0 && (
        <Panel title="Your latest files" flush>
          <DataTable label="Your latest files" columns={FILES} rows={files} rowKey={({ id }) => id} empty={null} />
        </Panel>
      )}
    </Page>
  );
}
