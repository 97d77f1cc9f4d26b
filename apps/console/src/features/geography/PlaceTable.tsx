import type { GeographyItem, GeographyType } from '@ec/contract/geography/schemas';
import { Button } from '@mantine/core';
import type { Column } from '../../components/list/DataTable.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { type CardParts, ListOrCards } from '../../components/list/ListOrCards.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import type { Paging } from '../../lib/hooks/paging.ts';
import { type Filters, isNarrowed, NOTHING_NARROWED, sortOf, tabOf } from './filters.ts';
import styles from './geography.module.css';
import { LOAD_FAILED, WORDS } from './labels.ts';
import { PlaceMenu, Inside, Users, Within } from './PlaceParts.tsx';
import { RenameCell, type Renames } from './RenameCell.tsx';

interface PlaceTableProps {
  rows: readonly GeographyItem[] | undefined;
  paging: Paging;
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

function columnsOf(
  type: GeographyType,
  { renames, onDelete }: PlaceTableProps,
): [Column<GeographyItem>, ...Column<GeographyItem>[]] {
  const { below } = WORDS[type];
  const deeper = below !== null && below !== 'pollingUnits';
  return [
    {
      key: 'name',
      header: 'Name',
      sort: 'name',
      cell: (row) => <RenameCell type={type} row={row} renames={renames} />,
    },
    { key: 'code', header: 'Code', sort: 'code', cell: ({ code }) => <span className="nowrap">{code}</span> },
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
      fixed: true,
      cell: (row) => <PlaceMenu type={type} row={row} onDelete={() => onDelete(row)} />,
    },
  ];
}

/** One place where there is little room. */
function cardOf(type: GeographyType, row: GeographyItem, { renames, onDelete }: PlaceTableProps): CardParts {
  const { below } = WORDS[type];
  return {
    head: <RenameCell type={type} row={row} renames={renames} />,
    side: <PlaceMenu type={type} row={row} onDelete={() => onDelete(row)} />,
    body: (
      <div className={styles.cardFacts}>
        <span className="nowrap">{row.code}</span>
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
    ),
  };
}

/** The places of the page, with what can be done with each. */
export function PlaceTable(props: PlaceTableProps) {
  const { rows, paging, error, onRetry, filters, onFilter } = props;
  const type = tabOf(filters);
  return (
    <ListOrCards
      label={WORDS[type].tab}
      chooseAs={`places-${type}`}
      key={type}
      columns={columnsOf(type, props)}
      card={(row) => cardOf(type, row, props)}
      cardsBelow="md"
      rows={rows}
      rowKey={({ id }) => String(id)}
      error={error}
      errorTitle={LOAD_FAILED}
      onRetry={onRetry}
      empty={<Nothing type={type} filters={filters} onFilter={onFilter} />}
      sort={sortOf(filters)}
      onSort={(sort) => onFilter({ sort })}
      paging={paging}
    />
  );
}
