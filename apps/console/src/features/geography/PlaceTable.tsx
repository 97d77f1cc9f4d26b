import type { GeographicalData, GeographyItem, GeographyType } from '@ec/contract/locations';
import { Button, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DataTableFoot, type Paging } from '../../components/DataTableFoot.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorView } from '../../components/ErrorView.tsx';
import { formatNumber } from '../../lib/format.ts';
import { PAGE_SIZE, pageNumber } from '../../lib/paging.ts';
import { type Filters, isNarrowed, NOTHING_NARROWED, sortOf, tabOf } from './filters.ts';
import styles from './geography.module.css';
import { LOAD_FAILED, WORDS } from './labels.ts';
import { DeleteButton, Inside, Users, Within } from './PlaceParts.tsx';
import { RenameCell } from './RenameCell.tsx';
import type { Renames } from './use-renames.ts';

interface PlaceTableProps {
  data: GeographicalData | undefined;
  error: unknown;
  onRetry: () => unknown;
  filters: Filters;
  onFilter: (change: Partial<Filters>) => void;
  renames: Renames;
  onDelete: (row: GeographyItem) => void;
}

function Nothing({ type, filters, onFilter }: Pick<PlaceTableProps, 'filters' | 'onFilter'> & { type: GeographyType }) {
  const { many } = WORDS[type];
  if (!isNarrowed(filters)) {
    return (
      <EmptyState title={`No ${many} yet`}>Import a register of polling units, or add them one by one.</EmptyState>
    );
  }
  const clear = (
    <Button variant="default" onClick={() => onFilter(NOTHING_NARROWED)}>
      Show all {many}
    </Button>
  );
  return (
    <EmptyState title={`No ${many} match your filters`} action={clear}>
      Look for another part of the name or the start of the code, or widen the place.
    </EmptyState>
  );
}

function columnsOf(type: GeographyType, { renames, onDelete }: PlaceTableProps): Column<GeographyItem>[] {
  const { below } = WORDS[type];
  const deeper = below !== null && below !== 'pollingUnits';
  return [
    {
      key: 'name',
      header: 'Name',
      sort: 'name',
      cell: (row) => <RenameCell type={type} row={row} renames={renames} />,
    },
    { key: 'code', header: 'Code', sort: 'code', cell: ({ code }) => <span className={styles.code}>{code}</span> },
    ...(type === 'regions'
      ? []
      : [{ key: 'within', header: 'Lies in', cell: (row: GeographyItem) => <Within row={row} /> }]),
    ...(deeper
      ? [
          {
            key: 'below',
            header: WORDS[below].tab,
            numeric: true,
            cell: (row: GeographyItem) => <Inside row={row} type={below} count={row.children} />,
          },
        ]
      : []),
    ...(type === 'pollingUnits'
      ? []
      : [
          {
            key: 'units',
            header: 'Polling Units',
            numeric: true,
            cell: (row: GeographyItem) => <Inside row={row} type="pollingUnits" count={row.units} />,
          },
        ]),
    {
      key: 'registered',
      header: 'Registered voters',
      numeric: true,
      cell: ({ registeredVoters }) => formatNumber(registeredVoters),
    },
    { key: 'users', header: 'Users', numeric: true, cell: (row) => <Users row={row} /> },
    {
      key: 'actions',
      header: 'Actions',
      cell: (row) => <DeleteButton type={type} row={row} onDelete={() => onDelete(row)} />,
    },
  ];
}

/** One card a place: a row of so many columns does not fit a phone. */
function Cards({ type, rows, renames, onDelete }: PlaceTableProps & { type: GeographyType; rows: GeographyItem[] }) {
  const { below, tab } = WORDS[type];
  return (
    <ul className={styles.cards} aria-label={tab}>
      {rows.map((row) => (
        <li key={row.id} className={styles.card}>
          <RenameCell type={type} row={row} renames={renames} />
          <DeleteButton type={type} row={row} onDelete={() => onDelete(row)} />
          <div className={styles.cardFacts}>
            <span className={styles.code}>{row.code}</span>
            <Within row={row} />
            {below && below !== 'pollingUnits' && (
              <span>
                {WORDS[below].tab}: <Inside row={row} type={below} count={row.children} />
              </span>
            )}
            {type !== 'pollingUnits' && (
              <span>
                Polling Units: <Inside row={row} type="pollingUnits" count={row.units} />
              </span>
            )}
            <span>Registered voters: {formatNumber(row.registeredVoters)}</span>
            <span>
              Users: <Users row={row} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

function LoadingCards() {
  return (
    <div className={styles.loading} aria-hidden>
      {Array.from({ length: 5 }, (_, row) => (
        <Skeleton key={row} height={92} mb={10} />
      ))}
    </div>
  );
}

/** The places of the page, with what can be done with each. */
export function PlaceTable(props: PlaceTableProps) {
  const { data, error, onRetry, filters, onFilter } = props;
  const small = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const type = tabOf(filters);
  // Of the tab before: its rows are none of this one's.
  const matching = data?.matching[type] ?? undefined;
  const rows = matching === undefined ? undefined : data?.[type];
  const paging: Paging = {
    page: pageNumber(filters.page),
    pageSize: PAGE_SIZE,
    total: matching ?? 0,
    onPage: (page) => onFilter({ page: String(page) }),
  };
  const nothing = <Nothing type={type} filters={filters} onFilter={onFilter} />;
  if (small) {
    if (!rows) return error ? <ErrorView title={LOAD_FAILED} error={error} onRetry={onRetry} /> : <LoadingCards />;
    if (rows.length === 0) return nothing;
    return (
      <>
        <Cards {...props} type={type} rows={rows} />
        <DataTableFoot shown={rows.length} paging={paging} />
      </>
    );
  }
  return (
    <DataTable
      label={WORDS[type].tab}
      columns={columnsOf(type, props)}
      rows={rows}
      rowKey={({ id }) => String(id)}
      error={error}
      errorTitle={LOAD_FAILED}
      onRetry={onRetry}
      empty={nothing}
      sort={sortOf(filters)}
      onSort={(sort) => onFilter({ sort })}
      paging={paging}
    />
  );
}
