import type { RouteObject } from 'react-router';

const formPage = async () => await import('./form/ElectionFormPage.tsx');

export const routes: RouteObject[] = [
  { path: 'elections', lazy: async () => ({ Component: (await import('./ElectionsPage.tsx')).ElectionsPage }) },
  { path: 'elections/new', lazy: async () => ({ Component: (await formPage()).NewElectionPage }) },
  { path: 'elections/:id/edit', lazy: async () => ({ Component: (await formPage()).EditElectionPage }) },
  { path: 'elections/:id/ballot', lazy: async () => ({ Component: (await import('./BallotPage.tsx')).BallotPage }) },
];
