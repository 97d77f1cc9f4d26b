import './base-styles.ts';
import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, useEffect } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { firstPageStands } from '../lib/http/prefetch.ts';
import { nextTask } from '../lib/device/when-idle.ts';
import { forgetAtSignOut } from '../lib/session/known-me.ts';
import { meQuery } from '../lib/session/session.ts';
import { readUserId } from '../lib/session/session-store.ts';
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

/** Before the router starts: its requests for the first page's code fill all connections. */
function prefetchMe(client: QueryClient): void {
  const userId = readUserId();
  if (userId !== null) void client.prefetchQuery(meQuery(userId));
}

/**
 * The console of this tab. Its router starts at once: the first page's code and answers are requested before anything is
 * drawn, which takes a phone a third of a second. On a wall screen nothing is requested about who is signed in.
 */
export async function openConsole(isWall: boolean): Promise<ComponentType> {
  const queryClient = createQueryClient();
  if (!isWall) prefetchMe(queryClient);
  await nextTask();
  const router = createBrowserRouter(consoleRoutes(queryClient));
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    firstPageStands();
    stop();
  });
  return function App() {
    useEffect(() => clearBetweenPersons(queryClient), []);
    useEffect(forgetAtSignOut, []);
    useEffect(() => keepOwnWorker(router, queryClient), []);
    useEffect(() => loadFontAfterFirstPage(router, queryClient), []);
    return (
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={cspNonce}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    );
  };
}
