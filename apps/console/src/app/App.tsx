import './base-styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { cspNonce, shareNonce } from '../lib/http/csp-nonce.ts';
import { loadFontAfterFirstPage } from './font/load-font.ts';
import { clearBetweenPersons, createQueryClient } from './query-client.ts';
import { consoleRoutes } from './routes.tsx';
import { theme } from './theme.ts';

shareNonce();

export function App() {
  const [queryClient] = useState(createQueryClient);
  const [router] = useState(() => createBrowserRouter(consoleRoutes(queryClient)));
  useEffect(() => clearBetweenPersons(queryClient), [queryClient]);
  useEffect(() => loadFontAfterFirstPage(router, queryClient), [router, queryClient]);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={cspNonce}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
