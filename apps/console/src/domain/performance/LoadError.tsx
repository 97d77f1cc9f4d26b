import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { ApiError } from '../../lib/http/api-error.ts';
import { useCountChoice } from '../elections/count-choice.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Panel } from '../../components/page/Panel.tsx';

interface LoadErrorProps {
  title: string;
  error: unknown;
  onRetry: () => unknown;
}

/** Why the figures are not there, and the way on: to try again, to another election, or back to one's own area. */
export function LoadError({ title, error, onRetry }: LoadErrorProps) {
  const { set } = useCountChoice();
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'NOT_FOUND') {
    return (
      <Panel>
        <div role="alert">
          <EmptyState title="Not found or outside your area" action={<Link to="/dashboard">To your dashboard</Link>}>
            There is no such place in the register, or it lies outside the area that you are assigned to.
          </EmptyState>
        </div>
      </Panel>
    );
  }
  if (code === 'ELECTION_NOT_FOUND') {
    return (
      <Panel>
        <div role="alert">
          <EmptyState
            title="The election does not cover this place"
            action={
              <Button variant="default" onClick={() => set({ election: '' })}>
                Show the current election
              </Button>
            }
          >
            It is not among the elections that are live or completed here.
          </EmptyState>
        </div>
      </Panel>
    );
  }
  return (
    <Panel>
      <ErrorView title={title} error={error} onRetry={onRetry} />
    </Panel>
  );
}
