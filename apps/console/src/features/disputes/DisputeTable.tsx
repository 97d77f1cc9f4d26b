import type { Dispute } from '@ec/contract/disputes/schemas';
import type { ReactNode } from 'react';
import type { Column } from '../../components/list/DataTable.tsx';
import { type CardParts, ListOrCards } from '../../components/list/ListOrCards.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import type { Paging } from '../../lib/hooks/paging.ts';
import { Assignee, Election, RaisedBy, Reason, Unit } from './DisputeParts.tsx';
import { disputeState } from './labels.ts';

const COLUMNS: [Column<Dispute>, ...Column<Dispute>[]] = [
  { key: 'unit', header: 'Polling unit', cell: (dispute) => <Unit dispute={dispute} /> },
  { key: 'election', header: 'Election', cell: (dispute) => <Election dispute={dispute} /> },
  { key: 'reason', header: 'Reason', cell: (dispute) => <Reason dispute={dispute} /> },
  { key: 'raised', header: 'Raised', cell: (dispute) => <RaisedBy dispute={dispute} /> },
  { key: 'assignee', header: 'Assignee', cell: (dispute) => <Assignee dispute={dispute} /> },
  {
    key: 'state',
    header: 'State',
    cell: (dispute) => (
      <div className="nowrap">
        <StatusChip {...disputeState(dispute)} />
        <div className="quiet">
          Changed <TimeText moment={dispute.updatedAt} />
        </div>
      </div>
    ),
  },
];

/** The whole card leads to its dispute. */
const cardOf = (dispute: Dispute): CardParts => ({
  head: <Unit dispute={dispute} />,
  side: <StatusChip {...disputeState(dispute)} />,
  body: <Reason dispute={dispute} />,
  facts: [
    { label: 'Election', value: <Election dispute={dispute} /> },
    { label: 'Raised', value: <RaisedBy dispute={dispute} /> },
    { label: 'Assignee', value: <Assignee dispute={dispute} /> },
    { label: 'Last change', value: <TimeText moment={dispute.updatedAt} /> },
  ],
});

interface DisputeTableProps {
  disputes: readonly Dispute[] | undefined;
  error: unknown;
  onRetry: () => unknown;
  empty: ReactNode;
  paging: Paging;
}

/** The disputes of the page, each with the way to it. */
export function DisputeTable({ disputes, ...list }: DisputeTableProps) {
  return (
    <ListOrCards
      label="Disputes"
      chooseAs="disputes"
      columns={COLUMNS}
      card={cardOf}
      rows={disputes}
      rowKey={({ id }) => id}
      errorTitle="The disputes could not be loaded"
      {...list}
    />
  );
}
