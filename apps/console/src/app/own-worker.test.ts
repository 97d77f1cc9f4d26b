import { Me } from '@ec/contract/auth/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { createMemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { meOf, signedInOnDevice } from '../../test/people.ts';
import { ok, serve } from '../../test/server.ts';
import { forget } from '../lib/device/device-store.ts';
import { meQuery } from '../lib/session/session.ts';
import { clearSession, readUserId } from '../lib/session/session-store.ts';
import { ACCESS_TOKEN_KEY } from '../lib/session/stored-session.ts';
import { keepOwnWorker } from './own-worker.ts';
import { createQueryClient } from './query-client.ts';

/** What the browser has registered and kept, which jsdom lacks. */
let workers: string[];
let kept: string[];
let stop = () => {};

function browser() {
  workers = ['/old-worker.js'];
  kept = ['files of the console'];
  const unregister = (name: string) => async () => {
    workers = workers.filter((each) => each !== name);
    return true;
  };
  vi.stubGlobal('navigator', {
    onLine: true,
    serviceWorker: {
      getRegistrations: async () => workers.map((name) => ({ unregister: unregister(name) })),
      register: async (name: string) => void workers.push(name),
    },
  });
  vi.stubGlobal('caches', {
    keys: async () => kept,
    delete: async (name: string) => (kept = kept.filter((each) => each !== name)),
  });
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run));
}

/** The console begins, with a page that needs no code; `me` asks the server who is signed in. */
function start() {
  const client = createQueryClient();
  const router = createMemoryRouter([{ path: '/', element: null }]);
  stop = keepOwnWorker(router, client);
  return { me: async () => await client.fetchQuery({ ...meQuery(readUserId()), retry: false }) };
}

const reached = (role: Role) => serve({ 'GET /auth/me': () => ok(Me, meOf(role)) });
const unreached = () => serve({ 'GET /auth/me': () => Promise.reject(new TypeError('Failed to fetch')) });

beforeEach(() => {
  browser();
});
afterEach(async () => {
  stop();
  await forget(`me:${meOf('ward_admin').user.id}`);
  vi.unstubAllGlobals();
});

describe('the background worker', () => {
  it.each(['polling_unit_officer', 'gpuo', 'grassroot_puo', 'ward_admin'] as const)(
    'of an older console is removed and ours registered once the server has named a %s',
    async (role) => {
      signedInOnDevice();
      reached(role);
      const { me } = start();
      expect(workers).toEqual(['/old-worker.js']);
      await me();
      await vi.waitFor(() => expect(workers).toEqual(['/worker.js']));
      expect(kept).not.toEqual([]);
    },
  );

  it('is registered for no other role, and what one kept is deleted', async () => {
    signedInOnDevice();
    reached('lga_admin');
    await start().me();
    await vi.waitFor(() => expect([workers, kept]).toEqual([[], []]));
  });

  it('stays at a start without a network, which it serves', async () => {
    signedInOnDevice();
    reached('ward_admin');
    await start().me();
    await vi.waitFor(() => expect(workers).toEqual(['/worker.js']));
    stop();
    unreached();
    expect((await start().me()).rememberedFrom).toBeDefined();
    await new Promise((resolve) => setTimeout(resolve));
    expect(workers).toEqual(['/worker.js']);
  });

  it('stays registered when tokens are renewed, in this tab or another', async () => {
    signedInOnDevice();
    reached('ward_admin');
    await start().me();
    await vi.waitFor(() => expect(workers).toEqual(['/worker.js']));
    const unregistered = vi.spyOn(navigator.serviceWorker, 'getRegistrations');
    window.dispatchEvent(new StorageEvent('storage', { key: ACCESS_TOKEN_KEY }));
    expect(unregistered).not.toHaveBeenCalled();
  });

  it('goes at sign-out with all that it kept, and there is none before a sign-in', async () => {
    signedInOnDevice();
    reached('ward_admin');
    await start().me();
    await vi.waitFor(() => expect(workers).toEqual(['/worker.js']));
    clearSession('signed-out');
    await vi.waitFor(() => expect([workers, kept]).toEqual([[], []]));
    stop();
    browser();
    start();
    await vi.waitFor(() => expect([workers, kept]).toEqual([[], []]));
  });
});
