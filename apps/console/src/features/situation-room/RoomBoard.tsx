import type { DashboardElection } from '@ec/contract/dashboards/schemas';
import type { FeedItem } from '@ec/contract/live/schemas';
import type { SituationRoom } from '@ec/contract/situation-room/schemas';
import { codeOf, NATION } from '@ec/contract/geography/location-id';
import { Skeleton } from '@mantine/core';
import { type CSSProperties, startTransition, useEffect, useState } from 'react';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { latePart } from '../../components/page/late-part.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { DeclarationPanel } from '../../domain/declaration/DeclarationPanel.tsx';
import { basisText } from '../../domain/results/coverage.ts';
import { ResultFeed } from '../../domain/results/ResultFeed.tsx';
import { slicesOf, TOP_PARTIES, VoteShare } from '../../domain/results/VoteShare.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import { KeyFigures } from './KeyFigures.tsx';
import { AlertsPanel } from './panels/AlertsPanel.tsx';
import { CoverageTable } from './panels/CoverageTable.tsx';
import { RatePanel } from './panels/RatePanel.tsx';
import { SilentPanel } from './panels/SilentPanel.tsx';
import { StatesPanel } from './panels/StatesPanel.tsx';
import type { RoomState, SetRoom } from './room-state.ts';
import styles from './room.module.css';
import jumps from './jumps.module.css';

/** The parts of the page below its figures, as they stand. */
const SECTIONS = {
  map: { id: 'room-map', label: 'Map' },
  states: { id: 'room-states', label: 'States' },
  collation: { id: 'room-collation', label: 'Collation' },
  feed: { id: 'room-feed', label: 'Feed' },
  votes: { id: 'room-votes', label: 'Vote share' },
  rate: { id: 'room-rate', label: 'Reporting' },
  disputes: { id: 'room-disputes', label: 'Disputes' },
  flagged: { id: 'flagged', label: 'Flagged' },
  silent: { id: 'silent-units', label: 'Silent units' },
} as const;

/** On a phone the page is many screens long: what stands where, always at hand. */
function RoomJumps({ collation }: { collation: boolean }) {
  const parts = Object.values(SECTIONS).filter((part) => collation || part !== SECTIONS.collation);
  return (
    <nav aria-label="Parts of the situation room" className={jumps.jumps}>
      {parts.map(({ id, label }) => (
        <a key={id} href={`#${id}`} className={jumps.jump}>
          {label}
        </a>
      ))}
    </nav>
  );
}

const CollationPanel = latePart(
  async () => (await import('../../domain/collations/CollationPanel.tsx')).CollationPanel,
  'Collation',
  <Skeleton height={120} />,
);

/** News interrupt a part that is drawn in steps: after so long it is drawn at once. */
const PATIENCE_MS = 1000;

/**
 * How many of so many parts of a long page are drawn: one at first, and one more each time those before are on the
 * screen, in steps, so that a phone answers meanwhile.
 */
function useParts(all: number): number {
  const [drawn, setDrawn] = useState(1);
  useEffect(() => {
    if (drawn >= all) return;
    startTransition(() => setDrawn(drawn + 1));
    const late = setTimeout(() => setDrawn(drawn + 1), PATIENCE_MS);
    return () => clearTimeout(late);
  }, [drawn, all]);
  return drawn;
}

interface RoomBoardProps {
  room: SituationRoom;
  election: DashboardElection;
  state: RoomState;
  set: SetRoom;
}

/** Its place among the others, where there is room beside each other. */
const at = (area: string) => ({ '--area': area }) as CSSProperties;

/** Figures on top; then areas, parties and pace; then what needs action. */
export function RoomBoard({ room, election, state, set }: RoomBoardProps) {
  const { basis } = state;
  // From above to below, but the feed before the table: on a wide screen it stands above it.
  const parts = useParts(6);
  const slices = slicesOf(room, room.basis[basis], TOP_PARTIES);
  const declaration = room.declaration?.[basis];
  return (
    <div>
      <RoomJumps collation={room.collation !== null} />
      <div className={`stack start ${styles.board}`}>
        <KeyFigures room={room} election={election} basis={basis} />
        <div id={SECTIONS.map.id} style={at('map')}>
          {parts > 1 && (
            <StatesPanel
              electionId={election.id}
              states={room.states}
              basis={basis}
              measure={state.measure}
              view={state.view}
              set={set}
            />
          )}
        </div>
        <div id={SECTIONS.states.id} className={styles.states} style={at('states')}>
          {parts > 3 && (
            <CoverageTable electionId={election.id} states={room.states} basis={basis} sort={state.sort} set={set} />
          )}
        </div>
        {room.collation && (
          <div id={SECTIONS.collation.id} style={at('collation')}>
            {parts > 4 && (
              <CollationPanel counts={room.collation} electionId={election.id} area={codeOf(NATION)} enters={false} />
            )}
          </div>
        )}
        <div id={SECTIONS.feed.id} className={styles.feed} style={at('feed')}>
          {parts > 2 && <FeedPanel items={room.feed} />}
        </div>
        <div id={SECTIONS.votes.id} className="stack" style={at('votes')}>
          {parts > 4 && (
            <Panel title="Vote share" note={`${basisText(room, basis)}, share of valid votes`}>
              {slices.length === 0 ? <p className="dim">No votes counted yet</p> : <VoteShare slices={slices} />}
            </Panel>
          )}
          {parts > 4 && declaration && (
            <DeclarationPanel
              declaration={declaration}
              actions={<MayLink to={`/affected-units?election=${election.id}`}>Units that did not hold</MayLink>}
            />
          )}
        </div>
        <div id={SECTIONS.rate.id} style={at('rate')}>
          {parts > 4 && <RatePanel rate={room.rate} election={election} />}
        </div>
        <div id={SECTIONS.disputes.id} className={styles.disputes} style={at('disputes')}>
          {parts > 5 && <DisputesPanel disputes={room.disputes} election={election} />}
        </div>
        <div style={at('alerts')}>{parts > 5 && <AlertsPanel alerts={room.alerts} />}</div>
        <div style={at('silent')}>
          {parts > 5 && (
            <SilentPanel electionId={election.id} states={room.states} basis={basis} place={state.silent} set={set} />
          )}
        </div>
      </div>
    </div>
  );
}

/** The newest results, as they come in. */
function FeedPanel({ items }: { items: readonly FeedItem[] }) {
  return (
    <Panel flush title="Live results feed" note={items.length > 0 ? `newest ${items.length}` : undefined}>
      {items.length === 0 ? (
        <EmptyState title="No results yet">Results appear here as officers send them.</EmptyState>
      ) : (
        <div className={styles.tall}>
          <ResultFeed items={items} stale={false} />
        </div>
      )}
    </Panel>
  );
}

interface DisputesPanelProps {
  disputes: SituationRoom['disputes'];
  election: DashboardElection;
}

/** The disputes raised last, each with its reason and whether it is assigned. */
function DisputesPanel({ disputes, election }: DisputesPanelProps) {
  const { open, unassigned, newest } = disputes;
  return (
    <Panel
      flush
      title="Open disputes"
      note={`${formatNumber(open)} open, ${formatNumber(unassigned)} unassigned`}
      actions={<MayLink to={`/disputes?election=${election.id}&source=official`}>All disputes</MayLink>}
    >
      {newest.length === 0 ? (
        <EmptyState title="No dispute is open">Disputed results appear here immediately.</EmptyState>
      ) : (
        <ul className={styles.list} aria-label="Disputes raised last">
          {newest.map(({ id, unit, code, ward, lga, state, reason, raisedAt, assigned }) => (
            <li key={id}>
              <div className={styles.itemHead}>
                <MayLink to={`/disputes/${id}`}>{unit}</MayLink>
                {assigned ? <StatusChip tone="info" label="Assigned" /> : <StatusChip tone="wait" label="Unassigned" />}
              </div>
              <div className="hint regular" title={code}>
                {ward}, {lga}, {state} · <TimeText moment={raisedAt} />
              </div>
              {reason && <div className="clip small breaks">{reason}</div>}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
