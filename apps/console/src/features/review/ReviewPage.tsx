import { CONTEST_WORDS, contestRank } from '@ec/contract/contest-days/contests';
import type { ResultDetail, ReviewList, UnitContest } from '@ec/contract/results/schemas';
import { Button, Skeleton } from '@mantine/core';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { RESULT_STATUS } from '../../domain/results/labels.ts';
import { unitName } from '../../domain/places/area-path.ts';
import { whenIdle } from '../../lib/device/when-idle.ts';
import { fileQuery } from '../../lib/hooks/use-file-url.ts';
import { resultQuery, waitingQuery, useResultNews } from './api.ts';
import type { Next } from './DecisionBar.tsx';
import { ResultReview } from './ResultReview.tsx';
import styles from './ReviewPage.module.css';
import { PartyLooks } from '../../domain/results/PartyLooks.tsx';

function placeLine(result: ResultDetail): string {
  const names = result.chain.filter((link) => link.type !== 'national' && link.type !== 'polling_unit');
  const contest = result.contests.length > 0 ? [CONTEST_WORDS[result.election.type]] : [];
  const words = names.toReversed().map((link) => link.name);
  return [
    ...contest,
    ...words,
    result.pollingUnitCode,
    `Form ${result.formCode}`,
    result.source === 'official' ? 'Official' : 'Grassroots',
  ].join(' · ');
}

/** Loads a result with its photo, so that it stands at once when the reviewer comes to it. */
async function loadAhead(client: QueryClient, id: string): Promise<void> {
  await client.prefetchQuery({ ...resultQuery(id), staleTime: 30_000 });
  const photo = client.getQueryData(resultQuery(id).queryKey)?.sheetFileId;
  if (photo) await client.prefetchQuery(fileQuery(photo, 'view'));
}

/** What comes after this result: the later sheets of its unit, then the next unit in the order of units, else the first. */
function nextOf(result: ResultDetail, waiting: ReviewList | undefined): { id: string; label: string } | null {
  const onward = (contests: readonly UnitContest[], above: number) =>
    contests.find(({ status, electionType }) => status === 'submitted' && contestRank(electionType) > above);
  const rank = contestRank(result.election.type);
  const sheet = (contest: UnitContest | undefined) =>
    contest?.resultId ? { id: contest.resultId, label: `Next sheet: ${CONTEST_WORDS[contest.electionType]}` } : null;
  const later = sheet(onward(result.contests, rank));
  if (later) return later;
  const units = waiting?.units.filter(({ canDecide, resultId }) => canDecide && resultId !== result.id) ?? [];
  const unit = units.find(({ pollingUnitId }) => pollingUnitId > result.pollingUnitId) ?? units[0];
  // Where no other unit waits, an earlier sheet of this one may have been passed over.
  if (!unit?.resultId) return sheet(onward(result.contests, -1));
  const first = onward(unit.contests, -1);
  const earlier = first?.resultId && contestRank(first.electionType) < rank;
  return { id: (earlier && first.resultId) || unit.resultId, label: 'Next waiting unit' };
}

/** The next result that waits for the reader, other than this one; it is loaded ahead. `more` says how many wait further down the list. */
function useNext(result: ResultDetail | undefined): { next: Next | null; more: number } {
  const waiting = useQuery(waitingQuery(result?.electionId ?? '', result?.source ?? 'official'));
  const found = result ? nextOf(result, waiting.data) : null;
  const id = found?.id ?? null;
  const client = useQueryClient();
  const shown = result !== undefined;
  useEffect(() => {
    if (id === null || !shown) return;
    whenIdle(() => void loadAhead(client, id));
  }, [client, id, shown]);
  const more = waiting.data?.decidable ?? 0;
  return { next: found && { to: `/review/${found.id}`, label: found.label }, more };
}

/** One result beside the photo of its sheet. */
export function ReviewPage() {
  const { resultId = '' } = useParams();
  const query = useQuery(resultQuery(resultId));
  const result = query.data;
  const { next, more } = useNext(result);
  useResultNews();

  if (!result) {
    return (
      <Page title="Review">
        {query.error ? (
          <Panel>
            <ErrorView title="The result could not be loaded" error={query.error} onRetry={query.refetch} />
          </Panel>
        ) : (
          <div className={`pile gap-12 ${styles.page}`} role="status" aria-label="Loading the result">
            <Skeleton height={320} />
            <Skeleton height={320} />
          </div>
        )}
      </Page>
    );
  }
  const list = `/review?${new URLSearchParams({ election: result.electionId, source: result.source }).toString()}`;
  return (
    <Page
      title={`Review, ${unitName(result)}`}
      context={placeLine(result)}
      actions={
        <>
          <StatusChip {...RESULT_STATUS[result.status]} />
          {result.source === 'official' && (
            <Button
              variant="default"
              component={Link}
              to={`/collations/published?${new URLSearchParams({ election: result.electionId, unit: result.pollingUnitCode })}`}
            >
              Published sheet
            </Button>
          )}
          <Button variant="default" component={Link} to={list}>
            All units
          </Button>
        </>
      }
    >
      <PartyLooks of={result}>
        <ResultReview key={result.id} result={result} next={next} more={more} onReload={query.refetch} />
      </PartyLooks>
    </Page>
  );
}
