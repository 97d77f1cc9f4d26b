import { createBrowserRouter, type RouteObject } from 'react-router';
import { routes as authRoutes } from '../features/auth/routes.tsx';
import { RouteError } from './RouteError.tsx';
import { StartUp } from './StartUp.tsx';
import { wallRoute } from './wall-route.tsx';

/** The sign-in page alone is in the first load (and the way to a wall screen); everything behind it is discovered when somebody goes there. */
const startRoutes: RouteObject[] = [
  { id: 'root', errorElement: <RouteError />, HydrateFallback: StartUp, children: [...authRoutes, wallRoute] },
];

export function createConsoleRouter() {
  return createBrowserRouter(startRoutes, {
    patchRoutesOnNavigation: async ({ patch }) => {
      const { shellRoutes } = await import('./shell-routes.tsx');
      patch('root', shellRoutes);
    },
  });
}
