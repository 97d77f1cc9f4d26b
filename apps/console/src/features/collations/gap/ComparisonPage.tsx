import type { CollationGap } from '@ec/contract/collations/gap';
import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { Page } from '../../../components/page/Page.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { ConstituencyAsked } from '../../../domain/places/ConstituencySelect.tsx';
import { formatCount, formatNumber } from '../../../lib/format/format.ts';
import { useCollationNews } from '../api.ts';
import { LoadError } from '../LoadError.tsx';
import { AreaChoiceFields, type AreaChoiceState } from '../use-area-choice.tsx';

type Compared = Pick<CollationGap, 'constituency' | 'coverage'>;

interface ComparisonPageProps<Answer extends Compared> {
  title: string;
  choice: AreaChoiceState;
  query: UseQueryResult<Answer>;
  actions: (answer: Answer | undefined) => ReactNode;
  /** Between the election and the place. */
  fields?: (answer: Answer | undefined) => ReactNode;
  children: (answer: Answer) => ReactNode;
}

/** Our own sheets of an area and a constituency beside what its forms say; of how many sheets, stands below the title. */
export function ComparisonPage<Answer extends Compared>(props: ComparisonPageProps<Answer>) {
  const { title, choice, query, actions, fields, children } = props;
  const { elections, election, constituency, place } = choice;
  useCollationNews();
  const answer = constituency.isOpen ? undefined : query.data;
  return (
    <Page
      title={title}
      context={
        answer &&
        `${[place, answer.constituency?.name].filter(Boolean).join(' · ')} · own figures of ${formatNumber(answer.coverage.held)} of ${formatCount(answer.coverage.units, 'unit')}, ${formatNumber(answer.coverage.verified)} verified`
      }
      contextComes={1}
      actions={actions(answer)}
    >
      <AreaChoiceFields choice={choice}>{fields?.(answer)}</AreaChoiceFields>
      {answer ? (
        children(answer)
      ) : constituency.isOpen ? (
        <ConstituencyAsked choice={constituency} />
      ) : query.error ? (
        <Panel>
          <LoadError
            title="The comparison could not be loaded"
            error={query.error}
            onRetry={query.refetch}
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
