import type { ImportLineError, RefusedLines } from '@ec/contract/geography/register-import';
import { formatNumber } from '../../lib/format/format.ts';
import { type Column, DataTable } from '../list/DataTable.tsx';
import { Note } from '../page/Note.tsx';

const COLUMNS: Column<ImportLineError>[] = [
  { key: 'line', header: 'Line', numeric: true, cell: ({ line }) => formatNumber(line) },
  { key: 'message', header: 'What to mend', cell: ({ message }) => <span className="breaks">{message}</span> },
];
const SHOWN = 200;

interface LinesToMendProps {
  refused: RefusedLines;
  /** Lines of the file, where the number of bad ones is compared with it. */
  rows?: number;
}

/** The bad lines of a file of which nothing was stored. */
export function LinesToMend({ refused: { count, lines }, rows = 0 }: LinesToMendProps) {
  const shown = lines.slice(0, SHOWN);
  return (
    <>
      <Note kind="bad" role="alert">
        Lines to mend: {formatNumber(count)}
        {rows >= count && ` of ${formatNumber(rows)}`}. Correct them and choose the file again; nothing was stored.
      </Note>
      <DataTable
        label="Lines to mend"
        columns={COLUMNS}
        rows={shown}
        rowKey={({ line, message }) => `${line} ${message}`}
        empty={null}
      />
      {count > shown.length && (
        <p className="hint">
          The first {formatNumber(shown.length)} of {formatNumber(count)}.
        </p>
      )}
    </>
  );
}
