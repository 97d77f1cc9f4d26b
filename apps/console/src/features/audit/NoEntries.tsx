import type { AuditLogList } from '@ec/contract/audit/schemas';
import { Button } from '@mantine/core';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { type AuditFilters, isNewestPage, narrowedBy, NEWEST_PAGE, NOTHING_NARROWED } from './filters.ts';

interface NoEntriesProps {
  filters: AuditFilters;
  list: Pick<AuditLogList, 'older' | 'newer'>;
  onFilter: (change: Partial<AuditFilters>) => void;
}

/** The empty list, with the reason and what to do. */
export function NoEntries({ filters, list: { older }, onFilter }: NoEntriesProps) {
  const narrowed = narrowedBy(filters).length > 0;
  const showAll = narrowed && (
    <Button variant="default" onClick={() => onFilter(NOTHING_NARROWED)}>
      Show all entries
    </Button>
  );
  const showNewest = !isNewestPage(filters) && (
    <Button variant="default" onClick={() => onFilter(NEWEST_PAGE)}>
      Show the newest entries
    </Button>
  );
  // A search looks through the log in stretches, so that each answer comes at once.
  if (older !== null) {
    return (
      <EmptyState
        title="No entry of this stretch of the log fits these filters."
        action={
          <>
            <Button onClick={() => onFilter({ before: String(older), after: '' })}>Look through older entries</Button>
            {showAll}
          </>
        }
      >
        Older entries have not been looked through yet.
      </EmptyState>
    );
  }
  if (narrowed) {
    return (
      <EmptyState
        title="No entry fits these filters."
        action={
          <>
            {showAll}
            {showNewest}
          </>
        }
      >
        Drop one of the filters above, or widen the period.
      </EmptyState>
    );
  }
  if (showNewest) return <EmptyState title="There is nothing beyond." action={showNewest} />;
  return (
    <EmptyState title="Nothing has been logged in your area yet.">
      Whatever anybody does appears here within a second.
    </EmptyState>
  );
}
