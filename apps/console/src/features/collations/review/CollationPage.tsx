import { type CollationDetail, CollationId } from '@ec/contract/collations/schemas';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { StatusChip } from '../../../components/figure/StatusChip.tsx';
import { Page } from '../../../components/page/Page.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { collationQuery, useCollationNews } from '../api.ts';
import { formName, SOURCE_WORDS, STATUS_WORDS } from '../labels.ts';
import { LoadError, WrongAddress } from '../LoadError.tsx';
import { FormReview } from './FormReview.tsx';

function placeLine({ chain, area, electionName, areaCode, source }: CollationDetail): string {
  const above = chain.filter(({ type, id }) => type !== 'national' && id !== area.id).map(({ name }) => name);
  return [electionName, ...above.toReversed(), areaCode, SOURCE_WORDS[source].label].filter(Boolean).join(' · ');
}

/** One form of a collation centre beside its photo, its rows compared with our own figures. */
export function CollationPage() {
  const { collationId = '' } = useParams();
  const isId = CollationId.safeParse(collationId).success;
  const query = useQuery({ ...collationQuery(collationId), enabled: isId });
  const form = query.data;
  useCollationNews();
  if (!form) {
    return (
      <Page title="Form">
        {!isId ? (
          <Panel>
            <WrongAddress title="This address names no form." to="/collations" label="All forms">
              Open the form from the list of forms.
            </WrongAddress>
          </Panel>
        ) : query.error ? (
          <Panel>
            <LoadError
              title="The form could not be loaded"
              error={query.error}
              onRetry={query.refetch}
              to="/collations"
              label="All forms"
            />
          </Panel>
        ) : (
          <div className="loading" role="status" aria-label="Loading the form">
            <Skeleton height={320} />
            <Skeleton height={320} />
          </div>
        )}
      </Page>
    );
  }
  return (
    <Page
      title={formName(form)}
      context={placeLine(form)}
      actions={
        <>
          <StatusChip {...STATUS_WORDS[form.status]} />
          <Button variant="default" component={Link} to={`/collations?election=${form.electionId}`}>
            All forms
          </Button>
        </>
      }
    >
      <FormReview key={form.id} form={form} onReload={query.refetch} />
    </Page>
  );
}
