import { ADMIN_ROLES } from '@ec/contract/permissions/roles';
import { decideAccess } from '@ec/contract/permissions/decide-access';
import type { Transcriber } from '@ec/contract/second-entry/schemas';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ConfirmChange } from '../../components/form/ConfirmModal.tsx';
import type { Column } from '../../components/list/DataTable.tsx';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { ListOrCards } from '../../components/list/ListOrCards.tsx';
import { FormerRows } from '../../components/list/LoadingRows.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { NeedsWrite } from '../../components/page/MayLink.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { CallLink } from '../../domain/people/CallLink.tsx';
import { roleTitle } from '../../domain/people/person-text.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { PAGE_SIZE, pageNumber, usePaging } from '../../lib/hooks/paging.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { useMayOpen } from '../../lib/session/may-open.ts';
import { useAccessSubject } from '../../lib/session/session.ts';
import { transcribersQuery, useSetTranscriber } from './api.ts';
import { TranscriberDialog } from './TranscriberDialog.tsx';

const WHOLE = { q: '' };
const FILTERS = { ...WHOLE, page: '1' };
const ENTRIES = '/second-entries';
const CHANGING = { roles: ADMIN_ROLES, module: 'user_management', level: 'write', privilege: 'canEditUsers' } as const;

function Place({ chain }: Pick<Transcriber, 'chain'>) {
  const names = chain.filter(({ type }) => type !== 'national' && type !== 'region').map(({ name }) => name);
  return <div className="breaks">{names.toReversed().join(', ') || chain.at(-1)?.name}</div>;
}

/** 3 of 240: a count of mistakes says nothing without the number of entries. */
function Wrong({ counts: { wrong, entered } }: Pick<Transcriber, 'counts'>) {
  if (entered === 0) return <span className="quiet">No entry yet</span>;
  return `${formatNumber(wrong)} of ${formatNumber(entered)}`;
}

const COLUMNS: [Column<Transcriber>, ...Column<Transcriber>[]] = [
  {
    key: 'person',
    header: 'Transcriber',
    cell: ({ person }) => (
      <>
        <div className="medium breaks">{person.name}</div>
        <div className="hint">{roleTitle(person.role)}</div>
      </>
    ),
  },
  { key: 'place', header: 'Place', cell: ({ chain }) => <Place chain={chain} /> },
  {
    key: 'phone',
    header: 'Phone',
    cell: ({ phone, person }) => (phone ? <CallLink person={{ name: person.name, phone }} /> : '–'),
  },
  {
    key: 'today',
    header: 'Entered today',
    numeric: true,
    cell: ({ counts }) => `${formatNumber(counts.today)} of ${formatNumber(counts.entered)}`,
  },
  { key: 'wrong', header: 'Found wrong', numeric: true, cell: ({ counts }) => <Wrong counts={counts} /> },
];

const endColumn = (onEnd: (transcriber: Transcriber) => void): Column<Transcriber> => ({
  key: 'act',
  header: 'Action',
  fixed: true,
  cell: (transcriber) => (
    <Button
      variant="default"
      aria-label={`End the work of ${transcriber.person.name} as a transcriber`}
      onClick={() => onEnd(transcriber)}
    >
      End
    </Button>
  ),
});

/** Who enters sheets a second time, and how well. */
export function TranscribersPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const { q, page } = filters;
  const list = useQuery(transcribersQuery({ q, page: pageNumber(page), pageSize: PAGE_SIZE }));
  const paging = usePaging(filters, setFilters, list.data?.transcribers, list.data?.total);
  const [adding, setAdding] = useState(false);
  const [toEnd, setToEnd] = useState<Transcriber | null>(null);
  const mayChange = decideAccess(useAccessSubject(), CHANGING).allowed;
  const mayOpenEntries = useMayOpen(ENTRIES);
  return (
    <Page
      title="Transcribers"
      context="A transcriber enters sheets of any area but their own from the photo, sees no figures, and does not learn the officer’s entry."
      contextComes={2}
      actions={
        <>
          {mayOpenEntries && (
            <Button variant="default" component={Link} to={ENTRIES}>
              Second entries
            </Button>
          )}
          {mayChange && <Button onClick={() => setAdding(true)}>Add transcriber</Button>}
        </>
      }
    >
      <NeedsWrite module="user_management" />
      <FilterBar label="Transcribers" placeholder="Name" filters={filters} whole={WHOLE} onChange={setFilters} />
      <Panel flush>
        <FormerRows former={list.isPlaceholderData}>
          <ListOrCards
            label="Transcribers"
            columns={mayChange ? [...COLUMNS, endColumn(setToEnd)] : COLUMNS}
            rows={list.data?.transcribers}
            rowKey={({ person }) => person.id}
            error={list.error}
            errorTitle="The transcribers could not be loaded"
            onRetry={list.refetch}
            paging={paging}
            empty={
              <EmptyState title={q === '' ? 'Your area has no transcriber yet.' : 'No transcriber fits this search.'}>
                {q === '' &&
                  'Sheets wait until a transcriber takes them. Choose people who have time on the evening, best from several LGAs.'}
              </EmptyState>
            }
          />
        </FormerRows>
      </Panel>
      {adding && <TranscriberDialog onClose={() => setAdding(false)} />}
      {toEnd && <EndDialog transcriber={toEnd} onClose={() => setToEnd(null)} />}
    </Page>
  );
}

function EndDialog({ transcriber: { person }, onClose }: { transcriber: Transcriber; onClose: () => void }) {
  const end = useSetTranscriber();
  return (
    <ConfirmChange
      change={end}
      body={{ id: person.id, transcriber: false }}
      onDone={() => notifySuccess(`${person.name} is no longer a transcriber.`)}
      onClose={onClose}
      title={`End the work of ${person.name}?`}
      confirmLabel="End"
      cancelLabel="Keep the transcriber"
      danger
    >
      <p>{person.name} can no longer take or enter sheets. What was entered stays, with its counts.</p>
    </ConfirmChange>
  );
}
