import type { DisputeDetail } from '@ec/contract/disputes/schemas';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { codeOf } from '@ec/contract/geography/location-id';
import { Link, useParams } from 'react-router';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { withQuery } from '../../domain/elections/count-choice.ts';
import { areaPath, unitName } from '../../domain/places/area-path.ts';
import { SOURCE_WORDS } from '../../domain/results/labels.ts';
import { useListAddress } from '../../lib/hooks/use-list-address.ts';
import { disputeQuery, useDisputeNews } from './api.ts';
import { DisputeBoard } from './DisputeBoard.tsx';
import styles from './dispute.module.css';
import { disputeState } from './labels.ts';

/** Where the unit lies, the unit itself first; each place that the reader may open is a link to its page. */
function Where({ dispute }: { dispute: DisputeDetail }) {
  const shown = { election: dispute.electionId, source: dispute.source };
  const places = dispute.chain.filter(({ type }) => type !== 'national').toReversed();
  return (
    <>
      {places.map(({ id, type, name }, i) => (
        <Fragment key={id}>
          {i > 0 && ' · '}
          <MayLink to={withQuery(areaPath({ type, code: codeOf(id) }) ?? '', shown)}>
            {type === 'polling_unit' ? `${name} (${dispute.pollingUnitCode})` : name}
          </MayLink>
        </Fragment>
      ))}
      <div>
        {dispute.electionName} · {SOURCE_WORDS[dispute.source]}
      </div>
    </>
  );
}

function AllDisputes() {
  return (
    <Button variant="default" component={Link} to={useListAddress('/disputes')}>
      All disputes
    </Button>
  );
}

/** One dispute: the sheet and its figures, what was said, who has it, and how it ends. */
export function DisputePage() {
  const { disputeId = '' } = useParams();
  const query = useQuery(disputeQuery(disputeId));
  const dispute = query.data;
  useDisputeNews();

  if (!dispute) {
    return (
      <Page title="Dispute" actions={<AllDisputes />}>
        {query.error ? (
          <Panel>
            <ErrorView title="The dispute could not be loaded" error={query.error} onRetry={query.refetch} />
          </Panel>
        ) : (
          <div className={`stack gap-12 ${styles.page}`} role="status" aria-label="Loading the dispute">
            <Skeleton height={180} className={`stack gap-12 shrink packed ${styles.summary}`} />
            <Skeleton height={320} className={styles.sheet ?? ''} />
            <Skeleton height={320} className={`stack gap-12 shrink packed ${styles.side}`} />
          </div>
        )}
      </Page>
    );
  }
  return (
    <Page
      title={`Dispute, ${unitName(dispute)}`}
      context={<Where dispute={dispute} />}
      actions={
        <>
          <StatusChip {...disputeState(dispute)} />
          <AllDisputes />
        </>
      }
    >
      <DisputeBoard key={dispute.id} dispute={dispute} onReload={query.refetch} />
    </Page>
  );
}
