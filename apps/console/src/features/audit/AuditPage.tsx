import { AUDIT_PERIODS, type AuditEntry } from '@ec/contract/audit/schemas';
import { Button } from '@mantine/core';
import { IconDownload, IconRefresh, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { NATION } from '@ec/contract/geography/location-id';
import { FormerRows } from '../../components/list/LoadingRows.tsx';
import { Note } from '../../components/page/Note.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { errorMessage } from '../../lib/http/api-error.ts';
import {
  formatBytes,
  formatClock,
  formatExact,
  formatNumber,
  formatPercent,
  formatWhen,
} from '../../lib/format/format.ts';
import { useReturnFocus } from '../../lib/hooks/focus.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { auditLogsQuery, headQuery } from './api.ts';
import { AuditFoot } from './AuditFoot.tsx';
import { AuditTable } from './AuditTable.tsx';
import { EntryDialog } from './entry/EntryDialog.tsx';
import { ExportDialog } from './verification/ExportDialog.tsx';
import { useExportWork } from './verification/export-work.ts';
import { type AuditFilters, effective, FILTERS, isNewestPage, NEWEST_PAGE, NOTHING_NARROWED } from './filters.ts';
import { NoEntries } from './NoEntries.tsx';
import { useVerification, verifiedShare, verifyChain } from './verification/verification.ts';
import { VerifyDialog } from './verification/VerifyDialog.tsx';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { AdvancedFilters } from './AdvancedFilters.tsx';
import { FilterPills } from './FilterPills.tsx';
import { ACTION_CHOICES } from './words.ts';
import { CopyValue } from '../../components/figure/CopyValue.tsx';
import { ownAreas } from '../../lib/session/may-open.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import styles from './audit.module.css';

/** The chain holds entries of all areas, so that it is checked by those alone who act in the whole nation. */
function useSeesChain(): boolean {
  return ownAreas(useCurrentMe()).includes(NATION);
}

const clockText = (moment: string) => {
  const clock = formatClock(moment);
  return clock.startsWith(formatWhen(moment)) ? clock : `${formatWhen(moment)} ${clock}`;
};

/** The newest entry and the hash that stands for all entries up to it. */
function ChainLine() {
  const head = useQuery({ ...headQuery, enabled: useSeesChain() }).data;
  if (!head) return 'What was done, by whom and from where; each entry is linked to the one before within a second';
  return (
    <span className={styles.line}>
      <span>
        {head.sealedAt ? (
          <>
            Newest entry linked{' '}
            <time dateTime={head.sealedAt} title={formatExact(head.sealedAt)}>
              {clockText(head.sealedAt)}
            </time>
          </>
        ) : (
          'No entry yet'
        )}
        , within a second of being written
      </span>
      <span className={styles.head}>
        Chain head {formatNumber(head.position)} <CopyValue value={head.hash} what="head hash" first={12} />
      </span>
    </span>
  );
}

const CHOICES = [
  { key: 'action', label: 'Action', data: ACTION_CHOICES, searchable: true },
  {
    key: 'period',
    label: 'Period',
    data: Object.entries(AUDIT_PERIODS).map(([value, label]) => ({ value, label })),
  },
];

interface AuditFilterBarProps {
  filters: AuditFilters;
  onChange: (change: Partial<AuditFilters>) => void;
}

/** What the list is narrowed to, all of it in the address. */
function AuditFilterBar({ filters, onChange }: AuditFilterBarProps) {
  return (
    <FilterBar
      label="Audit logs"
      placeholder="Person, place, action or address"
      filters={effective(filters)}
      whole={NOTHING_NARROWED}
      onChange={onChange}
      choices={CHOICES}
      moreLabel="Advanced Filters"
      below={<FilterPills filters={filters} onChange={onChange} />}
    >
      <AdvancedFilters filters={filters} onChange={onChange} />
    </FilterBar>
  );
}

interface WorkButtonsProps {
  onExport: () => void;
  onVerify: () => void;
}

/** Verification and export continue on other pages, and their buttons show the progress. */
function WorkButtons({ onExport, onVerify }: WorkButtonsProps) {
  const verification = useVerification();
  const exporting = useExportWork();
  const seesChain = useSeesChain();
  return (
    <>
      {seesChain && (
        <Button variant="default" leftSection={<IconShieldCheck size={16} aria-hidden />} onClick={onVerify}>
          {verification.state === 'running'
            ? `Verifying, ${formatPercent(verifiedShare(verification), 0)}`
            : 'Verify the chain'}
        </Button>
      )}
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={onExport}>
        {exporting.state === 'running' ? `Exporting, ${formatBytes(exporting.bytes)}` : 'Export Logs'}
      </Button>
    </>
  );
}

/** The server's faults of the chain: the list may be incomplete. */
function ChainWarning({ warnings }: { warnings: readonly string[] }) {
  return (
    <Note kind="bad" role="alert">
      <strong>The audit log may not be whole.</strong> {warnings.join(' ')} Keep a copy of the database, and verify the
      chain before anything is changed.
    </Note>
  );
}

/** The audit log with search, filters, details, export and verification. */
export function AuditPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const [params] = useSearchParams();
  const [dialog, setDialog] = useState<'export' | 'verify' | null>(null);
  const rememberFocus = useReturnFocus(dialog !== null || filters.entry !== '');
  const list = useQuery(auditLogsQuery(filters));

  const narrow = (change: Partial<AuditFilters>) => setFilters({ ...NEWEST_PAGE, ...change });
  const addressOf = ({ id }: Pick<AuditEntry, 'id'>) => {
    const next = new URLSearchParams(params);
    next.set('entry', String(id));
    return `?${next}`;
  };
  const open = (which: 'export' | 'verify') => {
    rememberFocus();
    setDialog(which);
    if (which === 'verify' && useVerification.getState().state === 'idle') void verifyChain('beginning');
  };
  return (
    <Page
      title="Audit Logs"
      context={<ChainLine />}
      actions={
        <>
          <WorkButtons onExport={() => open('export')} onVerify={() => open('verify')} />
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={list.isFetching && !list.isPending}
            onClick={() => void list.refetch()}
          >
            Refresh
          </Button>
        </>
      }
    >
      {list.data && list.data.warnings.length > 0 && <ChainWarning warnings={list.data.warnings} />}
      <AuditFilterBar filters={filters} onChange={narrow} />
      {list.data && list.error && (
        <Note kind="warn" role="status">
          The list could not be read again: {errorMessage(list.error)}
        </Note>
      )}
      <Panel flush>
        <FormerRows former={list.isPlaceholderData}>
          <AuditTable
            list={list.data}
            error={list.error}
            onRetry={list.refetch}
            empty={list.data && <NoEntries filters={filters} list={list.data} onFilter={narrow} />}
            foot={list.data && <AuditFoot list={list.data} newest={isNewestPage(filters)} onPage={setFilters} />}
            addressOf={addressOf}
            onOpen={(entry) => {
              rememberFocus();
              setFilters({ entry: String(entry.id) });
            }}
          />
        </FormerRows>
      </Panel>
      {filters.entry && (
        <EntryDialog filters={filters} list={list.data} onGo={setFilters} onClose={() => setFilters({ entry: '' })} />
      )}
      {dialog === 'export' && <ExportDialog filters={filters} list={list.data} onClose={() => setDialog(null)} />}
      {dialog === 'verify' && <VerifyDialog onClose={() => setDialog(null)} />}
    </Page>
  );
}
