import { MantineProvider } from '@mantine/core';
import type { QueryClient } from '@tanstack/react-query';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { createQueryClient } from '../src/app/query-client.ts';
import { shellRoutes } from '../src/app/shell-routes.tsx';
import { theme } from '../src/app/theme.ts';
import { wallRoute } from '../src/app/wall-route.tsx';
import { routes as authRoutes } from '../src/features/auth/routes.tsx';

function withoutRetries(): QueryClient {
  const client = createQueryClient();
  const defaults = client.getDefaultOptions();
  client.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retry: false } });
  return client;
}

function renderRoutes(routes: RouteObject[], at: string) {
  const router = createMemoryRouter([{ HydrateFallback: () => null, children: routes }], { initialEntries: [at] });
  const user = userEvent.setup();
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={withoutRetries()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user, router };
}

/** The whole console at an address. */
export function renderConsole(at: string) {
  return renderRoutes([...authRoutes, wallRoute, ...shellRoutes], at);
}

/** One element with all that surrounds it. */
export function renderElement(element: ReactElement, at = '/') {
  return renderRoutes([{ path: '*', element }], at);
}
