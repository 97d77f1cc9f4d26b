import type { RouteObject } from 'react-router';

const lazy = async () => ({ Component: (await import('./HelpPage.tsx')).HelpPage });

export const routes: RouteObject[] = [
  { path: 'help', lazy },
  { path: 'help/:screen', lazy },
];
