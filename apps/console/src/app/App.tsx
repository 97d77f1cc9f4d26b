import './base-styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { forgetAtSignOut } from '../lib/session/known-me.ts';
import { loadFontAfterFirstPage } from './font/load-font.ts';
import { keepOwnWorker } from './own-worker.ts';
import { clearBetweenPersons, createQueryClient } from './query-client.ts';
import { consoleRoutes } from './routes.tsx';
import { theme } from './theme.ts';

/** The nonce the server wrote into the page, for style tags made at run time; empty in development. */
function cspNonce(): string {
  const content = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  return content.startsWith('__') ? '' : content;
}

/** The scroll lock of dialogs makes a style tag of its own and reads its nonce from this global. */
function shareNonce(): void {
  const nonce = cspNonce();
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
}

shareNonce();

export function App() {
  const [queryClient] = useState(createQueryClient);
  const [router] = useState(() => createBrowserRouter(consoleRoutes(queryClient)));
  useEffect(() => clearBetweenPersons(queryClient), [queryClient]);
  useEffect(forgetAtSignOut, []);
  useEffect(() => keepOwnWorker(router, queryClient), [router, queryClient]);
  useEffect(() => loadFontAfterFirstPage(router, queryClient), [router, queryClient]);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={cspNonce}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
