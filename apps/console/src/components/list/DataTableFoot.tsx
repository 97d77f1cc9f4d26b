import type { ReactNode } from 'react';
import { formatCount, formatNumber } from '../../lib/format/format.ts';
import type { Paging } from '../../lib/hooks/paging.ts';
import styles from './DataTable.module.css';
import { Pager } from './Pager.tsx';

/** 21-40 of 57: which of all rows stand on a page. */
export function rangeText({ page, pageSize, total }: Paging, shown: number): string {
  const first = (page - 1) * pageSize + 1;
  return `${formatNumber(first)}-${formatNumber(first + shown - 1)} of ${formatNumber(total)}`;
}

/** The line below a list. */
export function ListFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>;
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
