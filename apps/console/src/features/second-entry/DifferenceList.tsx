import type { SecondEntryList } from '@ec/contract/second-entry/schemas';
import { STATE_WORDS } from '@ec/contract/second-entry/words';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { ListOrCards } from '../../components/list/ListOrCards.tsx';
import { FormerRows } from '../../components/list/LoadingRows.tsx';
import { StateTabs } from '../../components/list/StateTabs.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { ElectionFilter, useElectionChip } from '../../domain/elections/ElectionFilter.tsx';
import { PlacePicker, usePlaceChip } from '../../domain/places/PlacePicker.tsx';
import { usePaging } from '../../lib/hooks/paging.ts';
import { isFilteredFrom, useUrlState } from '../../lib/hooks/use-url-state.ts';
import { useMayOpen } from '../../lib/session/may-open.ts';
import { cardOf, COLUMNS } from './DifferenceParts.tsx';
import { type DifferenceFilters, differencesQuery, FILTERS, isMine, STATE_CHOICES, stateOf, WHOLE } from './api.ts';

/** The tab with what waits for the reader, whatever its state. */
const MINE = 'mine';
const TRANSCRIBERS = '/second-entries/transcribers';

interface StatesProps {
  counts: SecondEntryList['counts'] | undefined;
  forMe: number | undefined;
  /** A state, or MINE. */
  chosen: string;
  onChoose: (chosen: string) => void;
}

/** How many there are in each state; what waits for a decision stands first. */
function States({ counts, forMe, chosen, onChoose }: StatesProps) {
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const tabs = [
    { value: '', label: 'All', count: all },
    { value: MINE, label: 'For your decision', count: forMe },
    ...STATE_CHOICES.map((choice) => ({ ...choice, count: counts?.[choice.value] })),
  ];
  return (
    <StateTabs label="Second entries by state" className="tab-row" tabs={tabs} value={chosen} onChange={onChoose} />
  );
}

interface NoEntriesProps {
  filters: DifferenceFilters;
  onFilter: (change: Partial<DifferenceFilters>) => void;
}

function NoEntries({ filters, onFilter }: NoEntriesProps) {
  const state = STATE_CHOICES.find(({ value }) => value === stateOf(filters))?.value;
  if (isMine(filters)) {
    return (
      <EmptyState
        title="No second entry waits for your decision."
        action={
          <Button variant="default" onClick={() => onFilter({ ...WHOLE, mine: '' })}>
            Show all second entries
          </Button>
        }
      />
    );
  }
  if (!state && !isFilteredFrom(filters, WHOLE)) {
    return (
      <EmptyState title="No sheet of your area is entered a second time yet.">
        The policy of an election says which sheets are. They appear here once their photos have arrived.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={
        state ? `No second entry here is in the state “${STATE_WORDS[state]}”.` : 'No second entry fits these filters.'
      }
      action={
        <Button variant="default" onClick={() => onFilter({ ...WHOLE, state: '' })}>
          Show all second entries
        </Button>
      }
    />
  );
}

/** Second entries of the reader's area, those that wait for a decision first. */
export function DifferenceList() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const list = useQuery(differencesQuery(filters));
  const paging = usePaging(filters, setFilters, list.data?.entries, list.data?.total);
  const mayOpenTranscribers = useMayOpen(TRANSCRIBERS);
  return (
    <Page
      title="Second entries"
      context="Sheets of your area entered again from their photo, compared with what the officer sent"
      actions={
        mayOpenTranscribers && (
          <Button variant="default" component={Link} to={TRANSCRIBERS}>
            Transcribers
          </Button>
        )
      }
    >
      <FilterBar
        label="Second entries"
        placeholder="Unit name or code"
        filters={filters}
        whole={WHOLE}
        onChange={setFilters}
        chips={{ area: usePlaceChip(filters.area), election: useElectionChip(filters.election) }}
      >
        <ElectionFilter value={filters.election} onChange={(election) => setFilters({ election })} />
        <PlacePicker depth="ward" value={filters.area} onChange={(area) => setFilters({ area })} />
      </FilterBar>
      <States
        counts={list.data?.counts}
        forMe={list.data?.forMe}
        chosen={isMine(filters) ? MINE : stateOf(filters)}
        onChoose={(chosen) => setFilters(chosen === MINE ? { mine: 'yes', state: '' } : { mine: '', state: chosen })}
      />
      <Panel flush>
        <FormerRows former={list.isPlaceholderData}>
          <ListOrCards
            label="Second entries"
            chooseAs="second-entries"
            columns={COLUMNS}
            card={cardOf}
            rows={list.data?.entries}
            rowKey={({ id }) => id}
            error={list.error}
            errorTitle="The second entries could not be loaded"
            onRetry={list.refetch}
            empty={<NoEntries filters={filters} onFilter={setFilters} />}
            paging={paging}
          />
        </FormerRows>
      </Panel>
    </Page>
  );
}
