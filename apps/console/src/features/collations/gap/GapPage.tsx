import type { CollationGap } from '@ec/contract/collations/gap';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { formatNumber } from '../../../lib/format/format.ts';
import { gapQuery } from '../api.ts';
import styles from '../collations.module.css';
import { signed, SOURCE_WORDS, STATUS_WORDS } from '../labels.ts';
import { useAreaChoice } from '../use-area-choice.tsx';
import { ComparisonPage } from './ComparisonPage.tsx';
import { Waterfall } from './Waterfall.tsx';

/** For an area and a party: from our own total to the declared one, each step at the form and row where it arose. */
export function GapPage() {
  const choice = useAreaChoice({ constituency: true });
  const { asked, area, parties, party, setFilters } = choice;
  return (
    <ComparisonPage
      title="Where it changed"
      choice={choice}
      query={useQuery(gapQuery({ ...asked, party }))}
      actions={() => (
        <Button variant="default" component={Link} to={choice.link('gains', area)}>
          All parties
        </Button>
      )}
      fields={(gap) => (
        <NativeSelect
          label="Party"
          value={party ?? ''}
          data={[{ value: '', label: !party && gap ? `Changed most: ${gap.party}` : 'Changed most' }, ...parties]}
          onChange={(event) => setFilters({ party: event.currentTarget.value })}
        />
      )}
    >
      {(gap) => <Gap gap={gap} />}
    </ComparisonPage>
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
