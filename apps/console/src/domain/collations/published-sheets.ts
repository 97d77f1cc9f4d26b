import type { PublishedState } from '@ec/contract/collations/published';
import { queryOptions } from '@tanstack/react-query';
import type { Tone } from '../../components/figure/StatusChip.tsx';
import { api } from '../../lib/http/api.ts';

/** What the portal shows of a unit. */
export const PUBLISHED_WORDS: Record<PublishedState, { label: string; tone: Tone }> = {
  figures: { label: 'Figures', tone: 'ok' },
  absent: { label: 'No sheet on the portal', tone: 'off' },
  blurred: { label: 'Cannot be read', tone: 'wait' },
  wrong_unit: { label: 'Sheet of another unit', tone: 'bad' },
};

export const publishedQuery = (electionId: string, pollingUnitId: string) =>
  queryOptions({
    queryKey: ['collations', 'published', electionId, pollingUnitId],
    queryFn: ({ signal }) => api.call('GET /collations/published', { query: { electionId, pollingUnitId }, signal }),
  });

/** The page of the published sheet of a unit. */
export const publishedAddress = (electionId: string, unitCode: string) =>
  `/collations/published?${new URLSearchParams({ election: electionId, unit: unitCode })}`;
