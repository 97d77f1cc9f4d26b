import type { CollationGap } from '@ec/contract/collations/schemas';
import { codeOf, NATION } from '@ec/contract/geography/location-id';
import { NativeSelect, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { Page } from '../../../components/page/Page.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { resultElectionsQuery } from '../../../domain/elections/result-elections.ts';
import { PlaceFilter, usePlaceChip } from '../../../domain/places/PlaceFilter.tsx';
import { ownAreas } from '../../../lib/session/may-open.ts';
import { formatCount, formatNumber } from '../../../lib/format/format.ts';
import { useUrlState } from '../../../lib/hooks/use-url-state.ts';
import { useCurrentMe } from '../../../lib/session/session.ts';
import { gapQuery, useCollationNews } from '../api.ts';
import styles from '../collations.module.css';
import { SOURCE_WORDS, STATUS_WORDS } from '../labels.ts';
import { Waterfall } from './Waterfall.tsx';

const FILTERS = { election: '', area: '', party: '' };

/** For an area and a party: from our own total to the declared one, each step at the form and row where it arose. */
export function GapPage() {
  const me = useCurrentMe();
  const [filters, setFilters] = useUrlState(FILTERS);
  const elections = useQuery(resultElectionsQuery);
  useCollationNews();
  const election = elections.data?.find(({ id }) => id === filters.election) ?? elections.data?.[0];
  const parties = election?.parties ?? [];
  const party = parties.includes(filters.party) ? filters.party : (parties[0] ?? '');
  const [own = NATION] = ownAreas(me);
  const area = filters.area || codeOf(own);
  const gap = useQuery(gapQuery({ electionId: election?.id ?? '', area, party }));
  const place = usePlaceChip(area);
  return (
    <Page
      title="Where it changed"
      context={
        gap.data &&
        `${place?.value ?? ''} · own figures of ${formatNumber(gap.data.coverage.held)} of ${formatCount(gap.data.coverage.units, 'unit')}, ${formatNumber(gap.data.coverage.verified)} verified`
      }
      contextComes={1}
    >
      <div className="shelf start">
        <NativeSelect
          label="Election"
          value={election?.id ?? ''}
          data={(elections.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => setFilters({ election: event.currentTarget.value })}
        />
        <NativeSelect
          label="Party"
          value={party}
          data={parties}
          onChange={(event) => setFilters({ party: event.currentTarget.value })}
        />
        <PlaceFilter depth="ward" value={filters.area} onChange={(next) => setFilters({ area: next })} />
      </div>
      {gap.data ? (
        <Gap gap={gap.data} />
      ) : gap.error ? (
        <Panel>
          <ErrorView title="The comparison could not be loaded" error={gap.error} onRetry={gap.refetch} />
        </Panel>
      ) : elections.data && !election ? (
        <Panel>
          <EmptyState title="There is no election with results in your area yet." />
        </Panel>
      ) : (
        <div className="loading" role="status" aria-label="Loading the comparison">
          <Skeleton height={90} />
          <Skeleton height={320} />
        </div>
      )}
    </Page>
  );
}

function Gap({ gap }: { gap: CollationGap }) {
  const { party, declared, own, form } = gap;
  if (declared === null) {
    return (
      <Panel>
        <EmptyState title="No form of this area is held yet.">
          Our own count stands at {formatNumber(own)} votes for {party}. The steps appear when the area’s form is
          entered.
        </EmptyState>
      </Panel>
    );
  }
  const difference = declared - own;
  return (
    <>
      <Panel>
        <div className={styles.sums}>
          <div className={styles.sum}>
            <strong>{formatNumber(own)}</strong> Our own count, {party}
          </div>
          <div className={styles.sum}>
            <strong>{formatNumber(declared)}</strong>
            {form && (
              <>
                <Link to={`/collations/${form.id}`}>{form.formCode}</Link>,{' '}
                {SOURCE_WORDS[form.source].label.toLowerCase()}, {STATUS_WORDS[form.status].label.toLowerCase()}
              </>
            )}
          </div>
          <div className={styles.sum}>
            <strong>
              {difference > 0 ? '+' : difference < 0 ? '−' : ''}
              {formatNumber(Math.abs(difference))}
            </strong>
            Difference
          </div>
        </div>
      </Panel>
      <Panel title="From our own count to the form" flush>
        <Waterfall gap={gap} declared={declared} />
      </Panel>
    </>
  );
}
