import { AFFECTED_WORDS } from '@ec/contract/margin-of-lead/kinds';
import type { AffectedUnit } from '@ec/contract/margin-of-lead/schemas';
import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import type { Column } from '../../components/list/DataTable.tsx';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { FilterSelect } from '../../components/list/FilterSelect.tsx';
import { type CardParts, ListOrCards } from '../../components/list/ListOrCards.tsx';
import { RowMenu } from '../../components/list/RowMenu.tsx';
import { FormerRows } from '../../components/list/LoadingRows.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { resultElectionsQuery } from '../../domain/elections/result-elections.ts';
import { PlacePicker, usePlaceChip } from '../../domain/places/PlacePicker.tsx';
import { RESULT_STATUS } from '../../domain/results/labels.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { usePaging } from '../../lib/hooks/paging.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { affectedQuery, FILTERS, KIND_CHOICES, WHOLE } from './api.ts';
import { PvcImportDialog } from './PvcImportDialog.tsx';
import { RecordDialog, WithdrawDialog } from './RecordDialog.tsx';

/** What weighs against the lead, in words. */
function stakeText({ atStake, upperBound, countsForMargin }: AffectedUnit): string {
  if (!countsForMargin) return 'Does not count';
  if (atStake === null) return 'Not known';
  return `${formatNumber(atStake)}${upperBound ? ' (upper bound)' : ''}`;
}

function Unit({ unit }: { unit: AffectedUnit }) {
  const where = unit.chain
    .slice(2, -1)
    .map(({ name }) => name)
    .toReversed();
  return (
    <div className="breaks">
      {unit.name} <span className="quiet">{unit.code}</span>
      <div className="quiet">{where.join(', ')}</div>
    </div>
  );
}

const Result = ({ unit }: { unit: AffectedUnit }) =>
  unit.resultId && unit.resultStatus ? (
    <MayLink to={`/review/${unit.resultId}`}>{RESULT_STATUS[unit.resultStatus].label}</MayLink>
  ) : (
    <>None</>
  );

const Kind = ({ unit }: { unit: AffectedUnit }) => (
  <StatusChip tone={unit.countsForMargin ? 'wait' : 'off'} label={AFFECTED_WORDS[unit.kind]} />
);

interface Acts {
  onEdit: (unit: AffectedUnit) => void;
  onWithdraw: (unit: AffectedUnit) => void;
}

function Buttons({ unit, onEdit, onWithdraw }: Acts & { unit: AffectedUnit }) {
  // A cancelled result stands for itself.
  if (!unit.can.edit) return null;
  return (
    <div className="beside gap-4">
      <Button size="xs" variant="default" aria-label={`Edit ${unit.code}`} onClick={() => onEdit(unit)}>
        Edit
      </Button>
      <RowMenu label={`Actions for ${unit.code}`}>
        <Menu.Item color="danger" aria-label={`Withdraw ${unit.code}`} onClick={() => onWithdraw(unit)}>
          Withdraw
        </Menu.Item>
      </RowMenu>
    </div>
  );
}

const columnsOf = (acts: Acts): [Column<AffectedUnit>, ...Column<AffectedUnit>[]] => [
  { key: 'unit', header: 'Polling unit', cell: (unit) => <Unit unit={unit} /> },
  { key: 'kind', header: 'What happened', cell: (unit) => <Kind unit={unit} /> },
  { key: 'ground', header: 'Ground', cell: ({ ground }) => <div className="clip breaks">{ground}</div> },
  { key: 'stake', header: 'At stake', numeric: true, cell: stakeText },
  { key: 'result', header: 'Result', cell: (unit) => <Result unit={unit} /> },
  {
    key: 'by',
    header: 'Recorded',
    cell: ({ recordedBy, updatedAt }) => (
      <>
        {recordedBy?.name ?? 'Review'}
        <div className="quiet">
          <TimeText moment={updatedAt} />
        </div>
      </>
    ),
  },
  { key: 'act', header: 'Actions', cell: (unit) => <Buttons unit={unit} {...acts} /> },
];

const cardOf =
  (acts: Acts) =>
  (unit: AffectedUnit): CardParts => ({
    head: <Unit unit={unit} />,
    body: (
      <>
        <Kind unit={unit} />
        <p>{unit.ground}</p>
      </>
    ),
    facts: [
      { label: 'At stake', value: stakeText(unit) },
      { label: 'Result', value: <Result unit={unit} /> },
      { label: 'Recorded by', value: unit.recordedBy?.name ?? 'Review' },
      { label: 'Last change', value: <TimeText moment={unit.updatedAt} /> },
    ],
    foot: <Buttons unit={unit} {...acts} />,
  });

type Opened = { act: 'record' | 'import' } | { act: 'edit' | 'withdraw'; unit: AffectedUnit };

/** Units whose voters can still change an election, or that are credited zero. */
export function AffectedUnitsPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const [opened, setOpened] = useState<Opened | null>(null);
  const elections = useQuery(resultElectionsQuery).data ?? [];
  const election = elections.find(({ id }) => id === filters.election) ?? elections[0];
  const list = useQuery(affectedQuery(filters, election?.id ?? ''));
  const paging = usePaging(filters, setFilters, list.data?.units, list.data?.total);
  const acts: Acts = {
    onEdit: (unit) => setOpened({ act: 'edit', unit }),
    onWithdraw: (unit) => setOpened({ act: 'withdraw', unit }),
  };
  const close = () => setOpened(null);
  const mayRecord = list.data?.can.record === true && (election?.status === 'live' || election?.status === 'completed');
  return (
    <Page
      title="Units that did not hold"
      context="Units without a poll, cancelled, postponed, or credited zero for obstruction. Their voters weigh against the lead."
      actions={
        mayRecord && (
          <>
            <Button variant="default" onClick={() => setOpened({ act: 'import' })}>
              Import PVCs
            </Button>
            <Button onClick={() => setOpened({ act: 'record' })}>Record a unit</Button>
          </>
        )
      }
    >
      <FilterBar
        label="Units that did not hold"
        placeholder="Unit name, code or ground"
        filters={filters}
        whole={WHOLE}
        onChange={setFilters}
        choices={[{ key: 'kind', label: 'What happened', data: [{ value: '', label: 'All' }, ...KIND_CHOICES] }]}
        chips={{ area: usePlaceChip(filters.area) }}
      >
        <FilterSelect
          wide
          label="Election"
          data={elections.map(({ id, name }) => ({ value: id, label: name }))}
          value={election?.id ?? ''}
          onChange={(id) => setFilters({ election: id, page: '1' })}
        />
        <PlacePicker depth="ward" value={filters.area} onChange={(area) => setFilters({ area, page: '1' })} />
      </FilterBar>
      <Panel flush>
        <FormerRows former={list.isPlaceholderData}>
          <ListOrCards
            label="Units that did not hold"
            columns={columnsOf(acts)}
            card={cardOf(acts)}
            rows={list.data?.units}
            rowKey={({ pollingUnitId }) => String(pollingUnitId)}
            error={list.error}
            errorTitle="The units could not be loaded"
            onRetry={list.refetch}
            paging={paging}
            empty={
              <EmptyState title="No unit is recorded here">
                Record units where the election did not hold, was cancelled or was postponed. Results that a review
                cancelled appear by themselves.
              </EmptyState>
            }
          />
        </FormerRows>
      </Panel>
      {opened?.act === 'withdraw' && <WithdrawDialog unit={opened.unit} onClose={close} />}
      {opened?.act === 'import' && election && <PvcImportDialog electionId={election.id} onClose={close} />}
      {opened && (opened.act === 'record' || opened.act === 'edit') && election && (
        <RecordDialog electionId={election.id} edited={opened.act === 'edit' ? opened.unit : null} onClose={close} />
      )}
    </Page>
  );
}
