import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [
  { path: 'submit-results', lazy: async () => ({ Component: (await import('./SubmitPage.tsx')).SubmitPage }) },
];
