import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { LoadingRows } from '../../components/list/LoadingRows.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { ResultFeed } from '../../domain/results/ResultFeed.tsx';
import { feedQuery, type LiveSubject } from './api.ts';
import { RESULT_STATUS } from '../../domain/results/labels.ts';
import { useInSteps, useOptionsNear } from '../../lib/hooks/draw-later.ts';
import type { LiveState } from './live-state.ts';

interface FeedProps extends Pick<LiveState, 'state' | 'set'> {
  subject: LiveSubject;
}

const STATUSES = [
  { value: '', label: 'Any status' },
  ...(['pending', 'verified', 'disputed', 'cancelled'] as const).map((value) => ({
    value,
    label: RESULT_STATUS[value].label,
  })),
];

/** The newest results of the area, at most twenty. */
export function Feed({ subject, state, set }: FeedProps) {
  const { party, leading, status } = state;
  const near = useOptionsNear();
  const feed = useQuery(feedQuery(subject, { party, leading, status }));
  const { error, refetch, isPlaceholderData } = feed;
  const data = useInSteps(feed.data);
  return (
    <Panel
      flush
      title="Live Results Feed"
      actions={
        <Select
          {...near}
          w={130}
          aria-label="Status"
          data={STATUSES}
          value={status}
          onChange={(next) => set({ status: next ?? '' })}
          allowDeselect={false}
        />
      }
    >
      {error && !data ? (
        <ErrorView title="The feed could not be loaded" error={error} onRetry={refetch} />
      ) : !data ? (
        <LoadingRows label="Loading the feed" rows={4} height={32} />
      ) : data.items.length === 0 ? (
        <EmptyState title={party || leading || status ? 'No results match your filters' : 'No results yet'}>
          {!(party || leading || status) && 'Results appear here as officers send them.'}
        </EmptyState>
      ) : (
        <ResultFeed
          key={JSON.stringify([subject, party, leading, status])}
          items={data.items}
          stale={isPlaceholderData}
        />
      )}
    </Panel>
  );
}
