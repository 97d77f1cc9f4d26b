import './base-styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { RouterProvider } from 'react-router';
import { cspNonce, shareNonce } from '../lib/http/csp-nonce.ts';
import { createQueryClient } from './query-client.ts';
import { createConsoleRouter } from './router.tsx';
import { theme } from './theme.ts';

shareNonce();

export function App() {
  const [queryClient] = useState(createQueryClient);
  const [router] = useState(createConsoleRouter);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={cspNonce}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
