import type { UnreadPeople as UnreadPeopleAnswer } from '@ec/contract/announcements/schemas';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CallLink } from '../../domain/people/CallLink.tsx';
import { type Column, DataTable } from '../../components/list/DataTable.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { SearchField } from '../../components/list/SearchField.tsx';
import { PAGE_SIZE } from '../../lib/hooks/paging.ts';
import { roleTitle } from '../../domain/people/person-text.ts';
import { unreadPeopleQuery } from './api.ts';

type Person = UnreadPeopleAnswer['people'][number];

const COLUMNS: Column<Person>[] = [
  {
    key: 'name',
    header: 'Person',
    cell: ({ name, role, area }) => (
      <>
        <div className="medium">
          <bdi>{name}</bdi>
        </div>
        <div className="hint">
          {roleTitle(role)}
          {area && `, ${area.name}`}
        </div>
      </>
    ),
  },
  {
    key: 'phone',
    header: 'Phone',
    cell: ({ name, phone }) => (phone === null ? '–' : <CallLink person={{ name, phone }} />),
  },
];

/** The people to call: those in the audience and the area who have not read it. */
export function UnreadPeople({ id, area }: { id: string; area: string }) {
  const [q, setQ] = useState('');
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(unreadPeopleQuery(id, { area, q, page }));
  return (
    <section aria-labelledby="not-read-yet" className="stack gap-8">
      <h3 id="not-read-yet" className="above-6">
        Not read yet
      </h3>
      <SearchField
        value={q}
        onChange={(next) => {
          setQ(next);
          setPage(1);
        }}
        placeholder="Name"
      />
      <DataTable
        label="Not read yet"
        columns={COLUMNS}
        rows={data?.people}
        rowKey={(person) => person.id}
        error={error}
        errorTitle="The people could not be loaded"
        onRetry={refetch}
        empty={<EmptyState title={q === '' ? 'Everybody here has read it.' : 'No user of that name.'} />}
        paging={{ page, pageSize: PAGE_SIZE, total: data?.total ?? 0, onPage: setPage }}
      />
    </section>
  );
}
