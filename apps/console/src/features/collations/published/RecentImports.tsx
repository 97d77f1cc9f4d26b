import type { PublishedImport } from '@ec/contract/collations/published';
import type { ImportState } from '@ec/contract/geography/register-import';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { StatusChip, type Tone } from '../../../components/figure/StatusChip.tsx';
import { TimeText } from '../../../components/figure/TimeText.tsx';
import { type Column, DataTable } from '../../../components/list/DataTable.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { formatNumber } from '../../../lib/format/format.ts';
import { importsQuery } from './import-api.ts';

const STATES: Record<ImportState, { label: string; tone: Tone }> = {
  reading: { label: 'Being read', tone: 'wait' },
  checking: { label: 'Being checked', tone: 'wait' },
  waiting: { label: 'Waits for your decision', tone: 'wait' },
  storing: { label: 'Being stored', tone: 'wait' },
  completed: { label: 'Stored', tone: 'ok' },
  failed: { label: 'Not stored', tone: 'bad' },
  discarded: { label: 'Discarded', tone: 'off' },
};

const COLUMNS: Column<PublishedImport>[] = [
  {
    key: 'file',
    header: 'File',
    cell: ({ id, fileName, electionName }) => (
      <>
        <Link to={`/collations/published/import?import=${id}`} className="breaks">
          {fileName}
        </Link>
        <div className="hint breaks">{electionName}</div>
      </>
    ),
  },
  { key: 'state', header: 'State', cell: ({ state }) => <StatusChip {...STATES[state]} /> },
  { key: 'lines', header: 'Lines', numeric: true, cell: ({ rows }) => formatNumber(rows) },
  { key: 'when', header: 'When', cell: ({ createdAt }) => <TimeText moment={createdAt} /> },
];

/** The reader's other files of published sheets. */
export function RecentImports({ shown }: { shown: string }) {
  const { data } = useQuery(importsQuery);
  const others = data?.imports.filter(({ id }) => id !== shown) ?? [];
  if (others.length === 0) return null;
  return (
    <Panel title="Your latest files" flush>
      <DataTable label="Your latest files" columns={COLUMNS} rows={others} rowKey={({ id }) => id} empty={null} />
    </Panel>
  );
}
