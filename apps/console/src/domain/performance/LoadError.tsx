import { Button, Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import figures from '../../components/figure/Figure.module.css';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { ApiError } from '../../lib/http/api-error.ts';
import { useCountChoice } from '../elections/count-choice.ts';
import { tile } from '../../lib/format/css-values.ts';

interface LoadErrorProps {
  title: string;
  error: unknown;
  /** What is said where the error itself has no sentence. */
  failed?: string;
  onRetry: () => unknown;
}

/** Why the figures are not there, and the way on: to try again, to another election, or back to one's own area. */
export function LoadError({ title, error, failed, onRetry }: LoadErrorProps) {
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
      <ErrorView title={title} error={error} {...(failed && { failed })} onRetry={onRetry} />
    </Panel>
  );
}

/** What the figures and rows of an area will take up, so that nothing jumps when they come. */
export function PerformanceSkeleton({ label }: { label: string }) {
  return (
    <div className="stack flow" role="status" aria-label={label}>
      <div className={`tiles gap-12 ${figures.row}`} style={tile(150)} data-dense>
        {[0, 1, 2, 3, 4, 5].map((card) => (
          <Skeleton key={card} height={92} />
        ))}
      </div>
      <Skeleton height={420} />
    </div>
  );
}
