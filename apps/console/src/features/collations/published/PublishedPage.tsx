import { ElectionId } from '@ec/contract/base/common';
import type { PublishedComparison } from '@ec/contract/collations/published';
import { locationIdOf, locationType } from '@ec/contract/geography/location-id';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { SheetViewer } from '../../../components/figure/SheetViewer.tsx';
import { StatusChip } from '../../../components/figure/StatusChip.tsx';
import { DataTable } from '../../../components/list/DataTable.tsx';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { Page } from '../../../components/page/Page.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { PUBLISHED_WORDS, publishedQuery } from '../../../domain/collations/published-sheets.ts';
import { personText } from '../../../domain/people/person-text.ts';
import { RESULT_STATUS } from '../../../domain/results/labels.ts';
import { formatExact, formatNumber } from '../../../lib/format/format.ts';
import { useMayOpen } from '../../../lib/session/may-open.ts';
import { useCollationNews } from '../api.ts';
import { fieldWord } from '../../../domain/collations/words.ts';
import { LoadError, WrongAddress } from '../LoadError.tsx';
import { EnterPublished } from './EnterPublished.tsx';

/** What the address lacks to name a published sheet. */
function missingIn(electionId: string, unit: string): 'election' | 'polling unit' | null {
  if (!ElectionId.safeParse(electionId).success) return 'election';
  const id = locationIdOf(unit);
  return id !== undefined && locationType(id) === 'polling_unit' ? null : 'polling unit';
}

/** What the results portal publishes of one unit beside our own sheet; the two are never mixed. */
export function PublishedPage() {
  const [params] = useSearchParams();
  const [electionId, unit] = [params.get('election') ?? '', params.get('unit') ?? ''];
  const missing = missingIn(electionId, unit);
  const { data, error, refetch } = useQuery({ ...publishedQuery(electionId, unit), enabled: missing === null });
  const reviews = useMayOpen('/review');
  const list = reviews
    ? { to: `/review${missing === 'election' ? '' : `?election=${electionId}`}`, label: 'Results of the units' }
    : { to: '/collations', label: 'All forms' };
  const [entering, setEntering] = useState(false);
  useCollationNews();
  return (
    <Page
      title="Published sheet"
      context={data && `${data.unit.name} · ${data.unit.code}`}
      contextComes={1}
      actions={
        data?.can.enter && (
          <>
            <Button onClick={() => setEntering(true)}>
              {data.published ? 'Enter it again' : 'Enter what the portal shows'}
            </Button>
            <Button
              variant="default"
              component={Link}
              to={`/collations/published/import?${new URLSearchParams({ election: electionId })}`}
            >
              Import from CSV
            </Button>
          </>
        )
      }
    >
      {data ? (
        <Compared data={data} />
      ) : missing ? (
        <Panel>
          <WrongAddress title={`This address names no ${missing}.`} {...list}>
            A published sheet belongs to one polling unit in one election. Open it from the review of the unit.
          </WrongAddress>
        </Panel>
      ) : error ? (
        <Panel>
          <LoadError title="The published sheet could not be loaded" error={error} onRetry={refetch} {...list} />
        </Panel>
      ) : (
        <div className="loading" role="status" aria-label="Loading the published sheet">
          <Skeleton height={320} />
        </div>
      )}
      {data && entering && (
        <EnterPublished
          electionId={electionId}
          unit={data.unit}
          parties={data.parties}
          onClose={() => setEntering(false)}
        />
      )}
    </Page>
  );
}

function Compared({ data }: { data: PublishedComparison }) {
  const { published, own, fields, unit } = data;
  const differing = fields.filter(({ differs }) => differs).length;
  return (
    <>
      <Panel title="On the portal">
        {published ? (
          <>
            <p>
              <StatusChip {...PUBLISHED_WORDS[published.state]} />{' '}
              <span className="quiet">
                entered by {personText(published.enteredBy)}, {formatExact(published.enteredAt)}
              </span>
            </p>
            {published.note && <p>{published.note}</p>}
            {published.sheetFileId && (
              <SheetViewer fileId={published.sheetFileId} alt={`Published sheet of ${unit.name}`} />
            )}
          </>
        ) : (
          <EmptyState title="What the portal shows has not been entered yet." />
        )}
      </Panel>
      <Panel
        title="Field by field"
        note={
          own ? `Our own sheet is ${RESULT_STATUS[own.status].label.toLowerCase()}` : 'We hold no sheet of this unit'
        }
        actions={own && <Link to={`/review/${own.resultId}`}>Open our own sheet</Link>}
        flush
      >
        <DataTable
          label="Published sheet and our own sheet"
          columns={[
            { key: 'field', header: 'Field', cell: ({ name }) => fieldWord(name) },
            { key: 'published', header: 'Portal', numeric: true, cell: (row) => formatNumber(row.published) },
            { key: 'own', header: 'Our own sheet', numeric: true, cell: (row) => formatNumber(row.own) },
            {
              key: 'differs',
              header: 'Comparison',
              cell: (row) =>
                row.differs ? (
                  <StatusChip tone="bad" label="Differs" />
                ) : row.published === null || row.own === null ? (
                  <span className="quiet">Not compared</span>
                ) : (
                  <StatusChip tone="ok" label="Equal" />
                ),
            },
          ]}
          rows={fields}
          rowKey={({ name }) => name}
          isMarked={({ differs }) => differs}
          empty={<EmptyState title="There are no figures to compare." />}
        />
      </Panel>
      {published?.state === 'figures' && own && differing === 0 && (
        <p className="quiet">Every figure that both have is equal.</p>
      )}
    </>
  );
}
