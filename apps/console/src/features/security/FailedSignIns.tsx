import type { FailedSignIn } from '@ec/contract/security/schemas';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Column } from '../../components/list/DataTable.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { FormerRows } from '../../components/list/LoadingRows.tsx';
import { ListOrCards } from '../../components/list/ListOrCards.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { formatClock, formatDate, formatExact } from '../../lib/format/format.ts';
import { usePaging } from '../../lib/hooks/paging.ts';
import { signInsQuery } from './api.ts';
import { Address, Person } from './Cells.tsx';
import { FILTERS, HOURS_CHOICES, hoursOf, type SecurityListProps } from './filters.ts';

const COLUMNS: [Column<FailedSignIn>, ...Column<FailedSignIn>[]] = [
  {
    key: 'at',
    header: 'When',
    cell: ({ at }) => (
      <time dateTime={at} title={formatExact(at)} className="nowrap">
        {formatDate(at)} {formatClock(at)}
      </time>
    ),
  },
  {
    key: 'person',
    header: 'Person',
    cell: ({ user }) => (user ? <Person user={user} /> : <span className="hint">No account has this number</span>),
  },
  { key: 'phone', header: 'Phone', cell: ({ phone }) => <span className="nowrap">{phone}</span> },
  { key: 'reason', header: 'Refused because', cell: ({ reason }) => reason },
  { key: 'ip', header: 'IP address', cell: ({ ip }) => <Address ip={ip} /> },
  { key: 'device', header: 'Device', cell: ({ device }) => device },
];

const WHOLE = { q: '', hours: FILTERS.hours };
const CHOICES = [{ key: 'hours', label: 'Period', data: HOURS_CHOICES }];

/** Refused attempts to sign in, the newest first. */
export function FailedSignIns({ filters, onFilter }: SecurityListProps) {
  const list = useQuery(signInsQuery(filters));
  const paging = usePaging(filters, onFilter, list.data?.attempts, list.data?.total);
  const longest = HOURS_CHOICES.at(-1)?.value ?? '';
  const hours = hoursOf(filters);
  return (
    <div className="stack gap-12">
      <FilterBar
        label="Failed sign-ins"
        placeholder="Part of a name or phone"
        filters={{ ...filters, hours }}
        whole={WHOLE}
        onChange={onFilter}
        choices={CHOICES}
      />
      <Panel flush>
        <FormerRows former={list.isPlaceholderData}>
          <ListOrCards
            label="Failed sign-ins"
            columns={COLUMNS}
            rows={list.data?.attempts}
            rowKey={({ at, phone, ip }) => `${at} ${phone} ${ip}`}
            error={list.error}
            errorTitle="The failed sign-ins could not be loaded"
            onRetry={list.refetch}
            empty={
              <EmptyState
                title={filters.q ? 'No failed sign-in fits this search.' : 'No sign-in failed in this time.'}
                action={
                  hours !== longest && (
                    <Button variant="default" onClick={() => onFilter({ hours: longest })}>
                      Look at the last 90 days
                    </Button>
                  )
                }
              >
                Each attempt that is refused appears here with its reason.
              </EmptyState>
            }
            paging={paging}
          />
        </FormerRows>
      </Panel>
    </div>
  );
}
