import { ROUTES } from '@ec/contract/routes';
import { Navigate, type RouteObject } from 'react-router';
import { PlainPage } from './PlainPage.tsx';
import { RouteError } from './RouteError.tsx';
import { Shell } from './shell/Shell.tsx';

/**
 * Every feature's routes.tsx: it exports `routes`, light objects that load their page by `lazy`. Paths are those of the contract's
 * route table; a path of the table that no feature serves shows a plain page.
 */
const features = import.meta.glob<RouteObject[]>(['../features/*/routes.tsx', '!../features/auth/routes.tsx'], {
  eager: true,
  import: 'routes',
});

const served = Object.values(features).flat();
const servedPaths = new Set(served.map((route) => route.path?.replace(/^\//, '').split('/')[0]));

const plain = ROUTES.filter((route) => !servedPaths.has(route.path.split('/')[1])).map(
  (route): RouteObject => ({
    path: route.path,
    element: <PlainPage title={route.title} />,
  }),
);

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
          ...plain,
          { path: '*', element: <Navigate to="/dashboard" replace /> },
        ],
      },
    ],
  },
];
