import type { StartedWall } from '@ec/contract/situation-room';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import styles from './wall-dialog.module.css';
import { RunningWalls } from './RunningWalls.tsx';
import { WallForm } from './WallForm.tsx';
import { WallLink } from './WallLink.tsx';

/** Starts a wall screen here or elsewhere, and shows those that run. */
export function WallDialog({ onClose }: { onClose: () => void }) {
  const [linked, setLinked] = useState<StartedWall | null>(null);
  const small = useMediaQuery('(max-width: 640px)');
  return (
    <Modal opened onClose={onClose} title="Wall mode" size={620} fullScreen={small} centered={false}>
      <div className={styles.dialog}>
        <p className={styles.about}>
          A wall screen shows the figures of this page on a large screen, without anybody signed in: no phone numbers,
          no names of people and no reasons of disputes. It does not time out. It ends after the hours chosen here, when
          it is ended below, or when whoever started it may no longer open this page.
        </p>
        {linked ? <WallLink wall={linked} onAnother={() => setLinked(null)} /> : <WallForm onLinked={setLinked} />}
        <RunningWalls />
      </div>
    </Modal>
  );
}
