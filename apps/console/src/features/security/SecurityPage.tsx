import type { SecurityStatus } from '@ec/contract/security/schemas';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { FiguresAge } from '../../domain/results/FiguresAge.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { statusQuery } from './api.ts';
import { FailedSignIns } from './FailedSignIns.tsx';
import { FILTERS, NOTHING_NARROWED, type SecurityFilters, type Tab, tabOf, TABS } from './filters.ts';
import { LockedAccounts } from './LockedAccounts.tsx';
import { OpenAlerts } from './OpenAlerts.tsx';
import { Sessions } from './Sessions.tsx';
import { StatusCards } from './StatusCards.tsx';
import { SystemStatus } from './SystemStatus.tsx';

const TAB_WORDS: Record<Tab, string> = {
  status: 'System status',
  sessions: 'Active sessions',
  alerts: 'Security alerts',
  'sign-ins': 'Failed sign-ins',
  locked: 'Locked accounts',
};

const COUNTS: Partial<Record<Tab, (status: SecurityStatus) => number>> = {
  sessions: ({ sessions }) => sessions.open,
  alerts: ({ alerts }) => alerts.open,
  'sign-ins': ({ failedSignIns24h }) => failedSignIns24h,
  locked: ({ lockedAccounts }) => lockedAccounts,
};

function countText(tab: Tab, status: SecurityStatus | undefined): string {
  const count = status && COUNTS[tab]?.(status);
  return count === undefined ? '' : ` (${formatNumber(count)})`;
}

interface ContentProps {
  tab: Tab;
  status: SecurityStatus | undefined;
  filters: SecurityFilters;
  onFilter: (change: Partial<SecurityFilters>) => void;
}

function Content({ tab, status, ...list }: ContentProps) {
  switch (tab) {
    case 'sessions':
      return <Sessions {...list} />;
    case 'alerts':
      return <OpenAlerts {...list} />;
    case 'sign-ins':
      return <FailedSignIns {...list} />;
    case 'locked':
      return <LockedAccounts {...list} />;
    default:
      return <SystemStatus status={status} />;
  }
}

/** State of the system, open sessions, failed sign-ins, and what needs attention. */
export function SecurityPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const status = useQuery(statusQuery);
  const tab = tabOf(filters);
  const failed = status.error !== null && !status.data;
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(next) => setFilters({ ...NOTHING_NARROWED, tab: next ?? FILTERS.tab })}
    >
      <Page
        title="Security"
        context={
          <Tabs.List className="swiped" aria-label="Parts of the security page">
            {TABS.map((each) => (
              <Tabs.Tab key={each} value={each}>
                {TAB_WORDS[each]}
                {countText(each, status.data)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        }
        actions={
          status.data && (
            <span className="quiet">
              <FiguresAge asOf={status.data.asOf} />
            </span>
          )
        }
      >
        {failed ? (
          <Panel>
            <ErrorView title="The system status could not be loaded" error={status.error} onRetry={status.refetch} />
          </Panel>
        ) : (
          tab === 'status' && <StatusCards status={status.data} />
        )}
        <Tabs.Panel value={tab}>
          {tab === 'status' && failed ? null : (
            <Content tab={tab} status={status.data} filters={filters} onFilter={setFilters} />
          )}
        </Tabs.Panel>
      </Page>
    </Tabs>
  );
}
