import { CONSTITUENCY_KINDS, type ConstituencyKind, KIND_WORDS } from '@ec/contract/constituencies/kinds';
import type { Constituency } from '@ec/contract/constituencies/schemas';
import { Button, Tabs, TextInput } from '@mantine/core';
import { IconArrowLeft, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Column, DataTable } from '../../components/list/DataTable.tsx';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { FormerRows } from '../../components/list/LoadingRows.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Note } from '../../components/page/Note.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { PlacePicker } from '../../domain/places/PlacePicker.tsx';
import { useReach } from '../../domain/places/use-places.ts';
import { capital } from '../../domain/results/labels.ts';
import { formatCount, formatNumber } from '../../lib/format/format.ts';
import { useReturnFocus } from '../../lib/hooks/focus.ts';
import { pageNumber, usePaging } from '../../lib/hooks/paging.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import { constituenciesQuery, renameConstituency, useGeographyChange } from './api.ts';
import { GeographersOnly } from './PlaceParts.tsx';
import { Form, FormButtons, FormHint } from '../../components/form/Form.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';

/** Gives a constituency the name that people know it by; imports without names keep it. */
function RenameConstituency({ one, onClose }: { one: Constituency; onClose: () => void }) {
  const form = useServerForm({
    id: 'constituency',
    start: { name: one.name },
    check: ({ name }) => (name.trim() === '' ? { name: 'Name is required' } : {}),
    body: ({ name }) => ({ id: one.id, name: name.trim() }),
    request: useGeographyChange(renameConstituency),
    failed: 'The constituency could not be renamed.',
    onDone: (renamed) => {
      notifySuccess(`${one.name} was renamed to ${renamed.name}.`);
      onClose();
    },
  });
  return (
    <FormDialog title={`Rename ${one.name}`} about="the new name" onClose={onClose}>
      <Form label="New name" form={form}>
        <TextInput label="Name" required maxLength={200} data-autofocus {...form.field('name')} />
        <FormHint>A later import keeps this name, unless its file gives another one.</FormHint>
        <FormButtons form={form} submit="Rename" />
      </Form>
    </FormDialog>
  );
}

const TITLE = 'Constituencies';
const FILTERS = { kind: 'senatorial', q: '', place: '', page: '1' };
const WHOLE = { q: '', place: '' };

const lgasText = ({ lgas }: Constituency) => lgas.map(({ name, part }) => (part ? `${name} (part)` : name)).join(', ');

function columnsOf(kind: ConstituencyKind, onRename: (one: Constituency) => void): Column<Constituency>[] {
  return [
    { key: 'name', header: capital(KIND_WORDS[kind][0]), cell: ({ name }) => name },
    { key: 'state', header: 'State', cell: ({ state }) => state.name },
    { key: 'code', header: 'Number', numeric: true, cell: ({ code }) => String(code) },
    { key: 'lgas', header: 'LGAs', cell: lgasText },
    { key: 'wards', header: 'Wards', numeric: true, cell: ({ wards }) => formatNumber(wards) },
    { key: 'units', header: 'Polling units', numeric: true, cell: ({ units }) => formatNumber(units) },
    { key: 'registered', header: 'Registered', numeric: true, cell: ({ registered }) => formatNumber(registered) },
    {
      key: 'rename',
      header: 'Action',
      cell: (one) => (
        <Button size="xs" variant="default" aria-label={`Rename ${one.name}`} onClick={() => onRename(one)}>
          Rename
        </Button>
      ),
    },
  ];
}

function Constituencies() {
  const [filters, setFilters] = useUrlState(FILTERS);
  const [renaming, setRenaming] = useState<Constituency | null>(null);
  const rememberFocus = useReturnFocus(renaming !== null);
  const mayImport = useReach().some(({ type }) => type === 'national');
  const kind = CONSTITUENCY_KINDS.find((each) => each === filters.kind) ?? 'senatorial';
  const { q, place } = filters;
  const list = useQuery(constituenciesQuery({ kind, q, place, page: pageNumber(filters.page) }));
  const rows = list.data?.constituencies;
  const paging = usePaging(filters, setFilters, rows, list.data?.total);
  const unassigned = list.data?.unassigned ?? 0;
  const columns = columnsOf(kind, (one) => {
    rememberFocus();
    setRenaming(one);
  });
  const many = KIND_WORDS[kind][1];
  return (
    <Tabs
      value={kind}
      keepMounted={false}
      onChange={(next) => setFilters({ kind: next ?? FILTERS.kind, q: '', page: '1' })}
    >
      <Page
        title={TITLE}
        context={
          <Tabs.List className="swiped" aria-label="What senators and members are elected in">
            {CONSTITUENCY_KINDS.map((each) => (
              <Tabs.Tab key={each} value={each}>
                {capital(KIND_WORDS[each][1])}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        }
        actions={
          <>
            <Button
              component={Link}
              to="/geographical-data"
              variant="default"
              leftSection={<IconArrowLeft size={16} aria-hidden />}
            >
              Geographical data
            </Button>
            {mayImport && (
              <Button
                component={Link}
                to="/geographical-data/constituencies/import"
                leftSection={<IconUpload size={16} aria-hidden />}
              >
                Import constituencies
              </Button>
            )}
          </>
        }
      >
        <Panel flush>
          {CONSTITUENCY_KINDS.map((each) => (
            <Tabs.Panel key={each} value={each}>
              <FilterBar
                inPanel
                label={capital(many)}
                placeholder="Part of a name, a state or an LGA"
                filters={{ q, place }}
                whole={WHOLE}
                onChange={(change) => setFilters({ ...change, page: '1' })}
                first={
                  <PlacePicker depth="lga" value={place} onChange={(next) => setFilters({ place: next, page: '1' })} />
                }
                firstKey="place"
              />
              {unassigned > 0 && rows && rows.length > 0 && (
                <Note kind="info">
                  {formatCount(unassigned, 'ward')} here {unassigned === 1 ? 'belongs' : 'belong'} to no{' '}
                  {KIND_WORDS[each][0]}. An election in constituencies does not cover them.
                </Note>
              )}
              <FormerRows former={list.isPlaceholderData}>
                <DataTable
                  label={capital(many)}
                  columns={columns}
                  rows={rows}
                  rowKey={({ id }) => id}
                  error={list.error}
                  errorTitle={`${capital(many)} could not be loaded`}
                  onRetry={list.refetch}
                  paging={paging}
                  empty={
                    <EmptyState title={q || place ? `No ${many} match your filters` : `No ${many} yet`}>
                      {q || place
                        ? 'Change or remove the filters.'
                        : 'They are imported from a CSV file that names the constituencies of each ward.'}
                    </EmptyState>
                  }
                />
              </FormerRows>
            </Tabs.Panel>
          ))}
        </Panel>
        {renaming && <RenameConstituency one={renaming} onClose={() => setRenaming(null)} />}
      </Page>
    </Tabs>
  );
}

/** Senatorial districts, federal and state constituencies with the places that they are made of. */
export function ConstituenciesPage() {
  return (
    <GeographersOnly title={TITLE}>
      <Constituencies />
    </GeographersOnly>
  );
}
