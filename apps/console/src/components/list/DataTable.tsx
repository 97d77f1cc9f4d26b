import { Skeleton, UnstyledButton, ActionIcon, Button, Checkbox, Popover, Stack } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount, formatNumber } from '../../lib/format/format.ts';
import type { Paging } from '../../lib/hooks/paging.ts';
import { useOverflow } from './Scrolling.tsx';
import { ErrorView } from '../page/ErrorView.tsx';
import styles from './DataTable.module.css';
import { Pager } from './Pager.tsx';
import { useColumns, type ColumnChoiceState } from './use-columns.ts';

interface ColumnChoiceProps {
  /** The name of the table. */
  label: string;
  choice: ColumnChoiceState;
}

/** Which columns of a table are shown, at the end of its head. */
function ColumnChoice({ label, choice: { columns, toggle, showAll } }: ColumnChoiceProps) {
  const hidden = columns.filter(({ shown }) => !shown).length;
  const name = hidden > 0 ? `Columns of ${label}, ${hidden} hidden` : `Columns of ${label}`;
  return (
    <Popover position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon
          variant={hidden > 0 ? 'light' : 'subtle'}
          className={styles.columns ?? ''}
          aria-label={name}
          title="Columns"
        >
          <IconColumns3 size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Columns of ${label}`}>
        <Stack gap="xs">
          {columns.map(({ key, header, shown }) => (
            <Checkbox key={key} label={header} checked={shown} onChange={() => toggle(key)} />
          ))}
          <Button variant="default" disabled={hidden === 0} onClick={showAll}>
            Show all columns
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

export interface Column<Row> {
  key: string;
  header: string;
  /** Stands in the head of the table in place of the header. */
  head?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Figures stand at the right. */
  numeric?: boolean;
  /** The server can sort by it, under this name. */
  sort?: string;
  /** Cannot be hidden, as the first column: the name or the actions. */
  fixed?: boolean;
}

export interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** The name under which the person's choice of columns is stored; without it all are shown. */
  chooseAs?: string;
  /** Undefined while it loads. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Such as ticked. */
  isMarked?: (row: Row) => boolean;
  error?: unknown;
  /** Such as "Error Loading Users". */
  errorTitle?: string;
  onRetry?: () => unknown;
  empty: ReactNode;
  /** `name` ascending, `-name` descending. */
  sort?: string;
  onSort?: (sort: string) => void;
  paging?: Paging;
  /** In place of row count and pages, for a list that is paged otherwise. */
  foot?: ReactNode;
}

/** Rows with their loading, empty and error states, sorting, paging and a row count. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, isMarked, error, errorTitle, onRetry, empty, sort, onSort, paging, foot } = props;
  const { shown: columns, choice } = useColumns(props.chooseAs, props.columns);
  const [scroller, scrolls] = useOverflow();
  if (error && !rows) {
    return (
      <ErrorView title={errorTitle ?? 'The list could not be loaded'} error={error} {...(onRetry && { onRetry })} />
    );
  }
  if (rows?.length === 0) return empty;
  return (
    <div className={`shrink ${styles.root}`} data-chosen={choice !== null || undefined}>
      {choice && <ColumnChoice label={label} choice={choice} />}
      <div
        ref={scroller}
        className="scroller"
        {...(scrolls && { tabIndex: 0, role: 'group', 'aria-label': `${label}, scrolls sideways` })}
      >
        <table aria-label={label} aria-busy={!rows} className={styles.table ?? ''}>
          <thead>
            <tr>
              {columns.map((column) => (
                <SortHeader key={column.key} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows
              ? rows.map((row) => (
                  <tr key={rowKey(row)} data-marked={isMarked?.(row) || undefined}>
                    {columns.map((column) => (
                      <td key={column.key} data-numeric={column.numeric || undefined}>
                        {column.cell(row)}
                      </td>
                    ))}
                  </tr>
                ))
              : Array.from({ length: 6 }, (_, row) => (
                  <tr key={row}>
                    {columns.map((column) => (
                      <td key={column.key}>
                        <Skeleton height={14} />
                      </td>
                    ))}
                  </tr>
                ))}
          </tbody>
        </table>
      </div>
      {rows && (foot ?? <DataTableFoot shown={rows.length} paging={paging} />)}
    </div>
  );
}

/** 21-40 of 57: which of all rows stand on a page. */
export function rangeText({ page, pageSize, total }: Paging, shown: number): string {
  const first = (page - 1) * pageSize + 1;
  return `${formatNumber(first)}-${formatNumber(first + shown - 1)} of ${formatNumber(total)}`;
}

/** The line below a list. */
export function ListFoot({ children }: { children: ReactNode }) {
  return <div className="between hint pad-10 over">{children}</div>;
}

/** How many rows there are, which of them are shown, and the way to the others. */
export function DataTableFoot({ shown, paging }: { shown: number; paging: Paging | undefined }) {
  if (!paging) return <ListFoot>{formatCount(shown, 'row')}</ListFoot>;
  const pages = Math.max(1, Math.ceil(paging.total / paging.pageSize));
  const { withRange = true } = paging;
  if (!withRange && pages === 1) return null;
  return (
    <ListFoot>
      {withRange && <span role="status">Showing {rangeText(paging, shown)}</span>}
      {pages > 1 && <Pager page={paging.page} pages={pages} onPage={paging.onPage} />}
    </ListFoot>
  );
}

interface SortHeaderProps {
  column: { header: string; head?: ReactNode; numeric?: boolean; sort?: string };
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}

export function SortHeader({ column, sort, onSort }: SortHeaderProps) {
  const numeric = column.numeric || undefined;
  const by = column.sort;
  if (!by || !onSort) {
    return (
      <th scope="col" data-numeric={numeric}>
        {column.head ?? column.header}
      </th>
    );
  }
  const direction = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : 'none';
  const Icon = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }[direction];
  return (
    <th scope="col" data-numeric={numeric} aria-sort={direction}>
      <UnstyledButton className={styles.sort} onClick={() => onSort(direction === 'ascending' ? `-${by}` : by)}>
        {column.header}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </th>
  );
}
