import type { ImportStanding } from '@ec/contract/geography/register-import';
import { Link } from 'react-router';
import { formatNumber } from '../../lib/format/format.ts';
import { StatusChip } from '../figure/StatusChip.tsx';
import { TimeText } from '../figure/TimeText.tsx';
import { type Column, DataTable } from '../list/DataTable.tsx';
import { Panel } from '../page/Panel.tsx';
import { IMPORT_STATES } from './ImportParts.tsx';

interface LatestFile extends ImportStanding {
  id: string;
  /** What the file is of. */
  about: string;
}

const columns = (page: string): Column<LatestFile>[] => [
  {
    key: 'file',
    header: 'File',
    cell: ({ id, fileName, about }) => (
      <>
        <Link to={`${page}?import=${id}`} className="breaks">
          {fileName}
        </Link>
        <div className="hint breaks">{about}</div>
      </>
    ),
  },
  { key: 'state', header: 'State', cell: ({ state }) => <StatusChip {...IMPORT_STATES[state]} /> },
  { key: 'lines', header: 'Lines', numeric: true, cell: ({ rows }) => formatNumber(rows) },
  { key: 'when', header: 'When', cell: ({ createdAt }) => <TimeText moment={createdAt} /> },
];

interface LatestFilesProps {
  files: readonly LatestFile[];
  /** The page that shows a file by the parameter `import` of its address. */
  page: string;
  /** The file that is shown above. */
  shown: string;
}

/** The reader's other files. */
export function LatestFiles({ files, page, shown }: LatestFilesProps) {
  const others = files.filter(({ id }) => id !== shown);
  if (others.length === 0) return null;
  return (
    <Panel title="Your latest files" flush>
      <DataTable label="Your latest files" columns={columns(page)} rows={others} rowKey={({ id }) => id} empty={null} />
    </Panel>
  );
}
