import { addRoutes } from '@ec/server/app';
import type { Platform } from '@ec/server/platform/http/context';
import { type RouteInfo, routeInfo, type Router } from '@ec/server/platform/http/router';

/** The calls of all features as they are added; without a database connection, and without running a handler. */
export function declaredCalls(): RouteInfo[] {
  const routes: RouteInfo[] = [];
  const note = (...added: Parameters<typeof routeInfo>) => void routes.push(routeInfo(...added));
  const router: Router = {
    routes,
    probe: (call) => note(call, { access: 'public' }),
    read: note,
    write: note,
    shared: note,
    longWrite: note,
    mark: note,
    progress: note,
  };
  const unused = { config: { dataDir: '.', signInRatePerMinute: 1 }, events: { subscribe: () => () => undefined } };
  addRoutes(router, unused as unknown as Platform);
  return routes;
}
