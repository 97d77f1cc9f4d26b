import { AUDIT_COUNT_LIMIT, type AuditLogList } from '@ec/contract/audit/schemas';
import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react';
import { ListFoot } from '../../components/list/DataTable.tsx';
import { formatCount, formatNumber } from '../../lib/format/format.ts';
import styles from './audit.module.css';
import { type AuditFilters, NEWEST_PAGE } from './filters.ts';

interface AuditFootProps {
  list: AuditLogList;
  /** True while the newest entries are shown. */
  newest: boolean;
  onPage: (change: Pick<AuditFilters, 'before' | 'after'>) => void;
}

/** 1,234 entries; more than 10,000 where they were not counted further, or at least so many where not all was looked through. */
export function totalText({ total, totalIsExact }: Pick<AuditLogList, 'total' | 'totalIsExact'>): string {
  if (totalIsExact) return formatCount(total, 'entry', 'entries');
  return total < AUDIT_COUNT_LIMIT
    ? `at least ${formatCount(total, 'entry', 'entries')}`
    : `more than ${formatNumber(total)} entries`;
}

/** How many there are, and the way to newer and older ones. */
export function AuditFoot({ list, newest, onPage }: AuditFootProps) {
  const { entries, older, newer } = list;
  return (
    <ListFoot>
      <span role="status">{`Showing ${formatNumber(entries.length)} of ${totalText(list)}`}</span>
      <nav aria-label="Pages" className={`row gap-6 ${styles.pages}`}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconChevronsLeft size={14} aria-hidden />}
          disabled={newest}
          onClick={() => onPage(NEWEST_PAGE)}
        >
          Newest
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconChevronLeft size={14} aria-hidden />}
          disabled={newer === null}
          onClick={() => onPage({ before: '', after: String(newer) })}
        >
          Newer
        </Button>
        <Button
          variant="default"
          size="xs"
          rightSection={<IconChevronRight size={14} aria-hidden />}
          disabled={older === null}
          onClick={() => onPage({ before: String(older), after: '' })}
        >
          Older
        </Button>
      </nav>
    </ListFoot>
  );
}
