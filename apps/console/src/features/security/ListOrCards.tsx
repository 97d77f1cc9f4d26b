import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DataTableFoot, type Paging } from '../../components/DataTableFoot.tsx';
import { ErrorView } from '../../components/ErrorView.tsx';
import styles from './security.module.css';

interface ListOrCardsProps<Row> {
  label: string;
  /** The first one heads the card on a phone. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  error: unknown;
  errorTitle: string;
  onRetry: () => unknown;
  empty: ReactNode;
  paging: Paging;
}

/** A list as a table; as cards with the same parts where its columns do not fit. */
export function ListOrCards<Row>(props: ListOrCardsProps<Row>) {
  const { label, columns, rows, rowKey, error, errorTitle, onRetry, empty, paging } = props;
  const small = useMediaQuery('(max-width: 61.99em)', undefined, { getInitialValueInEffect: false });
  if (!small) return <DataTable {...props} />;
  if (!rows) {
    if (error) return <ErrorView title={errorTitle} error={error} onRetry={onRetry} />;
    return (
      <div role="status" aria-label={`Loading: ${label}`} className={styles.loading}>
        {Array.from({ length: 4 }, (_, card) => (
          <Skeleton key={card} height={120} />
        ))}
      </div>
    );
  }
  if (rows.length === 0) return empty;
  const [head, ...others] = columns;
  return (
    <>
      <ul className={styles.cards} aria-label={label}>
        {rows.map((row) => (
          <li key={rowKey(row)} className={styles.card}>
            {head.cell(row)}
            <dl className={styles.cardFacts}>
              {others.map((column) => (
                <div key={column.key}>
                  <dt>{column.header}</dt>
                  <dd>{column.cell(row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      <DataTableFoot shown={rows.length} paging={paging} />
    </>
  );
}
