import { MantineProvider } from '@mantine/core';
import type { QueryClient } from '@tanstack/react-query';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { createQueryClient } from '../src/app/query-client.ts';
import { consoleRoutes } from '../src/app/routes.tsx';
import { theme } from '../src/app/theme.ts';

function withoutRetries(): QueryClient {
  const client = createQueryClient();
  const defaults = client.getDefaultOptions();
  client.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retry: false } });
  return client;
}

function renderRoutes(routesFor: (client: QueryClient) => RouteObject[], at: string) {
  const client = withoutRetries();
  const routes = [{ HydrateFallback: () => null, children: routesFor(client) }];
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  const user = userEvent.setup();
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user, router };
}

/** The whole console at an address. */
export function renderConsole(at: string) {
  return renderRoutes(consoleRoutes, at);
}

/** One element with all that surrounds it. */
export function renderElement(element: ReactElement, at = '/') {
  return renderRoutes(() => [{ path: '*', element }], at);
}
