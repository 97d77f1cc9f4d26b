import type { QueryClient } from '@tanstack/react-query';
import { atRest } from '../lib/device/when-idle.ts';
import { worksOffline } from '../lib/session/known-me.ts';
import { meQuery } from '../lib/session/session.ts';
import { onSessionChange, readUserId } from '../lib/session/session-store.ts';
import { useConnection } from '../lib/stream/connection.ts';
import { type FirstPage, oncePageStands } from './first-page.ts';

const ADDRESS = '/worker.js';

/** Unregisters every worker of this origin, also those that an older console registered. */
async function unregisterAll(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

/** The same, with all that they kept. */
async function removeAll(): Promise<void> {
  await unregisterAll();
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

/** Private windows of some browsers refuse every question about workers; then there is none. */
const refused = () => undefined;

/** Runs when the server has answered in this tab. Returns the way to stop. */
function onceReached(run: () => void): () => void {
  if (useConnection.getState().lastSync !== null) {
    run();
    return () => undefined;
  }
  const stop = useConnection.subscribe(({ lastSync }) => {
    if (lastSync === null) return;
    stop();
    run();
  });
  return stop;
}

/** Registers the worker for the roles that work offline, once the server has said who is signed in and the page rests. */
function registerLater(page: FirstPage, client: QueryClient, removed: Promise<void>): () => void {
  const verified = () => {
    const me = client.getQueryData(meQuery(readUserId()).queryKey);
    return me && !me.rememberedFrom ? me.user : null;
  };
  const register = async () => {
    await removed;
    const user = verified();
    if (!user) return;
    await (worksOffline(user.role) ? navigator.serviceWorker.register(ADDRESS) : removeAll());
  };
  return oncePageStands(page, client, {
    also: () => verified() !== null,
    rest: atRest,
    run: () => void register().catch(refused),
  });
}

/**
 * The background worker, with which the console opens without a network for those who send sheets and decide on them. At each
 * start that reaches the server all workers are unregistered, and ours is registered again for these roles. While no one is
 * signed in there is no worker, and nothing that one kept. Returns the way to stop.
 */
export function keepOwnWorker(page: FirstPage, client: QueryClient): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  let stops: (() => void)[] = [];
  const stop = () => {
    for (const each of stops) each();
    stops = [];
  };
  const start = () => {
    stop();
    if (readUserId() === null) {
      removeAll().catch(refused);
      return;
    }
    stops.push(
      onceReached(() => {
        const removed = unregisterAll();
        removed.catch(refused);
        stops.push(registerLater(page, client, removed));
      }),
    );
  };
  start();
  const unfollow = onSessionChange(start);
  return () => {
    stop();
    unfollow();
  };
}
