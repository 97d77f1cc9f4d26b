import type { CollationCentre } from '@ec/contract/collations/gap';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { StatusChip } from '../../../components/figure/StatusChip.tsx';
import type { Column } from '../../../components/list/DataTable.tsx';
import { ListOrCards } from '../../../components/list/ListOrCards.tsx';
import { FormerRows } from '../../../components/list/LoadingRows.tsx';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { Page } from '../../../components/page/Page.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { CallLink } from '../../../domain/people/CallLink.tsx';
import { roleTitle } from '../../../domain/people/person-text.ts';
import { formatCount, formatNumber } from '../../../lib/format/format.ts';
import { progressQuery, useCollationNews } from '../api.ts';
import { STATUS_WORDS } from '../labels.ts';
import { isWrongAddress, LoadError } from '../LoadError.tsx';
import { AreaChoiceFields, useAreaChoice } from '../use-area-choice.tsx';

/** What has come in at one centre. */
function Forms({ centre: { forms, started } }: { centre: CollationCentre }) {
  if (forms.length === 0) {
    return started ? (
      <StatusChip tone="wait" label="Started, own form not in" />
    ) : (
      <StatusChip tone="off" label="Not started" />
    );
  }
  return (
    <ul className="tight">
      {forms.map(({ id, formCode, constituency, status, outOfDate }) => (
        <li key={id} className="row gap-6">
          <Link to={`/collations/${id}`}>{[formCode, constituency].filter(Boolean).join(', ')}</Link>
          <StatusChip {...STATUS_WORDS[status]} />
          {outOfDate && <StatusChip tone="wait" label="Out of date" />}
        </li>
      ))}
    </ul>
  );
}

/** Who stands there, the agents first: whom to call in this order. */
function People({ centre: { people, area } }: { centre: CollationCentre }) {
  const [first, ...others] = people;
  if (!first)
    return area.type === 'national' ? (
      <span className="quiet">National administrators</span>
    ) : (
      <StatusChip tone="bad" label="Without a person" />
    );
  return (
    <>
      <div>
        {first.name} <span className="hint">{first.agent ? 'Collation agent' : roleTitle(first.role)}</span>
      </div>
      {first.phone && <CallLink person={{ name: first.name, phone: first.phone }} />}
      {others.length > 0 && (
        <div className="hint">and {formatCount(others.length, 'other person', 'other people')}</div>
      )}
    </>
  );
}

/** Which collation centres have started, which forms are in, and whom to call. */
export function ProgressPage() {
  const choice = useAreaChoice({ constituency: false });
  const { electionId, area, place } = choice;
  useCollationNews();
  const list = useQuery(progressQuery({ electionId, area }));
  const wrong = isWrongAddress(list.error);
  const counts = wrong ? undefined : list.data?.counts;
  const columns: [Column<CollationCentre>, ...Column<CollationCentre>[]] = [
    {
      key: 'centre',
      header: 'Centre',
      cell: ({ area: centre, areaCode, below }) => (
        <>
          {below.places > 0 && areaCode !== area && centre.type !== 'ward' ? (
            <Link to={choice.link('progress', areaCode)}>{centre.name}</Link>
          ) : (
            <span className="medium">{centre.name}</span>
          )}{' '}
          <span className="hint">{areaCode}</span>
        </>
      ),
    },
    { key: 'forms', header: 'Forms', cell: (centre) => <Forms centre={centre} /> },
    {
      key: 'below',
      header: 'In from below',
      numeric: true,
      cell: ({ below }) => `${formatNumber(below.in)} of ${formatNumber(below.places)}`,
    },
    { key: 'people', header: 'Whom to call', cell: (centre) => <People centre={centre} /> },
  ];
  return (
    <Page
      title="Progress of collation"
      context={
        counts &&
        `${place} · ${formatNumber(counts.started)} of ${formatCount(counts.centres, 'centre')} started · ${formatNumber(counts.in)} with their form in · ${formatNumber(counts.verified)} verified · ${formatNumber(counts.disputed)} disputed`
      }
      contextComes={1}
    >
      <AreaChoiceFields choice={choice} />
      <Panel flush>
        <FormerRows former={list.isPlaceholderData}>
          <ListOrCards
            label="Collation centres"
            columns={columns}
            rows={wrong ? [] : list.data?.centres}
            rowKey={({ areaCode }) => areaCode}
            error={wrong ? null : list.error}
            errorTitle="The centres could not be loaded"
            onRetry={list.refetch}
            empty={
              wrong ? (
                <LoadError
                  title="The centres could not be loaded"
                  error={list.error}
                  onRetry={list.refetch}
                  to={choice.whole}
                  label="Show your own area"
                />
              ) : (
                <EmptyState title="The election has no collation centre here." />
              )
            }
          />
        </FormerRows>
      </Panel>
    </Page>
  );
}
