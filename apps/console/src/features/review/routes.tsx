import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [
  { path: 'review', lazy: async () => ({ Component: (await import('./ReviewListPage.tsx')).ReviewListPage }) },
  { path: 'review/:resultId', lazy: async () => ({ Component: (await import('./ReviewPage.tsx')).ReviewPage }) },
];
