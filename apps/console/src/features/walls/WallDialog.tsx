import { decideAccess, gatePanel } from '@ec/contract/permissions/decide-access';
import type { StartedWall } from '@ec/contract/walls/schemas';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { Note } from '../../components/page/Note.tsx';
import { belowWidth } from '../../lib/device/breakpoints.ts';
import { useAccessSubject } from '../../lib/session/session.ts';
import { RunningWalls } from './RunningWalls.tsx';
import { WallForm } from './WallForm.tsx';
import { WallLink } from './WallLink.tsx';

/** Starts a wall screen here or elsewhere, and shows those that run. */
export function WallDialog({ onClose }: { onClose: () => void }) {
  const [linked, setLinked] = useState<StartedWall | null>(null);
  const decision = decideAccess(useAccessSubject(), { privilege: 'canManageWalls' });
  const small = useMediaQuery(belowWidth('sm'));
  return (
    <Modal opened onClose={onClose} title="Wall mode" size={620} fullScreen={small} centered={false}>
      <div className="stack">
        <p className="quiet">
          A wall screen shows the figures of this page on a large screen, without anybody signed in: no phone numbers,
          no names of people and no reasons of disputes. Another election can be chosen at the screen. It does not time
          out. It ends after the hours chosen here, when it is ended below, or when the person who started it may no
          longer do so.
        </p>
        {!decision.allowed ? (
          <Note kind="warn">{gatePanel(decision).lines[0]}</Note>
        ) : linked ? (
          <WallLink wall={linked} onAnother={() => setLinked(null)} />
        ) : (
          <WallForm onLinked={setLinked} />
        )}
        <RunningWalls />
      </div>
    </Modal>
  );
}
