import type { Wall } from '@ec/contract/walls/schemas';
import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmModal } from '../../components/form/ConfirmModal.tsx';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { formatCount, formatMinute } from '../../lib/format/format.ts';
import { notifyError, notifySuccess } from '../../lib/hooks/notify.ts';
import { endWall, wallsQuery } from './wall.ts';
import styles from './wall-dialog.module.css';

/** The running wall screens, with the time of the last request of each. */
export function RunningWalls() {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(wallsQuery);
  const [wallToEnd, setWallToEnd] = useState<Wall | null>(null);
  const end = useMutation({
    mutationFn: endWall,
    onSuccess: () => {
      notifySuccess(`${wallToEnd?.name ?? 'The wall screen'} has ended.`);
      setWallToEnd(null);
    },
    onError: (failure) => notifyError(failure, 'The wall screen could not be ended'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: wallsQuery.queryKey }),
  });
  return (
    <section aria-labelledby="running-walls">
      <h3 id="running-walls" className="title below-6">
        Running wall screens{data && `, ${data.walls.length}`}
      </h3>
      {error && !data ? (
        <ErrorView title="The wall screens could not be loaded" error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton height={44} aria-label="Loading wall screens" />
      ) : data.walls.length === 0 ? (
        <p className="quiet">None runs. One that you start is listed here, and can be ended here.</p>
      ) : (
        <ul className={styles.walls}>
          {data.walls.map((wall) => (
            <li key={wall.id}>
              <div className="shrink">
                <strong>{wall.name}</strong>
                <div className="quiet">
                  {wall.startedBy}, since <TimeText moment={wall.startedAt} />, until {formatMinute(wall.expiresAt)} ·{' '}
                  {wall.lastSeenAt ? (
                    <>
                      last seen <TimeText moment={wall.lastSeenAt} />
                    </>
                  ) : (
                    'not opened yet'
                  )}
                </div>
              </div>
              <Button size="xs" variant="default" aria-label={`End ${wall.name}`} onClick={() => setWallToEnd(wall)}>
                End
              </Button>
            </li>
          ))}
        </ul>
      )}
      {data && data.walls.length > 0 && <div className={styles.count}>{formatCount(data.walls.length, 'row')}</div>}
      <ConfirmModal
        opened={wallToEnd !== null}
        onClose={() => setWallToEnd(null)}
        onConfirm={() => wallToEnd && end.mutate(wallToEnd.id)}
        title="End this wall screen?"
        confirmLabel="End wall screen"
        busy={end.isPending}
        danger
      >
        {wallToEnd?.name}, started by {wallToEnd?.startedBy}, stops showing figures within seconds, and its address no
        longer works. Other wall screens go on.
      </ConfirmModal>
    </section>
  );
}
