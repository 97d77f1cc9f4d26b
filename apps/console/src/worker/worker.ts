import { clientsClaim } from 'workbox-core';
import { addPlugins, addRoute, matchPrecache, precache } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** Written in by the build (build/offline-worker.ts): the page, the script that it starts with, and every file to keep. */
declare const KEPT: { page: string; entry: string; files: { url: string; revision: string | null }[] };
declare const self: { skipWaiting(): Promise<void> };

const kept = KEPT;

/** How long a navigation waits for a network without an answer. On 2G the page takes up to 5 s. */
const NETWORK_MS = 8000;

/** The page is kept only with the files that belong to it: during an upgrade the servers may have different builds. */
async function isOfThisBuild(request: Request, response: Response): Promise<boolean> {
  if (!response.ok) return false;
  return new URL(request.url).pathname !== kept.page || (await response.clone().text()).includes(kept.entry);
}

const silence = () => new Promise<null>((resolve) => setTimeout(resolve, NETWORK_MS, null));

/** The page from the network; where it does not answer, or a gateway answers in the server's place, the kept one. */
async function page(request: Request): Promise<Response> {
  const asked = fetch(request);
  const answer = await Promise.race([asked.catch(() => null), silence()]);
  if (answer && answer.status < 500) return answer;
  return (await matchPrecache(kept.page)) ?? answer ?? asked;
}

// A start with a network has the newest page already, so its worker need not wait for tabs with an older one.
void self.skipWaiting();
clientsClaim();
addPlugins([
  { cacheWillUpdate: async ({ request, response }) => ((await isOfThisBuild(request, response)) ? response : null) },
]);
precache(kept.files);
registerRoute(new NavigationRoute(({ request }) => page(request), { denylist: [/^\/api\//] }));
addRoute({ directoryIndex: '', cleanURLs: false });
