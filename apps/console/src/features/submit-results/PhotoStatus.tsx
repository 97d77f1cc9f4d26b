import type { PhotoState } from '@ec/contract/results/schemas';
import { Button } from '@mantine/core';
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import type { Problem } from '../../lib/device/outbox-item.ts';
import { formatBytes, formatTime } from '../../lib/format/format.ts';
import { photoOutbox } from '../../domain/sending/photo-outbox.ts';
import styles from './submit.module.css';
import { usePhoto } from '../../domain/sending/use-sending.ts';

/** What is done next after a failed attempt. */
export function waitText({ code, message }: Problem): string {
  if (code === 'ELECTION_MODE_REQUIRED') return message;
  return code === 'NETWORK' || code === 'TIMEOUT' ? 'Waiting for network' : 'Sent again shortly';
}

const MARKS = { ok: IconCheck, wait: IconClock, bad: IconX } as const;

function Line({ mark, children }: { mark: keyof typeof MARKS; children: React.ReactNode }) {
  const Mark = MARKS[mark];
  return (
    <li className={`beside ${styles.step}`} data-mark={mark}>
      <Mark size={18} aria-hidden />
      <span>{children}</span>
    </li>
  );
}

interface PhotoStatusProps {
  userId: string;
  /** When the server received the figures; null while they wait. */
  receivedAt: string | null;
  sha256: string | null;
  /** As the server said last. */
  state: PhotoState;
  originalSha256: string | null;
  /** True where the server has the original. */
  originalReceived: boolean;
  /** The buttons by which the officer sends the result again with another photo; null where they cannot. */
  replace: string | null;
}

/** What has arrived and what is still on its way: the figures, the photo, and the photo as taken where a copy went first. */
export function PhotoStatus(props: PhotoStatusProps) {
  const { userId, receivedAt, sha256, state, originalSha256, originalReceived, replace } = props;
  const photo = usePhoto(userId, sha256);
  const original = usePhoto(userId, originalSha256);
  const arrived = state === 'received' || photo?.state === 'received';
  return (
    <>
      <div role="status">
        <ul className={styles.steps} aria-label="What has arrived">
          {receivedAt && <Line mark="ok">Figures received {formatTime(receivedAt)}</Line>}
          {arrived && <Line mark="ok">Photo received</Line>}
          {!arrived && photo?.state === 'refused' && <Line mark="bad">Photo not taken: {photo.problem?.message}</Line>}
          {!arrived && photo?.state === 'waiting' && (
            <Line mark="wait">
              {photo.progress === null
                ? `${photo.problem ? `Photo: ${waitText(photo.problem)}` : 'Photo waits for the network'} (${formatBytes(photo.photo?.blob.size ?? 0)})`
                : `Photo ${Math.round(photo.progress * 100)}%`}
            </Line>
          )}
          {!arrived && !photo && state === 'awaited' && (
            <Line mark="wait">
              Photo not received yet. It is sent from the phone that took it.
              {replace && ` If that phone no longer has it, press ${replace} and attach another.`}
            </Line>
          )}
        </ul>
      </div>
      {original?.state === 'held' && !originalReceived && (
        <div className="row">
          <span className="hint above-6">
            The original photo ({formatBytes(original.photo?.blob.size ?? 0)}) is kept on this phone and sent on Wi-Fi.
          </span>
          <Button variant="default" onClick={() => void photoOutbox.release(userId, original.key)}>
            Send it now
          </Button>
        </div>
      )}
      {original?.state === 'waiting' && (
        <p className="hint above-6">
          {original.progress === null
            ? 'The original photo is sent after that.'
            : `Original photo ${Math.round(original.progress * 100)}%`}
        </p>
      )}
    </>
  );
}
