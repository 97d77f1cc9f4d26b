import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { Checkbox, Skeleton, VisuallyHidden } from '@mantine/core';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import styles from './approvals.module.css';
import { isAsked, placeOf, priorityChip, roleTitle, shortId, statusChip, typeLabel } from './labels.ts';
import { RequestActions } from './RequestActions.tsx';
import type { Task } from './tasks.ts';
import { type Ticks, tickable } from './ticks.ts';
import { UsDate } from './UsDate.tsx';

interface RequestTableProps {
  /** Undefined while they load. */
  requests: readonly ApprovalRequest[] | undefined;
  /** Null for readers who do not decide on several at once. */
  ticks: Ticks | null;
  onView: (request: ApprovalRequest) => void;
  onTask: (task: Task) => void;
}

const COLUMNS = ['Request', 'User', 'Priority', 'Status', 'Date', 'Actions'];

function TickAll({ requests, ticks }: { requests: readonly ApprovalRequest[]; ticks: Ticks }) {
  const count = tickable(requests).length;
  const label =
    count === 0 ? 'No request on this page is yours to decide' : `Select all ${count} that you may decide on this page`;
  return (
    <label className={styles.tickLabel} title={label}>
      <Checkbox
        aria-label={label}
        checked={ticks.all}
        indeterminate={ticks.some && !ticks.all}
        disabled={count === 0}
        onChange={ticks.toggleAll}
      />
      <span className={styles.tickWords} aria-hidden>
        {label}
      </span>
    </label>
  );
}

/** Requests with what each may be done about. On a phone each row is laid out as a card. */
export function RequestTable({ requests, ticks, onView, onTask }: RequestTableProps) {
  return (
    <table className={styles.table} aria-label="Approval requests" aria-busy={!requests}>
      <thead>
        <tr className={styles.headRow}>
          {ticks && (
            <th scope="col" className={styles.tick}>
              <TickAll requests={requests ?? []} ticks={ticks} />
            </th>
          )}
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className={styles.columnHead}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {requests
          ? requests.map((request) => (
              <RequestRow key={request.id} request={request} ticks={ticks} onView={onView} onTask={onTask} />
            ))
          : Array.from({ length: 6 }, (_, row) => (
              <tr key={row}>
                <td colSpan={COLUMNS.length + (ticks ? 1 : 0)}>
                  <Skeleton height={40} />
                </td>
              </tr>
            ))}
      </tbody>
    </table>
  );
}

interface RequestRowProps extends Omit<RequestTableProps, 'requests'> {
  request: ApprovalRequest;
}

function RequestRow({ request, ticks, onView, onTask }: RequestRowProps) {
  const { userData } = request;
  const tickedNow = ticks?.ticked.some(({ id }) => id === request.id) ?? false;
  return (
    <tr data-ticked={tickedNow || undefined}>
      {ticks && (
        <td className={styles.tick}>
          <label className={styles.tickLabel}>
            <Checkbox checked={tickedNow} disabled={!request.can.decide} onChange={() => ticks.toggle(request.id)} />
            <VisuallyHidden>Select the request for {request.targetUserName}</VisuallyHidden>
          </label>
        </td>
      )}
      <td className={styles.request}>
        <div className="medium breaks">{typeLabel(request.requestType)}</div>
        <code className="quiet">{shortId(request.id)}</code>
      </td>
      <td className={styles.user}>
        <div className="medium breaks">{request.targetUserName}</div>
        <div className="quiet">{roleTitle(userData.role)}</div>
        <div className="quiet">{placeOf(userData)}</div>
      </td>
      <td data-label="Priority">
        <StatusChip {...priorityChip(request.priority)} />
      </td>
      <td data-label="Status">
        <div className="row gap-4">
          <StatusChip {...statusChip(request.status)} />
          {isAsked(request) && <StatusChip tone="info" label="Information requested" />}
        </div>
      </td>
      <td data-label="Date" className={styles.date}>
        <UsDate moment={request.createdAt} />
      </td>
      <td className={styles.acts}>
        <RequestActions request={request} onView={onView} onTask={onTask} />
      </td>
    </tr>
  );
}
