import type { Announcement, Receipts as ReceiptsAnswer } from '@ec/contract/announcements/schemas';
import { Anchor, Breadcrumbs, Skeleton } from '@mantine/core';
import type { LocationLink } from '@ec/contract/geography/schemas';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Column, DataTable } from '../../components/list/DataTable.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { SegmentBar } from '../../components/figure/Bars.tsx';
import { formatNumber, formatShare } from '../../lib/format/format.ts';
import { placeReference } from '../../domain/places/use-places.ts';
import styles from './announcements.module.css';
import { receiptsQuery } from './api.ts';
import { UnreadPeople } from './UnreadPeople.tsx';

/** An area with its readers; without one those who are assigned above all areas listed. */
type AreaRow = Omit<ReceiptsAnswer['areas'][number], 'area'> & { area: LocationLink | null };

/** The areas, and in a last row those above them, so that the rows add up to the sum. */
function rowsOf({ areas, people, read }: ReceiptsAnswer): AreaRow[] {
  const rest = (whole: number, parts: readonly number[]) => parts.reduce((left, part) => left - part, whole);
  const above = {
    area: null,
    people: rest(
      people,
      areas.map((each) => each.people),
    ),
    read: rest(
      read,
      areas.map((each) => each.read),
    ),
  };
  return above.people > 0 ? [...areas, above] : areas;
}

const columnsTo = (open: (area: LocationLink) => void): Column<AreaRow>[] => [
  {
    key: 'area',
    header: 'Area',
    cell: ({ area, read, people }) => (
      <div className={styles.area}>
        {area === null || area.type === 'polling_unit' ? (
          (area?.name ?? 'Assigned above these areas')
        ) : (
          <Anchor component="button" type="button" className="opener left" onClick={() => open(area)}>
            {area.name}
          </Anchor>
        )}
        <SegmentBar
          label={area?.name ?? 'Assigned above these areas'}
          segments={[{ tone: 'ok', label: 'Read', value: read }]}
          whole={people}
        />
      </div>
    ),
  },
  { key: 'read', header: 'Read', numeric: true, cell: ({ read }) => formatNumber(read) },
  { key: 'people', header: 'People', numeric: true, cell: ({ people }) => formatNumber(people) },
  { key: 'share', header: 'Share', numeric: true, cell: ({ read, people }) => formatShare(read, people) },
];

/** Read by n of m, in all and by area down to the polling unit, and who has not. */
export function Receipts({ announcement: { id } }: { announcement: Announcement }) {
  const [path, setPath] = useState<readonly LocationLink[]>([]);
  const here = path.at(-1);
  const area = here ? placeReference(here.id) : '';
  const { data, error, refetch } = useQuery(receiptsQuery(id, area));
  return (
    <div className="stack gap-12">
      {path.length > 0 && (
        <nav aria-label="Area of the receipts">
          <Breadcrumbs className={styles.crumbs ?? ''}>
            <Anchor component="button" type="button" className="opener left" onClick={() => setPath([])}>
              All
            </Anchor>
            {path.map((each, at) =>
              at === path.length - 1 ? (
                <span key={each.id} aria-current="location">
                  {each.name}
                </span>
              ) : (
                <Anchor
                  key={each.id}
                  component="button"
                  type="button"
                  className="opener left"
                  onClick={() => setPath(path.slice(0, at + 1))}
                >
                  {each.name}
                </Anchor>
              ),
            )}
          </Breadcrumbs>
        </nav>
      )}
      {data ? (
        <>
          <Summary receipts={data} />
          {data.areas.length > 0 && (
            <DataTable
              label="Read by area"
              columns={columnsTo((next) => setPath([...path, next]))}
              rows={rowsOf(data)}
              rowKey={({ area: each }) => String(each?.id ?? 'above')}
              empty={null}
            />
          )}
          {data.people > data.read ? (
            <UnreadPeople key={area} id={id} area={area} />
          ) : (
            <EmptyState title={data.people === 0 ? 'It reaches no user here now.' : 'Everybody here has read it.'} />
          )}
        </>
      ) : error ? (
        <ErrorView title="The read receipts could not be loaded" error={error} onRetry={refetch} />
      ) : (
        <div role="status" aria-label="Loading the read receipts" className="loading">
          <Skeleton height={40} />
          <Skeleton height={160} />
        </div>
      )}
    </div>
  );
}

function Summary({ receipts: { read, people } }: { receipts: ReceiptsAnswer }) {
  return (
    <div>
      <p className="below-6" role="status">
        Read by <strong>{formatNumber(read)}</strong> of <strong>{formatNumber(people)}</strong> (
        {formatShare(read, people)}); {formatNumber(people - read)} not yet.
      </p>
      <SegmentBar label="Read receipts" segments={[{ tone: 'ok', label: 'Read', value: read }]} whole={people} />
    </div>
  );
}
