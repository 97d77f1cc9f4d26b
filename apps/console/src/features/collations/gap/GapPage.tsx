import type { CollationGap } from '@ec/contract/collations/gap';
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { Page } from '../../../components/page/Page.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { ConstituencyAsked } from '../../../domain/places/ConstituencySelect.tsx';
import { formatCount, formatNumber } from '../../../lib/format/format.ts';
import { gapQuery, useCollationNews } from '../api.ts';
import styles from '../collations.module.css';
import { signed, SOURCE_WORDS, STATUS_WORDS } from '../labels.ts';
import { LoadError } from '../LoadError.tsx';
import { AreaChoiceFields, useAreaChoice } from '../use-area-choice.tsx';
import { Waterfall } from './Waterfall.tsx';

/** For an area and a party: from our own total to the declared one, each step at the form and row where it arose. */
export function GapPage() {
  const choice = useAreaChoice({ constituency: true });
  const { election, elections, asked, area, constituency, parties, party, place, setFilters } = choice;
  useCollationNews();
  const gap = useQuery(gapQuery({ ...asked, party }));
  const data = constituency.isOpen ? undefined : gap.data;
  return (
    <Page
      title="Where it changed"
      context={
        data &&
        `${[place, data.constituency?.name].filter(Boolean).join(' · ')} · own figures of ${formatNumber(data.coverage.held)} of ${formatCount(data.coverage.units, 'unit')}, ${formatNumber(data.coverage.verified)} verified`
      }
      contextComes={1}
      actions={
        <Button variant="default" component={Link} to={choice.link('gains', area)}>
          All parties
        </Button>
      }
    >
      <AreaChoiceFields choice={choice}>
        <NativeSelect
          label="Party"
          value={party ?? ''}
          data={[{ value: '', label: !party && data ? `Changed most: ${data.party}` : 'Changed most' }, ...parties]}
          onChange={(event) => setFilters({ party: event.currentTarget.value })}
        />
      </AreaChoiceFields>
      {data ? (
        <Gap gap={data} />
      ) : constituency.isOpen ? (
        <ConstituencyAsked choice={constituency} />
      ) : gap.error ? (
        <Panel>
          <LoadError
            title="The comparison could not be loaded"
            error={gap.error}
            onRetry={gap.refetch}
            to={choice.whole}
            label="Show your own area"
          />
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
                <Link to={`/collations/${form.id}`}>
                  {[form.formCode, gap.constituency?.name].filter(Boolean).join(', ')}
                </Link>
                , {SOURCE_WORDS[form.source].label.toLowerCase()}, {STATUS_WORDS[form.status].label.toLowerCase()}
              </>
            )}
          </div>
          <div className={styles.sum}>
            <strong>{signed(difference)}</strong>
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
