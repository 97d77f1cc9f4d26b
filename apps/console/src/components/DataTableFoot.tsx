import { Pagination } from '@mantine/core';
import { formatCount, formatNumber } from '../lib/format.ts';
import styles from './DataTable.module.css';

export interface Paging {
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
}

/** How many rows there are, which of them are shown, and the way to the others. */
export function DataTableFoot({ shown, paging }: { shown: number; paging: Paging | undefined }) {
  if (!paging) return <div className={styles.foot}>{formatCount(shown, 'row')}</div>;
  const first = (paging.page - 1) * paging.pageSize + 1;
  const pages = Math.max(1, Math.ceil(paging.total / paging.pageSize));
  return (
    <div className={styles.foot}>
      <span role="status">
        Showing {formatNumber(first)}-{formatNumber(first + shown - 1)} of {formatNumber(paging.total)}
      </span>
      {pages > 1 && (
        <Pagination
          total={pages}
          value={paging.page}
          onChange={paging.onPage}
          size="sm"
          withEdges
          getControlProps={(control) => ({ 'aria-label': `${control[0]?.toUpperCase()}${control.slice(1)} page` })}
          getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
        />
      )}
    </div>
  );
}
