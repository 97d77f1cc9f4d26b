import type { SituationRoom } from '@ec/contract/situation-room/schemas';
import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import styles from './room.module.css';
import { RoomBoard } from './RoomBoard.tsx';
import type { RoomState, SetRoom } from './room-state.ts';
import { PartyLooks } from '../../domain/results/PartyLooks.tsx';
import { tile } from '../../lib/format/css-values.ts';

interface RoomContentProps {
  room: UseQueryResult<SituationRoom>;
  /** Of the answer, what is to be drawn now. */
  data: SituationRoom | undefined;
  state: RoomState;
  set: SetRoom;
}

/** The page's figures, or why there are none. */
export function RoomContent({ room, data, state, set }: RoomContentProps) {
  const { error, refetch, isPlaceholderData } = room;
  if (error && !data) {
    return (
      <Panel>
        <ErrorView title="The situation room could not be loaded" error={error} onRetry={refetch} />
      </Panel>
    );
  }
  if (!data) return <Loading />;
  if (!data.election) {
    return (
      <Panel>
        <EmptyState
          title="No election is live or completed"
          action={<MayLink to="/elections?status=scheduled">Go to elections</MayLink>}
        >
          The situation room fills by itself once an election has gone live.
        </EmptyState>
      </Panel>
    );
  }
  return (
    <div className="stack stale" data-stale={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
      <PartyLooks of={data}>
        <RoomBoard room={data} election={data.election} state={state} set={set} />
      </PartyLooks>
    </div>
  );
}

function Loading() {
  return (
    <div className="stack" aria-busy aria-label="Loading the situation room">
      <div className={`tiles gap-12 whole ${styles.figures}`} style={tile(150)}>
        {[0, 1, 2, 3, 4, 5].map((card) => (
          <Skeleton key={card} height={104} />
        ))}
      </div>
      <Skeleton height={520} />
    </div>
  );
}
