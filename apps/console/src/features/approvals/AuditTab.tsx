import type { AuditTrailEntry } from '@ec/contract/approvals/schemas';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Column } from '../../components/list/DataTable.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { FormerRows } from '../../components/list/LoadingRows.tsx';
import { ListOrCards } from '../../components/list/ListOrCards.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { formatPhone } from '../../lib/format/format.ts';
import { isFilteredFrom, known } from '../../lib/hooks/use-url-state.ts';
import styles from './approvals.module.css';
import { auditTrailQuery } from './api.ts';
import { roleTitle, shortId, STATUS_CHOICES, statusChip, TYPE_CHOICES, typeLabel } from './labels.ts';
import { pageNumber, usePaging } from '../../lib/hooks/paging.ts';
import { UsDate } from './RequestFacts.tsx';

const ACTION_CHOICES = STATUS_CHOICES.filter(({ value }) => value !== 'PENDING').map((choice) =>
  choice.value === '' ? { value: '', label: 'All actions' } : choice,
);
const WHOLE = { q: '', type: '', status: '' };
const CHOICES = [
  { key: 'type', label: 'Type', data: TYPE_CHOICES },
  { key: 'status', label: 'Action', data: ACTION_CHOICES },
];

const FACTS: Column<AuditTrailEntry>[] = [
  {
    key: 'user',
    header: 'User',
    cell: ({ user }) => (
      <>
        <div className="medium breaks">{user.name}</div>
        <div className="quiet">{formatPhone(user.phone)}</div>
      </>
    ),
  },
  { key: 'action', header: 'Action', cell: ({ status }) => <StatusChip {...statusChip(status)} /> },
  {
    key: 'reviewer',
    header: 'Reviewer',
    cell: ({ reviewer }) =>
      reviewer ? (
        <>
          {reviewer.name}
          <div className="quiet">{roleTitle(reviewer.role)}</div>
        </>
      ) : (
        '–'
      ),
  },
  { key: 'date', header: 'Date', cell: ({ reviewedAt }) => <UsDate moment={reviewedAt} /> },
];

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
  const columns: [Column<AuditTrailEntry>, ...Column<AuditTrailEntry>[]] = [
    {
      key: 'request',
      header: 'Request',
      cell: ({ id, type }) => (
        <>
          <div className="medium breaks">{typeLabel(type)}</div>
          <Button
            variant="transparent"
            size="xs"
            className={styles.idButton ?? ''}
            aria-label={`View Details: ${shortId(id)}`}
            onClick={() => onView(id)}
          >
            <code>{shortId(id)}</code>
          </Button>
        </>
      ),
    },
    ...FACTS,
  ];
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
        <FormerRows former={trail.isPlaceholderData}>
          <ListOrCards
            label="Audit trail"
            columns={columns}
            rows={entries}
            rowKey={({ id }) => id}
            error={trail.error}
            errorTitle="Failed to load the audit trail"
            onRetry={trail.refetch}
            empty={
              <EmptyState title="No requests found">
                {isFilteredFrom(filters, WHOLE) ? 'No decision fits these filters.' : 'Nothing has been decided yet.'}
              </EmptyState>
            }
            paging={paging}
          />
        </FormerRows>
      </Panel>
    </>
  );
}
