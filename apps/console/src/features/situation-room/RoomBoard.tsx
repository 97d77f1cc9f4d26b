import type { DashboardElection } from '@ec/contract/dashboards/schemas';
import type { SituationRoom } from '@ec/contract/situation-room/schemas';
import { Panel } from '../../components/page/Panel.tsx';
import { VoteShare } from '../../domain/results/VoteShare.tsx';
import { basisText } from '../../domain/results/coverage.ts';
import { slicesOf, TOP_PARTIES } from '../../domain/results/vote-slices.ts';
import { AlertsPanel } from './panels/AlertsPanel.tsx';
import { CoverageTable } from './panels/CoverageTable.tsx';
import { DisputesPanel } from './panels/DisputesPanel.tsx';
import { FeedPanel } from './panels/FeedPanel.tsx';
import { KeyFigures } from './KeyFigures.tsx';
import { PresidentialPanel } from './panels/PresidentialPanel.tsx';
import { RatePanel } from './panels/RatePanel.tsx';
import { RoomJumps, SECTIONS } from './RoomJumps.tsx';
import styles from './room.module.css';
import type { RoomState, SetRoom } from './room-state.ts';
import { SilentPanel } from './panels/SilentPanel.tsx';
import { StatesPanel } from './panels/StatesPanel.tsx';
import { useParts } from './use-parts.ts';

interface RoomBoardProps {
  room: SituationRoom;
  election: DashboardElection;
  state: RoomState;
  set: SetRoom;
}

/** Figures on top; then areas, parties and pace; then what needs action. */
export function RoomBoard({ room, election, state, set }: RoomBoardProps) {
  const { basis } = state;
  // From above to below, but the feed before the table: on a wide screen it stands above it.
  const parts = useParts(6);
  const slices = slicesOf(room.parties, room.basis[basis], TOP_PARTIES);
  const test = room.presidential?.[basis];
  return (
    <div>
      <RoomJumps />
      <div className={styles.board}>
        <KeyFigures room={room} election={election} basis={basis} />
        <div id={SECTIONS.map.id} className={styles.map}>
          {parts > 1 && (
            <StatesPanel states={room.states} basis={basis} measure={state.measure} view={state.view} set={set} />
          )}
        </div>
        <div id={SECTIONS.states.id} className={styles.states}>
          {parts > 3 && (
            <CoverageTable electionId={election.id} states={room.states} basis={basis} sort={state.sort} set={set} />
          )}
        </div>
        <div id={SECTIONS.feed.id} className={styles.feed}>
          {parts > 2 && <FeedPanel items={room.feed} />}
        </div>
        <div id={SECTIONS.votes.id} className={styles.votes}>
          {parts > 4 && (
            <Panel title="Vote share" note={`${basisText(room, basis)}, share of valid votes`}>
              {slices.length === 0 ? (
                <p className={styles.none}>No votes counted yet</p>
              ) : (
                <VoteShare slices={slices} />
              )}
            </Panel>
          )}
          {parts > 4 && test && <PresidentialPanel test={test} basis={basis} room={room} />}
        </div>
        <div id={SECTIONS.rate.id} className={styles.rate}>
          {parts > 4 && <RatePanel rate={room.rate} election={election} />}
        </div>
        <div id={SECTIONS.disputes.id} className={styles.disputes}>
          {parts > 5 && <DisputesPanel disputes={room.disputes} election={election} />}
        </div>
        <div className={styles.alerts}>{parts > 5 && <AlertsPanel alerts={room.alerts} />}</div>
        <div className={styles.silent}>
          {parts > 5 && <SilentPanel electionId={election.id} states={room.states} place={state.silent} set={set} />}
        </div>
      </div>
    </div>
  );
}
