import { SITUATION_ROOM_WAITING } from '@ec/contract/permissions/pages';
import type { WallScreen } from '@ec/contract/walls/schemas';
import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import { useFiguresAge } from '../../domain/results/FiguresAge.tsx';
import { basisOf, measureOf } from '../../domain/situation-room/measures.ts';
import { ageText } from '../../lib/format/format.ts';
import { useDocumentTitle } from '../../lib/hooks/use-document-title.ts';
import { useUrlState } from '../../lib/hooks/use-url-state.ts';
import styles from './wall.module.css';
import { isElectionGone, isWallEnd, WALL_CHOICES, wallQuery } from './wall.ts';
import { WallBoard } from './WallBoard.tsx';
import { WallHeader } from './WallHeader.tsx';

/** Several answers in a row that did not come. */
const OLD_MS = 15_000;
type Choices = typeof WALL_CHOICES;

interface LiveWallProps {
  token: string;
  /** The server says that the wall is over. */
  onEnd: () => void;
}

/** One running wall: requests the figures every two seconds, and shows the last ones if no answer comes. */
export function LiveWall({ token, onEnd }: LiveWallProps) {
  const [choices, set] = useUrlState(WALL_CHOICES);
  const { data, error, isPlaceholderData } = useQuery(wallQuery(token, choices.election));
  const ended = isWallEnd(error);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (ended) end();
  }, [ended]);
  const gone = choices.election !== '' && isElectionGone(error);
  const showCurrent = useEffectEvent(() => set({ election: '' }));
  useEffect(() => {
    if (gone) showCurrent();
  }, [gone]);
  useDocumentTitle(data?.name ?? 'Wall screen');

  if (ended) return null;
  if (!data) {
    return error ? (
      <WallMessage title="The server cannot be reached">
        The wall screen asks again every two seconds, and shows the figures as soon as there is an answer.
      </WallMessage>
    ) : (
      <WallMessage title="Loading the wall screen…" />
    );
  }
  return <Screen screen={data} failing={error !== null} former={isPlaceholderData} choices={choices} set={set} />;
}

interface ScreenProps {
  screen: WallScreen;
  failing: boolean;
  /** True while the figures are those of the election before. */
  former: boolean;
  choices: Choices;
  set: (change: Partial<Choices>) => void;
}

function Screen({ screen, failing, former, choices, set }: ScreenProps) {
  const basis = basisOf(choices.basis);
  const { room } = screen;
  return (
    <main className={`stale ${styles.wall}`} data-stale={former || undefined} aria-busy={former}>
      <WallHeader
        screen={screen}
        basis={basis}
        onBasis={(next) => set({ basis: next })}
        onElection={(election) => set({ election })}
      />
      {room && <Age asOf={room.asOf} failing={failing} />}
      {room === null ? (
        <Placeholder>
          {screen.electionMode ? 'The figures will be back in a moment.' : SITUATION_ROOM_WAITING}
        </Placeholder>
      ) : room.election === null ? (
        <Placeholder>No election is live or completed.</Placeholder>
      ) : (
        <WallBoard
          room={room}
          basis={basis}
          measure={measureOf(choices.measure)}
          onMeasure={(measure) => set({ measure })}
        />
      )}
    </main>
  );
}

function Placeholder({ children }: { children: string }) {
  return (
    <div className={styles.placeholder} role="status">
      {children}
    </div>
  );
}

/** In large letters, once the figures are older than they should be. */
function Age({ asOf, failing }: { asOf: string; failing: boolean }) {
  const age = useFiguresAge(asOf);
  if (age < OLD_MS) return null;
  return (
    <div className={styles.old}>
      {/* Said once: the age beside it ticks, and is not for the ear. */}
      <VisuallyHidden role="status">The figures are no longer current.</VisuallyHidden>
      These figures are {ageText(age)} old.{' '}
      {failing ? 'The server cannot be reached; asking again.' : 'No newer ones have come.'}
    </div>
  );
}

interface WallMessageProps {
  title: string;
  /** Links to a new wall screen. */
  signIn?: boolean;
  children?: ReactNode;
}

/** In place of figures: the problem, and what to do. */
export function WallMessage({ title, signIn = false, children }: WallMessageProps) {
  return (
    <main className={styles.message}>
      <div role="status">
        <h1>{title}</h1>
        {children && <p>{children}</p>}
      </div>
      {signIn && (
        <Link to="/situation-room" className="act larger">
          Go to the console
        </Link>
      )}
    </main>
  );
}
