import type { SheetOutcome } from '@ec/contract/review-audits/outcomes';
import type { AuditSheet, ReviewAudit } from '@ec/contract/review-audits/schemas';
import { OUTCOME_WORDS } from '@ec/contract/review-audits/words';
import { useQuery } from '@tanstack/react-query';
import { StatusChip, type Tone } from '../../components/figure/StatusChip.tsx';
import type { Column } from '../../components/list/DataTable.tsx';
import { ListOrCards } from '../../components/list/ListOrCards.tsx';
import { FormerRows } from '../../components/list/LoadingRows.tsx';
import { StateTabs } from '../../components/list/StateTabs.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import { usePaging } from '../../lib/hooks/paging.ts';
import { type AuditFilters, OUTCOME_CHOICES, outcomeOf, sheetsQuery } from './api.ts';

const TONES: Record<SheetOutcome, Tone> = {
  right: 'ok',
  wrong: 'bad',
  unreadable: 'bad',
  no_photo: 'bad',
  changed: 'bad',
  arbiter: 'wait',
  waiting: 'wait',
  left: 'off',
};

const COLUMNS: [Column<AuditSheet>, ...Column<AuditSheet>[]] = [
  {
    key: 'unit',
    header: 'Polling unit',
    cell: ({ code, name, chain, entryId }) => (
      <>
        <MayLink to={`/second-entries?entry=${entryId}`} className="breaks">
          {name} <span className="quiet">{code}</span>
        </MayLink>
        <div className="quiet breaks">
          {chain
            .filter(({ type }) => type === 'state' || type === 'lga' || type === 'ward')
            .toReversed()
            .map((place) => place.name)
            .join(' · ')}
        </div>
      </>
    ),
  },
  { key: 'rank', header: 'Place in the draw', numeric: true, cell: ({ rank }) => formatNumber(rank) },
  { key: 'version', header: 'Version', numeric: true, cell: ({ version }) => formatNumber(version) },
  {
    key: 'outcome',
    header: 'How it stands now',
    cell: ({ outcome }) => <StatusChip tone={TONES[outcome]} label={OUTCOME_WORDS[outcome]} />,
  },
];

interface AuditSheetsProps {
  audit: ReviewAudit;
  filters: AuditFilters;
  onFilter: (change: Partial<AuditFilters>) => void;
}

/** The drawn sheets in the order of the draw. */
export function AuditSheets({ audit, filters, onFilter }: AuditSheetsProps) {
  const list = useQuery(sheetsQuery(audit.id, filters));
  const paging = usePaging(filters, onFilter, list.data?.sheets, list.data?.total);
  const outcome = outcomeOf(filters);
  // What was counted at the close stays; the list shows each sheet as it stands now.
  const counts = audit.closed ? undefined : audit.counts;
  const tabs = [
    { value: '', label: 'All', count: audit.sheets },
    ...OUTCOME_CHOICES.filter(({ value }) => !counts || counts[value] > 0 || value === outcome).map((choice) => ({
      ...choice,
      count: counts?.[choice.value],
    })),
  ];
  return (
    <>
      <StateTabs
        label="Drawn sheets by outcome"
        className="row"
        tabs={tabs}
        value={outcome}
        onChange={(value) => onFilter({ outcome: value, page: '1' })}
      />
      <Panel flush>
        <FormerRows former={list.isPlaceholderData}>
          <ListOrCards
            label="Drawn sheets"
            columns={COLUMNS}
            rows={list.data?.sheets}
            rowKey={({ entryId }) => entryId}
            error={list.error}
            errorTitle="The drawn sheets could not be loaded"
            onRetry={list.refetch}
            paging={paging}
            empty={<EmptyState title="No drawn sheet stands so." />}
          />
        </FormerRows>
      </Panel>
    </>
  );
}
