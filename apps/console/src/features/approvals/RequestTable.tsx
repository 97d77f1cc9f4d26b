import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { type Role, NATIONAL_ROLES } from '@ec/contract/permissions/roles';
import { Checkbox, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import type { Column, DataTableProps } from '../../components/list/DataTable.tsx';
import { ListOrCards } from '../../components/list/ListOrCards.tsx';
import styles from './approvals.module.css';
import { isAsked, placeOf, priorityChip, roleTitle, shortId, statusChip, typeLabel } from './labels.ts';
import { RequestActions } from './RequestActions.tsx';
import type { Task } from './tasks.ts';
import { UsDate } from './UsDate.tsx';

/** Whether the role decides on several requests at once. */
export const mayActInBulk = (role: Role): boolean => NATIONAL_ROLES.some((national) => national === role);

/** The rows that may be ticked: those that the reader may decide. */
const tickable = (requests: readonly ApprovalRequest[]): ApprovalRequest[] =>
  requests.filter((request) => request.can.decide);

interface Ticks {
  /** The ticked rows of the page that may still be ticked. */
  ticked: ApprovalRequest[];
  all: boolean;
  some: boolean;
  toggle: (id: string) => void;
  toggleAll: () => void;
  set: (ids: readonly string[]) => void;
}

/**
 * The ticks of one page. They are kept by id, so that a refreshed list keeps them; a row that another user has decided
 * meanwhile counts no more. Another page or other filters (`page`) begin without any.
 */
export function useTicks(requests: readonly ApprovalRequest[], page: string): Ticks {
  const [{ of, ids }, setState] = useState<{ of: string; ids: ReadonlySet<string> }>({ of: page, ids: new Set() });
  const held = of === page ? ids : new Set<string>();
  const open = tickable(requests);
  const ticked = open.filter(({ id }) => held.has(id));
  const set = (next: Iterable<string>) => setState({ of: page, ids: new Set(next) });
  const all = open.length > 0 && ticked.length === open.length;
  return {
    ticked,
    all,
    some: ticked.length > 0,
    toggle: (id) => set(held.has(id) ? [...held].filter((other) => other !== id) : [...held, id]),
    toggleAll: () => set(all ? [] : open.map(({ id }) => id)),
    set,
  };
}

interface RequestTableProps extends Pick<DataTableProps<ApprovalRequest>, 'error' | 'onRetry' | 'empty' | 'paging'> {
  /** Undefined while they load. */
  requests: readonly ApprovalRequest[] | undefined;
  /** Null for readers who do not decide on several at once. */
  ticks: Ticks | null;
  onView: (request: ApprovalRequest) => void;
  onTask: (task: Task) => void;
}

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

function Tick({ request, ticks }: { request: ApprovalRequest; ticks: Ticks }) {
  const ticked = ticks.ticked.some(({ id }) => id === request.id);
  return (
    <label className={styles.tickLabel}>
      <Checkbox checked={ticked} disabled={!request.can.decide} onChange={() => ticks.toggle(request.id)} />
      <VisuallyHidden>Select the request for {request.targetUserName}</VisuallyHidden>
    </label>
  );
}

const typeOf = ({ id, requestType }: ApprovalRequest) => (
  <>
    <div className="medium breaks">{typeLabel(requestType)}</div>
    <code className="quiet">{shortId(id)}</code>
  </>
);

const personOf = ({ targetUserName, userData }: ApprovalRequest) => (
  <>
    <div className="medium breaks">{targetUserName}</div>
    <div className="quiet">{roleTitle(userData.role)}</div>
    <div className="quiet">{placeOf(userData)}</div>
  </>
);

const FACTS: Column<ApprovalRequest>[] = [
  { key: 'priority', header: 'Priority', cell: ({ priority }) => <StatusChip {...priorityChip(priority)} /> },
  {
    key: 'status',
    header: 'Status',
    cell: (request) => (
      <div className="row gap-4">
        <StatusChip {...statusChip(request.status)} />
        {isAsked(request) && <StatusChip tone="info" label="Information requested" />}
      </div>
    ),
  },
  { key: 'date', header: 'Date', cell: ({ createdAt }) => <UsDate moment={createdAt} /> },
];

/** Requests with what each may be done about. */
export function RequestTable({ requests, ticks, onView, onTask, ...list }: RequestTableProps) {
  const actionsOf = (request: ApprovalRequest) => <RequestActions request={request} onView={onView} onTask={onTask} />;
  const tickAll = ticks && <TickAll requests={requests ?? []} ticks={ticks} />;
  const columns: [Column<ApprovalRequest>, ...Column<ApprovalRequest>[]] = [
    { key: 'request', header: 'Request', cell: typeOf },
    { key: 'user', header: 'User', cell: personOf },
    ...FACTS,
    { key: 'actions', header: 'Actions', cell: (request) => <div className={styles.acts}>{actionsOf(request)}</div> },
  ];
  if (ticks) {
    columns.unshift({
      key: 'tick',
      header: 'Select',
      head: tickAll,
      cell: (request) => <Tick request={request} ticks={ticks} />,
    });
  }
  return (
    <ListOrCards
      label="Approval requests"
      columns={columns}
      card={(request) => ({
        head: typeOf(request),
        side: ticks && <Tick request={request} ticks={ticks} />,
        body: personOf(request),
        facts: FACTS.map(({ header, cell }) => ({ label: header, value: cell(request) })),
        foot: actionsOf(request),
      })}
      above={tickAll}
      rows={requests}
      rowKey={({ id }) => id}
      isMarked={({ id }) => ticks?.ticked.some((request) => request.id === id) ?? false}
      errorTitle="Failed to load approval requests"
      {...list}
    />
  );
}
