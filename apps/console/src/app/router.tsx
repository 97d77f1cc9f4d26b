import { createBrowserRouter, type RouteObject } from 'react-router';
import { routes as authRoutes } from '../features/auth/routes.tsx';
import { RouteError } from './RouteError.tsx';
import { StartUp } from './StartUp.tsx';

/** The sign-in page alone is in the first load; everything behind it is discovered when somebody goes there. */
const startRoutes: RouteObject[] = [
  { id: 'root', errorElement: <RouteError />, HydrateFallback: StartUp, children: authRoutes },
];

export function createConsoleRouter() {
  return createBrowserRouter(startRoutes, {
    patchRoutesOnNavigation: async ({ patch }) => {
      const { shellRoutes } = await import('./shell-routes.tsx');
      patch('root', shellRoutes);
    },
  });
}
