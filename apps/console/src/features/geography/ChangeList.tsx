import type {
  ChangeKind,
  ImportLineError,
  RegisterChange,
  RegisterPreview,
} from '@ec/contract/geography/register-import';
import { type Column, DataTable } from '../../components/list/DataTable.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import { PAGE_SIZE } from '../../lib/hooks/paging.ts';
import { CHANGE_WORDS, countOf } from './labels.ts';

interface PageProps {
  page: number;
  onPage: (page: number) => void;
}

const pageOf = <T,>(rows: readonly T[], page: number) => rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);

const valueText = (value: string | number | null) => (typeof value === 'string' ? value : formatNumber(value));

function columnsOf(kind: ChangeKind): Column<RegisterChange>[] {
  const { before, after } = CHANGE_WORDS[kind];
  const numeric = kind !== 'renamed';
  return [
    { key: 'code', header: 'Code', cell: ({ code }) => <span className="nowrap">{code}</span> },
    { key: 'type', header: 'Kind', cell: ({ type }) => (type === 'ward' ? 'Ward' : 'Polling Unit') },
    ...(kind === 'renamed' ? [] : [{ key: 'name', header: 'Name', cell: ({ name }: RegisterChange) => name }]),
    ...(before
      ? [{ key: 'before', header: before, numeric, cell: (row: RegisterChange) => valueText(row.before) }]
      : []),
    ...(after ? [{ key: 'after', header: after, numeric, cell: (row: RegisterChange) => valueText(row.after) }] : []),
    { key: 'where', header: 'Lies in', cell: ({ where }) => <span className="quiet">{where}</span> },
  ];
}

/** Whether a unit is missing is certain in a ward that the file names, and less so the further away it lies. */
function MissingNote({ preview }: { preview: RegisterPreview }) {
  const { inWards, inLgas, inStates, pollingUnits } = preview.missing.count;
  if (pollingUnits === 0) return null;
  return (
    <p className="hint">
      Of {countOf('pollingUnits', pollingUnits)} that the file does not name, {formatNumber(inWards)}{' '}
      {inWards === 1 ? 'lies' : 'lie'} in wards that it names, {formatNumber(inLgas)} in other wards of its LGAs and{' '}
      {formatNumber(inStates)} elsewhere in its states. All of them stay as they are.
    </p>
  );
}

/** The first places of one kind of change. */
export function ChangeList({
  kind,
  preview,
  page,
  onPage,
}: PageProps & { kind: ChangeKind; preview: RegisterPreview }) {
  const { sample } = preview[kind];
  const { wards, pollingUnits } = { wards: 0, ...preview[kind].count };
  const total = wards + pollingUnits;
  const { tab, none } = CHANGE_WORDS[kind];
  if (total === 0) return <EmptyState title={none} />;
  return (
    <>
      {kind === 'missing' && <MissingNote preview={preview} />}
      {total > sample.length && (
        <p className="hint">
          The first {formatNumber(sample.length)} of {formatNumber(total)}; {formatNumber(total - sample.length)} more
          are not listed.
        </p>
      )}
      <DataTable
        label={tab}
        columns={columnsOf(kind)}
        rows={pageOf(sample, page)}
        rowKey={({ id }) => String(id)}
        empty={<EmptyState title={none} />}
        paging={{ page, pageSize: PAGE_SIZE, total: sample.length, onPage }}
      />
    </>
  );
}

const REFUSED_COLUMNS: Column<ImportLineError>[] = [
  { key: 'line', header: 'Line', numeric: true, cell: ({ line }) => formatNumber(line) },
  { key: 'message', header: 'Reason', cell: ({ message }) => <span className="breaks">{message}</span> },
];

/** The lines that cannot be imported, each with its number and its reason. */
export function RefusedList({ refused, page, onPage }: PageProps & { refused: RegisterPreview['refused'] }) {
  const { count, lines } = refused;
  if (count === 0) return <EmptyState title="No line is refused" />;
  return (
    <>
      {count > lines.length && (
        <p className="hint">
          The first {formatNumber(lines.length)} of {formatNumber(count)}; {formatNumber(count - lines.length)} more are
          not listed.
        </p>
      )}
      <DataTable
        label="Refused lines"
        columns={REFUSED_COLUMNS}
        rows={pageOf(lines, page)}
        rowKey={({ line, message }) => `${line} ${message}`}
        empty={<EmptyState title="No line is refused" />}
        paging={{ page, pageSize: PAGE_SIZE, total: lines.length, onPage }}
      />
    </>
  );
}
