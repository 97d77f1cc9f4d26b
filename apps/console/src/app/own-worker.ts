import type { SessionUser } from '@ec/contract/auth/schemas';
import type { QueryClient } from '@tanstack/react-query';
import { atRest } from '../lib/device/when-idle.ts';
import { worksOffline } from '../lib/session/known-me.ts';
import { meQuery } from '../lib/session/session.ts';
import { onSessionChange, readUserId } from '../lib/session/session-store.ts';
import { type FirstPage, oncePageStands } from './first-page.ts';

const ADDRESS = '/worker.js';

/** Unregisters every worker of this origin, also those that an older console registered. */
async function unregisterAll(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

/** The same, and deletes their caches. */
export async function removeAll(): Promise<void> {
  await unregisterAll();
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

/** Private windows of some browsers refuse all access to workers; then there is none. */
const refused = () => undefined;

/** The user as the server answered in this tab. Other answers may come from the browser's cache. */
function verified(client: QueryClient): SessionUser | null {
  const me = client.getQueryData(meQuery(readUserId()).queryKey);
  return me && !me.rememberedFrom ? me.user : null;
}

/** Runs when the server has answered who is signed in. Returns the function that stops it. */
function onceVerified(client: QueryClient, run: () => void): () => void {
  let over = false;
  const look = () => {
    if (over || verified(client) === null) return;
    over = true;
    run();
  };
  const stop = client.getQueryCache().subscribe(look);
  look();
  return () => {
    over = true;
    stop();
  };
}

async function registerFor(user: SessionUser | null): Promise<void> {
  if (user === null) return;
  await (worksOffline(user.role) ? navigator.serviceWorker.register(ADDRESS) : removeAll());
}

/**
 * The background worker, with which the console opens without a network for the roles that send sheets and decide on them. At
 * each start that reaches the server all workers are unregistered, and ours is registered again for these roles. Without a
 * session there is no worker and no cache of one. Returns the function that stops it.
 */
export function keepOwnWorker(page: FirstPage, client: QueryClient): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  let stops: (() => void)[] = [];
  const stop = () => {
    for (const each of stops) each();
    stops = [];
  };
  let person: string | null | undefined;
  // Renewed tokens, also of another tab, do not count as a start.
  const start = () => {
    if (person === readUserId()) return;
    person = readUserId();
    stop();
    if (person === null) {
      removeAll().catch(refused);
      return;
    }
    const begin = () => {
      const removed = unregisterAll().catch(refused);
      const register = () => void removed.then(() => registerFor(verified(client))).catch(refused);
      stops.push(oncePageStands(page, client, { rest: atRest, run: register }));
    };
    stops.push(onceVerified(client, begin));
  };
  start();
  const unfollow = onSessionChange(start);
  return () => {
    stop();
    unfollow();
  };
}
