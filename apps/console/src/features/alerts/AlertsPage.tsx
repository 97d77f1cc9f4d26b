import type { AlertBulkAnswer, AlertGroupList } from '@ec/contract/alerts/bulk';
import type { Alert, AlertPriority } from '@ec/contract/alerts/schemas';
import { decideAccess } from '@ec/contract/permissions/decide-access';
import { ADMIN_ROLES } from '@ec/contract/permissions/roles';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { UnreadCount } from '../../components/list/Inbox.tsx';
import { Segmented } from '../../components/form/Segmented.tsx';
import { StateTabs } from '../../components/list/StateTabs.tsx';
import { Page } from '../../components/page/Page.tsx';
import { alertCountText, useAlertCounts } from '../../domain/alerts/alert-counts.ts';
import { ElectionFilter, useElectionChip } from '../../domain/elections/ElectionFilter.tsx';
import { PlacePicker, usePlaceChip } from '../../domain/places/PlacePicker.tsx';
import { useReturnFocus } from '../../lib/hooks/focus.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { useAskedAct } from '../../lib/hooks/use-asked-act.ts';
import { useAccessSubject } from '../../lib/session/session.ts';
import { AcknowledgeDialog } from './AcknowledgeDialog.tsx';
import { AlertActions } from './AlertActions.tsx';
import { AlertDialog } from './AlertDialog.tsx';
import { AlertGroups } from './AlertGroups.tsx';
import { AlertList } from './AlertList.tsx';
import { type BulkAsk, BulkDialog } from './BulkDialog.tsx';
import { UndoBar } from './BulkBar.tsx';
import styles from './alerts.module.css';
import { exportAlerts, groupsQuery, SHOWN_GROUPS_KEY } from './api.ts';
import {
  type AlertFilters,
  FILTERS,
  GROUP_SORTS,
  groupParametersOf,
  NOTHING_NARROWED,
  PRIORITY_CHOICES,
  RULE_CHOICES,
  SINGLE,
  SINGLE_SORTS,
  STATE_CHOICES,
  TYPE_CHOICES,
  UNREAD,
} from './filters.ts';
import { RaiseDialog } from './RaiseDialog.tsx';

const RAISING = { module: 'alerts', level: 'write', privilege: 'canManageAlerts' } as const;
const CHANGING = { roles: ADMIN_ROLES, ...RAISING } as const;

// A dialog that opens or closes does not draw what it stands before.
const Filters = memo(AlertFilterBar);
const Order = memo(AlertOrder);
const Singles = memo(AlertList);
const Groups = memo(AlertGroups);

/** Alerts of the system and of users about the reader's area: grouped, or one by one. */
export function AlertsPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const [params, setParams] = useSearchParams();
  const [raising, setRaising] = useState(false);
  const [acting, setActing] = useState<Alert | null>(null);
  const [asking, setAsking] = useState<BulkAsk | null>(null);
  const [done, setDone] = useState<AlertBulkAnswer | null>(null);
  const counts = useAlertCounts().data;
  const groups = useQuery(groupsQuery(groupParametersOf(filters), SHOWN_GROUPS_KEY)).data;
  const subject = useAccessSubject();
  const mayRaise = decideAccess(subject, RAISING).allowed;
  const mayChange = decideAccess(subject, CHANGING).allowed;
  const open = params.get('alert');
  const rememberFocus = useReturnFocus(raising || acting !== null || asking !== null);

  const close = () =>
    setParams(
      (old) => {
        old.delete('alert');
        return old;
      },
      { replace: true, preventScrollReset: true },
    );
  const acknowledge = useCallback(
    (alert: Alert) => {
      rememberFocus();
      setActing(alert);
    },
    [rememberFocus],
  );
  const raise = () => {
    rememberFocus();
    setRaising(true);
  };
  useAskedAct({ raise: mayRaise ? raise : undefined, export: () => void exportAlerts(filters) });
  const ask = useCallback(
    (next: BulkAsk) => {
      rememberFocus();
      setDone(null);
      setAsking(next);
    },
    [rememberFocus],
  );
  const undo = done && <UndoBar key={done.id} answer={done} onClose={() => setDone(null)} />;
  return (
    <Page
      title="Alert Center"
      context={
        counts && (
          <>
            <UnreadCount unread={counts.unread} text={alertCountText(counts.unread)} /> {alertCountText(counts.open)}{' '}
            open in your area
          </>
        )
      }
      contextComes={1}
      actions={
        <AlertActions
          filters={filters}
          unread={counts?.unread ?? 0}
          newest={groups?.newestId ?? undefined}
          onRaise={mayRaise ? raise : undefined}
        />
      }
    >
      <Filters filters={filters} onChange={setFilters} />
      <Order filters={filters} onChange={setFilters} counts={groups?.priorities} />
      {filters.view === SINGLE ? (
        <>
          {undo}
          <Singles filters={filters} onFilter={setFilters} onAcknowledge={acknowledge} />
        </>
      ) : (
        <Groups
          filters={filters}
          onFilter={setFilters}
          onAcknowledge={acknowledge}
          onBulk={mayChange ? ask : undefined}
          undo={undo}
        />
      )}
      {open !== null && acting === null && asking === null && (
        <AlertDialog id={open} onAcknowledge={acknowledge} onBulk={ask} onClose={close} />
      )}
      {acting && <AcknowledgeDialog alert={acting} onClose={() => setActing(null)} />}
      {asking && <BulkDialog ask={asking} onDone={setDone} onClose={() => setAsking(null)} />}
      {raising && <RaiseDialog onClose={() => setRaising(false)} />}
    </Page>
  );
}

const VIEWS = [
  { value: '', label: 'Grouped' },
  { value: SINGLE, label: 'Single' },
];
const PRIORITY_TABS = [{ value: '', label: 'All' }, ...PRIORITY_CHOICES.filter(({ value }) => value !== '')];

/** How many alerts there are of each severity, in which order they stand, and whether one by one. */
function AlertOrder({
  filters,
  onChange,
  counts,
}: AlertFilterBarProps & { counts: AlertGroupList['priorities'] | undefined }) {
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const countOf = (value: string) => (value === '' ? all : counts?.[value as AlertPriority]);
  return (
    <div className="row gap-8-12">
      <StateTabs
        label="Alerts by severity"
        className={styles.tabs}
        tabs={PRIORITY_TABS.map((tab) => ({ ...tab, count: countOf(tab.value) }))}
        value={filters.priority}
        onChange={(priority) => onChange({ priority })}
      />
      <Select
        aria-label="Order"
        className={styles.sort ?? ''}
        data={filters.view === SINGLE ? SINGLE_SORTS : GROUP_SORTS}
        value={filters.sort}
        allowDeselect={false}
        onChange={(sort) => onChange({ sort: sort ?? '' })}
      />
      <Segmented
        aria-label="View"
        data={VIEWS}
        value={filters.view}
        onChange={(view) => onChange({ view, sort: '' })}
      />
    </div>
  );
}

interface AlertFilterBarProps {
  filters: AlertFilters;
  onChange: (change: Partial<AlertFilters>) => void;
}

const CHOICES = [
  { key: 'state', label: 'Progress', data: STATE_CHOICES },
  { key: 'rule', label: 'Rule', data: RULE_CHOICES },
  { key: 'priority', label: 'Priority', data: PRIORITY_CHOICES },
  { key: 'type', label: 'Type', data: TYPE_CHOICES },
];

const UNREAD_ONLY = { key: 'unread', label: 'Unread only', on: UNREAD };

/** What the list is narrowed to; the unread are requested so often that it stays at hand on a phone. */
function AlertFilterBar({ filters, onChange }: AlertFilterBarProps) {
  return (
    <FilterBar
      label="Alerts"
      placeholder="Words, place or code"
      filters={filters}
      whole={NOTHING_NARROWED}
      onChange={onChange}
      choices={CHOICES}
      tick={UNREAD_ONLY}
      chips={{ area: usePlaceChip(filters.area), election: useElectionChip(filters.election) }}
    >
      <ElectionFilter value={filters.election} onChange={(election) => onChange({ election })} />
      <PlacePicker depth="ward" value={filters.area} onChange={(area) => onChange({ area })} />
    </FilterBar>
  );
}
