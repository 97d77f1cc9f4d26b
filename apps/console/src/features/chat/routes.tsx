import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [
  { path: 'communications', lazy: async () => ({ Component: (await import('./ChatPage.tsx')).ChatPage }) },
];
