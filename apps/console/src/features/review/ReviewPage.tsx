import type { ResultDetail } from '@ec/contract/results/schemas';
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
import { resultQuery, waitingQuery } from './api.ts';
import { ResultReview } from './ResultReview.tsx';
import styles from './ReviewPage.module.css';
import { useResultNews } from './use-result-news.ts';

function placeLine(result: ResultDetail): string {
  const names = result.chain.filter((link) => link.type !== 'national' && link.type !== 'polling_unit');
  const words = names.toReversed().map((link) => link.name);
  return [
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

/** The next result that waits for the reader, other than this one; it is loaded ahead. */
function useNext(result: ResultDetail | undefined): string | null {
  const waiting = useQuery(waitingQuery(result?.electionId ?? '', result?.source ?? 'official'));
  const next = waiting.data?.units.find((unit) => unit.canDecide && unit.resultId !== result?.id)?.resultId ?? null;
  const client = useQueryClient();
  const shown = result !== undefined;
  useEffect(() => {
    if (next === null || !shown) return;
    whenIdle(() => void loadAhead(client, next));
  }, [client, next, shown]);
  return next === null ? null : `/review/${next}`;
}

/** One result beside the photo of its sheet. */
export function ReviewPage() {
  const { resultId = '' } = useParams();
  const query = useQuery(resultQuery(resultId));
  const result = query.data;
  const next = useNext(result);
  useResultNews();

  if (!result) {
    return (
      <Page title="Review">
        {query.error ? (
          <Panel>
            <ErrorView title="The result could not be loaded" error={query.error} onRetry={query.refetch} />
          </Panel>
        ) : (
          <div className={styles.page} role="status" aria-label="Loading the result">
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
      <ResultReview key={result.id} result={result} next={next} onReload={query.refetch} />
    </Page>
  );
}
