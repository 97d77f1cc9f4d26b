import type { AlertGroup, AlertGroupList } from '@ec/contract/alerts/bulk';
import type { Alert } from '@ec/contract/alerts/schemas';
import { Checkbox } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { DataTableFoot } from '../../components/list/DataTable.tsx';
import { Inbox } from '../../components/list/Inbox.tsx';
import { FormerRows, LoadingRows } from '../../components/list/LoadingRows.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { formatCount } from '../../lib/format/format.ts';
import { usePaging } from '../../lib/hooks/paging.ts';
import { useRefresh } from '../../lib/hooks/use-refresh.ts';
import { useStreamMessage } from '../../lib/stream/stream.ts';
import { NewsBar, showNews } from './AlertList.tsx';
import { NoAlerts } from './AlertRows.tsx';
import { groupsQuery, LATEST_GROUPS_KEY, SHOWN_GROUPS_KEY } from './api.ts';
import { BulkBar } from './BulkBar.tsx';
import type { BulkAsk } from './BulkDialog.tsx';
import { type AlertFilters, bulkFilterOf, type GroupParameters, groupParametersOf } from './filters.ts';
import { GroupRow } from './GroupRow.tsx';
import { heldGroups } from './list-state.ts';
import styles from './alerts.module.css';

/** The groups before the reader, which stay where they are, and how many alerts have come since. */
function useGroups(parameters: GroupParameters) {
  const shown = useQuery({ ...groupsQuery(parameters, SHOWN_GROUPS_KEY), placeholderData: keepPreviousData });
  const start = shown.isPlaceholderData ? undefined : shown.data;
  const latest = useQuery({
    ...groupsQuery(parameters, LATEST_GROUPS_KEY),
    enabled: start !== undefined,
    ...(start && { initialData: start }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useStreamMessage('alerts', useRefresh(LATEST_GROUPS_KEY));
  const follows = start !== undefined && latest.data !== undefined && latest.dataUpdatedAt >= shown.dataUpdatedAt;
  const held = useMemo(
    () => shown.data && (follows ? heldGroups(shown.data, latest.data) : { groups: shown.data.groups, news: 0 }),
    [shown.data, latest.data, follows],
  );
  return { shown, list: shown.data, groups: held?.groups, news: held?.news ?? 0 };
}

interface Ticks {
  /** The filters under which they were ticked: others begin with none. */
  of: string;
  all: boolean;
  keys: readonly string[];
}

/** The groups that are ticked, or all that match the filters; `shown` are the keys of those on the page. */
function useTicks(of: string, shown: readonly string[]) {
  const [ticks, setTicks] = useState<Ticks>({ of, all: false, keys: [] });
  const now = ticks.of === of ? ticks : { of, all: false, keys: [] };
  return {
    ...now,
    any: now.all || now.keys.length > 0,
    has: (key: string) => now.all || now.keys.includes(key),
    toggle: useCallback(
      (key: string) =>
        setTicks((ticks) => {
          const before = ticks.of !== of ? [] : ticks.all ? shown : ticks.keys;
          const keys = before.includes(key) ? before.filter((each) => each !== key) : [...before, key];
          return { of, all: false, keys };
        }),
      [of, shown],
    ),
    toggleAll: () => setTicks({ of, all: !now.all, keys: [] }),
    clear: () => setTicks({ of, all: false, keys: [] }),
  };
}

const alertsIn = ({ priorities }: AlertGroupList, priority: string) =>
  Object.entries(priorities).reduce(
    (sum, [name, count]) => sum + (priority === '' || name === priority ? count : 0),
    0,
  );

interface AlertGroupsProps {
  filters: AlertFilters;
  onFilter: (change: Partial<AlertFilters>) => void;
  onAcknowledge: (alert: Alert) => void;
  /** Opens the question before a change of many; undefined where the reader may not change alerts. */
  onBulk: ((ask: BulkAsk) => void) | undefined;
  /** What was just done, with the way to undo it. */
  undo: React.ReactNode;
}

/** One line for each rule and area. */
export function AlertGroups({ filters, onFilter, onAcknowledge, onBulk, undo }: AlertGroupsProps) {
  const parameters = useMemo(() => groupParametersOf(filters), [filters]);
  const { shown, list, groups, news } = useGroups(parameters);
  const paging = usePaging(filters, onFilter, list?.groups, list?.total);
  const keys = useMemo(() => groups?.map(({ key }) => key) ?? [], [groups]);
  const ticks = useTicks(JSON.stringify({ ...parameters, page: 0, sort: '' }), keys);
  const count = list ? alertsIn(list, parameters.priority) : 0;
  const ask = (action: BulkAsk['action']) =>
    onBulk?.({ action, filter: bulkFilterOf(filters), ...(!ticks.all && { groups: [...ticks.keys] }) });
  return (
    <>
      {undo}
      <div>
        <NewsBar news={news} onShow={() => showNews(paging, () => void shown.refetch())} />
        <Panel flush>
          {groups && groups.length > 0 && (
            <div className={`row ruled gap-6-12 ${styles.choose}`}>
              {onBulk && (
                <Checkbox
                  classNames={{ body: 'middle', label: 'thumb' }}
                  label={`Select all ${formatCount(count, 'alert')}`}
                  checked={ticks.all}
                  indeterminate={!ticks.all && ticks.any}
                  onChange={ticks.toggleAll}
                />
              )}
              <span className="quiet">{formatCount(list?.total ?? 0, 'line')}, one for each rule and area</span>
            </div>
          )}
          {onBulk && ticks.any && (
            <BulkBar
              text={ticks.all ? `All ${formatCount(count, 'alert')}` : formatCount(ticks.keys.length, 'line')}
              snoozed={filters.state === 'snoozed'}
              onAct={ask}
              onClear={ticks.clear}
            />
          )}
          <FormerRows former={shown.isPlaceholderData}>
            {groups ? (
              groups.length === 0 ? (
                <NoAlerts filters={filters} onFilter={onFilter} />
              ) : (
                <Inbox label="Alerts">
                  {groups.map((group: AlertGroup) => (
                    <GroupRow
                      key={group.key}
                      group={group}
                      parameters={parameters}
                      onAcknowledge={onAcknowledge}
                      ticked={onBulk && ticks.has(group.key)}
                      onTick={ticks.toggle}
                    />
                  ))}
                </Inbox>
              )
            ) : shown.error ? (
              <ErrorView title="The alerts could not be loaded" error={shown.error} onRetry={shown.refetch} />
            ) : (
              <LoadingRows label="Loading alerts" height={72} />
            )}
          </FormerRows>
          {list && list.total > 0 && <DataTableFoot shown={list.groups.length} paging={paging} />}
        </Panel>
      </div>
    </>
  );
}
