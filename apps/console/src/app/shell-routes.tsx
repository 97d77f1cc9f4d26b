import { Navigate, type RouteObject } from 'react-router';
import { followFormats } from './follow-formats.tsx';
import { LIGHT_PAGES } from './light-pages.ts';
import { RouteError } from './RouteError.tsx';
import { Shell } from './shell/Shell.tsx';

/**
 * Every feature's routes.tsx: it exports `routes`, light objects that load their page by `lazy`. Paths are those of the contract's
 * route table, each of which some feature serves.
 */
const features = import.meta.glob<RouteObject[]>(['../features/*/routes.tsx', '!../features/auth/routes.tsx'], {
  eager: true,
  import: 'routes',
});

const firstPart = (path: string | undefined) => path?.replace(/^\//, '').split('/')[0];

/** A feature's page with what every page needs: its styles, and dates that follow the settings. */
function asPage(route: RouteObject): RouteObject {
  const { lazy } = route;
  if (typeof lazy !== 'function') return route;
  const light = LIGHT_PAGES.has(firstPart(route.path));
  const load = async () => {
    const [page] = await Promise.all([lazy(), light ? null : import('./kit-styles.ts')]);
    return page.Component ? { ...page, Component: followFormats(page.Component) } : page;
  };
  return { ...route, lazy: load };
}

const served = Object.values(features).flat().map(asPage);

export const shellRoutes: RouteObject[] = [
  {
    id: 'shell',
    Component: Shell,
    children: [
      {
        errorElement: <RouteError />,
        children: [
          { index: true, element: <Navigate to="/dashboard" replace /> },
          ...served,
          { path: '*', element: <Navigate to="/dashboard" replace /> },
        ],
      },
    ],
  },
];
