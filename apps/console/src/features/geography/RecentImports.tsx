import { isRunning, type RegisterImport } from '@ec/contract/geography/register-import';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { IMPORT_STATES } from '../../components/import/ImportParts.tsx';
import { type Column, DataTable } from '../../components/list/DataTable.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { formatNumber, formatPercent } from '../../lib/format/format.ts';
import { importsQuery } from './api.ts';
import { placesText } from './labels.ts';
import { Note } from '../../components/page/Note.tsx';

export const importPath = ({ id }: Pick<RegisterImport, 'id'>): string => `/geographical-data/import/${id}`;

/** What goes on with imports while one looks at something else. */
export function ImportNews() {
  const imports = useQuery(importsQuery).data?.imports ?? [];
  const running = imports.find(({ state }) => isRunning(state));
  const waiting = imports.find(({ can }) => can.store);
  if (running) {
    return (
      <Note kind="info" role="status">
        {running.fileName} is being worked on ({formatPercent(running.done, 0)}).{' '}
        <Link to={importPath(running)}>Show the import</Link>
      </Note>
    );
  }
  if (!waiting) return null;
  return (
    <Note kind="warn" role="status">
      {waiting.fileName} was checked and waits for your decision.{' '}
      <Link to={importPath(waiting)}>Show what it changes</Link>
    </Note>
  );
}

function Outcome({ one }: { one: RegisterImport }) {
  const { state, counts, error, done } = one;
  if (counts) {
    return (
      <>
        {placesText(counts.added)} added; {placesText(counts.changed)} changed
      </>
    );
  }
  if (error) return error.message;
  return state === 'waiting' || state === 'discarded' ? 'Nothing was imported' : formatPercent(done, 0);
}

const COLUMNS: Column<RegisterImport>[] = [
  {
    key: 'file',
    header: 'File',
    cell: (one) => (
      <Link to={importPath(one)} className="breaks">
        {one.fileName}
      </Link>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <StatusChip {...IMPORT_STATES[state]} />,
  },
  { key: 'lines', header: 'Lines', numeric: true, cell: ({ rows }) => formatNumber(rows) },
  {
    key: 'outcome',
    header: 'Outcome',
    cell: (one) => (
      <span className="breaks">
        <Outcome one={one} />
      </span>
    ),
  },
  { key: 'by', header: 'Sent by', cell: ({ startedBy }) => startedBy?.name ?? 'On the server' },
  { key: 'when', header: 'When', cell: ({ createdAt }) => <TimeText moment={createdAt} /> },
];

/** The latest imports of everybody. */
export function RecentImports({ shown }: { shown: string | undefined }) {
  const { data, error, refetch } = useQuery(importsQuery);
  const others = data?.imports.filter(({ id }) => id !== shown);
  return (
    <Panel title="Recent imports" flush>
      <DataTable
        label="Recent imports"
        columns={COLUMNS}
        rows={others}
        rowKey={({ id }) => id}
        error={error}
        errorTitle="Recent imports could not be loaded"
        onRetry={refetch}
        empty={
          <EmptyState title={shown ? 'No other imports' : 'No imports yet'}>
            Registers that you or your colleagues import appear here for 30 days.
          </EmptyState>
        }
      />
    </Panel>
  );
}
