import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from '../../components/form/Segmented.tsx';
import { FiguresAge } from '../../domain/results/FiguresAge.tsx';
import { Page } from '../../components/page/Page.tsx';
import { formatDay } from '../../lib/format/format.ts';
import { BASIS_WORD } from '../../domain/results/labels.ts';
import { useInSteps } from '../../lib/hooks/draw-later.ts';
import { roomQuery } from './api.ts';
import styles from './room.module.css';
import { RoomContent } from './RoomContent.tsx';
import { useRoomNews, useRoomState } from './room-state.ts';

const BASES = [
  { value: 'verified', label: BASIS_WORD.verified },
  { value: 'provisional', label: BASIS_WORD.provisional },
];

/** The election on one page: always current, and each figure with what it stands on. */
export function RoomPage() {
  const [state, set] = useRoomState();
  const room = useQuery(roomQuery(state.election));
  // The head and the board appear together, so that neither moves the other.
  const data = useInSteps(room.data);
  const election = data?.election ?? undefined;
  useRoomNews(election?.id);
  return (
    <Page
      title="Situation Room"
      context={
        election ? (
          <>
            {election.name} · {formatDay(election.electionDate)} · Official count,{' '}
            {BASIS_WORD[state.basis].toLowerCase()} · {data && <FiguresAge asOf={data.asOf} />}
          </>
        ) : undefined
      }
      contextComes={2}
      actions={
        <>
          {data && data.elections.length > 1 && (
            <Select
              aria-label="Election"
              className={styles.chooser}
              data={data.elections.map(({ id, name, status }) => ({ value: id, label: `${name} (${status})` }))}
              value={election?.id ?? null}
              onChange={(id) => set({ election: id ?? '', silent: '' })}
              allowDeselect={false}
            />
          )}
          {(!data || election) && (
            <Segmented aria-label="Basis" data={BASES} value={state.basis} onChange={(basis) => set({ basis })} />
          )}
        </>
      }
    >
      <RoomContent room={room} data={data} state={state} set={set} />
    </Page>
  );
}
