import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Page } from '../../components/page/Page.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { liveElectionsQuery } from './api.ts';
import { LiveBoard } from './LiveBoard.tsx';
import { electionIn } from './live-params.ts';
import { useLiveState } from './live-state.ts';

const TITLE = 'Live Election Results';

export function LivePage() {
  const live = useLiveState();
  const { data, error, refetch } = useQuery(liveElectionsQuery);
  if (error && !data) {
    return (
      <Page title={TITLE}>
        <Panel>
          <ErrorView title="Elections could not be loaded" error={error} onRetry={refetch} />
        </Panel>
      </Page>
    );
  }
  if (!data) {
    return (
      <Page title={TITLE}>
        <Skeleton height={120} aria-label="Loading elections" />
      </Page>
    );
  }
  const election = electionIn(data, live.state);
  if (!election) {
    return (
      <Page title={TITLE}>
        <Panel>
          <EmptyState title="No election is live or completed" action={<Link to="/elections">Go to elections</Link>}>
            Results are shown once an election has gone live.
          </EmptyState>
        </Panel>
      </Page>
    );
  }
  return <LiveBoard key={election.id} election={election} elections={data} {...live} />;
}
