import type { UserList } from '@ec/contract/users/schemas';
import { Badge, Button, Skeleton } from '@mantine/core';
import { IconDownload, IconPlus, IconSend, IconUpload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { latePart } from '../../components/page/late-part.tsx';
import { rangeText } from '../../components/list/DataTable.tsx';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { FormerRows } from '../../components/list/LoadingRows.tsx';
import { useTicks } from '../../components/list/Ticks.tsx';
import { NeedsWrite } from '../../components/page/MayLink.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { useApprovalCounts, useReadsApprovals } from '../../domain/approvals/approval-counts.ts';
import { PlacePicker, usePlaceChip } from '../../domain/places/PlacePicker.tsx';
import { whenIdle } from '../../lib/device/when-idle.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { useReturnFocus } from '../../lib/hooks/focus.ts';
import { type Paging, usePaging } from '../../lib/hooks/paging.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { exportUsers, summaryQuery, usersQuery } from './api.ts';
import { mayTick, UserTickBar } from './bulk/BulkParts.tsx';
import { FILTERS, NOTHING_NARROWED, ROLE_GROUPS, STATUS_OPTIONS, type UserFilters as Filters } from './labels.ts';
import { ScopeCard } from './form/ScopeCard.tsx';
import { type DialogTask, type Offers, type Task, useOffers } from './tasks.ts';
import styles from './users.module.css';
import { UserTable } from './UserTable.tsx';

// What is done with people comes after the list of them.
const UserDetails = latePart(async () => (await import('./UserDetails.tsx')).UserDetails, 'The details');
const TaskDialog = latePart(async () => (await import('./TaskDialog.tsx')).TaskDialog, 'This dialog');

function fetchDialogs(): void {
  UserDetails.preload();
  TaskDialog.preload();
}

function PendingApprovals() {
  const counts = useApprovalCounts().data;
  const pending = counts?.awaitingMe ?? 0;
  return (
    <Button
      component={Link}
      to="/users/approvals"
      variant="default"
      rightSection={
        pending > 0 && (
          <Badge color="danger" circle={pending < 10}>
            {formatNumber(pending)}
          </Badge>
        )
      }
    >
      Pending Approvals
    </Button>
  );
}

/** Only what the reader may do is offered; what is created by a request says so in its form. */
function HeaderActions({
  offers,
  filters,
  onTask,
}: {
  offers: Offers | undefined;
  filters: Filters;
  onTask: (task: Task) => void;
}) {
  const readsApprovals = useReadsApprovals();
  const list = useLocation().search;
  if (!offers) return <Skeleton className={styles.actionsToCome} />;
  // Users who can only request a new user use Create User.
  const kind = offers.requests.find((each) => each !== 'create');
  return (
    <>
      {readsApprovals && <PendingApprovals />}
      <ExportButton filters={filters} />
      {offers.import && (
        <Button
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
          onClick={() => onTask({ act: 'import' })}
        >
          Bulk Import
        </Button>
      )}
      {kind && (
        <Button
          variant="default"
          leftSection={<IconSend size={16} aria-hidden />}
          onClick={() => onTask({ act: 'request', kind, user: null })}
        >
          New request
        </Button>
      )}
      {offers.create && (
        <Button component={Link} to="/users/new" state={{ list }} leftSection={<IconPlus size={16} aria-hidden />}>
          Create User
        </Button>
      )}
    </>
  );
}

/** Showing 21-40 of 57 users (from 1,041 in scope) */
function summaryLine({ users, total, inScope }: UserList, paging: Paging): string {
  const range = users.length > 0 ? rangeText(paging, users.length) : `0-0 of ${formatNumber(total)}`;
  return `Showing ${range} ${total === 1 ? 'user' : 'users'} (from ${formatNumber(inScope)} in scope)`;
}

/** What an address begins. */
const ACTS = ['import', 'export'] as const;

/** The people of the reader's area, what they may do with each, and the way to more of them. */
export function UsersPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const { id } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [task, setTask] = useState<DialogTask | null>(null);
  const summary = useQuery(summaryQuery);
  const offers = useOffers(summary.data);
  const list = useQuery(usersQuery(filters));
  const paging = usePaging(filters, setFilters, list.data?.users, list.data?.total);

  const ticks = useTicks(list.data?.users ?? [], JSON.stringify({ ...filters, view: '' }), mayTick);

  // A linked person stands in the path, one opened from the list in the query, so that the list does not move.
  const viewed = filters.view || id;
  const rememberFocus = useReturnFocus(task !== null || Boolean(viewed));
  const view = (userId: string) => setFilters({ view: userId, page: filters.page });
  const start = (next: Task) => {
    if (next.act === 'open') {
      // Back to the details, where these were open.
      const list = id ? `?${new URLSearchParams({ view: id })}` : search;
      void navigate(next.to, { state: { list } });
      return;
    }
    rememberFocus();
    setTask(next);
  };
  const closeView = () => {
    const rest = new URLSearchParams(search);
    rest.delete('view');
    if (id) void navigate({ pathname: '/users', search: rest.toString() }, { preventScrollReset: true });
    else view('');
  };
  const change = (next: Partial<Filters>) => setFilters(next);
  const asked = summary.data && ACTS.find((act) => act === filters.do && (act === 'export' || offers[act]));
  useEffect(() => {
    if (!asked) return;
    if (asked === 'export') void exportUsers({ ...filters, do: '' });
    else setTask({ act: asked });
    setFilters({ do: '' });
  }, [asked, setFilters, filters]);
  const listed = list.data !== undefined;
  useEffect(() => {
    if (listed) whenIdle(fetchDialogs);
  }, [listed]);
  return (
    <Page
      title="User Management"
      context={<ScopeCard />}
      actions={<HeaderActions offers={summary.isPending ? undefined : offers} filters={filters} onTask={start} />}
    >
      <NeedsWrite module="user_management" />
      <UserFilters
        filters={filters}
        onChange={change}
        summary={list.data && !list.isPlaceholderData ? summaryLine(list.data, paging) : undefined}
      />
      <Panel flush>
        <FormerRows former={list.isPlaceholderData}>
          <UserTable
            users={list.data?.users}
            ticks={ticks.open.length > 0 ? ticks : null}
            paging={paging}
            error={list.error}
            onRetry={list.refetch}
            filters={filters}
            onFilter={change}
            onView={(user) => {
              rememberFocus();
              view(user.id);
            }}
            onTask={start}
          />
        </FormerRows>
      </Panel>
      <UserTickBar ticks={ticks} onStatus={(status, users) => start({ act: 'status', status, users })} />
      {viewed && <UserDetails id={viewed} opened={task === null} onClose={closeView} onTask={start} />}
      {task && (
        <TaskDialog
          task={task}
          onClose={() => setTask(null)}
          onDeleted={viewed ? closeView : undefined}
          onChanged={() => ticks.set([])}
        />
      )}
    </Page>
  );
}

/** Saves the list as it is filtered; who exports stands in the audit log. */
function ExportButton({ filters }: { filters: Filters }) {
  const save = useMutation({ mutationFn: () => exportUsers(filters) });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Export CSV
    </Button>
  );
}

interface UserFiltersProps {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  /** How much of what is shown; absent while it loads. */
  summary: string | undefined;
}

const CHOICES = [
  { key: 'role', label: 'Role', data: [{ value: '', label: 'All Roles' }, ...ROLE_GROUPS] },
  { key: 'status', label: 'Status', data: [{ value: '', label: 'All Statuses' }, ...STATUS_OPTIONS] },
];

/** What the list is narrowed to. */
function UserFilters({ filters, onChange, summary = '' }: UserFiltersProps) {
  return (
    <FilterBar
      label="Users"
      placeholder="Part of a name or phone"
      filters={filters}
      whole={NOTHING_NARROWED}
      onChange={onChange}
      choices={CHOICES}
      summary={summary}
      clearLabel="Clear All Filters"
      chips={{ place: usePlaceChip(filters.place) }}
    >
      <PlacePicker value={filters.place} onChange={(place) => onChange({ place })} />
    </FilterBar>
  );
}
