import type { PageRoute } from '../http/prefetch.ts';
import { meQuery } from './session.ts';

type Prefetch = NonNullable<PageRoute['prefetch']>;

/**
 * The prefetch of a page that not every person may open: sent once it is known that this one may. Its own code loads meanwhile. The code that
 * decides comes with the shell, not with the table of routes.
 */
export function ifOpen(load: () => Promise<Prefetch>): Prefetch {
  return async (visit) => {
    const { client, url, userId } = visit;
    const [me, prefetch, { mayOpen }] = await Promise.all([
      client.ensureQueryData(meQuery(userId)),
      load(),
      import('./may-open.ts'),
    ]);
    if (!me.mustChangePassword && mayOpen(me, url.pathname)) await prefetch(visit);
  };
}
