import { LOCATION_TYPES } from '@ec/contract/geography/location-id';
import type { GeographicalData, GeographyItem, GeographyType } from '@ec/contract/geography/schemas';
import { Button, Tabs } from '@mantine/core';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Figure, Figures } from '../../components/figure/Figure.tsx';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { FormerRows } from '../../components/list/LoadingRows.tsx';
import { LeaveDialog } from '../../components/form/LeaveDialog.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Page } from '../../components/page/Page.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { RegisterOffer } from '../../domain/places/RegisterOffer.tsx';
import { placeReference, registerQuery, useReach } from '../../domain/places/use-places.ts';
import { PlacePicker } from '../../domain/places/PlacePicker.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import { usePaging } from '../../lib/hooks/paging.ts';
import { useReturnFocus } from '../../lib/hooks/focus.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { AddDialog } from './AddDialog.tsx';
import { geographyQuery } from './api.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { GeographersOnly } from './PlaceParts.tsx';
import { type Filters, FILTERS, narrowingLevel, NOTHING_NARROWED, parentTypeOf, placeOf, tabOf } from './filters.ts';
import { ImportNews } from './RecentImports.tsx';
import { LOAD_FAILED, TABS, WORDS } from './labels.ts';
import { PlaceholderNote } from './Placeholders.tsx';
import { PlaceTable } from './PlaceTable.tsx';
import { useRenames } from './RenameCell.tsx';

const TITLE = 'Geographical Data Management';

function Totals({ data }: { data: Pick<GeographicalData, 'totals' | 'register'> | undefined }) {
  return (
    <>
      <Figures dense>
        {TABS.map((tab) => (
          <Figure key={tab} label={WORDS[tab].tab} value={data?.totals[tab]} to={null} />
        ))}
        <Figure label="Users" value={data?.totals.users} to="/users" />
      </Figures>
      <PlaceholderNote register={data?.register} />
    </>
  );
}

/** The lists, each with its total. */
function Lists({ data }: { data: Pick<GeographicalData, 'totals'> | undefined }) {
  return (
    <Tabs.List className="swiped">
      {TABS.map((each) => (
        <Tabs.Tab key={each} value={each}>
          {WORDS[each].tab}
          {data && ` (${formatNumber(data.totals[each])})`}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}

/** For the super admin: the totals, and the way to the first register. */
function TotalsAlone() {
  const { data, error, refetch } = useQuery(registerQuery);
  return (
    <Page title={TITLE} context="Totals of the nation. National admins read and maintain the lists behind them.">
      <Totals data={data} />
      {error && !data && <ErrorView title={LOAD_FAILED} error={error} onRetry={refetch} />}
      <ImportNews />
      {data?.totals.pollingUnits === 0 && <RegisterOffer />}
    </Page>
  );
}

function PlaceFilters({ filters, onChange }: { filters: Filters; onChange: (change: Partial<Filters>) => void }) {
  const tab = tabOf(filters);
  const depth = narrowingLevel(tab);
  const id = placeOf(filters);
  const place = id === null ? '' : placeReference(id);
  return (
    <FilterBar
      inPanel
      label={WORDS[tab].tab}
      placeholder="Part of a name, or a code"
      filters={{ q: filters.q, place }}
      whole={NOTHING_NARROWED}
      onChange={onChange}
      first={depth && <PlacePicker depth={depth} value={place} onChange={(next) => onChange({ place: next })} />}
      firstKey="place"
    />
  );
}

/** Whether a place of the kind would have its parent in one of the reader's areas. */
function useMayAdd(tab: GeographyType): boolean {
  const parent = LOCATION_TYPES.indexOf(parentTypeOf(tab));
  return useReach().some(({ type }) => LOCATION_TYPES.indexOf(type) <= parent);
}

function Geography() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<GeographyItem | null>(null);
  const renames = useRenames();
  const tab = tabOf(filters);
  const mayAdd = useMayAdd(tab);
  const mayImport = useReach().some(({ type }) => type === 'national');
  const rememberFocus = useReturnFocus(adding || deleting !== null);
  const list = useQuery(geographyQuery(filters));
  // Of the tab before: its rows are none of this one's.
  const total = list.data?.matching[tab] ?? undefined;
  const rows = total === undefined ? undefined : list.data?.[tab];
  const paging = usePaging(filters, setFilters, rows, total);
  const open = (start: () => void) => () => {
    rememberFocus();
    start();
  };
  return (
    <Tabs value={tab} onChange={(next) => setFilters({ tab: next ?? FILTERS.tab, q: '' })} keepMounted={false}>
      <Page
        title={TITLE}
        context={<Lists data={list.data} />}
        actions={
          <>
            <Button component={Link} to="/geographical-data/constituencies" variant="default">
              Constituencies
            </Button>
            {mayImport && (
              <Button
                component={Link}
                to="/geographical-data/import"
                variant="default"
                leftSection={<IconUpload size={16} aria-hidden />}
              >
                Import register
              </Button>
            )}
            {mayAdd && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open(() => setAdding(true))}>
                Add New
              </Button>
            )}
          </>
        }
      >
        <PlaceholderNote register={list.data?.register} />
        {mayImport && <ImportNews />}
        {mayImport && list.data?.totals.pollingUnits === 0 && <RegisterOffer />}
        {list.isPending && (
          <p role="status" className="quiet">
            Loading geographical data...
          </p>
        )}
        <Panel flush>
          {TABS.map((each) => (
            <Tabs.Panel key={each} value={each}>
              <PlaceFilters filters={filters} onChange={setFilters} />
              <FormerRows former={list.isPlaceholderData}>
                <PlaceTable
                  rows={rows}
                  paging={paging}
                  error={list.error}
                  onRetry={list.refetch}
                  filters={filters}
                  onFilter={setFilters}
                  renames={renames}
                  onDelete={(row) => open(() => setDeleting(row))()}
                />
              </FormerRows>
            </Tabs.Panel>
          ))}
        </Panel>
        {list.data && (
          <div className="acts">
            <MayLink to="/users">Users: {formatNumber(list.data.totals.users)}</MayLink>
          </div>
        )}
        {adding && <AddDialog tab={tab} place={placeOf(filters)} onClose={() => setAdding(false)} />}
        {deleting && <DeleteDialog type={tab} row={deleting} onClose={() => setDeleting(null)} />}
        <LeaveDialog dirty={renames.unsaved !== null}>
          The new name that you typed for {renames.unsaved?.from} is lost.
        </LeaveDialog>
      </Page>
    </Tabs>
  );
}

/** The tree of places: its totals, each kind as a list, and what may be changed of it. */
export function GeographyPage() {
  const superAdmin = useCurrentMe().user.role === 'super_admin';
  return superAdmin ? (
    <TotalsAlone />
  ) : (
    <GeographersOnly title={TITLE}>
      <Geography />
    </GeographersOnly>
  );
}
