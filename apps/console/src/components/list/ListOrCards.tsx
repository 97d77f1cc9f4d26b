import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { type Breakpoint, belowWidth } from '../../lib/device/breakpoints.ts';
import { type Column, DataTable, DataTableFoot, type DataTableProps } from './DataTable.tsx';
import { useRowsInSteps } from '../../lib/hooks/draw-later.ts';
import { ErrorView } from '../page/ErrorView.tsx';
import styles from './ListOrCards.module.css';
import { LoadingRows } from './LoadingRows.tsx';

/** One row where there is little room. */
export interface CardParts {
  head: ReactNode;
  /** At the right of the head. */
  side?: ReactNode;
  body?: ReactNode;
  facts?: readonly { label: string; value: ReactNode }[];
  /** What can be done with it. */
  foot?: ReactNode;
}

interface ListOrCardsProps<Row> extends Omit<DataTableProps<Row>, 'columns'> {
  columns: readonly [Column<Row>, ...Column<Row>[]];
  /** Without it the first column heads the card, and the others are its facts. */
  card?: (row: Row) => CardParts;
  /** Stands above the cards, for what the head of the table offers. */
  above?: ReactNode;
  /** Below it the columns do not fit. */
  cardsBelow?: Breakpoint;
}

function partsOf<Row>([head, ...others]: ListOrCardsProps<Row>['columns'], row: Row): CardParts {
  const facts = others.map(({ header, cell }) => ({ label: header, value: cell(row) }));
  // A fact that a row does not have is no label without a value.
  return {
    head: head.cell(row),
    facts: facts.filter(({ value }) => value !== null && value !== undefined && value !== false),
  };
}

function Card({ head, side, body, facts, foot }: CardParts) {
  return (
    <>
      <div className="apart gap-8 start">
        <div className="grow">{head}</div>
        {side}
      </div>
      {body && <div className="stack gap-6 own-width">{body}</div>}
      {facts && (
        <dl className={styles.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {foot && <div className="row">{foot}</div>}
    </>
  );
}

interface CardsProps<Row> extends Pick<ListOrCardsProps<Row>, 'label' | 'rowKey'> {
  isMarked: ListOrCardsProps<Row>['isMarked'] | undefined;
  rows: readonly Row[];
  parts: (row: Row) => CardParts;
}

function Cards<Row>({ label, rows, rowKey, isMarked, parts }: CardsProps<Row>) {
  const drawn = useRowsInSteps(rows.length);
  return (
    <ul aria-label={label}>
      {rows.slice(0, drawn).map((row) => (
        <li key={rowKey(row)} className={styles.card} data-card data-marked={isMarked?.(row) || undefined}>
          <Card {...parts(row)} />
        </li>
      ))}
    </ul>
  );
}

/** A list as a table; as cards where its columns do not fit. */
export function ListOrCards<Row>({ card, above, cardsBelow = 'lg', ...list }: ListOrCardsProps<Row>) {
  const { label, columns, rows, rowKey, isMarked, error, errorTitle, onRetry, empty, paging, foot } = list;
  const small = useMediaQuery(`screen and ${belowWidth(cardsBelow)}`, undefined, { getInitialValueInEffect: false });
  if (!small) return <DataTable {...list} />;
  if (!rows && error) {
    return (
      <ErrorView title={errorTitle ?? 'The list could not be loaded'} error={error} {...(onRetry && { onRetry })} />
    );
  }
  if (!rows) {
    return <LoadingRows label={`Loading: ${label}`} rows={4} height={110} />;
  }
  if (rows.length === 0) return empty;
  return (
    <>
      {above && <div className={styles.card}>{above}</div>}
      <Cards
        label={label}
        rows={rows}
        rowKey={rowKey}
        isMarked={isMarked}
        parts={card ?? ((row) => partsOf(columns, row))}
      />
      {foot ?? <DataTableFoot shown={rows.length} paging={paging} />}
    </>
  );
}
