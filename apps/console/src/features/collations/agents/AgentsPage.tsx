import { ElectionId } from '@ec/contract/base/common';
import type { CollationAgent } from '@ec/contract/collations/schemas';
import { locationIdOf } from '@ec/contract/geography/location-id';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TimeText } from '../../../components/figure/TimeText.tsx';
import { ConfirmChange } from '../../../components/form/ConfirmModal.tsx';
import type { Column } from '../../../components/list/DataTable.tsx';
import { FilterBar } from '../../../components/list/FilterBar.tsx';
import { ListOrCards } from '../../../components/list/ListOrCards.tsx';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { Page } from '../../../components/page/Page.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { ElectionFilter, useElectionChip } from '../../../domain/elections/ElectionFilter.tsx';
import { CallLink } from '../../../domain/people/CallLink.tsx';
import { UserStatusChip } from '../../../domain/people/PersonLine.tsx';
import { personText, roleTitle } from '../../../domain/people/person-text.ts';
import { PlacePicker, usePlaceChip } from '../../../domain/places/PlacePicker.tsx';
import { PAGE_SIZE, pageNumber, usePaging } from '../../../lib/hooks/paging.ts';
import { notifySuccess } from '../../../lib/hooks/notify.ts';
import { useUrlState } from '../../../lib/hooks/use-url-state.ts';
import { agentsQuery, useCollationNews, useEndAgent } from '../api.ts';
import { isWrongAddress, LoadError } from '../LoadError.tsx';
import { AssignDialog } from './AssignDialog.tsx';

const WHOLE = { election: '', area: '', q: '' };
const FILTERS = { ...WHOLE, page: '1' };

/** Who stands at which collation centre, and whom to call there. */
export function AgentsPage() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const { q, page } = filters;
  // Values in the address that name nothing are ignored, as in every list.
  const election = ElectionId.safeParse(filters.election).success ? filters.election : '';
  const area = locationIdOf(filters.area) === undefined ? '' : filters.area;
  const list = useQuery(agentsQuery({ electionId: election, area, q, page: pageNumber(page), pageSize: PAGE_SIZE }));
  const wrong = isWrongAddress(list.error);
  const paging = usePaging(filters, setFilters, list.data?.agents, list.data?.total);
  const [assigning, setAssigning] = useState(false);
  const [toEnd, setToEnd] = useState<CollationAgent | null>(null);
  useCollationNews();
  const columns: [Column<CollationAgent>, ...Column<CollationAgent>[]] = [
    {
      key: 'person',
      header: 'Agent',
      cell: ({ person, status }) => (
        <>
          <div className="medium">{person.name}</div>
          <div className="hint">{roleTitle(person.role)}</div>
          {status !== 'ACTIVE' && <UserStatusChip status={status} />}
        </>
      ),
    },
    {
      key: 'centre',
      header: 'Centre',
      cell: ({ area: centre, areaCode }) => (
        <>
          {centre.name} <div className="hint">{areaCode}</div>
        </>
      ),
    },
    {
      key: 'phone',
      header: 'Phone',
      cell: ({ phone, person }) => (phone ? <CallLink person={{ name: person.name, phone }} /> : '–'),
    },
    {
      key: 'assigned',
      header: 'Assigned',
      cell: ({ assignedBy, assignedAt }) => (
        <>
          <TimeText moment={assignedAt} /> <div className="hint">by {personText(assignedBy)}</div>
        </>
      ),
    },
    {
      key: 'act',
      header: 'Action',
      cell: (agent) => (
        <Button variant="default" onClick={() => setToEnd(agent)}>
          End<span className="spoken"> the assignment of {agent.person.name}</span>
        </Button>
      ),
    },
  ];
  return (
    <Page
      title="Collation agents"
      context="Who enters the forms of one centre, beside the administrator of its area"
      actions={<Button onClick={() => setAssigning(true)}>Assign an agent</Button>}
    >
      <FilterBar
        label="Collation agents"
        placeholder="Name or place"
        filters={filters}
        whole={WHOLE}
        onChange={setFilters}
        chips={{ area: usePlaceChip(area), election: useElectionChip(election) }}
      >
        <ElectionFilter value={election} onChange={(next) => setFilters({ election: next })} />
        <PlacePicker depth="ward" value={area} onChange={(next) => setFilters({ area: next })} />
      </FilterBar>
      <Panel flush>
        <ListOrCards
          label="Collation agents"
          columns={columns}
          rows={wrong ? [] : list.data?.agents}
          rowKey={({ id }) => id}
          error={wrong ? null : list.error}
          errorTitle="The agents could not be loaded"
          onRetry={list.refetch}
          paging={paging}
          empty={
            wrong ? (
              <LoadError
                title="The agents could not be loaded"
                error={list.error}
                onRetry={list.refetch}
                to="/collations/agents"
                label="Show all agents"
              />
            ) : (
              <EmptyState title="No agent is assigned here.">
                The administrator of a ward, LGA or state enters its form. Assign an agent where another person stands
                at the centre.
              </EmptyState>
            )
          }
        />
      </Panel>
      {assigning && <AssignDialog onClose={() => setAssigning(false)} />}
      {toEnd && <EndDialog agent={toEnd} onClose={() => setToEnd(null)} />}
    </Page>
  );
}

function EndDialog({ agent, onClose }: { agent: CollationAgent; onClose: () => void }) {
  const end = useEndAgent();
  return (
    <ConfirmChange
      change={end}
      body={agent.id}
      onDone={() => notifySuccess(`${agent.person.name} is no longer an agent of ${agent.area.name}.`)}
      onClose={onClose}
      title="End this assignment?"
      confirmLabel="End the assignment"
      cancelLabel="Keep the agent"
      danger
    >
      <p>
        {agent.person.name} can no longer enter forms of {agent.area.name}. What was sent stays.
      </p>
    </ConfirmChange>
  );
}
