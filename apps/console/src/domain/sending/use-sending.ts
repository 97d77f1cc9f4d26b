import { useEffect, useSyncExternalStore } from 'react';
import { onNetworkBack } from '../../lib/stream/connection.ts';
import { onWifi } from '../../lib/device/when-idle.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { outbox } from './sheets.ts';
import { photoOutbox } from './photo-outbox.ts';

/** Sends everything unsent: figures first, then photos, and on Wi-Fi the originals too. */
async function sendWaiting(userId: string): Promise<void> {
  await Promise.all([outbox.start(userId), photoOutbox.start(userId)]);
  if (!onWifi()) return;
  const held = photoOutbox.list().filter((photo) => photo.state === 'held' && photo.userId === userId);
  for (const { key } of held) await photoOutbox.release(userId, key);
}

/** True while closing the tab would lose figures or a photo: the phone had no room to keep them. */
const atRisk = () => outbox.atRisk() || photoOutbox.atRisk();

/** Sends everything unsent on this device: now, whenever the network may be back, and when election mode is on again. */
export function useSending(userId: string): void {
  const { electionMode } = useCurrentMe();
  useLossWarning(atRisk);
  useEffect(() => {
    void sendWaiting(userId);
    return onNetworkBack(() => void sendWaiting(userId));
  }, [userId, electionMode]);
}

/** A photo on its way or, in this tab, arrived; null for one that this device does not hold. */
export function usePhoto(userId: string, sha256: string | null) {
  return useSyncExternalStore(photoOutbox.subscribe, () => (sha256 === null ? null : photoOutbox.item(userId, sha256)));
}

/** The sheet of the slot that is being sent, or that was received and whose receipt is unread. */
export function useSheet(slot: string) {
  return useSyncExternalStore(outbox.subscribe, () => outbox.item(slot));
}

/** Asks before the tab is closed, but only while closing it would lose something. */
export function useLossWarning(atRisk: () => boolean): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (atRisk()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [atRisk]);
}
