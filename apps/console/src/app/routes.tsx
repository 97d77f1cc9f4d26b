import type { QueryClient } from '@tanstack/react-query';
import { Navigate, type RouteObject } from 'react-router';
import { routes as authRoutes } from '../features/auth/routes.tsx';
import { type PageRoute, withPrefetch } from '../lib/http/prefetch.ts';
import { meQuery } from '../lib/session/session.ts';
import { followFormats } from './follow-formats.tsx';
import { RouteError } from './RouteError.tsx';
import { StartUp } from './StartUp.tsx';

/**
 * Every feature's routes.tsx: it exports `routes`, light objects that load their page by `lazy`. Paths are those of the contract's
 * route table, each of which some feature serves.
 */
const features = import.meta.glob<PageRoute[]>(['../features/*/routes.tsx', '!../features/auth/routes.tsx'], {
  eager: true,
  import: 'routes',
});

/** Pages that are opened over 2G: they import the styles of the parts they use. All others get those of the whole kit. */
const OWN_STYLES = new Set(['dashboard', 'submit-results']);

/** A feature's page with what every page needs: its styles, and dates that follow the settings. */
function asPage(route: PageRoute): PageRoute {
  const { lazy } = route;
  if (typeof lazy !== 'function') return route;
  const load = async () => {
    const [page] = await Promise.all([lazy(), OWN_STYLES.has(route.path ?? '') ? null : import('./kit-styles.ts')]);
    return page.Component ? { ...page, Component: followFormats(page.Component) } : page;
  };
  return { ...route, lazy: load };
}

/** Everything behind sign-in. Who is signed in is requested while the code of the shell and of the page load. */
const shellRoute = (client: QueryClient): RouteObject => ({
  ...withPrefetch({ prefetch: ({ userId }) => client.prefetchQuery(meQuery(userId)) }, client),
  lazy: async () => ({ Component: (await import('./shell/Shell.tsx')).Shell }),
  children: [
    {
      errorElement: <RouteError />,
      children: [
        { index: true, element: <Navigate to="/dashboard" replace /> },
        ...Object.values(features)
          .flat()
          .map((route) => withPrefetch(asPage(route), client)),
        { path: '*', element: <Navigate to="/dashboard" replace /> },
      ],
    },
  ],
});

/** The wall screen stands outside the shell: nobody is signed in there, and no part of the shell may call the server. */
const wallRoute: RouteObject = {
  path: 'wall',
  lazy: async () => {
    const [{ WallPage }] = await Promise.all([
      import('../features/situation-room/wall/WallPage.tsx'),
      import('./kit-styles.ts'),
    ]);
    return { Component: WallPage };
  },
};

export const consoleRoutes = (client: QueryClient): RouteObject[] => [
  { errorElement: <RouteError />, HydrateFallback: StartUp, children: [...authRoutes, wallRoute, shellRoute(client)] },
];
