import type { PublishedComparison } from '@ec/contract/collations/published';
import type { ResultDetail } from '@ec/contract/results/schemas';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { DataTable } from '../../components/list/DataTable.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { fieldWord } from '../../domain/collations/words.ts';
import { PUBLISHED_WORDS, publishedAddress, publishedQuery } from '../../domain/collations/published-sheets.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { useAccessSubject } from '../../lib/session/session.ts';

/** What the results portal shows of the unit beside our own sheet, for those who may read it. */
export function PublishedPanel({ result }: { result: ResultDetail }) {
  const { levels } = useAccessSubject();
  const reads = result.source === 'official' && (levels.disputes ?? 'none') !== 'none';
  const { data, error } = useQuery({ ...publishedQuery(result.electionId, result.pollingUnitCode), enabled: reads });
  if (!reads || (!data && !error)) return null;
  if (!data) return <p className="quiet">The published sheet of this unit could not be loaded.</p>;
  if (!data.published) return <p className="quiet">No published sheet of this unit is held.</p>;
  return (
    <Panel
      title="Own and published sheet"
      actions={<Link to={publishedAddress(result.electionId, result.pollingUnitCode)}>Open the published sheet</Link>}
      flush={data.published.state === 'figures'}
    >
      {data.published.state === 'figures' ? (
        <Fields fields={data.fields} />
      ) : (
        <p className="quiet">On the portal: {PUBLISHED_WORDS[data.published.state].label.toLowerCase()}.</p>
      )}
    </Panel>
  );
}

function Fields({ fields }: Pick<PublishedComparison, 'fields'>) {
  return (
    <DataTable
      label="Own and published figures"
      columns={[
        { key: 'field', header: 'Field', cell: ({ name }) => fieldWord(name) },
        { key: 'own', header: 'Own', numeric: true, cell: ({ own }) => formatNumber(own) },
        { key: 'published', header: 'Published', numeric: true, cell: ({ published }) => formatNumber(published) },
        {
          key: 'differs',
          header: 'Comparison',
          cell: ({ differs }) => differs && <StatusChip tone="bad" label="Differs" />,
        },
      ]}
      rows={fields}
      rowKey={({ name }) => name}
      isMarked={({ differs }) => differs}
      empty={null}
    />
  );
}
