import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { NATIONAL_ROLES, type Role } from '@ec/contract/permissions/roles';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import type { Column, DataTableProps } from '../../components/list/DataTable.tsx';
import { ListOrCards } from '../../components/list/ListOrCards.tsx';
import { Tick, TickAll, type Ticks } from '../../components/list/Ticks.tsx';
import { isAsked, placeOf, priorityChip, roleTitle, shortId, statusChip, typeLabel } from './labels.ts';
import { RowActions } from './RequestActions.tsx';
import type { Task } from './tasks.ts';
import { UsDate } from './RequestFacts.tsx';

/** Whether the role decides on several requests at once. */
export const mayActInBulk = (role: Role): boolean => NATIONAL_ROLES.some((national) => national === role);

/** Ticked are those that the reader may decide. */
export const mayTick = (request: ApprovalRequest): boolean => request.can.decide;

interface RequestTableProps extends Pick<DataTableProps<ApprovalRequest>, 'error' | 'onRetry' | 'empty' | 'paging'> {
  /** Undefined while they load. */
  requests: readonly ApprovalRequest[] | undefined;
  /** Null for readers who do not decide on several at once. */
  ticks: Ticks<ApprovalRequest> | null;
  onView: (request: ApprovalRequest) => void;
  onTask: (task: Task) => void;
}

function tickAllLabel({ open }: Ticks<ApprovalRequest>): string {
  if (open.length === 0) return 'No request on this page is yours to decide';
  return `Select all ${open.length} that you may decide on this page`;
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
  const actionsOf = (request: ApprovalRequest) => <RowActions request={request} onView={onView} onTask={onTask} />;
  const tickAll = ticks && <TickAll ticks={ticks} label={tickAllLabel(ticks)} />;
  const tickOf = (request: ApprovalRequest) =>
    ticks && <Tick row={request} ticks={ticks} label={`Select the request for ${request.targetUserName}`} />;
  const columns: [Column<ApprovalRequest>, ...Column<ApprovalRequest>[]] = [
    { key: 'request', header: 'Request', fixed: true, cell: typeOf },
    { key: 'user', header: 'User', fixed: true, cell: personOf },
    ...FACTS,
    {
      key: 'actions',
      header: 'Actions',
      fixed: true,
      cell: actionsOf,
    },
  ];
  if (ticks) {
    columns.unshift({
      key: 'tick',
      header: 'Select',
      head: tickAll,
      cell: tickOf,
    });
  }
  return (
    <ListOrCards
      label="Approval requests"
      chooseAs="approvals"
      columns={columns}
      card={(request) => ({
        head: typeOf(request),
        side: tickOf(request),
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
