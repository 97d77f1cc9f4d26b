import type { AuditTrailEntry } from '@ec/contract/approvals/schemas';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DataTableFoot } from '../../components/list/DataTableFoot.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { FormerRows } from '../../components/list/FormerRows.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { formatPhone } from '../../lib/format/format.ts';
import { isNarrowedFrom, known } from '../../lib/hooks/narrowing.ts';
import styles from './approvals.module.css';
import { auditTrailQuery } from './api.ts';
import { roleTitle, shortId, STATUS_CHOICES, statusChip, TYPE_CHOICES, typeLabel } from './labels.ts';
import { pageNumber, usePaging } from '../../lib/hooks/paging.ts';
import { UsDate } from './UsDate.tsx';

const ACTION_CHOICES = STATUS_CHOICES.filter(({ value }) => value !== 'PENDING').map((choice) =>
  choice.value === '' ? { value: '', label: 'All actions' } : choice,
);
const WHOLE = { q: '', type: '', status: '' };
const CHOICES = [
  { key: 'type', label: 'Type', data: TYPE_CHOICES },
  { key: 'status', label: 'Action', data: ACTION_CHOICES },
];
const COLUMNS = ['Request', 'User', 'Action', 'Reviewer', 'Date'];

interface AuditTabProps {
  filters: typeof WHOLE & { page: string };
  onFilter: (change: Record<string, string>) => void;
  onView: (id: string) => void;
}

/** What was decided, by whom and when. */
export function AuditTab({ filters, onFilter, onView }: AuditTabProps) {
  const { q, type, status } = filters;
  const page = pageNumber(filters.page);
  const asked = { q, type: known(TYPE_CHOICES, type), status: known(ACTION_CHOICES, status), page };
  const trail = useQuery(auditTrailQuery(asked));
  const entries = trail.data?.auditTrail;
  const paging = usePaging(filters, onFilter, entries, trail.data?.total);
  return (
    <>
      <FilterBar
        label="Audit trail"
        placeholder="Name or phone"
        filters={filters}
        whole={WHOLE}
        onChange={onFilter}
        choices={CHOICES}
      />
      <Panel flush>
        {trail.error && !entries ? (
          <ErrorView title="Failed to load the audit trail" error={trail.error} onRetry={trail.refetch} />
        ) : entries?.length === 0 ? (
          <EmptyState title="No requests found">
            {isNarrowedFrom(filters, WHOLE) ? 'No decision fits these filters.' : 'Nothing has been decided yet.'}
          </EmptyState>
        ) : (
          <FormerRows former={trail.isPlaceholderData}>
            <AuditTable entries={entries} onView={onView} />
            {entries && <DataTableFoot shown={entries.length} paging={paging} />}
          </FormerRows>
        )}
      </Panel>
    </>
  );
}

interface AuditTableProps {
  entries: readonly AuditTrailEntry[] | undefined;
  onView: (id: string) => void;
}

function AuditTable({ entries, onView }: AuditTableProps) {
  return (
    <table className={styles.table} aria-label="Audit trail" aria-busy={!entries}>
      <thead>
        <tr className={styles.headRow}>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className={styles.columnHead}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries
          ? entries.map((entry) => <AuditRow key={entry.id} entry={entry} onView={onView} />)
          : Array.from({ length: 6 }, (_, row) => (
              <tr key={row}>
                <td colSpan={COLUMNS.length}>
                  <Skeleton height={32} />
                </td>
              </tr>
            ))}
      </tbody>
    </table>
  );
}

function AuditRow({ entry, onView }: { entry: AuditTrailEntry; onView: (id: string) => void }) {
  const { id, type, status, user, reviewer, reviewedAt } = entry;
  return (
    <tr>
      <td className={styles.request}>
        <div className="medium breaks">{typeLabel(type)}</div>
        <Button
          variant="transparent"
          size="compact-sm"
          className={styles.idButton ?? ''}
          aria-label={`View Details: ${shortId(id)}`}
          onClick={() => onView(id)}
        >
          <code>{shortId(id)}</code>
        </Button>
      </td>
      <td className={styles.user}>
        <div className="medium breaks">{user.name}</div>
        <div className="quiet">{formatPhone(user.phone)}</div>
      </td>
      <td data-label="Action">
        <StatusChip {...statusChip(status)} />
      </td>
      <td data-label="Reviewer">
        {reviewer ? (
          <div>
            {reviewer.name}
            <div className="quiet">{roleTitle(reviewer.role)}</div>
          </div>
        ) : (
          '–'
        )}
      </td>
      <td data-label="Date" className={styles.date}>
        <UsDate moment={reviewedAt} />
      </td>
    </tr>
  );
}
